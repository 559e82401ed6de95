"""A simulated board at rest sleeps until it has something to say, and says what it would have said awake."""

import asyncio
from collections.abc import Iterator

import pytest

from firmware_bridge.frames import BoardEvent
from firmware_bridge.sim_link import SimLink
from firmware_bridge.simulator.firmware import TICK_MS, SimulatedFirmware
from firmware_bridge.simulator.kits import KITS
from tests.conftest import LIMIT_S
from tests.firmware_bridge.things import WatchedBoard
from tests.firmware_bridge.virtual import run_in_virtual_time

END_MS = 20_000
BY_MOUSE_MS = 12_345
"""When somebody else lifts a man, long after the hands have ended."""


def play(thing: WatchedBoard, *, sleeps: bool) -> tuple[list[tuple[int, bytes]], int]:
    """What its firmware says and when, and how often it was asked while nothing moved any more."""
    firmware = SimulatedFirmware(thing)
    said, asked = [], 0
    for t in range(TICK_MS, END_MS, TICK_MS):
        if t - TICK_MS < BY_MOUSE_MS <= t:
            square = next(place for place, stack in enumerate(thing.board.stacks) if stack)
            thing.board.take(BY_MOUSE_MS, square, 1)
        if not sleeps or min(firmware.due, thing.due) <= t:
            asked += t > BY_MOUSE_MS + 1000
            if data := firmware.tick(t):
                said.append((t, data))
    return said, asked


@pytest.mark.parametrize("kit", KITS)
def test_a_board_that_sleeps_says_what_one_that_is_always_awake_says(kit: str) -> None:
    awake, all_ticks = play(WatchedBoard(kit), sleeps=False)
    asleep, asked = play(WatchedBoard(kit), sleeps=True)
    assert asleep == awake
    assert asked < all_ticks / 10


class CountingBoard(WatchedBoard):
    asked = 0

    def events(self, t: int) -> Iterator[BoardEvent]:
        self.asked += 1
        return super().events(t)


def test_a_link_to_a_board_at_rest_leaves_its_ticks_out_and_hears_a_hand_at_once() -> None:
    async def run() -> None:
        thing = CountingBoard("reed+weight", moves=0)
        async with asyncio.timeout(LIMIT_S), SimLink(thing) as link:
            async for event in link.events():
                if getattr(event, "t", 0) > 2000:
                    began, thing.asked = link.t, 0
                    break
            async for event in link.events():
                if getattr(event, "t", 0) > began + 5000:
                    break
            assert thing.asked < (link.t - began) / TICK_MS / 5
            lifted_at = link.t
            thing.board.take(lifted_at, 0, 1)
            async for event in link.events():
                if not (getattr(event, "reed", None) or 1) & 1:
                    break
            told_at = next(
                frame.t for frame in thing.said if frame.t >= lifted_at and not (frame.reed or 1) & 1
            )
            assert told_at <= lifted_at + 2 * TICK_MS

    run_in_virtual_time(run())
