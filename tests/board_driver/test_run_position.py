"""`run --position`: a position is set up on the board, with guidance, and played from."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from board_driver.config import Config
from board_driver.daemon import Daemon
from board_driver.desk import Desk
from board_driver.journal import Journal
from board_driver.keeper import Keeper
from board_driver.options import RunOptions
from board_driver.presenter import View, present
from board_driver.recorder import Recorder
from board_driver.seating import Seating
from board_driver.stored import Moment
from board_driver.turned_link import TurnedLink
from engine.games import open_game
from firmware_bridge.link import open_link
from firmware_bridge.sim_link import SimulatedPort
from firmware_bridge.simulator.actions import PlayedBoard
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.firmware import SimulatedFirmware
from firmware_bridge.simulator.kits import find_kit
from tests.board_driver.commands import Run
from tests.board_driver.waiting import until
from tests.firmware_bridge.virtual import run_in_virtual_time

GAME = open_game("tavreli")
TEXT = "7k/8/8/8/4(NBR)3/8/8/4K3 w - - - 1"
SQUARE = GAME.shape.square


def test_a_position_is_set_up_and_played_from(tmp_path: Path) -> None:
    async def play() -> None:
        board = SimulatedBoard(GAME.shape, GAME.position(TEXT).stacks, find_kit("reed+weight"), 1)
        board.take(0, SQUARE("e4"), 2)
        async with (
            SimulatedPort(
                SimulatedFirmware(PlayedBoard(board, ())), 20, t=2000
            ) as port,  # they left it long ago
            open_link(f"serial://{port.path}") as link,
        ):
            options = RunOptions(headless=True, speed=20, position=TEXT)
            with Journal(tmp_path / "games.sqlite3") as journal:
                seen = TurnedLink(link, is_turned=False)
                keeper = Keeper(tmp_path / "games.sqlite3", Recorder({}), Moment)
                desk = Desk(Seating(options, Config()), link=seen, keeper=keeper, table=None, draws=False)
                daemon = Daemon(desk, seen, "", None)
                running = asyncio.create_task(daemon.run())
                await until(lambda: desk.session and desk.session.differences())
                assert desk.session
                told = [line.text for line in present(desk.session, View()).lines]
                assert told == ["Set up:", "e4: 2 men missing"]
                board.put(port.t, SQUARE("e4"))
                await until(lambda: desk.session and desk.session.guide is None)
                board.take(port.t, SQUARE("e4"), 1)
                board.put(port.t, SQUARE("e6"))
                await until(lambda: desk.session and desk.session.plies)
                daemon.stop()
                await running
                game = journal.game(1)
                assert (game.start, [each.text for each in game.moves]) == (TEXT, ["e4(1)-e6"])

    run_in_virtual_time(play())


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("--position", "nonsense"), 1, "--position: "),
        (("--position", TEXT, "--play", "none"), 2, "give either --position or --play"),
    ],
)
def test_what_can_not_be_begun_from(run: Run, words: tuple[str, ...], code: int, why: str) -> None:
    said = run("run", "--link", "sim:", "--headless", *words)
    assert said.complaint(code).startswith(why)
