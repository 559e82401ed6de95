"""The link to a sensor log, which is told again as it happened."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from firmware_bridge.conversation import Connected, Health, LinkEvent
from firmware_bridge.frames import BoardInfo
from firmware_bridge.messages import RGB
from firmware_bridge.sensorlog import SensorLog, read_log


class ReplayLink:
    """A log in place of a board. `events` ends with the log; LogError if it can't be read on.

    `speed`: ms of the log in one of the wall's; infinite: as fast as it is read.
    """

    def __init__(self, path: Path, speed: float = 1.0) -> None:
        self._path = path
        self._speed = speed
        self._closed = asyncio.Event()

    async def __aenter__(self) -> Self:
        self._log: SensorLog = read_log(self._path)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def events(self) -> AsyncIterator[LinkEvent]:
        """The log from its start."""
        loop = asyncio.get_running_loop()
        start = loop.time()
        header = self._log.header
        yield Connected(BoardInfo(header.shape, header.sensors, f"replay of {self._path.name}"))
        for event in self._log:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(start + event.t / 1000 / self._speed):
                    await self._closed.wait()
            if self._closed.is_set():
                return
            yield event

    def send_lights(self, colours: Sequence[RGB]) -> None:
        """Nothing: a log has no lights."""

    def request_snapshot(self) -> None:
        """Nothing: every frame of a log is the full state."""

    @property
    def health(self) -> Health:
        """See `Link.health`."""
        return Health()

    async def close(self) -> None:
        """End `events`; may be called twice."""
        self._closed.set()
