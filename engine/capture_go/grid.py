"""Points as bits of an int, and what hangs together on them: groups, liberties, areas.

Bit `rank * size + file` is a point, so a bit's number is its `Square`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from engine.types import Square

Points: TypeAlias = int
"""A set of points, a bit each."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The points of a board of `size` x `size`; `inner` are those whose western neighbour is on the board."""

    size: int
    full: Points
    inner: Points

    def neighbours(self, points: Points) -> Points:
        """All points beside one of these; some of them may be among these."""
        east = points << 1 & self.inner
        west = (points & self.inner) >> 1
        return (east | west | points << self.size | points >> self.size) & self.full

    def group(self, seed: Points, within: Points) -> Points:
        """All points of `within` that hang together with `seed`."""
        group, grown = 0, seed
        while grown != group:
            group, grown = grown, (grown | self.neighbours(grown)) & within
        return group

    def groups(self, stones: Points) -> Iterator[Points]:
        """The groups that these stones form, by their lowest point."""
        while stones:
            group = self.group(stones & -stones, stones)
            stones ^= group
            yield group

    def playable(self, own: Points, enemy: Points) -> tuple[Points, dict[Points, Points]]:
        """The points where a stone of `own` has a liberty, and for each that captures what it captures.

        Repetition is not looked at. All groups must have a liberty.
        """
        empty = self.full & ~(own | enemy)
        captures: dict[Points, Points] = {}
        for group in self.groups(enemy):
            liberties = self.neighbours(group) & empty
            if is_single(liberties):
                captures[liberties] = captures.get(liberties, 0) | group
        breathing = empty
        for group in self.groups(own):
            if not is_single(self.neighbours(group) & empty):
                breathing |= group
        points = empty & self.neighbours(breathing)
        for point in captures:
            points |= point
        return points, captures


@cache
def make_grid(size: int) -> Grid:
    """The grid of a board size."""
    full = (1 << size * size) - 1
    western = sum(1 << rank * size for rank in range(size))
    return Grid(size, full, full & ~western)


def points_of(squares: Iterable[Square]) -> Points:
    """A set of squares as bits."""
    points = 0
    for square in squares:
        points |= 1 << square
    return points


def squares_of(points: Points) -> Iterator[Square]:
    """The squares of a set of bits, ascending."""
    while points:
        lowest = points & -points
        yield lowest.bit_length() - 1
        points ^= lowest


def is_single(points: Points) -> bool:
    """True for one point, or none."""
    return not points & (points - 1)
