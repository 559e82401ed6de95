"""Hello: who a board is and what it can sense. The one message whose beginning outlives a major version.

Its first two bytes are the version. A new minor may add fields at the end of Hello, and messages; a new
major may change anything else.
"""

from __future__ import annotations

from dataclasses import dataclass
from struct import Struct
from typing import Any, ClassVar

from engine.types import BoardShape
from firmware_bridge.frames import BoardInfo, CornerCells, Sensors, WeightCells

MAJOR, MINOR = 1, 1
"""The version of the protocol that is spoken here."""

_REED, _WEIGHT, _CORNERS, _DRIFT = 1, 2, 4, 8

_HELLO = Struct("<BBIIBBBB")
_CELLS = Struct("<HHB")
_MAN = Struct("<BH")
_PLACE = Struct("<hh")


@dataclass(frozen=True, slots=True)
class Hello:
    """Who the board is: sent at boot and when asked.

    `boot`: a number that is another one after each boot. Grams of men and places of cells are rounded to
    0.01, noise to 0.001 g.
    """

    type: ClassVar[int] = ord("H")
    boot: int
    ms: int
    info: BoardInfo
    minor: int = MINOR

    def payload(self) -> bytes:
        """See PROTOCOL.md."""
        shape, sensors, text = self.info.shape, self.info.sensors, self.info.firmware.encode()
        flags = (
            _REED * sensors.reed
            | _WEIGHT * (sensors.weight is not None)
            | _CORNERS * (sensors.corners is not None)
            | _DRIFT * sensors.drift
        )
        head = (MAJOR, self.minor, self.boot, self.ms, shape.files, shape.ranks, flags, len(text))
        parts = [_HELLO.pack(*head), text]
        if weight := sensors.weight:
            parts.append(_pack_cells(weight, len(weight.men_g)))
            parts += [_MAN.pack(ord(man), round(grams * 100)) for man, grams in weight.men_g.items()]
        if corners := sensors.corners:
            parts.append(_pack_cells(corners, len(corners.at)))
            parts += [_PLACE.pack(round(x * 100), round(y * 100)) for x, y in corners.at]
        return b"".join(parts)

    @classmethod
    def parse(cls, payload: bytes) -> Hello | ForeignHello:
        """A Hello of our major, or what can be read of another's."""
        major, minor = payload[0], payload[1]
        if major != MAJOR:
            return ForeignHello(major, minor)
        reader = _Reader(payload)
        _, _, boot, ms, files, ranks, flags, length = reader.take(_HELLO)
        text = reader.bytes(length).decode()
        if not (5 <= files <= 19 and 5 <= ranks <= 19):
            raise ValueError(f"a board of {files}x{ranks} squares; 5x5 to 19x19 are known")
        weight = _parse_weight(reader) if flags & _WEIGHT else None
        corners = _parse_corners(reader) if flags & _CORNERS else None
        sensors = Sensors(bool(flags & _REED), weight, corners, bool(flags & _DRIFT))
        return cls(boot, ms, BoardInfo(BoardShape(files, ranks), sensors, text), minor)


@dataclass(frozen=True, slots=True)
class ForeignHello:
    """The Hello of a board that speaks another major."""

    type: ClassVar[int] = Hello.type
    major: int
    minor: int

    def payload(self) -> bytes:
        """Major and minor; more may follow."""
        return bytes([self.major, self.minor])


class _Reader:
    """Takes a payload apart from its front."""

    def __init__(self, payload: bytes) -> None:
        self._payload = payload
        self._at = 0

    def bytes(self, count: int) -> bytes:
        """The next bytes; ValueError if there are too few."""
        start, self._at = self._at, self._at + count
        if self._at > len(self._payload):
            raise ValueError(f"{self._at} bytes or more are wanted")
        return self._payload[start : self._at]

    def take(self, layout: Struct) -> tuple[Any, ...]:
        """The next fields."""
        return layout.unpack(self.bytes(layout.size))


def _pack_cells(cells: WeightCells | CornerCells, count: int) -> bytes:
    return _CELLS.pack(round(cells.man_g * 100), round(cells.sigma_g * 1000), count)


def _parse_weight(reader: _Reader) -> WeightCells:
    man, sigma, count = reader.take(_CELLS)
    men = (reader.take(_MAN) for _ in range(count))
    return WeightCells(man / 100, sigma / 1000, {chr(letter): grams / 100 for letter, grams in men})


def _parse_corners(reader: _Reader) -> CornerCells:
    man, sigma, count = reader.take(_CELLS)
    at = tuple((x / 100, y / 100) for x, y in (reader.take(_PLACE) for _ in range(count)))
    return CornerCells(at, man / 100, sigma / 1000)
