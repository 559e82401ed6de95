"""Talking with whoever sits at the terminal: hints, questions, and the board as it is walked over."""

from __future__ import annotations

import asyncio
import sys

from rich.console import Console
from rich.live import Live
from rich.text import Text

from board_driver.terminal import tell

WALK = "Take all men off. Set one man on every square in turn, or walk a magnet over them; Enter ends it."
SIGNS = "# there now   + seen   . not yet"


class Talk:
    """The terminal of stdin and stdout, on the running loop.

    `asks`: somebody is to answer, not only to look.
    """

    def __init__(self, *, asks: bool) -> None:
        self.asks = asks
        self._live: Live | None = None

    @staticmethod
    def is_possible() -> bool:
        """True if somebody can read and answer."""
        return sys.stdin.isatty() and sys.stdout.isatty()

    def say(self, text: str) -> None:
        """A hint."""
        tell(text)

    async def ask(self, question: str) -> str:
        """The answer to a question, in small letters."""
        sys.stdout.write(f"{question} ")
        sys.stdout.flush()
        try:
            return (await self.enter()).strip().lower()
        except asyncio.CancelledError:
            sys.stdout.write("\n")
            raise

    def enter(self) -> asyncio.Future[str]:
        """The next line that is typed; the terminal is watched until then, or until this is cancelled."""
        loop = asyncio.get_running_loop()
        line: asyncio.Future[str] = loop.create_future()

        def read() -> None:
            loop.remove_reader(sys.stdin)
            line.set_result(sys.stdin.readline())

        loop.add_reader(sys.stdin, read)
        line.add_done_callback(lambda _: loop.remove_reader(sys.stdin))
        return line

    def draw(self, picture: str, answered: int, squares: int) -> None:
        """Show the walk, in place of what was drawn before."""
        if self._live is None:
            self._live = Live(console=Console(), auto_refresh=False, transient=True)
            self._live.start()
        text = Text(f"{WALK}\n\n{picture}\n\n{SIGNS}   {answered} of {squares}")
        self._live.update(text, refresh=True)

    def stop_drawing(self) -> None:
        """Leave the terminal as it was."""
        if self._live:
            self._live.stop()
            self._live = None
