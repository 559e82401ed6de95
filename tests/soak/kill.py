"""A thousand hosts killed at any instant of a game: `make soak-kill` (`python -m tests.soak.kill`).

The real program, a serial board on which hands go on playing, and `kill -9`; what must hold after each is
said in `tests.system.kills`. Games that are done are kept in a file: it may be stopped (Ctrl-C) and started
again; when the program has changed, it begins anew. Exits 1 if anything was lost or invented.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple
from itertools import count
from pathlib import Path

from engine.samples import sample_game, sample_games
from tests.soak.progress import ROOT, fingerprint, read_progress
from tests.system.kills import Outlived, play_with_kills
from tests.system.program import Home

KILLS = 1000
A_GAME = 50
"""Hosts of one game that are killed at most."""
GAMES = ("tavreli", "tavreli", "tavreli", "chess", "draughts")
KITS = ("weight", "reed+weight")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kills", type=int, default=KILLS, metavar="N", help=f"default {KILLS:,}")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="games at a time; default 1")
    parser.add_argument("--file", type=Path, default=ROOT / "build" / "soak-kill.jsonl")
    arguments = parser.parse_args()
    before = read_progress(arguments.file, fingerprint())
    done = {number: Outlived(*fields) for number, *fields in map(json.loads, before)}
    print(f"{kills(done)} of {arguments.kills} kills before ({arguments.file})", flush=True)
    try:
        with arguments.file.open("a", encoding="utf-8") as progress:
            for number, outlived in play(done, arguments.kills, arguments.jobs):
                done[number] = outlived
                print(json.dumps([number, *astuple(outlived)]), file=progress, flush=True)
                print(f"{kills(done)} kills in {len(done)} games", flush=True)
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", file=sys.stderr)
        return 130
    except AssertionError as fault:
        print(fault)
        return 1
    kept, printed = (sum(getattr(each, name) for each in done.values()) for name in ("kept", "printed"))
    print(f"{printed} moves were printed and {kept} are in the records: none was lost, none invented")
    return 0


def kills(done: dict[int, Outlived]) -> int:
    return sum(each.kills for each in done.values())


def play(done: dict[int, Outlived], wanted: int, jobs: int) -> Iterator[tuple[int, Outlived]]:
    """Games by their numbers, so many at a time, until that many hosts have been killed."""
    left = (number for number in count() if number not in done)
    with ThreadPoolExecutor(jobs) as pool:
        while kills(done) < wanted:
            yield from pool.map(outlive, [next(left) for _ in range(jobs)])


def outlive(number: int) -> tuple[int, Outlived]:
    """Play the game of this number, in a home of its own."""
    rng = random.Random(number)
    game = GAMES[number % len(GAMES)]
    record = sample_game(rng.choice(sample_games(game)), game)
    with tempfile.TemporaryDirectory() as folder:
        return number, play_with_kills(Home(Path(folder)), record, rng.choice(KITS), rng, A_GAME)


if __name__ == "__main__":
    sys.exit(main())
