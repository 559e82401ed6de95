"""The microcontroller's side of the wire, for a simulated board: a pure state machine with time as argument.

It does what hardware/PROTOCOL.md asks of firmware, and nothing that firmware with 8 KB of memory could not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from engine.types import BoardShape
from firmware_bridge.codec import Decoder, Received, encode
from firmware_bridge.frames import BoardEvent, BoardInfo, KeyPress, SensorFrame, Sensors
from firmware_bridge.hello import Hello
from firmware_bridge.messages import (
    CORNER_UNIT,
    RGB,
    WEIGHT_UNIT,
    WEIGHTS_PER_MESSAGE,
    Ack,
    Alive,
    Beat,
    Corners,
    HelloRequest,
    Key,
    Lights,
    Message,
    Nak,
    Reason,
    SnapshotRequest,
    State,
    Tare,
    Weights,
    bitmap_size,
)

TICK_MS = 20
BEAT_MS = 1000
DIM_MS = 5000
"""How long the host may be silent before the lights are dimmed."""
DIM = 4
"""The part of their brightness that is left then."""
KEY_MS = 3500
"""How long a key press is repeated with each beat."""
LINE_BYTES_PER_S = 11520
"""115200 baud, ten bits a byte."""
LINE_SHARE = 0.75
"""How much of the line moments may take, so that beats and answers are never late."""

_NOTHING = SensorFrame(0)
_Part = State | Beat | Weights | Corners


class SimulatedThing(Protocol):
    """A board as a thing, as its firmware senses it; `t` is ms since the thing began."""

    @property
    def info(self) -> BoardInfo:
        """What the board is."""
        ...

    def events(self, t: int) -> Iterable[BoardEvent]:
        """What happened since the last call, 20 ms before: keys pressed, then a frame if there is news."""
        ...

    def snapshot(self, t: int) -> SensorFrame:
        """The state of all sensors."""
        ...


class ForeseenThing(SimulatedThing, Protocol):
    """A thing that knows when it will have news, so that it need not be asked before."""

    @property
    def due(self) -> int:
        """When `events` is to be asked next, if nobody disturbs the thing; a time in the past: at once."""
        ...

    def watch(self, disturbed: Callable[[], None]) -> None:
        """Call this whenever somebody disturbs the thing."""
        ...


def moment_period(shape: BoardShape, sensors: Sensors) -> int:
    """ms between two moments, in whole ticks, so that they take at most `LINE_SHARE` of the line."""
    squares = len(shape)
    blank = SensorFrame(
        0,
        0 if sensors.reed else None,
        (0.0,) * squares if sensors.weight else None,
        (0.0,) * len(sensors.corners.at) if sensors.corners else None,
    )
    size = sum(len(encode(part, 0)) for part in _parts(blank, _NOTHING, 0, squares))
    ticks = -(-size * 1000 // int(LINE_BYTES_PER_S * LINE_SHARE * TICK_MS))
    return ticks * TICK_MS


class SimulatedFirmware:
    """Firmware that senses a simulated thing.

    `boot` is the number in Hello, which grows with each reboot; `ms` what the board's clock shows first.
    """

    def __init__(self, thing: SimulatedThing, boot: int = 1, ms: int = 0) -> None:
        self.thing = thing
        self._squares = len(thing.info.shape)
        self._period = moment_period(thing.info.shape, thing.info.sensors)
        self._boot = boot
        self._t = 0
        self._empty = _NOTHING
        self._start(0, ms)

    def _start(self, t: int, ms: int) -> None:
        self._zero = t - ms
        self._seq = 0
        self._beats = 0
        self._decoder = Decoder()
        self._out = bytearray()
        self._keys: list[Key] = []
        self._sensed = self._sent = self._snapshot(t)
        self._next_moment = t
        self._next_beat = t + BEAT_MS
        self._heard = t
        dark = [(0, 0, 0)] * self._squares
        self._loaded: list[RGB] = dark
        self._shown: tuple[RGB, ...] = tuple(dark)
        self._send(self._hello(t))

    def reboot(self, t: int) -> None:
        """The board lost its power for a moment, or its watchdog bit."""
        self._boot += 1
        self._start(t, 0)

    @property
    def lights(self) -> tuple[RGB, ...]:
        """The lights of all squares as they shine."""
        if self._t - self._heard < DIM_MS:
            return self._shown
        return tuple((red // DIM, green // DIM, blue // DIM) for red, green, blue in self._shown)

    @property
    def due(self) -> int:
        """Until then `tick` does nothing but ask the thing."""
        return self._next_beat if self._sensed is self._sent else min(self._next_beat, self._next_moment)

    def tick(self, t: int) -> bytes:
        """What the board sends at `t`, to be asked every 20 ms while it or its thing has something `due`."""
        self._t = t
        for event in self.thing.events(t):
            if isinstance(event, KeyPress):
                self._keys.append(Key(self._ms(event.t), event.key, event.by))
                self._send(self._keys[-1])
            elif isinstance(event, SensorFrame):
                self._sensed = _tared(event, self._empty)
        if t >= self._next_moment and self._sensed is not self._sent:
            self._moment(list(_parts(self._sensed, self._sent, self._ms(t), self._squares)))
            self._sent = self._sensed
            self._next_moment = t + self._period
        if t >= self._next_beat:
            self._next_beat += BEAT_MS
            self._moment([self._beat(t)])
            self._keys = [key for key in self._keys if (self._ms(t) - key.ms) % 2**32 < KEY_MS]
            for key in self._keys:
                self._send(key)
        return self._take()

    def receive(self, data: bytes, t: int) -> bytes:
        """What the board answers to bytes from the host."""
        for received in self._decoder.feed(data):
            self._heard = t
            if not isinstance(received.message, Alive):
                refusal = self._obey(received, t)
                self._send(Ack(received.seq) if refusal is None else Nak(received.seq, refusal))
        return self._take()

    def _obey(self, received: Received, t: int) -> Reason | None:
        match received.message:
            case HelloRequest():
                self._send(self._hello(t))
            case SnapshotRequest():
                self._sensed = self._sent = self._snapshot(t)
                parts = _parts(self._sent, _NOTHING, self._ms(t), self._squares)
                self._moment([self._beat(t), *(part for part in parts if not isinstance(part, State))])
            case Lights(first, colours, show):
                if first + len(colours) > len(self._loaded):
                    return Reason.RANGE
                self._loaded[first : first + len(colours)] = colours
                if show:
                    self._shown = tuple(self._loaded)
            case Tare() if self.thing.info.sensors.weight or self.thing.info.sensors.corners:
                self._empty = self.thing.snapshot(t)
                self._sensed = self._snapshot(t)
            case _:
                return Reason.UNKNOWN
        return None

    def _snapshot(self, t: int) -> SensorFrame:
        return _tared(self.thing.snapshot(t), self._empty)

    def _hello(self, t: int) -> Hello:
        return Hello(self._boot, self._ms(t), self.thing.info)

    def _beat(self, t: int) -> Beat:
        self._beats += 1
        return Beat(self._boot, self._beats, self._ms(t), _bitmap(self._sent, self._squares))

    def _moment(self, parts: Sequence[_Part]) -> None:
        for part in parts[:-1]:
            self._send(replace(part, more=True))
        for part in parts[-1:]:
            self._send(part)

    def _ms(self, t: int) -> int:
        return (t - self._zero) % 2**32

    def _send(self, message: Message) -> None:
        self._out += encode(message, self._seq)
        self._seq = (self._seq + 1) % 256

    def _take(self) -> bytes:
        data, self._out = bytes(self._out), bytearray()
        return data


def _parts(frame: SensorFrame, sent: SensorFrame, ms: int, squares: int) -> Iterator[_Part]:
    """The parts of a frame that differ from the one that was sent last."""
    if frame.reed is not None and frame.reed != sent.reed:
        yield State(ms, _bitmap(frame, squares))
    if frame.grams is not None and frame.grams != sent.grams:
        units = _units(frame.grams, WEIGHT_UNIT, 2**15)
        for first in range(0, squares, WEIGHTS_PER_MESSAGE):
            yield Weights(ms, first, units[first : first + WEIGHTS_PER_MESSAGE])
    if frame.corners is not None and frame.corners != sent.corners:
        yield Corners(ms, _units(frame.corners, CORNER_UNIT, 2**31))


def _tared(frame: SensorFrame, empty: SensorFrame) -> SensorFrame:
    """A frame whose cells read 0 where they read as in `empty`; without readings there, as it is."""
    return replace(
        frame,
        grams=_less(frame.grams, empty.grams),
        corners=_less(frame.corners, empty.corners),
    )


def _less(readings: tuple[float, ...] | None, zeros: tuple[float, ...] | None) -> tuple[float, ...] | None:
    if readings is None or zeros is None:
        return readings
    return tuple(reading - zero for reading, zero in zip(readings, zeros, strict=True))


def _bitmap(frame: SensorFrame, squares: int) -> bytes:
    return b"" if frame.reed is None else frame.reed.to_bytes(bitmap_size(squares), "little")


def _units(grams: Iterable[float], per_gram: int, limit: int) -> tuple[int, ...]:
    return tuple(max(-limit, min(limit - 1, round(reading * per_gram))) for reading in grams)
