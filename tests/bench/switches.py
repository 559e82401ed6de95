"""Games in which a reed switch fails at some ply: `python -m tests.bench.switches`.

Which switch, and when, is drawn from the seed. Columns: games; plies; plies that were decided wrongly, and
in how many games; plies that were lost; plies left open; questions, also a game; boards told to be astray;
failed switches that were named, of those that ever said what was not so; switches named that were whole.
Exits 1 if there is such a one.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Iterator
from dataclasses import replace

from rich.console import Console
from rich.table import Table

from engine.games import GAMES
from firmware_bridge.simulator.actions import act
from firmware_bridge.simulator.board import SimulatedBoard
from tests.play.matches import Choice, Match, find_record, kit_of
from tests.play.played import actions, failures
from tests.play.referee import Tally
from tests.play.run import play_all

FAULTS = ("dead", "stuck")
COLUMNS = (
    "game", "kit", "hands", "fault", "games", "plies", "wrong", "in games", "lost", "open", "asked", "a game",
    "astray", "named", "of", "falsely",
)  # fmt: skip


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", nargs="+", default=(), choices=tuple(GAMES))
    parser.add_argument("--records", nargs="+", default=(), help="their names, such as 01")
    parser.add_argument("--kits", nargs="+", default=["reed"])
    parser.add_argument("--hands", nargs="+", default=["tidy", "club"])
    parser.add_argument("--faults", nargs="+", default=FAULTS)
    parser.add_argument("--seeds", type=int, default=1, metavar="N")
    parser.add_argument("--first-seed", type=int, default=1, metavar="N")
    parser.add_argument("--unanswered", action="store_true", help="nobody answers a question")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes")
    parser.add_argument("-v", "--verbose", action="store_true", help="tell each wrong ply")
    return parser.parse_args()


def main() -> int:
    arguments = read_arguments()
    choice = Choice(
        arguments.games, arguments.records, arguments.kits, arguments.hands, not arguments.unanswered
    )
    seeds = range(arguments.first_seed, arguments.first_seed + arguments.seeds)
    planned = [failing(match, fault) for match in choice.matches(seeds) for fault in arguments.faults]
    played = dict(play_all(planned, arguments.jobs))
    tallies = {match: played[match] for match in sorted(played)}
    show(tallies)
    if arguments.verbose:
        for match, tally in tallies.items():
            if tally.wrong:
                print(match.command, "--trace")
                print("   ", len(tally.wrong), tally.wrong[:3])
    return int(any(set(tally.named) - {_square(match)} for match, tally in tallies.items()))


def failing(match: Match, fault: str) -> Match:
    """The match with a switch that fails, drawn from its seed."""
    record = find_record(match.game, match.record)
    rng = random.Random(f"{match} {fault}")
    square = record.game.shape.name(rng.randrange(len(record.game.shape)))
    return replace(match, fail=f"{square}={fault}@{rng.randint(1, max(len(record.moves) * 2 // 3, 1))}")


def lied(match: Match) -> bool:
    """True if the switch that failed ever was not as the men on its square had it."""
    record, [failure] = find_record(match.game, match.record), failures(match)
    board = SimulatedBoard(record.game.shape, record.positions()[0].stacks, kit_of(match.kit), 0)
    begun = False
    for action in actions(match):
        act(board, action)
        begun |= getattr(action, "fault", None) is not None
        if begun and bool(board.stacks[failure.square]) != (failure.fault == "stuck"):
            return True
    return False


def show(tallies: dict[Match, Tally]) -> None:
    """Print the table."""
    table = Table(*COLUMNS)
    keys = sorted({(m.game, m.kit, m.hands, _fault(m)) for m in tallies})
    for key in keys:
        mine = {m: tally for m, tally in tallies.items() if (m.game, m.kit, m.hands, _fault(m)) == key}
        table.add_row(*key, *map(str, figures(mine)))
    Console(width=160).print(table)


def figures(tallies: dict[Match, Tally]) -> Iterator[object]:
    """The figures of a row."""
    total = Tally()
    for tally in tallies.values():
        total += tally
    yield from (
        len(tallies),
        total.plies,
        len(total.wrong),
        sum(bool(tally.wrong) for tally in tallies.values()),
    )
    yield from (total.open, total.questions, round(total.questions / len(tallies), 2), total.astray)
    yield sum(_square(match) in tally.named for match, tally in tallies.items())
    yield sum(map(lied, tallies))
    yield sum(len(set(tally.named) - {_square(match)}) for match, tally in tallies.items())


def _square(match: Match) -> str:
    return match.fail.partition("=")[0]


def _fault(match: Match) -> str:
    return match.fail.partition("=")[2].partition("@")[0]


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
