"""A command at a terminal of its own, as somebody types it: what it shows, and keys that are pressed."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import monotonic

from tests.conftest import LIMIT_S


def take_terminal() -> None:
    """Let stdin be the terminal of this session, so that Ctrl-C on it is a signal."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """`shown` is all that has come out, with its control characters."""

    def __init__(self, words: list[str], environment: Mapping[str, str]) -> None:
        self.shown = ""
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        self.modes = termios.tcgetattr(theirs)
        self._theirs = theirs
        self.process = subprocess.Popen(
            words,
            env={**environment, "TERM": "xterm"},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=take_terminal,  # noqa: PLW1509 (it does nothing but one system call)
        )

    def press(self, keys: str) -> None:
        """Type something."""
        os.write(self._ours, keys.encode())

    def until(self, text: str) -> None:
        """Wait until a text has been shown after the last one that was waited for."""
        end = monotonic() + LIMIT_S
        while text not in self.shown:
            ready, _, _ = select.select([self._ours], [], [], max(end - monotonic(), 0))
            assert ready, f"{text!r} was not shown: {self.shown[-2000:]}"
            self.shown += os.read(self._ours, 65536).decode(errors="replace")

    def ends(self) -> int:
        """The exit code, when all that was shown has been read."""
        code = self.process.wait(LIMIT_S)
        while select.select([self._ours], [], [], 0)[0]:
            self.shown += os.read(self._ours, 65536).decode(errors="replace")
        return code

    @property
    def is_as_before(self) -> bool:
        """The terminal's modes are as they were, and its cursor can be seen."""
        hidden, seen = self.shown.rfind("\x1b[?25l"), self.shown.rfind("\x1b[?25h")
        return termios.tcgetattr(self._theirs) == self.modes and hidden <= seen

    def close(self) -> None:
        """Take the terminal away."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(LIMIT_S)
        os.close(self._ours)
        os.close(self._theirs)


@contextmanager
def at_terminal(words: list[str], environment: Mapping[str, str]) -> Iterator[Terminal]:
    """A command at a terminal; it is killed at the end if it still runs."""
    terminal = Terminal(words, environment)
    try:
        yield terminal
    finally:
        terminal.close()
