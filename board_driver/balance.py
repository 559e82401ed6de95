"""Weight cells under the corners of a board: how well changes of stacks explain what they say, as costs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from board_driver.cells import MEMORY, Cells
from engine.types import Square, Stack
from firmware_bridge.frames import CornerCells

WORST_BALANCE = 50.0
"""The corner cells together say no more than this: beyond it, a fault is as likely."""
LEANT = 4.0
"""What corner cells say of any change while a hand leans on the board: no more of one than of another."""
CORNER_WALK_G = 0.15
"""How far a corner cell's zero wanders between two moves (hardware notes: 0.05-0.15 g)."""
FINGER_G = 2.0
"""So much too much or too little is a finger that rests on the board: shifts don't count from there."""
SLOW = 0.4
"""The part that cells commonly are still to show of what the slowest would (a standard deviation)."""
NEGLIGIBLE_G = 0.3
"""Shifts don't count from a cell of which more than this may be missing."""
OFF_CENTRE = 0.05
"""How far from its square's centre a man is set down, in squares (hardware notes: 0.02-0.05)."""


class Balance:
    """Cells under the corners: in all, men keep their weight, and what moved shifts its centre.

    While the board weighs more than its men a hand leans on it, wherever: then the cells tell nothing, and
    shifts go on counting from the last rest without one.
    """

    def __init__(self, cells: CornerCells, files: int) -> None:
        self._files = files
        self._man_g, self._sigma_g = cells.man_g, cells.sigma_g
        count = len(cells.at)
        self._centre = tuple(sum(place[axis] for place in cells.at) / count for axis in (0, 1))
        self._levers = [(1.0, x - self._centre[0], y - self._centre[1]) for x, y in cells.at]
        self._is_known = False
        self._total_g: float | None = None
        self._stacks: tuple[Stack, ...] | None = None
        self._since: dict[Square, float] = {}

    def learn(self, cells: Cells, stacks: Sequence[Stack] | None) -> None:
        """The board is at rest with these stacks, or with one of several: shifts count from here."""
        before, self._stacks = self._stacks, None if stacks is None else tuple(stacks)
        if before is not None and self._stacks is not None:
            for square, (then, now) in enumerate(zip(before, self._stacks, strict=True)):
                if len(then) != len(now):
                    self._shift(self._since, square, then, now)
        alone = self._is_known and before is not None and self._stacks is not None
        if self._is_steady(cells) or not (alone or self.leans(cells)):
            cells.mark()
            self._is_known, self._since = True, {}
            self._total_g = sum(cells.marked)
        elif before is None or self._stacks is None:
            self._is_known = False

    def _shift(self, grams: dict[Square, float], square: Square, before: Stack, after: Stack) -> None:
        grams[square] = grams.get(square, 0.0) + (len(after) - len(before)) * self._man_g

    def _is_steady(self, cells: Cells) -> bool:
        """True if no load is still coming or going, and no finger rests on the board, however light."""
        if self._total_g is None:
            return True
        return max(map(abs, cells.surge)) < NEGLIGIBLE_G and abs(self._excess(cells)) < FINGER_G

    def _excess(self, cells: Cells) -> float:
        """By how much the board weighs more than its men, g; 0 if that is not known."""
        if self._total_g is None:
            return 0.0
        known = sum(cells.marked) if self._is_known else self._total_g
        return sum(cells.believed) - known - sum(self._since.values())

    def leans(self, cells: Cells) -> bool:
        """True if the board weighs half a man more than its men."""
        return self._excess(cells) > self._man_g / 2.0

    def is_whole(self, cells: Cells) -> bool:
        """True if the board weighs what its men do, to half a man."""
        return self._is_known and abs(self._excess(cells)) < self._man_g / 2.0

    def misfit(self, cells: Cells, changes: Iterable[tuple[Square, Stack, Stack]]) -> float:
        """The cost of stacks having changed (square, before, after) from what is known to stand there."""
        if not self._is_known:
            return 0.0
        shifted = self._since.copy()
        for square, before, after in changes:
            self._shift(shifted, square, before, after)
        total = sum(shifted.values())
        if self.leans(cells) and self._excess(cells) + sum(self._since.values()) - total > self._man_g / 2.0:
            return LEANT
        across = sum(grams * (square % self._files - self._centre[0]) for square, grams in shifted.items())
        along = sum(grams * (square // self._files - self._centre[1]) for square, grams in shifted.items())
        moved = sum(map(abs, shifted.values())) / 2.0
        cell = self._sigma_g**2 * (2.0 / (min(cells.counts) + 1) + 1.0 / MEMORY) + CORNER_WALK_G**2
        jitter = 2.0 * (OFF_CENTRE * moved) ** 2
        cost, rest, weight = 0.0, 0.0, 1.0 / SLOW**2
        for axis, predicted in enumerate((total, across, along)):
            error, variance, ramp = -predicted, jitter if axis else 0.0, 0.0
            for lever, now, known, change in zip(
                self._levers, cells.believed, cells.marked, cells.surge, strict=True
            ):
                error += lever[axis] * (now - known)
                variance += lever[axis] ** 2 * cell
                ramp += lever[axis] * change
            cost += error * error / variance
            rest += error * ramp / variance
            weight += ramp * ramp / variance
        part = min(max(-rest / weight, 0.0), 1.0)
        return min((cost + 2.0 * part * rest + part * part * weight) / 2.0, WORST_BALANCE)
