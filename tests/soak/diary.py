"""What is written down of a week at the board, and read again when it goes on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

DAY = 24
"""Hours of a run after which its caches are full, and memory must stay as it is."""
MOST_GROWTH_MB = 8.0


@dataclass(slots=True)
class Progress:
    """How far it has come.

    `games` are over, and `plies` of the next one have been made; `adjourned` is its number if it was put off.
    `asked`: how often the screen had to be told what was played.
    `hourly`: the run (from 1), the hour of the week, memory in MB, and open files, at each check. `cpu_s`:
    what that took.
    """

    hours: float = 0.0
    games: int = 0
    moves: int = 0
    plies: int = 0
    adjourned: int | None = None
    asked: int = 0
    runs: int = 0
    cpu_s: float = 0.0
    hourly: list[tuple[int, float, float, int]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, file: Path) -> Progress:
        """What was saved there; else the beginning."""
        return cls(**json.loads(file.read_text())) if file.exists() else cls()

    def save(self, file: Path) -> None:
        """Save it, whole or not at all."""
        part = file.with_suffix(".part")
        part.write_text(json.dumps(asdict(self)))
        part.replace(file)


def is_steady(done: Progress) -> bool:
    """Whether nothing was wrong and nothing grew from the first day of a run to its last.

    Says what each run held, and how fast the week went by.
    """
    steady = not done.faults
    for run in range(1, done.runs + 1):
        held = [(mb, files) for number, _, mb, files in done.hourly if number == run]
        if len(held) <= DAY:
            continue
        (first_mb, first_files), (last_mb, last_files) = most(held[:DAY]), most(held[-DAY:])
        print(
            f"run {run}, {len(held)} h: at most {first_mb:.1f} MB and {first_files} files on its first day, "
            f"{last_mb:.1f} MB and {last_files} files on its last, {held[-1][0]:.1f} MB at its end"
        )
        steady &= last_mb - first_mb <= MOST_GROWTH_MB and last_files <= first_files
    speed = done.hours / max(done.cpu_s / 3600, 1e-9)
    print(f"{done.hours:.1f} hours, {done.games} games, {done.moves} moves, {done.asked} of them asked about")
    print(f"{done.runs} runs, {len(done.hourly)} checks, {len(done.faults)} faults")
    print(f"{done.cpu_s:.0f} s of CPU: {speed:.0f} hours in one of a core")
    return steady


def most(held: Sequence[tuple[float, int]]) -> tuple[float, int]:
    """The most memory, MB, and the most open files."""
    return max(mb for mb, _ in held), max(files for _, files in held)
