"""The daemon: the one asyncio loop, around the desk at which the game is played.

It hands the desk what comes from the board and from the screen, shows what the desk has to show, and looks in
when something falls due.
"""

from __future__ import annotations

import asyncio
import signal
from typing import TypeAlias

from board_driver.desk import Desk
from board_driver.pager import Pager
from board_driver.panel import button_action
from board_driver.seating import Seating
from board_driver.terminal import tell
from board_driver.turned_link import TurnedLink
from display.inputs import Input, PowerOff, Quit
from display.palette import RGB
from display.scene import Mood, Scene
from display.window import Window
from engine.errors import DisplayError, LinkError
from engine.phrase import Phrase
from firmware_bridge.gpio.panel import Panel

Parting: TypeAlias = Quit | PowerOff | Seating
"""What is to follow: nothing, the computer being switched off, or another simulated board with its game."""

FRAME_S = 1 / 30
"""The window is looked at, and drawn if anything changed, no more often than that."""
LIVE_S = 0.1
"""It is looked at so often while time alone changes it: a clock runs, or sensors and lights are tested."""
IDLE_S = 1.0
"""It is looked at so often for what nobody tells of: a notice that has been up long enough."""


class Daemon:
    """The parts that wait: for the board, for the screen, for time to pass, and for the end."""

    def __init__(
        self, desk: Desk, link: TurnedLink, url: str, window: Window | None, panel: Panel | None = None
    ) -> None:
        self._desk = desk
        self._link = link
        self._window = window
        self._panel = panel
        is_free = not (desk.table or desk.seating.is_said)
        self.pager = Pager(desk, url, self.stop, greets=window is not None and is_free)
        self._volume = desk.seating.config.sound.volume
        self._stop = asyncio.Event()
        self._parting: Parting = Quit()
        self._stirred = desk.changed

    def stop(self, parting: Parting = Quit()) -> None:  # noqa: B008 - it never changes
        """Let `run` end, and say what is to follow; nothing that comes later changes that."""
        if not self._stop.is_set():
            self._parting = parting
            self._stop.set()

    async def run(self) -> Parting:
        """Run until stopped; what fails in one part ends all. What is to follow."""
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self.stop)
        parts = [asyncio.create_task(self._read()), asyncio.create_task(self._stop.wait())]
        if self._window:
            parts.append(asyncio.create_task(self._watch(self._window)))
        if self._panel:
            loop = asyncio.get_running_loop()
            self._panel.watch(lambda news: loop.call_soon_threadsafe(self._pressed, news))
        try:
            done, _ = await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
            for part in done:
                part.result()
        finally:
            for part in parts:
                part.cancel()
            await asyncio.gather(*parts, return_exceptions=True)
            await self.pager.close()
            await self._desk.close()
        if not isinstance(self._parting, Seating) and (words := self._desk.parting_words()):
            tell(words)
        return self._parting

    def act(self, given: Input) -> None:
        """Let pages take an input, or else the desk."""
        self._stirred.set()
        for left in self.pager.act(given):
            if isinstance(left, Quit | PowerOff):
                self.stop(left)
            else:
                self._desk.act(left)
        self._set_volume()

    def _set_volume(self) -> None:
        """Be as loud as the settings say now."""
        volume = self._desk.seating.config.sound.volume
        if self._window is None or volume == self._volume:
            return
        self._volume = volume
        try:
            self._window.set_volume(volume)
        except DisplayError as fault:
            self._desk.notice("sound", Phrase("{fault}", (("fault", str(fault)),)), Mood.WARN)

    async def _read(self) -> None:
        async for event in self._link.events():
            self._desk.take(event)
            if self._desk.is_over():
                return
        self._desk.end_log()
        if self._window:
            await self._stop.wait()

    def _pressed(self, news: str | LinkError) -> None:
        """A button on the Pi's pins was pressed, or they have failed."""
        if isinstance(news, LinkError):
            tell(f"{news}; going on without buttons")
        else:
            self.act(button_action(news))

    async def _watch(self, window: Window) -> None:
        loop = asyncio.get_running_loop()
        for descriptor in window.descriptors:
            loop.add_reader(descriptor, self._stirred.set)
        try:
            while True:
                self._stirred.clear()
                looked = loop.time()
                still = self._look(window)
                timer = loop.call_at(looked + (IDLE_S if still else LIVE_S), self._stirred.set)
                await self._stirred.wait()
                timer.cancel()
                if (early := looked + FRAME_S - loop.time()) > 0:
                    await asyncio.sleep(early)
        finally:
            for descriptor in window.descriptors:
                loop.remove_reader(descriptor)

    def _look(self, window: Window) -> bool:
        """Take in what people have done, and show what there is; True if time alone does not change it."""
        desk = self._desk
        for given in window.poll():
            self.act(given)
        if desk.table:
            window.set_held(desk.table.held)
        desk.look()
        tested = self._test_lights()
        if shown := self.pager.show():
            is_play = isinstance(shown, Scene)
            window.show(shown, tested or (desk.pulse.shown if desk.table and is_play else ()))
        if isinstance(shown, Scene):
            return not any(clock.runs for clock in shown.clocks)
        return tested is None and not (shown and shown.readings)

    def _test_lights(self) -> tuple[RGB, ...] | None:
        """The lights of a test, while there is one."""
        lit = self.pager.lights(int(asyncio.get_running_loop().time() * 1000))
        self._desk.pulse.test(lit)
        return lit
