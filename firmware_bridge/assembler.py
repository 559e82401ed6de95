"""Messages of the board become the values of `firmware_bridge.frames`, each a true state of the board.

A frame is given out only if every part of it has come and nothing was missed since. What is missed shows in
the counters: that of all messages (mod 256), that of the beats, and the boot number. Then all parts are
unknown until they have come again, for which the host asks (`missing`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias

from firmware_bridge.codec import Received
from firmware_bridge.frames import BoardInfo, KeyPress, SensorFrame
from firmware_bridge.hello import Hello
from firmware_bridge.messages import (
    CORNER_UNIT,
    WEIGHT_UNIT,
    Beat,
    Corners,
    Key,
    State,
    Weights,
    bitmap_size,
)

STEP_MS = 10
"""The least time between two events, as sensor logs ask for it."""
_WRAP = 2**32

Part: TypeAlias = State | Beat | Weights | Corners


class BoardClock:
    """The board's ms made to go on over wraps of its u32 and over reboots; 0 at the first Hello."""

    def __init__(self) -> None:
        self.latest = 0
        """The latest time heard of."""
        self._ms = 0
        self._heard: int | None = None

    def restart(self, ms: int, now: int) -> int:
        """The board was booted, and its clock shows `ms`; `now` (host's ms) tells how long it was away."""
        if self._heard is not None:
            self.latest += max(now - self._heard, STEP_MS)
        self._ms, self._heard = ms, now
        return self.latest

    def time(self, ms: int, now: int) -> int:
        """The time of a message; it may lie up to 24 days before or after the latest one."""
        ahead = (ms - self._ms + _WRAP // 2) % _WRAP - _WRAP // 2
        if ahead < 0:
            return self.latest + ahead
        self.latest += ahead
        self._ms, self._heard = ms, now
        return self.latest


class Assembler:
    """Puts together what one board says. `now` is the host's clock in ms, from any zero."""

    def __init__(self) -> None:
        self.info: BoardInfo | None = None
        """The board, once its Hello has come on this connection."""
        self.faults: Counter[str] = Counter()
        """`gap`: times that messages were missed; `shape`: parts that don't fit the board of the Hello."""
        self._clock = BoardClock()
        self._board: tuple[int, BoardInfo] | None = None
        self._last = -STEP_MS
        self._last_key = 0
        self.reconnect()

    def reconnect(self) -> None:
        """A new connection begins, perhaps with another board."""
        self.info = None
        self._seq: int | None = None
        self._lose()

    def _lose(self) -> None:
        """Something was missed: nothing of the board's state is known."""
        self._beat: int | None = None
        self._moment: int | None = None
        self._reed: int | None = None
        self._grams: dict[int, float] = {}
        self._corners: tuple[float, ...] | None = None

    @property
    def missing(self) -> bool:
        """True while some part of the board's state is unknown."""
        if self.info is None:
            return True
        sensors = self.info.sensors
        return (
            (sensors.reed and self._reed is None)
            or (sensors.weight is not None and len(self._grams) < len(self.info.shape))
            or (sensors.corners is not None and self._corners is None)
        )

    def feed(self, received: Received, now: int) -> Iterator[BoardInfo | SensorFrame | KeyPress]:
        """What a message completes. BoardInfo: the board is new on this connection, or was booted."""
        expected = received.seq if self._seq is None else (self._seq + 1) % 256
        self._seq = received.seq
        if received.seq != expected:
            self._missed("gap")
        message = received.message
        if isinstance(message, Hello):
            yield from self._hello(message, now)
        elif self.info is None:
            return
        elif isinstance(message, Key):
            t = self._clock.time(message.ms, now)
            if t > self._last_key:  # else it is the repetition of one that was heard
                self._last_key = t
                yield KeyPress(self._stamp(t), message.key, message.by)
        elif isinstance(message, Part):
            yield from self._part(message, self.info, now)

    def _hello(self, hello: Hello, now: int) -> Iterator[BoardInfo]:
        if self._board != (hello.boot, hello.info):
            self._board = (hello.boot, hello.info)
            self._last_key = self._clock.restart(hello.ms, now)
            self._lose()
        elif self.info is not None:
            return
        self.info = hello.info
        yield hello.info

    def _part(self, part: Part, info: BoardInfo, now: int) -> Iterator[SensorFrame]:
        t = self._clock.time(part.ms, now)
        if t < self._clock.latest or (isinstance(part, Beat) and self._board != (part.boot, info)):
            self._missed("gap")
            self.info = None  # the board was booted, and its Hello was missed
            return
        if self._moment not in (None, part.ms):
            self._missed("gap")
        if isinstance(part, Beat):
            if self._beat is not None and part.count != (self._beat + 1) % _WRAP:
                self._missed("gap")
            self._beat = part.count
        if not self._store(part, info):
            self._missed("shape")
            return
        self._moment = part.ms if part.more else None
        if not part.more and not self.missing:
            grams = tuple(self._grams[square] for square in range(len(self._grams)))
            yield SensorFrame(self._stamp(t), self._reed, grams or None, self._corners)

    def _store(self, part: Part, info: BoardInfo) -> bool:
        squares, sensors = len(info.shape), info.sensors
        if isinstance(part, Weights):
            for square, units in enumerate(part.units, part.first):
                self._grams[square] = units / WEIGHT_UNIT
            return sensors.weight is not None and part.first + len(part.units) <= squares
        if isinstance(part, Corners):
            self._corners = tuple(units / CORNER_UNIT for units in part.units)
            return sensors.corners is not None and len(part.units) == len(sensors.corners.at)
        if not sensors.reed:
            return not part.bitmap
        self._reed = int.from_bytes(part.bitmap, "little")
        return len(part.bitmap) == bitmap_size(squares) and not self._reed >> squares

    def _missed(self, kind: str) -> None:
        self.faults[kind] += 1
        self._lose()

    def _stamp(self, t: int) -> int:
        self._last = max(t, self._last + STEP_MS)
        return self._last
