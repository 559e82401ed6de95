"""The lights as they are sent to a board while they blink."""

from __future__ import annotations

import asyncio

from board_driver.config import LightsTable
from board_driver.pulse import Pulse
from board_driver.turned_link import TurnedLink
from display.leds import lights
from display.palette import RGB
from display.scene import Mark
from firmware_bridge.sim_link import SimLink
from firmware_bridge.simulator.actions import PlayedBoard
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.kits import find_kit
from tests.conftest import LIMIT_S
from tests.display.scenes import SHAPE, at, marks, scene
from tests.firmware_bridge.virtual import run_in_virtual_time

TABLE = LightsTable()


def run(test: object) -> None:
    """Let a simulated board shine what a pulse sends it."""

    async def on_a_board() -> None:
        thing = PlayedBoard(SimulatedBoard(SHAPE, ((),) * 64, find_kit("reed"), seed=1), ())
        async with SimLink(thing) as link:
            pulse = Pulse(TurnedLink(link, is_turned=False), asyncio.Event())
            try:
                async with asyncio.timeout(LIMIT_S):
                    await test(link, pulse)  # type: ignore[operator]
            finally:
                pulse.stop()

    run_in_virtual_time(on_a_board())


async def until_it_shines(link: SimLink, square: str, *, lit: bool) -> None:
    while any(link.lights[at(square)]) is not lit:
        await asyncio.sleep(0.01)


def test_a_check_blinks_on_the_board_and_the_last_move_does_not() -> None:
    shown = scene(marks=marks(last="e2", check="e8"))

    async def test(link: SimLink, pulse: Pulse) -> None:
        pulse.show(shown, TABLE)
        for lit in (True, False, True, False):
            await until_it_shines(link, "e8", lit=lit)
            assert any(pulse.shown[at("e2")])

    run(test)


def test_a_test_takes_the_place_of_the_game_and_gives_it_back() -> None:
    shown = scene(marks=marks(last="e2"))
    white: tuple[RGB, ...] = ((9, 9, 9),) * 64

    async def test(link: SimLink, pulse: Pulse) -> None:
        pulse.show(shown, TABLE)
        await until_it_shines(link, "e2", lit=True)
        pulse.test(white)
        await until_it_shines(link, "a1", lit=True)
        pulse.show(scene(marks=frozenset({(at("h8"), Mark.LAST)})), TABLE)
        assert pulse.shown == lights(scene(marks=marks(last="h8")), brightness=TABLE.brightness)
        pulse.test(None)
        await until_it_shines(link, "a1", lit=False)
        await until_it_shines(link, "h8", lit=True)

    run(test)
