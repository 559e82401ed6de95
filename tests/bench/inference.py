"""How well games are recorded: `python -m tests.bench.inference`, for each game, kit and hands.

Columns: plies; those decided without a question; questions (a 1,000 plies); promotion choices; questions
that later moves settled (with --unanswered); plies left open; wrong plies; amendments; false astray; invented
takebacks; median and 99th percentile of ms on the board's clock from the last man's landing, and from the
fingers leaving it, to the decision, and from a lift to the lights of its targets (tidy hands, whole towers);
and of CPU ms a frame. Exits 1 if a ply is wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from pathlib import Path
from typing import Any

from engine.games import GAMES
from firmware_bridge.simulator.styles import HANDS
from tests.play.matches import PLAYED_KITS, Choice, Match, each_alone
from tests.play.played import trace
from tests.play.referee import Tally
from tests.play.report import faults, rows, table
from tests.play.run import play_all


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", nargs="+", default=(), choices=tuple(GAMES))
    parser.add_argument("--records", nargs="+", default=(), help="their names, such as 01")
    parser.add_argument("--kits", nargs="+", default=(), help=f"{', '.join(PLAYED_KITS)}, or the simulator's")
    parser.add_argument(
        "--hands", nargs="+", default=HANDS, help=f"{', '.join(HANDS)}, hasty, or tidy+lean=0.5"
    )
    parser.add_argument("--each", action="store_true", help="the same with each thing more that hands may do")
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="each match with so many seeds")
    parser.add_argument("--first-seed", type=int, default=1, metavar="N")
    parser.add_argument("--unanswered", action="store_true", help="nobody answers a question")
    parser.add_argument("--fresh", action="store_true", help="seeds that were never tried")
    parser.add_argument(
        "--fail", default="", metavar="E4=DEAD@20", help="a switch that fails, or several: a,b"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes")
    parser.add_argument("--trace", action="store_true", help="tell what happens in the first of the matches")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    return parser.parse_args()


def main() -> int:
    arguments = read_arguments()
    first = random.SystemRandom().randrange(10**6, 10**9) if arguments.fresh else arguments.first_seed
    hands = arguments.hands
    if arguments.each:
        hands = [*hands, *(more for one in hands for more in each_alone(one))]
    choice = Choice(
        arguments.games, arguments.records, arguments.kits, hands, not arguments.unanswered, arguments.fail
    )
    matches = list(choice.matches(range(first, first + arguments.seeds)))
    if not matches:
        sys.exit("no records of these games, neither beside the checkout nor in the package")
    if arguments.trace:
        print(*trace(matches[0]), sep="\n")
        return 0
    print(f"{len(matches)} matches, seeds {first} to {first + arguments.seeds - 1}")
    played = dict(play_all(matches, arguments.jobs))
    tallies = {match: played[match] for match in sorted(played)}
    for line in (*table(tallies), *faults(tallies)):
        print(line)
    if arguments.json:
        arguments.json.write_text(json.dumps(as_json(tallies), indent=1) + "\n", encoding="utf-8")
    return int(any(tally.wrong for tally in tallies.values()))


def as_json(tallies: dict[Match, Tally]) -> dict[str, Any]:
    figures = [
        {"game": game, "kit": kit, "hands": hands} | row for (game, kit, hands), row in rows(tallies).items()
    ]
    wrong = [
        {"match": vars(match), "ply": ply, "played": played, "decided": decided}
        for match, tally in tallies.items()
        for ply, played, decided in tally.wrong
    ]
    return {"figures": figures, "wrong": wrong}


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
