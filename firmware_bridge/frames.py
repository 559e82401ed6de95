"""What a board says, free of any wire: the values a link, a sensor log and a simulated board yield."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from engine.types import BoardShape

KeyName = Literal["confirm", "takeback", "new", "draw", "claim", "resign", "pass", "clock"]
Side: TypeAlias = Literal["w", "b"]
KEY_NAMES: tuple[KeyName, ...] = get_args(KeyName)


@dataclass(frozen=True, slots=True)
class WeightCells:
    """A weight cell under each square.

    `man_g`: grams of a man; `men_g` the same by letter of the man where they differ. `sigma_g`: the
    short-term noise to expect of one reading of one square, in grams.
    """

    man_g: float
    sigma_g: float
    men_g: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CornerCells:
    """Weight cells under the corners of the board.

    `at`: their places in squares, a1's centre being (0, 0). `man_g`: grams of a man. `sigma_g`: the
    noise of one reading of one cell, in grams.
    """

    at: tuple[tuple[float, float], ...]
    man_g: float
    sigma_g: float


@dataclass(frozen=True, slots=True)
class Sensors:
    """What a board can sense; `drift`: zeros and gains of the cells may wander slowly."""

    reed: bool = False
    weight: WeightCells | None = None
    corners: CornerCells | None = None
    drift: bool = False


@dataclass(frozen=True, slots=True)
class SensorFrame:
    """The full state of all sensors at one moment.

    `t`: ms on the board's clock. `reed`: bit s is set if the switch of square s is closed. `grams`: one
    reading a square. `corners`: one reading a corner cell, grams. None: the board has no such sensor.
    """

    t: int
    reed: int | None = None
    grams: tuple[float, ...] | None = None
    corners: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True)
class KeyPress:
    """A button was pressed; `by` is `w`, `b` or None (the side to move)."""

    t: int
    key: KeyName
    by: Side | None = None


@dataclass(frozen=True, slots=True)
class Pick:
    """The players answered a question on the screen: a move text, or `none`."""

    t: int
    text: str


@dataclass(frozen=True, slots=True)
class Correction:
    """The players said on the screen that another move was played at a decided ply (1 is the first)."""

    t: int
    ply: int
    text: str


@dataclass(frozen=True, slots=True)
class DeadStones:
    """The players said on the screen which stones are dead at the end of Go, all of them at that moment.

    `points`: their names; one stone of a group will do.
    """

    t: int
    points: tuple[str, ...]


BoardEvent: TypeAlias = SensorFrame | KeyPress | Pick | Correction | DeadStones


@dataclass(frozen=True, slots=True)
class BoardInfo:
    """What a board tells of itself when it connects: its shape, its sensors and its firmware."""

    shape: BoardShape
    sensors: Sensors
    firmware: str = ""

    def is_like(self, other: BoardInfo) -> bool:
        """True if the same game can go on there; the firmware may have been renewed."""
        return (self.shape, self.sensors) == (other.shape, other.sensors)
