"""A great many games, for every kit and all hands: `make soak-inference` (`python -m tests.soak.inference`).

It goes on until so many plies have been played, and prints what `tests.bench.inference` prints. What is done
is kept in a file, so that it may be stopped (Ctrl-C) and started again; when the program has changed, it
begins anew. Exits 1 if a ply was wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from tests.play.matches import Choice, Match, find_record
from tests.play.referee import Tally
from tests.play.report import faults, table
from tests.play.run import play_all
from tests.soak.progress import ROOT, fingerprint, read_progress

PLIES = 200_000


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--plies", type=int, default=PLIES, metavar="N", help=f"default {PLIES:,}")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes")
    parser.add_argument("--file", type=Path, default=ROOT / "build" / "soak-inference.jsonl")
    arguments = parser.parse_args()
    planned = list(matches(arguments.plies))
    tallies = dict(map(from_line, read_progress(arguments.file, fingerprint())))
    left = [match for match in planned if match not in tallies]
    print(f"{len(planned)} matches, {len(planned) - len(left)} of them played before ({arguments.file})")
    try:
        with arguments.file.open("a", encoding="utf-8") as progress:
            for match, tally in play_all(left, arguments.jobs):
                tallies[match] = tally
                print(as_line(match, tally), file=progress, flush=True)
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", file=sys.stderr)
        return 130
    played = {match: tallies[match] for match in sorted(planned)}
    print(*table(played), *faults(played), sep="\n")
    return int(any(tally.wrong for tally in played.values()))


def matches(plies: int) -> Iterator[Match]:
    """Every match there is with seed 1, then 2, and so on until they have that many plies."""
    for seed in count(1):
        for match in Choice().matches([seed]):
            if plies <= 0:
                return
            plies -= len(find_record(match.game, match.record).moves)
            yield match


def as_line(match: Match, tally: Tally) -> str:
    return json.dumps([vars(match), vars(tally)])


def from_line(line: str) -> tuple[Match, Tally]:
    match, tally = json.loads(line)
    fields: dict[str, Any] = tally | {
        "wrong": [tuple(wrong) for wrong in tally["wrong"]],
        "cpu": Counter({int(number): frames for number, frames in tally["cpu"].items()}),
    }
    return Match(**match), Tally(**fields)


if __name__ == "__main__":
    sys.exit(main())
