"""A board that lies the other way round: told in the configuration, or offered by the first move."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_driver.config import BoardTable, Config
from board_driver.daemon import Daemon
from board_driver.desk import Desk
from board_driver.journal import Journal
from board_driver.keeper import Keeper
from board_driver.options import RunOptions
from board_driver.orientation import turned, turned_frame, turned_info
from board_driver.presenter import View, present
from board_driver.recorder import Recorder
from board_driver.seating import Seating
from board_driver.session import Session
from board_driver.stored import Moment
from board_driver.turned_link import TurnedLink
from display.inputs import Answer
from engine.games import open_game
from engine.types import BoardShape
from firmware_bridge.frames import BoardInfo, SensorFrame
from firmware_bridge.link import open_link
from firmware_bridge.sim_link import SimulatedPort
from firmware_bridge.simulator.actions import PlayedBoard
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.firmware import SimulatedFirmware
from firmware_bridge.simulator.kits import find_kit
from tests.board_driver.driving import Driver, move
from tests.board_driver.waiting import until
from tests.firmware_bridge.virtual import run_in_virtual_time

GAME = open_game("tavreli")
TURN = "turn the board"


@given(st.integers(0, 2**64 - 1), st.lists(st.floats(-5, 50), min_size=64, max_size=64))
def test_a_frame_turned_twice_is_itself(reed: int, grams: list[float]) -> None:
    frame = SensorFrame(10, reed, tuple(grams), (1.0, 2.0, 3.0, 4.0))
    there = turned_frame(frame, 64)
    assert turned_frame(there, 64) == frame
    assert there.grams is not None
    assert [there.grams[square] for square in (0, 7, 63)] == [grams[square] for square in (63, 56, 0)]
    assert there.reed is not None
    assert [there.reed >> square & 1 for square in (0, 63)] == [reed >> square & 1 for square in (63, 0)]
    assert there.corners == frame.corners


def test_corner_cells_change_places() -> None:
    info = BoardInfo(BoardShape(), find_kit("reed+corners").sensors)
    corners = turned_info(info).sensors.corners
    assert info.sensors.corners
    assert corners
    for place, before in zip(corners.at, info.sensors.corners.at[::-1], strict=True):
        assert place == pytest.approx(before)


@pytest.mark.parametrize("kit", ["reed", "reed+corners", "weight", "reed+weight"])
def test_a_turned_board_is_played_on(kit: str) -> None:
    """The men stand turned on the board; what it says is turned again."""
    parts = find_kit(kit)
    board = SimulatedBoard(
        GAME.shape, turned(GAME.start().stacks), replace(parts, cells=replace(parts.cells, outliers=0.0)), 1
    )
    session = Session(GAME, GAME.start(), turned_info(board.info))
    t = 0
    for origin, target in ((None, None), ("d7", "d5"), ("d2", "d4")):
        if origin and target:
            board.take(t, GAME.shape.square(origin), 1)
            board.put(t + 300, GAME.shape.square(target))
        end = t + 1500
        while t < end:
            t += 20
            if frame := board.frame(t):
                session.feed(turned_frame(frame, 64))
            session.advance(t)
    assert session.texts() == ("e2-e4", "e7-e5")


# The offer


def from_the_far_side(kit: str = "reed+weight") -> Driver:
    board = Driver(kit)
    board.session.may_be_turned = True
    board.carry("d7", "d5", then=4000)
    return board


@pytest.mark.parametrize("kit", ["reed", "weight", "reed+weight"])
def test_a_first_move_from_the_far_side_is_asked_about(kit: str) -> None:
    board = from_the_far_side(kit)
    assert board.news() == [{"ask": [TURN], "ply": 1}]
    shown = present(board.session, View())
    assert [button.key for button in shown.candidates] == [TURN]
    assert shown.lines[0].text == (
        "The first move came from the far side: does the board lie the other way round?"
    )
    board.pick(TURN)
    assert board.news() == [{"turned": True}]
    assert board.session.question is None


def test_the_answer_no_is_a_board_astray() -> None:
    board = from_the_far_side()
    board.news()
    board.pick("none")
    assert board.news() == [{"astray": {"d5": "+1", "d7": "-1"}}]
    board.carry("d5", "d7")
    board.play("e2-e4")
    assert board.news() == [move("e2-e4", 1)]


def test_a_man_put_back_ends_the_question() -> None:
    board = from_the_far_side()
    board.carry("d5", "d7")
    assert board.session.question is None


def test_a_log_and_a_game_under_way_are_the_right_way_round() -> None:
    board = Driver()
    board.carry("d7", "d5", then=4000)
    assert board.news() == [{"astray": {"d5": "+1", "d7": "-1"}}]
    board = Driver()
    board.session.may_be_turned = True
    board.play("e2-e4")
    board.news()
    board.carry("d2", "d4", then=4000)
    assert all("ask" not in line for line in board.news())


def test_a_first_move_that_is_none_from_either_side_is_astray() -> None:
    board = Driver()
    board.session.may_be_turned = True
    board.carry("d7", "d4", then=4000)
    assert board.news() == [{"astray": {"d4": "+1", "d7": "-1"}}]


# The whole machine, through a port


@pytest.mark.parametrize("side", ["a1", "h8"])
def test_a_turned_board_on_a_port(side: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def play() -> None:
        board = SimulatedBoard(GAME.shape, turned(GAME.start().stacks), find_kit("reed+weight"), 1)
        firmware = SimulatedFirmware(PlayedBoard(board, ()))
        config = Config(board=BoardTable.model_validate({"side": side}))
        async with SimulatedPort(firmware, 20) as port, open_link(f"serial://{port.path}") as link:
            seen = TurnedLink(link, is_turned=side == "h8")
            options = RunOptions(link=f"serial://{port.path}", headless=True, speed=20)
            with Journal(tmp_path / "games.sqlite3") as journal:
                keeper = Keeper(tmp_path / "games.sqlite3", Recorder({}), Moment)
                desk = Desk(Seating(options, config), link=seen, keeper=keeper, table=None, draws=False)
                daemon = Daemon(desk, seen, "", None)
                running = asyncio.create_task(daemon.run())
                await until(lambda: desk.session and desk.session.guide is None)
                for number, (origin, target) in enumerate((("d7", "d5"), ("d2", "d4")), 1):
                    board.take(port.t, GAME.shape.square(origin), 1)
                    board.put(port.t, GAME.shape.square(target))
                    if side == "a1" and number == 1:
                        await until(lambda: desk.session and desk.session.question)
                        desk.act(Answer(TURN))
                    await until(lambda: desk.session and len(desk.session.plies) == number)  # noqa: B023
                lit = {GAME.shape.square(name) for name in ("d2", "d4")}
                await until(
                    lambda: {square for square, colour in enumerate(firmware.lights) if any(colour)} == lit
                )
                daemon.stop()
                await running
                assert [each.text for each in journal.game(1).moves] == ["e2-e4", "e7-e5"]

    run_in_virtual_time(play())
    said = capsys.readouterr().out.splitlines()
    assert said[-2:] == ["1. e2-e4", "1... e7-e5"]
    assert any('side = "h8"' in line for line in said) == (side == "a1")
