"""The options of a game, and where its handicap stones stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import isfinite

from engine.errors import UsageError
from engine.types import BoardShape, Colour, Square

SIZES = range(5, 20)
_CORNERS = ((0, 0), (2, 2), (2, 0), (0, 2))
_SIDES = ((1, 0), (1, 2), (0, 1), (2, 1))
_CENTRE = (1, 1)


@dataclass(frozen=True, kw_only=True)
class Rules:
    """What can be chosen; UsageError says what is out of range.

    `size`: points along an edge, 5 to 19. `target`: who first has captured so many stones wins; 0 is ordinary
    Go. `komi`: points that White is given where areas are counted. `handicap`: Black stones on the usual
    points before White begins, 0 or 2 to 9. Who plays which colour is no rule: Black begins, or has the
    handicap.
    """

    size: int = 8
    target: int = 1
    komi: float = 0.0
    handicap: int = 0

    def __post_init__(self) -> None:
        if self.size not in SIZES:
            raise UsageError(f"option size is {self.size}; choose {SIZES[0]} to {SIZES[-1]}")
        if not 0 <= self.target <= self.size**2:
            raise UsageError(
                f"option target is {self.target}; choose 1 to {self.size**2}, or 0 for ordinary Go"
            )
        if not isfinite(self.komi):
            raise UsageError(f"option komi is {self.komi}; choose a number of points")
        if self.handicap and self.handicap not in range(2, max_handicap(self.size) + 1):
            most = max_handicap(self.size)
            choice = f"0 or 2 to {most}" if most else "0, this board is too small"
            raise UsageError(f"option handicap is {self.handicap}; choose {choice}")

    @property
    def shape(self) -> BoardShape:
        """The board."""
        return BoardShape(self.size, self.size)

    @property
    def first(self) -> Colour:
        """The side that begins."""
        return Colour.WHITE if self.handicap else Colour.BLACK

    @property
    def options(self) -> Mapping[str, object]:
        """Those that differ from the defaults."""
        chosen = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in chosen.items() if value != getattr(Rules, name)}


def max_handicap(size: int) -> int:
    """How many handicap stones have a usual point (fixed handicap of the Go Text Protocol, version 2)."""
    if size < 7:
        return 0
    return 9 if size > 7 and size % 2 else 4


def handicap_points(size: int, stones: int) -> tuple[Square, ...]:
    """The usual points of up to `max_handicap(size)` handicap stones, 0 for none."""
    edge = 3 if size >= 12 else 2
    lines = (edge, size // 2, size - 1 - edge)
    places = [*_CORNERS[:stones], *_SIDES[: max(stones - 4, 0) // 2 * 2]]
    if stones > 4 and stones % 2:
        places.append(_CENTRE)
    return tuple(lines[rank] * size + lines[file] for rank, file in places)
