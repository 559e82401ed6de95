"""The program as it is run on a computer that a board hangs on: started, stopped, and started again."""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from board_driver.config import ArchiveTable, Config, LogTable
from board_driver.daemon import Daemon
from board_driver.desk import Desk
from board_driver.keeper import Keeper
from board_driver.options import RunOptions
from board_driver.seating import Seating
from board_driver.startup import open_keeper
from board_driver.turned_link import TurnedLink
from display.window import Window, open_window
from firmware_bridge.link import Link

LOG_MB = 2.0


@dataclass(frozen=True, slots=True)
class Usage:
    """What this process holds: memory, MB, and open files."""

    memory_mb: float
    files: int

    @classmethod
    def now(cls) -> Usage:
        """At this moment, as Linux counts it."""
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        memory_mb = pages * os.sysconf("SC_PAGE_SIZE") / 1e6
        return cls(round(memory_mb, 1), len(list(Path("/proc/self/fd").iterdir())))


class Host:
    """One run of the program after the other, on the same board and the same disk; used on a running loop."""

    def __init__(self, board: Link, folder: Path) -> None:
        self._board = board
        archive = ArchiveTable(file=str(folder / "games.sqlite3"))
        log = LogTable(file=str(folder / "sensors.jsonl"), limit_mb=LOG_MB)
        self._config = Config(archive=archive, log=log)
        self._window: Window | None = None
        self.desk: Desk
        self.keeper: Keeper
        self.daemon: Daemon

    def keep_log(self, name: str) -> None:
        """Lay the sensor log as it is now beside itself, under another name."""
        log = self._config.log.path
        if log and log.exists():
            shutil.copy(log, log.with_name(f"{name}.jsonl"))

    async def start(self, *, screen: bool) -> None:
        """Start it, with a window or without; it goes on with the game that was interrupted, if one was."""
        options = RunOptions(headless=not screen)
        self.keeper, seating = await open_keeper(Seating(options, self._config), None)
        link = TurnedLink(self._board, is_turned=False)
        self._window = open_window(full_screen=False) if screen else None
        self.desk = Desk(seating, link=link, keeper=self.keeper, table=None, draws=screen)
        self.daemon = Daemon(self.desk, link, "the board", self._window)
        self._running = asyncio.create_task(self.daemon.run())
        while self.desk.session is None:
            await asyncio.sleep(0.1)

    async def stop(self) -> None:
        """End it as a signal does, and wait for that."""
        self.daemon.stop()
        await self._running
        if self._window:
            self._window.close()
        del self.desk, self.keeper, self.daemon, self._window
        gc.collect()  # in life another process begins, which has nothing of this one
