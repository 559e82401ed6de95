"""Nothing is shown before it is durable; but the lights of a lifted man never wait for the disk."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event

import pytest

from board_driver.config import Config
from board_driver.daemon import Daemon
from board_driver.desk import Desk
from board_driver.journal import Journal
from board_driver.keeper import Keeper
from board_driver.options import RunOptions
from board_driver.recorder import Recorder
from board_driver.seating import Seating
from board_driver.stored import Moment
from board_driver.turned_link import TurnedLink
from display.scene import Mark, Scene
from engine.games import open_game
from firmware_bridge.link import open_link
from firmware_bridge.sim_link import SimulatedPort
from firmware_bridge.simulator.actions import PlayedBoard
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.firmware import SimulatedFirmware
from firmware_bridge.simulator.kits import find_kit
from tests.board_driver.waiting import until
from tests.conftest import LIMIT_S

GAME = open_game("tavreli")
SQUARE = GAME.shape.square


def test_a_slow_disk_holds_back_the_move_and_not_the_lights(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.sqlite3"
    Journal(path).close()

    async def play() -> None:
        board = SimulatedBoard(GAME.shape, GAME.start().stacks, find_kit("reed+weight"), 1)
        firmware = SimulatedFirmware(PlayedBoard(board, ()))
        async with SimulatedPort(firmware, 20) as port, open_link(f"serial://{port.path}") as link:
            seen, keeper = TurnedLink(link, is_turned=False), Keeper(path, Recorder({}), Moment)
            seating = Seating(RunOptions(speed=20), Config())
            desk = Desk(seating, link=seen, keeper=keeper, table=None, draws=True)
            daemon = Daemon(desk, seen, f"serial://{port.path}", None)
            running = asyncio.create_task(daemon.run())
            await until(lambda: desk.session and desk.session.guide is None)

            def scene() -> Scene:
                assert desk.scene
                return desk.scene

            slow = Event()
            keeper.ask(lambda _: slow.wait(LIMIT_S))  # all that is to be kept comes after it
            board.take(port.t, SQUARE("e2"), 1)
            board.put(port.t, SQUARE("e4"))
            await until(lambda: desk.session and desk.session.plies)
            assert scene().moves == ()
            assert not any(mark is Mark.LAST for _, mark in scene().marks)
            board.take(port.t, SQUARE("e7"), 1)
            await until(lambda: (SQUARE("e7"), Mark.LIFTED) in scene().marks)
            await until(lambda: any(firmware.lights[SQUARE("e5")]))
            await until(lambda: any(line.text == "Saving ..." for line in scene().lines))
            assert scene().moves == ()
            assert "e2-e4" not in capsys.readouterr().out
            slow.set()
            await until(lambda: scene().moves == ("e2-e4",))
            assert not any(line.text == "Saving ..." for line in scene().lines)
            assert "1. e2-e4" in capsys.readouterr().out
            daemon.stop()
            await running

    asyncio.run(play())
