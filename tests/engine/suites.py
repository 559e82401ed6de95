"""The perft suites in tests/perft: known counts of move sequences, of each game."""

from __future__ import annotations

from pathlib import Path

from engine.game import Position
from engine.perft import divide, perft

FOLDER = Path(__file__).parents[1] / "perft"


def read_suite(name: str) -> list[tuple[str, int, int]]:
    """(position text, depth, nodes) of each count in a suite."""
    counts = []
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            text, *fields = line.split(" ;D")
            counts += [(text, int(depth), int(nodes)) for depth, nodes in map(str.split, fields)]
    return counts


def assert_count(position: Position, depth: int, nodes: int) -> None:
    """Fail with the count below each move unless perft gives this count."""
    assert perft(position, depth) == nodes, "\n".join(f"{move} {n}" for move, n in divide(position, depth))
