"""The link to a simulated board: its firmware at one end of a pseudo-terminal, a serial link at the other.

So the bytes, the codec and pyserial are those of a real board.
"""

from __future__ import annotations

import asyncio
import logging
import os
import tty
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Protocol, Self

from firmware_bridge.conversation import Health, LinkEvent
from firmware_bridge.fdstream import CHUNK, FdStream
from firmware_bridge.messages import RGB
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.simulator.firmware import TICK_MS, SimulatedFirmware, SimulatedThing

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
    bytes that go over the line at a time.
    """

    def __init__(self, firmware: Firmware, speed: float = 1.0, t: int = 0, chunk: int = CHUNK) -> None:
        self.t = t
        self.path = ""
        self._firmware = firmware
        self._speed = speed
        self._chunk = chunk
        self._written = asyncio.Event()

    async def __aenter__(self) -> Self:
        self._board, self._port = os.openpty()
        tty.setraw(self._port)  # before the first byte, which the terminal would echo
        self.path = os.ttyname(self._port)
        os.set_blocking(self._board, False)
        self._stream = FdStream(self._board, self._received, lambda _: None, self._written.set, self._chunk)
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

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        tick = TICK_MS / 1000 / self._speed
        due = loop.time()
        while True:
            due = max(due + tick, loop.time() - _MAX_LAG_S)
            await asyncio.sleep(due - loop.time())
            self.t += TICK_MS
            self._stream.write(self._firmware.tick(self.t))
            while not self._stream.idle:
                self._written.clear()
                await self._written.wait()


class SimLink:
    """A simulated board. What `Link` promises is true of it; `thing` may be handled while it runs."""

    def __init__(self, thing: SimulatedThing, speed: float = 1.0) -> None:
        self.thing = thing
        self._firmware = SimulatedFirmware(thing)
        self._port = SimulatedPort(self._firmware, speed)

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
