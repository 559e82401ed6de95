"""perft: how many move sequences of a length there are, the usual check of a move generator."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Position


def perft(position: Position, depth: int) -> int:
    """The number of legal move sequences of `depth` plies; the last ply is counted, not played."""
    if depth <= 0:
        return 1
    if depth == 1:
        return position.count_moves()
    return sum(perft(position.after(move), depth - 1) for move in position.legal_moves())


def divide(position: Position, depth: int) -> Iterator[tuple[str, int]]:
    """For each legal move its text and the count below it; the counts add up to `perft`."""
    for move in position.legal_moves():
        yield position.move_text(move), perft(position.after(move), depth - 1)
