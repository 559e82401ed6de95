"""The daemon: the one asyncio loop, around the desk at which the game is played.

It hands the desk what comes from the board and from the screen, shows what the desk has to show, and looks in
when something falls due.
"""

from __future__ import annotations

import asyncio
import signal

from board_driver.desk import Desk
from board_driver.panel import button_action
from board_driver.terminal import tell
from board_driver.turned_link import TurnedLink
from display.inputs import PowerOff, Quit
from display.window import Window
from engine.errors import LinkError
from firmware_bridge.gpio.panel import POLL_MS, Panel

FRAME_S = 1 / 30
"""The window is looked at, and drawn if anything changed, so often."""


class Daemon:
    """The parts that wait: for the board, for the screen, for time to pass, and for the end."""

    def __init__(
        self, desk: Desk, link: TurnedLink, window: Window | None, panel: Panel | None = None
    ) -> None:
        self._desk = desk
        self._link = link
        self._window = window
        self._panel = panel
        self._stop = asyncio.Event()
        self._switches_off = False

    def stop(self, *, power: bool = True) -> None:
        """Let `run` end; without `power` the computer is to be switched off then."""
        self._switches_off = not power
        self._stop.set()

    async def run(self) -> bool:
        """Run until stopped; what fails in one part ends all. True if the computer is to be switched off."""
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self.stop)
        parts = [asyncio.create_task(self._read()), asyncio.create_task(self._stop.wait())]
        if self._window:
            parts.append(asyncio.create_task(self._watch(self._window)))
        if self._panel:
            parts.append(asyncio.create_task(self._attend(self._panel)))
        try:
            done, _ = await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
            for part in done:
                part.result()
        finally:
            for part in parts:
                part.cancel()
            await asyncio.gather(*parts, return_exceptions=True)
            await self._desk.close()
        if words := self._desk.parting_words():
            tell(words)
        return self._switches_off

    async def _read(self) -> None:
        async for event in self._link.events():
            self._desk.take(event)
            if self._desk.is_over():
                return
        self._desk.end_log()
        if self._window:
            await self._stop.wait()

    async def _attend(self, panel: Panel) -> None:
        while True:
            try:
                pressed = panel.poll()
            except LinkError as fault:
                tell(f"{fault}; going on without buttons")
                await self._stop.wait()
                return
            for name in pressed:
                self._desk.act(button_action(name))
            await asyncio.sleep(POLL_MS / 1000)

    async def _watch(self, window: Window) -> None:
        desk = self._desk
        while True:
            for action in window.poll():
                if isinstance(action, Quit | PowerOff):
                    self.stop(power=isinstance(action, Quit))
                else:
                    desk.act(action)
            if desk.table:
                window.set_held(desk.table.held)
            desk.look()
            if desk.scene:
                window.show(desk.scene, desk.lights if desk.table else ())
            await asyncio.sleep(FRAME_S)
