"""A board that goes away and comes again, as the players see it on the screen."""

from __future__ import annotations

import asyncio
from pathlib import Path

from board_driver.config import Config
from board_driver.daemon import Daemon
from board_driver.desk import Desk
from board_driver.keeper import Keeper
from board_driver.options import RunOptions
from board_driver.recorder import Recorder
from board_driver.seating import Seating
from board_driver.stored import Moment
from board_driver.turned_link import TurnedLink
from engine.record import read_record
from engine.types import BoardShape
from firmware_bridge.link import open_link
from firmware_bridge.simulator.firmware import SimulatedFirmware
from tests.board_driver.waiting import until
from tests.conftest import LIMIT_S
from tests.firmware_bridge.things import WatchedBoard
from tests.system.bench import SPEED, Bench, Foreign


def test_the_screen_says_why_the_board_is_away_until_it_is_back(tmp_path: Path) -> None:
    async def look(bench: Bench) -> None:
        async with asyncio.timeout(LIMIT_S), open_link(f"serial://{bench.path}") as link:
            seen = TurnedLink(link, is_turned=False)
            keeper = Keeper(tmp_path / "games.sqlite3", Recorder({}), Moment)
            seating = Seating(RunOptions(headless=True, speed=SPEED), Config())
            desk = Desk(seating, link=seen, keeper=keeper, table=None, draws=True)
            daemon = Daemon(desk, seen, "a port", None)
            running = asyncio.create_task(daemon.run())

            def words() -> str:
                return " | ".join(str(line.text) for line in desk.scene.lines) if desk.scene else ""

            await until(lambda: desk.session and len(desk.session.plies) == 2)
            assert "away" not in words()
            bench.unplug()
            await until(lambda: f"The board is away: {bench.path}: the board was unplugged" in words())
            bench.plug(Foreign())
            await until(lambda: "The board is away" in words() and "update this program" in words())
            bench.unplug()
            bench.plug(SimulatedFirmware(WatchedBoard("reed", BoardShape(5, 5))))
            await until(lambda: "Another board is plugged in; the game waits for its own" in words())
            bench.unplug()
            bench.plug()
            await until(lambda: "board" not in words().lower())
            await until(lambda: len(bench.lights) == 64 and desk.pulse.shown == bench.lights)
            assert desk.session
            assert [ply.text for ply in desk.session.plies] == ["e2-e4", "e7-e5"]
            daemon.stop()
            await running

    with Bench(tmp_path / "usb-board", read_record("e2-e4 e7-e5"), "reed+weight") as bench:
        asyncio.run(look(bench))
