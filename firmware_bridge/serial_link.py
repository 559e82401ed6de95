"""The link to a board on a serial port, which looks for the board again whenever it is lost."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import serial

from engine.errors import LinkError
from engine.phrase import Phrase, phrase
from firmware_bridge.conversation import (
    ANSWER_MS,
    NO_ANSWER,
    Connected,
    Conversation,
    Health,
    LinkEvent,
    Lost,
)
from firmware_bridge.fdstream import FdStream
from firmware_bridge.messages import RGB
from firmware_bridge.ports import open_port, stable_path

REOPEN_S = 0.5
"""The pause between two attempts to open a port that has gone."""
MAX_EVENTS = 10_000
"""Events kept for a reader that does not come: minutes of them; then the oldest are dropped."""

_log = logging.getLogger(__name__)


class SerialLink:
    """A board on a serial port. What `Link` promises is true of it."""

    def __init__(self, path: str, baud: int = 115200) -> None:
        self._path = path
        self._baud = baud
        self._conversation = Conversation()
        self._events: asyncio.Queue[LinkEvent | None] = asyncio.Queue()
        self._woken = asyncio.Event()
        self._settled = asyncio.Event()
        self._reason: Phrase | None = None
        self._hung_up: Phrase | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        port = open_port(self._path, self._baud)
        self._path = stable_path(self._path)
        self._task = asyncio.create_task(self._run(port))
        self._task.add_done_callback(self._ended)
        try:
            await self._settled.wait()
            self._check()
        except BaseException:
            await self.close()
            raise
        if self._reason:
            await self.close()
            raise LinkError(self._reason)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def events(self) -> AsyncIterator[LinkEvent]:
        """What the board says and what becomes of it, until the link is closed."""
        while (event := await self._events.get()) is not None:
            yield event
        self._check()

    def send_lights(self, colours: Sequence[RGB]) -> None:
        """See `Link.send_lights`."""
        self._conversation.set_lights(colours)
        self._woken.set()

    def request_snapshot(self) -> None:
        """See `Link.request_snapshot`."""
        self._conversation.ask_snapshot()
        self._woken.set()

    @property
    def health(self) -> Health:
        """See `Link.health`."""
        return self._conversation.health

    def request_tare(self) -> None:
        """Want the cells to read 0 as the board is now; `taring` until it is done, or refused (`health`)."""
        self._conversation.ask_tare()
        self._woken.set()

    @property
    def taring(self) -> bool:
        """True while a tare that was asked for is neither done nor refused."""
        return self._conversation.taring

    async def close(self) -> None:
        """Give the port back and end `events`; may be called twice."""
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _run(self, port: serial.Serial) -> None:
        while True:
            reason = await self._converse(port)
            if self._reason is None or reason != NO_ANSWER:
                self._lost(phrase("{port}: {reason}", port=self._path, reason=reason))
            port = await self._reopen()

    async def _reopen(self) -> serial.Serial:
        """The port, when it is there again.

        A fault is told only if it stays, for a port that has just come belongs to nobody yet, and not that
        there is still no port.
        """
        before: Phrase | None = None
        while True:
            await asyncio.sleep(REOPEN_S)
            is_there = Path(self._path).exists()
            try:
                return open_port(self._path, self._baud)
            except LinkError as fault:
                if fault.told == before and is_there:
                    self._lost(before)
                before = fault.told

    async def _converse(self, port: serial.Serial) -> Phrase:
        """Talk to the board until it is lost; why it was."""
        self._hung_up = None
        self._conversation.begin(_now())
        # Not pyserial's read and write: its write spins while the port takes nothing.
        stream = FdStream(port.fileno(), self._received, self._hangs_up, self._woken.set)
        try:
            while not (reason := self._hung_up or self._conversation.lost(_now())):
                self._woken.clear()
                wake = _now() + ANSWER_MS
                if stream.idle:
                    stream.write(self._conversation.output(_now()))
                    wake = self._conversation.wake(_now())
                with suppress(TimeoutError):
                    async with asyncio.timeout((wake - _now()) / 1000):
                        await self._woken.wait()
                self._conversation.excuse(max(_now() - wake, 0), _now())
            return reason
        finally:
            stream.close()
            port.close()

    def _received(self, data: bytes) -> None:
        for event in self._conversation.receive(data, _now()):
            if isinstance(event, Connected):
                if self._reason:
                    _log.info("%s: the board is back", self._path)
                self._reason = None
                self._settled.set()
            self._put(event)
        self._woken.set()

    def _check(self) -> None:
        """Raise a fault of our own, if that is what has ended the task."""
        if self._task and self._task.done() and not self._task.cancelled():
            self._task.result()

    def _ended(self, _: asyncio.Task[None]) -> None:
        self._events.put_nowait(None)
        self._settled.set()

    def _hangs_up(self, reason: str) -> None:
        self._hung_up = phrase("the board was unplugged, or its port has failed ({reason})", reason=reason)
        self._woken.set()

    def _lost(self, reason: Phrase) -> None:
        if reason == self._reason:
            return
        if self._settled.is_set():
            _log.log(logging.INFO if self._reason else logging.WARNING, "board lost: %s", reason)
        self._reason = reason
        self._settled.set()
        self._put(Lost(reason))

    def _put(self, event: LinkEvent) -> None:
        if self._events.qsize() >= MAX_EVENTS:
            self._events.get_nowait()
        self._events.put_nowait(event)


def _now() -> int:
    return int(asyncio.get_running_loop().time() * 1000)
