"""Weight cells under the corners of a board: how well changes of stacks explain what they say, as costs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from operator import sub

from board_driver.cells import MEMORY, Cells
from engine.types import Square, Stack
from firmware_bridge.frames import CornerCells

WORST_BALANCE = 50.0
"""The corner cells together say no more than this: beyond it, a fault is as likely."""
LEANT = 4.0
"""What corner cells say of any change while a hand leans on the board: no more of one than of another."""
CORNER_WALK_G, WALK_MS = 0.15, 4000
"""How far a corner cell's zero wanders between two moves (hardware notes: 0.05-0.15 g), so long after one
another at least; as far again in any direction in each such time that passes."""
FINGER_G = 1.5
"""So much too much is a finger that rests on the board: shifts don't count from there."""
FINGER, REACH = 3.0, 2.5
"""A finger rests on the board, however lightly, or did at the mark; how far from its centre, in squares (a
standard deviation)."""
SLOW = 0.4
"""The part that cells commonly are still to show of what the slowest would (a standard deviation)."""
OFF_CENTRE = 0.05
"""How far from its square's centre a man is set down, in squares (hardware notes: 0.02-0.05)."""


class Balance:
    """Cells under the corners: in all, men keep their weight, and what moved shifts its centre.

    Shifts count from the last mark, a rest with no hand on the board: while it weighs more than its men one
    leans on it, wherever, and the cells tell nothing. `marks`: how many there have been.
    """

    def __init__(self, cells: CornerCells, files: int) -> None:
        self._files = files
        self._man_g, self._sigma_g = cells.man_g, cells.sigma_g
        count = len(cells.at)
        self._centre = tuple(sum(place[axis] for place in cells.at) / count for axis in (0, 1))
        self._levers = [(1.0, x - self._centre[0], y - self._centre[1]) for x, y in cells.at]
        self.marks = 0
        self._surge: list[float] = []
        """What may have been missing at the last mark."""

    def rest(self, cells: Cells) -> bool:
        """The board is at rest: shifts count from here, unless a finger rests on it or a man is missing."""
        marks = not self.marks or -self._man_g / 2.0 < self._excess(cells) < FINGER_G
        if marks:
            cells.mark()
            self._surge = cells.surge.copy()
            self.marks += 1
        return marks

    def forget(self) -> None:
        """Other men may stand there from now on."""
        self.marks = 0

    def _excess(self, cells: Cells) -> float:
        """By how much the board weighs more than its men, g; 0 if that is not known."""
        return sum(cells.believed) - sum(cells.marked) if self.marks else 0.0

    def leans(self, cells: Cells) -> bool:
        """True if the board weighs half a man more than its men."""
        return self._excess(cells) > self._man_g / 2.0

    def is_whole(self, cells: Cells) -> bool:
        """True if the board weighs what its men do, to half a man."""
        return self.marks > 0 and abs(self._excess(cells)) < self._man_g / 2.0

    def misfit(self, cells: Cells, changes: Iterable[tuple[Square, Stack, Stack]], ms: int = 0) -> float:
        """The cost of stacks having changed (square, before, after), one after the other, since the mark, so
        long ago.

        One that is the same again was lifted and set down.
        """
        if not self.marks:
            return 0.0
        if self.leans(cells):
            return LEANT
        shifted: defaultdict[Square, float] = defaultdict(float)
        lifted = 0.0
        for square, before, after in changes:
            shifted[square] += (len(after) - len(before)) * self._man_g
            lifted += (len(after) * self._man_g) ** 2 * (before == after)
        total = sum(shifted.values())
        across = sum(grams * (square % self._files - self._centre[0]) for square, grams in shifted.items())
        along = sum(grams * (square // self._files - self._centre[1]) for square, grams in shifted.items())
        moved = sum(map(abs, shifted.values())) / 2.0
        cell = self._sigma_g**2 * (2.0 / (min(cells.counts) + 1) + 1.0 / MEMORY)
        cell += CORNER_WALK_G**2 * max(ms / WALK_MS, 1.0)
        jitter = 2.0 * OFF_CENTRE**2 * (moved**2 + lifted)
        terms: list[tuple[float, float, float]] = []
        for axis, predicted in enumerate((total, across, along)):
            error, variance, ramp = -predicted, jitter if axis else 0.0, 0.0
            surges = map(sub, cells.surge, self._surge)
            for lever, now, known, change in zip(
                self._levers, cells.believed, cells.marked, surges, strict=True
            ):
                error += lever[axis] * (now - known)
                variance += lever[axis] ** 2 * cell
                ramp += lever[axis] * change
            terms.append((error, variance, ramp))
        cost = _cost(terms)
        (finger, *_), *axes = terms
        if max(abs(total), abs(finger)) < self._man_g / 2.0:
            slack = (REACH * finger) ** 2
            under = [(error, variance + slack, ramp) for error, variance, ramp in axes]
            cost = min(cost, FINGER + _cost(under))
        return min(cost, WORST_BALANCE)


def _cost(terms: Iterable[tuple[float, float, float]]) -> float:
    """The cost of some errors, each with its variance, and what of it would be a ramp's end."""
    cost, rest, weight = 0.0, 0.0, 1.0 / SLOW**2
    for error, variance, ramp in terms:
        cost += error * error / variance
        rest += error * ramp / variance
        weight += ramp * ramp / variance
    part = min(max(-rest / weight, 0.0), 1.0)
    return (cost + 2.0 * part * rest + part * part * weight) / 2.0
