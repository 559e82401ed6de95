"""Looking at a board through its link: left alone, its lights, and a walk over its squares."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress

from board_driver.doctor.findings import Finding, fault, ok, skipped
from board_driver.doctor.readings import (
    READINGS,
    board_words,
    check_cells,
    check_firmware,
    check_lights,
    check_line,
)
from board_driver.doctor.talk import Talk
from board_driver.doctor.walk import Walk
from engine.errors import LinkError
from engine.types import Square
from firmware_bridge.conversation import LinkEvent
from firmware_bridge.frames import BoardInfo, SensorFrame
from firmware_bridge.link import Connected, Link, Lost
from firmware_bridge.messages import RGB

ANSWER_S = 10
"""A board that says nothing for so long is given up."""
SHINE_S = 0.8
"""How long each colour shines for the players to look at."""
LISTEN_S = 0.1
"""How often it is looked whether somebody has answered."""
DARK_S = 1.0
"""How long the lights are waited for at the end."""
COLOURS: dict[str, RGB] = {
    "red": (255, 0, 0),
    "green": (0, 255, 0),
    "blue": (0, 0, 255),
    "white": (255, 255, 255),
}
DARK: RGB = (0, 0, 0)

Tell = Callable[[Finding], None]


class Examination:
    """One board, seen from the first Connected on.

    `dimmed` makes lights as bright as they may be. `walker` is called when somebody is to walk over it.
    """

    def __init__(
        self,
        link: Link,
        tell: Tell,
        talk: Talk | None,
        dimmed: Callable[[Sequence[RGB]], Sequence[RGB]],
        walker: Callable[[], None] | None = None,
    ) -> None:
        self._link = link
        self._tell = tell
        self._talk = talk
        self._walker = walker
        self._dimmed = dimmed
        self._lost = 0

    async def run(self, url: str, *, walks: bool) -> None:
        """Look at all there is, and tell what is found; LinkError if the board says nothing any more."""
        info = await self._connected()
        before = Counter(self._link.health.faults)  # while it booted it may have sent junk
        self._tell(ok("link", url))
        self._tell(ok("board", board_words(info)))
        self._tell(check_firmware(info, self._link.health.minor))
        try:
            for finding in check_cells(info, await self._left_alone()):
                self._tell(finding)
            await self._lights(len(info.shape))
            if walks:
                await self._walk(info)
            else:
                self._tell(
                    skipped("squares", "nobody is there to walk over them: doctor --walk, at a terminal")
                )
        finally:
            await self._show([DARK] * len(info.shape), DARK_S)
        self._tell(check_line(Counter(self._link.health.faults) - before))

    async def _next(self) -> LinkEvent:
        """The next event; LinkError if the link has nothing more to say."""
        try:
            async with asyncio.timeout(ANSWER_S):
                async for event in self._link.events():
                    return event
        except TimeoutError:
            pass
        raise LinkError("the board has said nothing for 10 s: unplug it, plug it in again, and start anew")

    async def _connected(self) -> BoardInfo:
        while not isinstance(event := await self._next(), Connected):
            pass
        return event.info

    async def _frame(self, walk: Walk | None = None) -> SensorFrame:
        """The next frame; a board that goes away on the way is told of, and waited for."""
        while not isinstance(event := await self._next(), SensorFrame):
            if isinstance(event, Lost):
                if walk:
                    walk.miss()
                self._lost += 1
                if self._lost == 1:
                    self._tell(fault("link", f"lost on the way: {event.reason}", "look at cable and plug"))
        return event

    async def _left_alone(self) -> Sequence[SensorFrame]:
        """Frames of a board that nobody touches, as many as tell the noise of its cells."""
        frames = [await self._frame()]
        if frames[0].grams is None and frames[0].corners is None:
            return frames
        if self._talk:
            self._talk.say("leave the board alone for a moment: its cells are being listened to")
        while len(frames) < READINGS:
            self._link.request_snapshot()
            frames.append(await self._frame())
        return frames

    async def _show(self, colours: Sequence[RGB], seconds: float) -> bool | None:
        """Show lights; True when the board says that it shows them, None if the link has none."""
        self._link.send_lights(self._dimmed(colours))
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while not (shown := self._link.health.lights) and shown is not None and loop.time() < end:
            await asyncio.sleep(0.02)
        return shown

    async def _lights(self, squares: int) -> None:
        shown = await self._show([COLOURS["white"]] * squares, 3 * DARK_S)
        finding = check_lights(shown, self._link.health.faults.get("refused", 0))
        if not shown or not self._talk or not self._talk.asks:
            self._tell(finding)
            return
        for colour in COLOURS.values():
            await self._show([colour] * squares, DARK_S)
            await asyncio.sleep(SHINE_S)
        question = f"did every square shine {', '.join(COLOURS)}? [y/n/- for no lights]"
        answer = await self._meanwhile(self._talk.ask(question))
        if answer.startswith("y"):
            self._tell(ok("lights", "every square shone in every colour"))
        elif answer.startswith("n"):
            cure = (
                "the first dark one, or the one before it, has a loose wire; all of one colour: 5 V too low"
            )
            self._tell(fault("lights", "not every square shone in every colour", cure))
        else:
            self._tell(skipped("lights", "the board says that it shows them; nobody saw it"))

    async def _meanwhile(self, answer: Coroutine[None, None, str]) -> str:
        """What somebody answers; what the board says meanwhile is of no interest, and must not pile up."""
        task = asyncio.create_task(answer)
        try:
            while not task.done():
                with suppress(TimeoutError):
                    async with asyncio.timeout(LISTEN_S):
                        await self._frame()
            return task.result()
        finally:
            task.cancel()
            await asyncio.wait([task])

    async def _walk(self, info: BoardInfo) -> None:
        walk = Walk(info)
        if self._walker:
            self._walker()
        lit: tuple[set[Square], set[Square]] | None = None
        ended = self._talk.enter() if self._talk else None
        try:
            while not walk.complete and not (ended.done() if ended else walk.idle):
                walk.feed(await self._frame(walk))
                if lit != (now := (walk.answered(), walk.now())):
                    lit = now
                    colours = [_colour(square, *now) for square in range(len(info.shape))]
                    self._link.send_lights(self._dimmed(colours))
                    if self._talk:
                        self._talk.draw(walk.picture(), len(now[0]), len(info.shape))
        finally:
            if ended:
                ended.cancel()
            if self._talk:
                self._talk.stop_drawing()
        for finding in walk.findings():
            self._tell(finding)


def _colour(square: Square, answered: set[Square], now: set[Square]) -> RGB:
    if square in now:
        return COLOURS["white"]
    return COLOURS["green"] if square in answered else DARK
