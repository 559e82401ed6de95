"""The real command as a child process, watched line by line."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Condition, Thread
from typing import IO

from board_driver.journal import Journal
from board_driver.stored import StoredGame
from tests.conftest import LIMIT_S

COMMAND = str(Path(sys.executable).with_name("tavreli-board"))
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
MOVE = re.compile(r"\d+\.(?:\.\.)? (\S+)")


class Home:
    """A user's home folder: all that the program keeps is in it, its temporary files too."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.temporary = folder / "tmp"
        self.temporary.mkdir()
        self.archive = folder / ".local" / "share" / "tavreli-board" / "games.sqlite3"

    def environment(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        """This process's environment with that home and, unless `more` names one, no display."""
        kept = {
            key: value
            for key, value in os.environ.items()
            if key not in DISPLAYS and not key.startswith("XDG_")
        }
        return kept | {"HOME": str(self.folder), "TMPDIR": str(self.temporary)} | dict(more or {})

    def games(self) -> list[StoredGame]:
        """All games of the archive."""
        with Journal(self.archive) as journal:
            return [journal.game(row.id) for row in journal.games()]

    def call(self, *words: str) -> str:
        """What a command that must succeed prints."""
        environment = self.environment()
        done = subprocess.run(
            [COMMAND, *words], check=False, env=environment, capture_output=True, text=True, timeout=LIMIT_S
        )
        assert (done.returncode, done.stderr) == (0, ""), (words, done)
        return done.stdout


class Program:
    """A running command, the leader of a process group of its own; `told` is what it said on stderr."""

    def __init__(self, words: list[str], environment: Mapping[str, str]) -> None:
        self.printed: list[str] = []
        self.told: list[str] = []
        self._news = Condition()
        self._streams = 2
        self.process = subprocess.Popen(
            words,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout
        assert self.process.stderr
        streams = ((self.process.stdout, self.printed), (self.process.stderr, self.told))
        self._readers = [Thread(target=self._read, args=each, daemon=True) for each in streams]
        for reader in self._readers:
            reader.start()

    def _read(self, stream: IO[str], lines: list[str]) -> None:
        for line in stream:
            with self._news:
                lines.append(line.removesuffix("\n"))
                self._news.notify_all()
        with self._news:
            self._streams -= 1
            self._news.notify_all()

    @property
    def moves(self) -> list[str]:
        """The moves printed so far, without their numbers."""
        return [match[1] for line in self.printed if (match := MOVE.fullmatch(line))]

    def until(self, done: Callable[[], bool]) -> None:
        """Wait until something is true of what was said."""
        with self._news:
            assert self._news.wait_for(lambda: done() or not self._streams, LIMIT_S), f"not in time: {self}"
            assert done(), f"ended before: {self}"

    def until_moves(self, count: int) -> None:
        """Wait until so many moves have been printed."""
        self.until(lambda: len(self.moves) >= count)

    def say(self, line: str) -> None:
        """Write a line to its stdin."""
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ends(self, number: signal.Signals | None = None) -> int:
        """Its exit code, after a signal if one is given, when all that it said has been read."""
        if number is not None:
            self.process.send_signal(number)
        code = self.process.wait(LIMIT_S)
        for reader in self._readers:
            reader.join(LIMIT_S)
            assert not reader.is_alive(), f"its output is still open: {self}"
        return code

    def left_over(self) -> bool:
        """True if a process that it started still runs."""
        try:
            os.killpg(self.process.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def __str__(self) -> str:
        words, printed, told = self.process.args, self.printed[-8:], self.told[-8:]
        return f"{words!r}, code {self.process.poll()}\nprinted last: {printed}\ntold last: {told}"


@contextmanager
def running(words: list[str], environment: Mapping[str, str]) -> Iterator[Program]:
    """A command that is killed at the end, if it still runs."""
    program = Program(words, environment)
    with program.process as process:
        try:
            yield program
        finally:
            if process.poll() is None:
                process.kill()
            program.ends()


@contextmanager
def run(home: Home, *words: str, more: Mapping[str, str] | None = None) -> Iterator[Program]:
    """`tavreli-board run` with these words."""
    with running([COMMAND, "run", *words], home.environment(more)) as program:
        yield program
