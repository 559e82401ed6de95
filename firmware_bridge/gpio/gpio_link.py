"""The link to a reed matrix on the Pi's own pins.

It is scanned in a thread of its own: no microcontroller keeps what happened while the loop was busy thinking.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import closing
from threading import Event, Thread
from time import monotonic, perf_counter_ns
from types import TracebackType
from typing import Self

from firmware_bridge.conversation import Connected, Health, LinkEvent
from firmware_bridge.frames import BoardInfo, Sensors
from firmware_bridge.gpio.libraries import faults
from firmware_bridge.gpio.matrix import SCAN_MS, MatrixFrames, MatrixPins, scan
from firmware_bridge.gpio.pins import open_pins
from firmware_bridge.gpio.wiring import Wiring
from firmware_bridge.messages import RGB

SHARE = 0.25
"""The most of the time that scanning may take; a slow library is asked less often."""


class GpioLink:
    """A matrix of reeds. What `Link` promises is true of it; it has no lights, and can't be lost.

    `speed`: ms of the board's time in one of the wall's. `opener` brings the pins.
    """

    def __init__(
        self, wiring: Wiring, speed: float = 1.0, opener: Callable[[Wiring], MatrixPins] = open_pins
    ) -> None:
        self._wiring = wiring
        self._speed = speed
        self._opener = opener
        self._frames = MatrixFrames()
        self._events: asyncio.Queue[LinkEvent | Exception | None] = asyncio.Queue()
        self._end = Event()
        self._thread: Thread | None = None

    async def __aenter__(self) -> Self:
        pins = self._opener(self._wiring)
        info = BoardInfo(self._wiring.shape, Sensors(reed=True), f"reeds on the Pi's pins, {pins.name}")
        self._events.put_nowait(Connected(info))
        loop = asyncio.get_running_loop()

        def tell(event: LinkEvent | Exception) -> None:
            loop.call_soon_threadsafe(self._events.put_nowait, event)

        self._thread = Thread(target=self._run, args=(pins, tell), name="reeds", daemon=True)
        self._thread.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def events(self) -> AsyncIterator[LinkEvent]:
        """What the board says, until the link is closed; LinkError if the pins fail."""
        while (event := await self._events.get()) is not None:
            if isinstance(event, Exception):
                raise event
            yield event

    def send_lights(self, colours: Sequence[RGB]) -> None:
        """Nothing: there are no lights on the Pi's pins."""

    def request_snapshot(self) -> None:
        """See `Link.request_snapshot`."""
        self._frames.ask()

    @property
    def health(self) -> Health:
        """See `Link.health`."""
        return Health()

    async def close(self) -> None:
        """Give the pins back and end `events`; may be called twice."""
        self._end.set()
        if self._thread:
            await asyncio.to_thread(self._thread.join)
            self._events.put_nowait(None)

    def _run(self, pins: MatrixPins, tell: Callable[[LinkEvent | Exception], object]) -> None:
        try:
            with closing(pins):
                self._scan(pins, tell)
        except Exception as fault:  # noqa: BLE001 (whoever reads the events gets it)
            tell(fault)

    def _scan(self, pins: MatrixPins, tell: Callable[[LinkEvent], object]) -> None:
        shape, start, pause = self._wiring.shape, monotonic(), 0.0
        while not self._end.wait(pause):
            began = monotonic()
            with faults():
                sample = scan(pins, shape.ranks, shape.files, _spin)
            if frame := self._frames.feed(sample, int((began - start) * 1000 * self._speed)):
                tell(frame)
            cost = monotonic() - began
            pause = max(SCAN_MS / 1000 / self._speed, cost / SHARE) - cost


def _spin(us: int) -> None:
    """Wait for some microseconds, for which no timer of the system is fine enough."""
    end = perf_counter_ns() + us * 1000
    while perf_counter_ns() < end:
        pass
