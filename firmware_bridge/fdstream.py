"""A non-blocking file descriptor on the running asyncio loop: bytes come by callback, writing never waits."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable

CHUNK = 4096


class FdStream:
    """Reads and writes a terminal that somebody else opened, non-blocking, and will close after `close()`.

    `received` is called with bytes that came. `ended` is called once with the reason when the terminal has
    hung up. `written` is called when what could not be written at once has gone out. At most `chunk` bytes
    are read or written at a time.
    """

    def __init__(
        self,
        fd: int,
        received: Callable[[bytes], None],
        ended: Callable[[str], None],
        written: Callable[[], None],
        chunk: int = CHUNK,
    ) -> None:
        self._fd, self._chunk = fd, chunk
        self._received, self._ended, self._written = received, ended, written
        self._unwritten = b""
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(fd, self._read)

    @property
    def idle(self) -> bool:
        """True if all has been written."""
        return not self._unwritten

    def write(self, data: bytes) -> None:
        """Write as soon as the terminal takes it; a caller that waits for `idle` keeps the store small."""
        if not data:
            return
        waits, self._unwritten = bool(self._unwritten), self._unwritten + data
        if waits or (self._write_some() and self._unwritten):
            self._loop.add_writer(self._fd, self._write)

    def close(self) -> None:
        """Watch the file descriptor no more."""
        self._loop.remove_reader(self._fd)
        self._loop.remove_writer(self._fd)

    def _read(self) -> None:
        try:
            data = os.read(self._fd, self._chunk)
        except BlockingIOError:
            return
        except OSError as fault:
            self._end(str(fault))
            return
        if data:
            self._received(data)
        else:
            self._end("hung up")

    def _write(self) -> None:
        if self._write_some() and self.idle:
            self._loop.remove_writer(self._fd)
            self._written()

    def _write_some(self) -> bool:
        """Write what the terminal takes now; False if it has hung up."""
        try:
            written = os.write(self._fd, self._unwritten[: self._chunk])
        except BlockingIOError:
            return True
        except OSError as fault:
            self._end(str(fault))
            return False
        self._unwritten = self._unwritten[written:]
        return True

    def _end(self, reason: str) -> None:
        self.close()
        self._ended(reason)
