"""The kits of sensors a board can have, and how their parts misbehave.

Figures are those of hardware/PROTOCOL.md's sources: data sheets and models, not yet measured on a real board.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import UsageError
from engine.types import Square
from firmware_bridge.frames import CornerCells, Sensors, WeightCells


@dataclass(frozen=True, slots=True)
class CellPhysics:
    """How a weight cell errs.

    `zero_g`, `gain`: standard deviations of a cell's constant errors (grams; a fraction). `walk_g`: the
    standard deviation of a zero's random walk over one second, grams; `drift_g_min`: how far it goes one way
    besides, a minute, up or down. `creep`: the fraction of a load that
    is added over about a minute. `outliers`: the share of readings that are wild. `lag_ms`: the time
    constant of settling.
    """

    zero_g: float
    gain: float
    walk_g: float
    creep: float = 0.001
    outliers: float = 0.001
    lag_ms: float = 25.0
    drift_g_min: float = 0.0


@dataclass(frozen=True, slots=True)
class Kit:
    """A set of sensors and its faults.

    `chatter`: how often a reed, closing or opening, flips once more for 2-20 ms. `off_centre`: the
    standard deviation, in squares, of where a man is set down. `men_spread`: that of the men's grams, a
    fraction of `man_g`. `stuck`: squares whose reed is always closed; `dead`: always open.
    """

    sensors: Sensors
    man_g: float
    cells: CellPhysics
    chatter: float = 0.3
    off_centre: float = 0.03
    men_spread: float = 0.02
    stuck: frozenset[Square] = frozenset()
    dead: frozenset[Square] = frozenset()


_WEIGHT = WeightCells(man_g=12.0, sigma_g=0.25)
_CORNERS = CornerCells(at=((-0.6, -0.6), (7.6, -0.6), (-0.6, 7.6), (7.6, 7.6)), man_g=8.0, sigma_g=0.15)
_SQUARE_CELL = CellPhysics(zero_g=0.4, gain=0.01, walk_g=0.003)
_CORNER_CELL = CellPhysics(zero_g=0.5, gain=0.002, walk_g=0.02, lag_ms=40.0)

KITS: dict[str, Kit] = {
    "reed": Kit(Sensors(reed=True), 8.0, _SQUARE_CELL),
    "reed+corners": Kit(Sensors(reed=True, corners=_CORNERS, drift=True), 8.0, _CORNER_CELL),
    "weight": Kit(Sensors(weight=_WEIGHT, drift=True), 12.0, _SQUARE_CELL),
    "reed+weight": Kit(Sensors(reed=True, weight=_WEIGHT, drift=True), 12.0, _SQUARE_CELL),
}


def find_kit(name: str) -> Kit:
    """The kit of that name; UsageError names those there are."""
    try:
        return KITS[name]
    except KeyError:
        raise UsageError(f"no sensors {name!r}; choose one of {', '.join(KITS)}") from None
