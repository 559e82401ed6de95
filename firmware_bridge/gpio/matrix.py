"""Scanning a matrix of reed switches, and what its samples tell. Pure: pins, time and waiting are arguments.

A row is pulled low; the columns of its closed switches follow, through the diode at each switch. All other
rows are let go, never driven high: without diodes, or with one that has failed, two closed switches would
join a high row to a low one, and harm the Pi.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import reduce
from operator import and_, or_
from typing import Protocol

from firmware_bridge.frames import SensorFrame

SETTLE_US = 10
"""A column rises in 2-5 us through a pull-up of 20-50 kOhm; the wait after each change of a row."""
SAMPLES = 3
"""So many equal samples in a row make a state; at `SCAN_MS` that outlasts chatter of 20 ms."""
SCAN_MS = 10
STILL_MS = 1000
"""With nothing moving a frame is told once a second."""
STEP_MS = 10
"""The least time between two frames, as sensor logs ask for it."""


class MatrixPins(Protocol):
    """The pins of a matrix. LinkError if they can't be used any more."""

    name: str
    """How they are reached, in words."""

    def drive(self, row: int) -> None:
        """Pull a row low, the first being 0."""
        ...

    def release(self, row: int) -> None:
        """Let a row go: its pin is an input again."""
        ...

    def low(self) -> int:
        """The columns that are low, bit 0 being the first."""
        ...

    def close(self) -> None:
        """Give the pins back; may be called twice."""
        ...


def scan(pins: MatrixPins, rows: int, columns: int, wait_us: Callable[[int], None]) -> int:
    """One sample of all switches: bit `row * columns + column` is set if that switch is closed."""
    closed = 0
    for row in range(rows):
        pins.drive(row)
        wait_us(SETTLE_US)
        closed |= pins.low() << row * columns
        pins.release(row)
        wait_us(SETTLE_US)
    return closed


class Debouncer:
    """Believes a switch when its last samples agree. Each bit of an int is a switch of its own."""

    def __init__(self, samples: int = SAMPLES) -> None:
        self.state: int | None = None
        """The switches that are closed; None while there are too few samples."""
        self._recent: deque[int] = deque(maxlen=samples)

    def feed(self, sample: int) -> bool:
        """Take a sample in; True if the state is another one now."""
        self._recent.append(sample)
        if len(self._recent) != self._recent.maxlen:
            return False
        always, ever = reduce(and_, self._recent), reduce(or_, self._recent)
        before, self.state = self.state, ((self.state or 0) | always) & ever
        return self.state != before


class MatrixFrames:
    """What is told of a matrix: its full state when that changes, when asked for, and once a second."""

    def __init__(self) -> None:
        self._debouncer = Debouncer()
        self._last = -STILL_MS
        self._wanted = False

    def ask(self) -> None:
        """The state is to be told, changed or not."""
        self._wanted = True

    def feed(self, sample: int, t: int) -> SensorFrame | None:
        """Take the sample of `t` (ms) in; the frame that is to be told now."""
        self._wanted |= self._debouncer.feed(sample)
        if self._debouncer.state is None or t < self._last + STEP_MS:
            return None
        if not self._wanted and t < self._last + STILL_MS:
            return None
        self._last, self._wanted = t, False
        return SensorFrame(t, self._debouncer.state)
