"""A weight cell under each square: what stacks cost on it, by a stated model of the cell and of hands."""

from __future__ import annotations

from collections.abc import Hashable, Sequence, Set

from board_driver.calibration import FLOOR_G, CellModel, CellState, Scale, own_variance
from board_driver.cells import LEAST_SIGMA_G, MEMORY, Cells
from board_driver.past import Stay
from engine.types import Square, Stack
from firmware_bridge.frames import WeightCells

FINGER_G, FINGER_MS = 2.0, 600
"""A light finger may rest on a man for so long after he was set down, and press with about so much."""
LEANED = 5.5
"""A cell that shows too much, and not just a man or two: a hand or a finger rests there, it tells nothing."""
WILD = 5.0
"""A reading that stands alone is wild, and what was there before is there still: one in a thousand, but a
board sends several readings of what does change."""
MEN_OR_HAND, NOT_WHOLE = 2.5, 0.25
"""More men than this are a hand; so is what is so far from a whole number of men."""
OFF = 0.35
"""A cell this near to a number of men, in men, shows none other, however well it seemed to be calibrated."""
WORST_CELL = 25.0
"""No single cell says more than this: beyond it, it is as likely a hand or a fault as another stack."""


class Weigher:
    """A weight cell a square."""

    def __init__(self, cells: WeightCells, squares: int, tallest: int) -> None:
        """`tallest`: no stack has more men than this."""
        self._most_g = (tallest + 0.5) * max([cells.man_g, *cells.men_g.values()])
        self._scale = Scale(cells)
        self.load = self._scale.load
        """What is the same for stacks that weigh the same."""
        self._sigma_g = max(cells.sigma_g, LEAST_SIGMA_G)
        self._own_g = own_variance(cells.man_g, 1.0)
        self._models = [CellModel(man_g=cells.man_g) for _ in range(squares)]

    @property
    def cells(self) -> tuple[CellState, ...]:
        """What is known of each cell."""
        return tuple(model.state for model in self._models)

    @cells.setter
    def cells(self, states: tuple[CellState, ...]) -> None:
        self._models = [CellModel(state, self._scale.man_g) for state in states]

    @property
    def man_g(self) -> float:
        """What a man weighs."""
        return self._scale.man_g

    def misfit(self, cells: Cells, square: Square, stack: Stack) -> float:
        """The cost of a stack on a square."""
        cost = self._distance(cells, square, cells.means[square], stack)
        if square in cells.lone:
            cost = min(cost, WILD + self._distance(cells, square, cells.lone[square], stack))
        return cost

    def _distance(self, cells: Cells, square: Square, reading: float, stack: Stack) -> float:
        grams = self._scale.grams(stack)
        expected, spread = self._models[square].predict(grams)
        error = reading - expected
        cost = error * error / (2.0 * (spread + _variance(cells, square) + self._own_g * grams))
        return cost if cost < LEANED else min(cost, LEANED if self._is_hand(reading, error) else WORST_CELL)

    def pressed(self, cells: Cells, square: Square, stack: Stack) -> bool:
        """True if a square weighs more than a stack, and not just a man or two."""
        reading = cells.means[square]
        error = reading - self._models[square].predict(self._scale.grams(stack))[0]
        return error > OFF * self._scale.man_g and self._is_hand(reading, error)

    def showed(self, square: Square, stack: Stack, stay: Stay) -> float:
        """The cost of a stack having stood on a square when it said that; a hand is no stack."""
        grams = self._scale.grams(stack)
        expected, spread = self._models[square].predict(grams)
        spread += self._sigma_g**2 / min(stay.samples or 1, MEMORY) + FLOOR_G**2 + self._own_g * grams
        return (stay.reading - expected) ** 2 / (2.0 * spread)

    def sound(self, cells: Cells, stacks: Sequence[Stack]) -> dict[tuple[Square, Hashable], float]:
        """The costs, by square and `load`, of those stacks that fit at first sight: most, and quickly."""
        costs: dict[tuple[Square, Hashable], float] = {}
        noise, own_g, grams_of = 2.0 * cells.sigma_g**2, self._own_g, self._scale.grams
        readings = zip(self._models, cells.means, cells.counts, stacks, strict=True)
        for square, (model, reading, count, stack) in enumerate(readings):
            grams = grams_of(stack)
            expected, spread = model.predict(grams)
            error = reading - expected
            cost = error * error / (2.0 * (spread + noise / (count + 1) + FLOOR_G**2 + own_g * grams))
            if cost < WILD:
                costs[square, self.load(stack)] = cost
        return costs

    def _is_hand(self, reading: float, error: float) -> bool:
        """True if a reading so much too high is of a hand that rests there, not of one man more or two, or if
        no other number of men is nearer: then the cell is badly calibrated. It tells nothing."""
        if reading > self._most_g:
            return True
        men = error / self._scale.man_g
        hand = men > MEN_OR_HAND or (men > 0.0 and abs(men - round(men)) > NOT_WHOLE)
        return hand or abs(men) < OFF

    def learn(self, cells: Cells, stacks: Sequence[Stack], odd: Set[Square], t: int) -> None:
        """Calibrate each cell, but for the odd ones, on the stack that is known to stand on it."""
        for square, stack in enumerate(stacks):
            if square not in odd:
                grams, reading = self._scale.grams(stack), cells.means[square]
                variance, segment = _variance(cells, square), cells.segments[square]
                variance += FINGER_G**2 if t - cells.began[square] < FINGER_MS else 0.0
                self._models[square].learn(grams, reading, variance, t, segment)

    def men(self, cells: Cells, square: Square, stack: Stack) -> float:
        """About how many men the reading differs by from that stack, added to the stack's height."""
        expected, _ = self._models[square].predict(self._scale.grams(stack))
        return len(stack) + (cells.means[square] - expected) / self._scale.man_g


def _variance(cells: Cells, square: Square) -> float:
    """That of the mean of a cell's readings, and what no model explains."""
    return cells.sigma_g**2 * 2.0 / (cells.counts[square] + 1) + FLOOR_G**2
