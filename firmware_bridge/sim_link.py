"""The link to a simulated board: its firmware at one end of a pseudo-terminal, a serial link at the other.

So the bytes, the codec and pyserial are those of a real board.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import tty
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Protocol, Self

from firmware_bridge.conversation import Health, LinkEvent
from firmware_bridge.fdstream import CHUNK, FdStream
from firmware_bridge.messages import RGB
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.simulator.firmware import TICK_MS, ForeseenThing, SimulatedFirmware

_MAX_LAG_S = 0.5
"""A simulated board that was kept waiting for longer goes on from there; it does not catch up."""


_log = logging.getLogger(__name__)


class Firmware(Protocol):
    """What runs on a board: bytes in, bytes out, `t` in ms of board time."""

    def tick(self, t: int) -> bytes:
        """What the board sends at `t`; called every 20 ms."""
        ...

    def receive(self, data: bytes, t: int) -> bytes:
        """What it answers."""
        ...


class SimulatedPort:
    """A pseudo-terminal with firmware behind it, which runs while this context is entered.

    `path` is the port to open. `speed`: ms of board time in one of the wall's. `t`: the board's time. The
    board waits when nobody reads what it sends, so a slow host slows it down and misses nothing. `chunk`:
    bytes that go over the line at a time. `due`: when the firmware's next tick will do anything, if it says
    so; those before are left out, so that a board at rest takes no time, until `stir` says otherwise.
    """

    def __init__(
        self,
        firmware: Firmware,
        speed: float = 1.0,
        t: int = 0,
        chunk: int = CHUNK,
        due: Callable[[], int] | None = None,
    ) -> None:
        self.path = ""
        self._t = self._rests_until = t
        self._firmware = firmware
        self._tick_s = TICK_MS / 1000 / speed
        self._chunk = chunk
        self._due = due
        self._written = asyncio.Event()
        self._stirred = asyncio.Event()

    @property
    def t(self) -> int:
        """The board's time in ms: that of its last tick, also of one that was left out."""
        if self._t < self._rests_until:
            passed = math.floor((self._loop.time() - self._next) / self._tick_s) + 1
            self._count(min(max(passed, 0), (self._rests_until - self._t) // TICK_MS))
        return self._t

    def stir(self) -> None:
        """Something has happened that changes when the firmware is `due`."""
        self._stirred.set()

    async def __aenter__(self) -> Self:
        self._board, self._port = os.openpty()
        tty.setraw(self._port)  # before the first byte, which the terminal would echo
        self.path = os.ttyname(self._port)
        os.set_blocking(self._board, False)
        self._stream = FdStream(self._board, self._received, lambda _: None, self._written.set, self._chunk)
        self._loop = asyncio.get_running_loop()
        self._next = self._loop.time() + self._tick_s
        self._task = asyncio.create_task(self._run())
        self._task.add_done_callback(self._stopped)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._task.cancel()
        await asyncio.wait([self._task])
        if not self._task.cancelled():
            self._task.result()

    def _stopped(self, task: asyncio.Task[None]) -> None:
        self._stream.close()
        os.close(self._board)
        os.close(self._port)
        if not task.cancelled() and (fault := task.exception()):
            _log.error("the simulated board has failed: %s", fault, exc_info=fault)

    def _received(self, data: bytes) -> None:
        self._stream.write(self._firmware.receive(data, self.t))
        self.stir()

    def _count(self, ticks: int) -> None:
        self._t += ticks * TICK_MS
        self._next += ticks * self._tick_s

    async def _run(self) -> None:
        while True:
            if self._due:
                await self._rest(self._due)
            await asyncio.sleep(self._next - self._loop.time())
            self._count(1)
            self._next = max(self._next, self._loop.time() - _MAX_LAG_S)
            self._stream.write(self._firmware.tick(self._t))
            while not self._stream.idle:
                self._written.clear()
                await self._written.wait()

    async def _rest(self, due: Callable[[], int]) -> None:
        """Leave out the ticks that would do nothing."""
        while (still := (due() - self.t - 1) // TICK_MS) > 0:
            self._stirred.clear()
            self._rests_until = self._t + still * TICK_MS
            timer = self._loop.call_at(self._next + still * self._tick_s, self.stir)
            await self._stirred.wait()
            timer.cancel()
        self._rests_until = self._t


class SimLink:
    """A simulated board. What `Link` promises is true of it; `thing` may be handled while it runs."""

    def __init__(self, thing: ForeseenThing, speed: float = 1.0) -> None:
        self.thing = thing
        self._firmware = SimulatedFirmware(thing)
        self._port = SimulatedPort(self._firmware, speed, due=lambda: min(self._firmware.due, thing.due))
        thing.watch(self._port.stir)

    @property
    def t(self) -> int:
        """The board's time in ms, by which `thing` is handled."""
        return self._port.t

    @property
    def lights(self) -> tuple[RGB, ...]:
        """The lights of all squares as they shine on the board."""
        return self._firmware.lights

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self._port)
            self._link = await stack.enter_async_context(SerialLink(self._port.path))
            self._stack = stack.pop_all()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def events(self) -> AsyncIterator[LinkEvent]:
        """See `Link.events`."""
        return self._link.events()

    def send_lights(self, colours: Sequence[RGB]) -> None:
        """See `Link.send_lights`."""
        self._link.send_lights(colours)

    def request_snapshot(self) -> None:
        """See `Link.request_snapshot`."""
        self._link.request_snapshot()

    @property
    def health(self) -> Health:
        """See `Link.health`."""
        return self._link.health

    def request_tare(self) -> None:
        """See `SerialLink.request_tare`."""
        self._link.request_tare()

    @property
    def taring(self) -> bool:
        """See `SerialLink.taring`."""
        return self._link.taring

    async def close(self) -> None:
        """Stop the board and end `events`; may be called twice."""
        await self._stack.aclose()
