"""perft: how many move sequences of a length there are, the usual check of a move generator."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, runtime_checkable

from engine.game import Position


@runtime_checkable
class Unrolling(Protocol):
    """A position that also gives its successors without a `Move` for each: all that counting needs."""

    def count_moves(self) -> int:
        """The number of legal moves."""
        ...

    def successors(self) -> Iterable[Unrolling]:
        """The position after each legal move."""
        ...


def perft(position: Position, depth: int) -> int:
    """The number of legal move sequences of `depth` plies; the last ply is counted, not played."""
    if depth <= 0:
        return 1
    if depth == 1:
        return position.count_moves()
    if isinstance(position, Unrolling):
        return _unroll(position, depth)
    return sum(perft(position.after(move), depth - 1) for move in position.legal_moves())


def _unroll(position: Unrolling, depth: int) -> int:
    if depth == 1:
        return position.count_moves()
    return sum([_unroll(successor, depth - 1) for successor in position.successors()])


def divide(position: Position, depth: int) -> Iterator[tuple[str, int]]:
    """For each legal move its text and the count below it; the counts add up to `perft`."""
    for move in position.legal_moves():
        yield position.move_text(move), perft(position.after(move), depth - 1)
