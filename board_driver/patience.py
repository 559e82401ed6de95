"""Waiting for a board that is not there yet: it boots more slowly than the program, or is plugged in late."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from board_driver.terminal import Level, tell
from board_driver.watchdog import notify
from display.inputs import Escape, Nav, PowerOff, Press, Quit
from display.language import Language
from display.page import Entry, Page
from display.scene import Line, Mood
from display.window import Window
from engine.errors import LinkError
from firmware_bridge.link import Link

T = TypeVar("T")
PAUSE_S = 2.0
"""Between two looks for the board."""
LOOK_S = 0.2
"""Between two looks at the window."""


class Left(Exception):  # noqa: N818 - it is no error
    """Nobody waits any more: the window was closed, or the computer is to be switched off."""

    def __init__(self, parting: Quit | PowerOff) -> None:
        super().__init__(str(parting))
        self.parting = parting


class Patience:
    """How a board is looked for: once, or with `wait` again and again, while a window says why.

    What keeps it away is told once on stderr, and to systemd.
    """

    def __init__(self, language: Language, window: Window | None = None, *, wait: bool) -> None:
        self._language = language
        self._window = window
        self._wait = wait
        self._fault = LinkError("")
        self._is_sure = False

    async def found(self, look: Callable[[], Awaitable[T]]) -> T:
        """What `look` finds; LinkError if it is not waited for, `Left` if nobody waits any more."""
        looking = asyncio.create_task(self._look(look))
        leaving = asyncio.create_task(self._leaving(self._window)) if self._window else None
        tasks = [task for task in (looking, leaving) if task]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if leaving and not looking.done():
                raise Left(leaving.result())
            return looking.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    @asynccontextmanager
    async def entered(self, make: Callable[[], Link]) -> AsyncIterator[Link]:
        """A link with a board that answers, closed at the end."""
        link = await self.found(lambda: make().__aenter__())
        notify("STATUS=playing")
        try:
            yield link
        finally:
            await link.close()

    async def _look(self, look: Callable[[], Awaitable[T]]) -> T:
        while True:
            try:
                return await look()
            except LinkError as fault:
                if not self._wait:
                    raise
                self._tell(fault)
            await asyncio.sleep(PAUSE_S)

    def _tell(self, fault: LinkError) -> None:
        if str(fault) == str(self._fault):
            return
        self._fault = fault
        tell(f"waiting for the board: {fault}", Level.WARNING)
        notify(f"STATUS=waiting for the board: {fault}")
        if self._window:
            self._show(self._window)

    def _show(self, window: Window) -> None:
        window.show(waiting_page(self._language, self._fault, sure=self._is_sure))

    async def _leaving(self, window: Window) -> Quit | PowerOff:
        while True:
            for given in window.poll():
                match given:
                    case Quit() | PowerOff():
                        return given
                    case Press("off") | Nav("ok") if self._is_sure:
                        return PowerOff()
                    case Escape() if not self._is_sure:
                        return Quit()
                    case Press() | Nav() | Escape():
                        self._is_sure = given in {Press("off"), Nav("ok")}
                        self._show(window)
            await asyncio.sleep(LOOK_S)


def waiting_page(language: Language, fault: LinkError, *, sure: bool = False) -> Page:
    """What is to be seen while the board is not there: why, and the way to switch off, once one is `sure`."""
    _ = language.gettext
    return Page(
        _("The board is not there yet"),
        (Entry("off", _("Yes, switch off now") if sure else _("Switch off")),),
        lines=(Line(language.say(fault.told), Mood.WARN),),
        focus="off",
    )
