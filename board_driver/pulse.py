"""The lights as they are sent: those of the scene, step by step while they blink, or those of a test."""

from __future__ import annotations

import asyncio

from board_driver.config import LightsTable
from board_driver.turned_link import TurnedLink
from display.leds import STEP_MS, blinks, lights
from display.palette import RGB
from display.scene import Scene


class Pulse:
    """Sends lights to a board whenever they change. It is used on a running loop, and never waits.

    `shown`: what the scene's lights are now. `changed` is set when they have changed.
    """

    def __init__(self, link: TurnedLink, changed: asyncio.Event) -> None:
        self.shown: tuple[RGB, ...] = ()
        self._link = link
        self._changed = changed
        self._test: tuple[RGB, ...] | None = None
        self._sent: tuple[RGB, ...] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def show(self, scene: Scene, table: LightsTable) -> None:
        """Let the lights be those of a scene."""
        self.stop()
        loop = asyncio.get_running_loop()
        now = int(loop.time() * 1000)
        self.shown = lights(scene, now, brightness=table.brightness, limit_ma=table.limit_ma)
        self._send()
        if blinks(scene):
            wait = (STEP_MS - now % STEP_MS) / 1000
            self._timer = loop.call_later(wait, self.show, scene, table)

    def test(self, wanted: tuple[RGB, ...] | None) -> None:
        """Let other lights take the place of the scene's; None: no more."""
        self._test = wanted
        self._send()

    def stop(self) -> None:
        """Leave the lights as they are."""
        if self._timer:
            self._timer.cancel()

    def _send(self) -> None:
        wanted = self.shown if self._test is None else self._test
        if wanted != self._sent:
            self._sent = wanted
            self._link.send_lights(wanted)
            self._changed.set()
