"""The archive while games are played: a thread of its own writes it, and nothing waits for a slow disk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

from board_driver.journal import Journal
from board_driver.mending import open_mended
from board_driver.recorder import Recorder, Snapshot
from board_driver.stored import Moment, StoredGame
from engine.errors import JournalError

T = TypeVar("T")


class Keeper:
    """Keeps what sessions have decided; used on a running loop, and never makes it wait.

    While the archive can't be written the games are kept in memory, and written as soon as that is possible
    again; `fault` says why. `mended`: what became of an archive that was damaged, in words. `waiting`: how
    many snapshots are on their way to the disk. `now` is asked for the moment at which one is taken.
    """

    def __init__(self, path: Path, recorder: Recorder, now: Callable[[], Moment]) -> None:
        self.path = path
        self.recorder = recorder
        self.fault: JournalError | None = None
        self.mended = ""
        self.waiting = 0
        self._now = now
        self._handed: Snapshot | None = None
        self._journal: Journal | None = None
        self._dated = False
        self._thread = ThreadPoolExecutor(1, "archive")

    async def open(self) -> StoredGame | None:
        """Open the archive; the game that was interrupted when it was last written, if one was.

        JournalError if the file is of a newer version, or another program's: nobody is to play past that.
        """
        try:
            return await self.ask(Journal.interrupted)
        except JournalError as fault:
            if fault.kind == "foreign":
                raise
            self.fault = fault
            return None

    def take_up(self, stored: StoredGame, snapshot: Snapshot) -> None:
        """Go on with a stored game, which is that of the snapshot from now on."""
        self._handed = snapshot
        self._run(lambda: self.recorder.take_up(stored, snapshot))

    def keep(self, snapshot: Snapshot, then: Callable[[], None]) -> None:
        """Call `then` once a snapshot and all before it is durable, or can't be; at once, or on the loop."""
        if snapshot == self._handed and not self.waiting:
            then()
            return
        is_new, self._handed = snapshot != self._handed, snapshot
        self.waiting += 1
        work = partial(self._keep, snapshot, self._now()) if is_new else self._write
        self._run(work).add_done_callback(lambda done: self._kept(done, then))

    def ask(self, work: Callable[[Journal], T]) -> asyncio.Future[T]:
        """The archive's answer, after all that was kept before; JournalError if it has none."""
        return self._run(lambda: self._mending(work))

    async def close(self) -> None:
        """Wait till all is written, and close the archive. What could not be written is lost."""
        if self.fault:
            self.fault = await self._run(self._write)
        await self._run(self._close)
        self._thread.shutdown()

    def _run(self, work: Callable[[], T]) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _kept(self, done: asyncio.Future[JournalError | None], then: Callable[[], None]) -> None:
        self.waiting -= 1
        self.fault = done.result()
        then()

    # In the thread

    def _keep(self, snapshot: Snapshot, moment: Moment) -> JournalError | None:
        self.recorder.wait(snapshot, moment)
        return self._write() or self._date(moment)

    def _write(self) -> JournalError | None:
        try:
            self._mending(self.recorder.write)
        except JournalError as fault:
            return fault
        return None

    def _date(self, moment: Moment) -> JournalError | None:
        """Once the clock has been set, date the games that began before that."""
        if self._dated or moment.when is None:
            return None
        try:
            self._mending(lambda journal: journal.date(moment))
        except JournalError as fault:
            return fault
        self._dated = True
        return None

    def _mending(self, work: Callable[[Journal], T]) -> T:
        """Do something with the archive, which is opened if need be, and mended if it turns out damaged."""
        try:
            return work(self._opened())
        except JournalError as fault:
            if fault.kind != "damaged":
                raise
            self._close()
            return work(self._opened())

    def _opened(self) -> Journal:
        if self._journal is None:
            self._journal, mended = open_mended(self.path)
            if mended:
                self.mended = mended
                self.recorder.compare(self._journal)
        return self._journal

    def _close(self) -> None:
        if self._journal:
            self._journal.close()
            self._journal = None
