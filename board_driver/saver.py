"""What people are told of what is being kept: that it takes long, that it can't be done, where it is."""

from __future__ import annotations

import asyncio
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import which
from typing import Protocol

from board_driver.keeper import Keeper
from board_driver.recorder import Snapshot
from board_driver.terminal import Level, tell
from display.scene import Mood
from engine.phrase import Phrase, phrase

SAVING_S = 0.3
"""The players are told that something is being saved when it takes longer."""


class Board(Protocol):
    """Where notices hang; `desk.Desk` is one."""

    def notice(self, about: str, words: Phrase, mood: Mood = Mood.PLAIN) -> None:
        """Say something about the program itself."""
        ...

    def unnotice(self, about: str) -> None:
        """Say it no more."""
        ...


class Saver:
    """Hands snapshots to the keeper, and tells on the screen and the terminal what becomes of them."""

    def __init__(self, keeper: Keeper, board: Board) -> None:
        self._keeper = keeper
        self._board = board
        self._timer: asyncio.TimerHandle | None = None
        self._told = ""

    def save(self, snapshot: Snapshot, then: Callable[[], None]) -> None:
        """Keep a snapshot; `then` is called when it is durable, or can't be."""
        self._keeper.keep(snapshot, lambda: self._kept(then))
        if self._keeper.waiting and not self._timer:
            self._timer = asyncio.get_running_loop().call_later(SAVING_S, self._say_saving)

    def tell(self) -> None:
        """Say what is wrong with the archive, once."""
        keeper, board = self._keeper, self._board
        if keeper.mended:
            tell(keeper.mended, Level.ERROR)
            words = phrase("The archive was damaged; what could be read of it is saved")
            board.notice("mended", words, Mood.WARN)
            keeper.mended = ""
        if keeper.fault is None:
            board.unnotice("archive")
            self._told = ""
        elif str(keeper.fault) != self._told:
            self._told = str(keeper.fault)
            tell(f"playing on in memory: {keeper.fault}", Level.ERROR)
            words = phrase("Games are not being saved: {remedy}", remedy=keeper.fault.remedy)
            board.notice("archive", words, Mood.WARN)

    def parting_words(self, config: Path | None) -> str:
        """Where the game is that was kept last, or why it is not; "" if there is none."""
        if self._keeper.fault:
            return f"what was played last is lost: {self._keeper.fault}"
        number = self._keeper.recorder.game_id
        if number is None:
            return ""
        program = "tavreli-board" if which("tavreli-board") else sys.argv[0]
        words = ["--config", str(config)] if config else []
        return f"the game is in the archive: {shlex.join([program, 'games', *words, 'show', str(number)])}"

    def _kept(self, then: Callable[[], None]) -> None:
        if self._timer and not self._keeper.waiting:
            self._timer.cancel()
            self._timer = None
            self._board.unnotice("saving")
        self.tell()
        then()

    def _say_saving(self) -> None:
        self._board.notice("saving", phrase("Saving ..."), Mood.WARN)
