"""The messages of the wire, one frozen dataclass each; hardware/PROTOCOL.md is their specification.

Type bytes are ASCII letters: capitals from the board, small letters from the host. `m.payload()` is a
message's payload and `parse(m.type, m.payload()) == m`. Numbers are little-endian. `ms` is the board's
clock, a u32 that starts at 0 at boot and wraps.

Beat, State, Weights and Corners are parts of a moment: parts of the same `ms` follow each other, and all but
the last have `more` set. A part that has not changed since it was last sent may be left out.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from struct import Struct
from typing import ClassVar, Self, TypeAlias

from engine.errors import FrameError
from firmware_bridge.frames import KeyName, Side
from firmware_bridge.hello import ForeignHello, Hello

MAX_PAYLOAD = 224
WEIGHT_UNIT = 10
"""Units of Weights in a gram."""
CORNER_UNIT = 100
"""Units of Corners in a gram."""

RGB: TypeAlias = tuple[int, int, int]

KEY_CODES: Mapping[KeyName, int] = {
    "confirm": 1,
    "takeback": 2,
    "new": 3,
    "draw": 4,
    "claim": 5,
    "resign": 6,
    "pass": 7,
    "clock": 8,
}
_KEYS = {code: key for key, code in KEY_CODES.items()}
_SIDES: tuple[Side | None, ...] = (None, "w", "b")

_MORE = _SHOW = 1

_STATE = Struct("<IB")
_WEIGHTS = Struct("<IBH")
_BEAT = Struct("<IIIB")
_KEY = Struct("<IBB")
_LIGHTS = Struct("<HB")

WEIGHTS_PER_MESSAGE = (MAX_PAYLOAD - _WEIGHTS.size) // 2
LIGHTS_PER_MESSAGE = (MAX_PAYLOAD - _LIGHTS.size) // 3


class Reason(IntEnum):
    """Why the board refuses a command."""

    UNKNOWN = 1
    """It knows no such command."""
    RANGE = 2
    """The command speaks of squares that it has not."""


@dataclass(frozen=True, slots=True)
class State:
    """All reed switches: bit `s % 8` of byte `s // 8` is set if that of square s is closed."""

    type: ClassVar[int] = ord("S")
    ms: int
    bitmap: bytes
    more: bool = False

    def payload(self) -> bytes:
        """ms u32, flags u8, bitmap."""
        return _STATE.pack(self.ms, self.more * _MORE) + self.bitmap

    @classmethod
    def parse(cls, payload: bytes) -> Self:
        """The message of a payload."""
        ms, flags = _STATE.unpack_from(payload)
        return cls(ms, payload[_STATE.size :], bool(flags & _MORE))


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the squares from `first` on, in units of 0.1 g."""

    type: ClassVar[int] = ord("W")
    ms: int
    first: int
    units: tuple[int, ...]
    more: bool = False

    def payload(self) -> bytes:
        """ms u32, flags u8, first u16, i16 each."""
        return _WEIGHTS.pack(self.ms, self.more * _MORE, self.first) + _array("h", len(self.units)).pack(
            *self.units
        )

    @classmethod
    def parse(cls, payload: bytes) -> Self:
        """The message of a payload."""
        ms, flags, first = _WEIGHTS.unpack_from(payload)
        units = payload[_WEIGHTS.size :]
        return cls(ms, first, _array("h", len(units) // 2).unpack(units), bool(flags & _MORE))


@dataclass(frozen=True, slots=True)
class Corners:
    """The weight on each corner cell, in units of 0.01 g."""

    type: ClassVar[int] = ord("C")
    ms: int
    units: tuple[int, ...]
    more: bool = False

    def payload(self) -> bytes:
        """ms u32, flags u8, i32 each."""
        return _STATE.pack(self.ms, self.more * _MORE) + _array("i", len(self.units)).pack(*self.units)

    @classmethod
    def parse(cls, payload: bytes) -> Self:
        """The message of a payload."""
        ms, flags = _STATE.unpack_from(payload)
        units = payload[_STATE.size :]
        return cls(ms, _array("i", len(units) // 4).unpack(units), bool(flags & _MORE))


@dataclass(frozen=True, slots=True)
class Beat:
    """A State that also says which boot (see Hello) and which beat since then it is.

    Sent once a second, and as the first part of a snapshot.
    """

    type: ClassVar[int] = ord("B")
    boot: int
    count: int
    ms: int
    bitmap: bytes
    more: bool = False

    def payload(self) -> bytes:
        """boot u32, count u32, ms u32, flags u8, bitmap."""
        return _BEAT.pack(self.boot, self.count, self.ms, self.more * _MORE) + self.bitmap

    @classmethod
    def parse(cls, payload: bytes) -> Self:
        """The message of a payload."""
        boot, count, ms, flags = _BEAT.unpack_from(payload)
        return cls(boot, count, ms, payload[_BEAT.size :], bool(flags & _MORE))


@dataclass(frozen=True, slots=True)
class Key:
    """A button was pressed at `ms`; sent at once, and again after the next beats in case it was lost."""

    type: ClassVar[int] = ord("K")
    ms: int
    key: KeyName
    by: Side | None = None

    def payload(self) -> bytes:
        """ms u32, key u8, side u8."""
        return _KEY.pack(self.ms, KEY_CODES[self.key], _SIDES.index(self.by))

    @classmethod
    def parse(cls, payload: bytes) -> Self:
        """The message of a payload."""
        ms, key, side = _KEY.unpack(payload)
        return cls(ms, _KEYS[key], _SIDES[side])


@dataclass(frozen=True, slots=True)
class Ack:
    """The command with this counter has been done."""

    type: ClassVar[int] = ord("A")
    seq: int

    def payload(self) -> bytes:
        """seq u8."""
        return bytes([self.seq])

    @classmethod
    def parse(cls, payload: bytes) -> Self:
        """The message of a payload."""
        (seq,) = payload
        return cls(seq)


@dataclass(frozen=True, slots=True)
class Nak:
    """The command with this counter is refused, and would be again; `reason`: see `Reason`."""

    type: ClassVar[int] = ord("N")
    seq: int
    reason: int

    def payload(self) -> bytes:
        """seq u8, reason u8."""
        return bytes([self.seq, self.reason])

    @classmethod
    def parse(cls, payload: bytes) -> Self:
        """The message of a payload."""
        seq, reason = payload
        return cls(seq, reason)


@dataclass(frozen=True, slots=True)
class Lights:
    """Colours of the squares from `first` on, kept by the board until one comes with `show`."""

    type: ClassVar[int] = ord("l")
    first: int
    colours: tuple[RGB, ...]
    show: bool = True

    def payload(self) -> bytes:
        """first u16, flags u8, red green blue u8 each."""
        return _LIGHTS.pack(self.first, self.show * _SHOW) + bytes(
            part for colour in self.colours for part in colour
        )

    @classmethod
    def parse(cls, payload: bytes) -> Self:
        """The message of a payload."""
        first, flags = _LIGHTS.unpack_from(payload)
        parts = iter(payload[_LIGHTS.size :])
        return cls(first, tuple(zip(parts, parts, parts, strict=True)), bool(flags & _SHOW))


@dataclass(frozen=True, slots=True)
class _Bare:
    """A message without payload."""

    def payload(self) -> bytes:
        """Nothing."""
        return b""

    @classmethod
    def parse(cls, payload: bytes) -> Self:
        """The message, if the payload is empty."""
        () = payload
        return cls()


class HelloRequest(_Bare):
    """Asks for Hello."""

    type: ClassVar[int] = ord("h")


class SnapshotRequest(_Bare):
    """Asks for all that the board senses, as one moment: Beat, then Weights and Corners where it has them."""

    type: ClassVar[int] = ord("s")


class Tare(_Bare):
    """There is nothing on the board: what its cells read now is their zero, kept over boots. Since 1.1."""

    type: ClassVar[int] = ord("t")


class Alive(_Bare):
    """The host's answer to each beat, itself not acknowledged; a board that misses it dims its lights."""

    type: ClassVar[int] = ord("b")


@dataclass(frozen=True, slots=True)
class Unknown:
    """A message of a type that we don't know: of a newer minor, to be ignored (a board answers Nak)."""

    type: int
    raw: bytes

    def payload(self) -> bytes:
        """As it came."""
        return self.raw


BoardMessage: TypeAlias = Hello | ForeignHello | State | Weights | Corners | Beat | Key | Ack | Nak
HostMessage: TypeAlias = Lights | HelloRequest | SnapshotRequest | Tare | Alive
Message: TypeAlias = BoardMessage | HostMessage | Unknown


def parse(kind: int, payload: bytes) -> Message:
    """The message of a type byte and a payload; FrameError if its type asks for another payload."""
    parser = _PARSERS.get(kind)
    if parser is None:
        return Unknown(kind, payload)
    try:
        return parser(payload)
    except (ValueError, LookupError, struct.error) as fault:
        raise FrameError(f"message {chr(kind)!r} with payload {payload.hex()!r}: {fault}") from fault


_PARSERS: Mapping[int, Callable[[bytes], Message]] = {
    message.type: message.parse
    for message in (
        *(Hello, State, Weights, Corners, Beat, Key, Ack, Nak),
        *(Lights, HelloRequest, SnapshotRequest, Tare, Alive),
    )
}


def bitmap_size(squares: int) -> int:
    """Bytes of a bitmap of that many squares."""
    return (squares + 7) // 8


def _array(code: str, count: int) -> Struct:
    return Struct(f"<{count}{code}")
