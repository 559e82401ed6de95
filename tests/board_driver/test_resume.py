"""A game that was interrupted goes on: what was decided is back, and the board is compared with it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from board_driver.beginning import resume_session
from board_driver.config import Config, GameTable
from board_driver.journal import Journal
from board_driver.questions import Guide
from board_driver.recorder import Snapshot
from board_driver.session import Session
from board_driver.stored import StoredGame
from engine.clock import parse_time_control
from engine.errors import MoveError
from firmware_bridge.frames import KeyPress
from tests.board_driver.driving import Driver, move
from tests.board_driver.keeping import Keeping

OPENING = ("e2-e4", "e7-e5", "g1-f3")


def interrupt(board: Driver) -> None:
    """The program ends, whatever stands on the board, and begins again with what it has kept."""
    kept = Snapshot.of(board.session)
    board.session = Session(kept.game, kept.start, board.board.info)
    board.session.resume(kept.plies, kept.ways)
    board.news()


@pytest.mark.parametrize("kit", ["reed", "weight", "reed+weight"])
def test_on_a_board_that_was_left_alone_it_goes_on_at_once(kit: str) -> None:
    board = Driver(kit)
    board.play(*OPENING)
    board.press("confirm")
    before = board.session.plies
    interrupt(board)
    board.wait(1000)
    assert board.news() == []
    assert board.session.plies == before
    assert board.session.guide is None
    board.play("b8-c6")
    assert board.moves == [*OPENING, "b8-c6"]


def test_what_stands_elsewhere_is_guided_back() -> None:
    board = Driver()
    board.play(*OPENING)
    interrupt(board)
    board.take("a1")
    board.put("e6")
    board.wait(3000)
    assert board.session.guide is Guide.RESUME
    name = board.session.game.shape.name
    assert {name(square): men for square, men in board.session.differences()} == {"a1": -1, "e6": 1}
    board.carry("e6", "a1")
    assert board.session.guide is None
    assert board.moves == list(OPENING)


@pytest.mark.parametrize("kit", ["reed", "weight", "reed+weight", "reed+corners"])
def test_a_capture_made_while_it_was_off_is_asked_about(kit: str) -> None:
    """Both squares are as if its man were in a hand, and nobody has seen them otherwise."""
    board = Driver(kit, game_name="chess")
    board.carry("e2", "e4")
    board.carry("d7", "d5")
    e4, d5 = map(board.session.game.shape.square, ("e4", "d5"))
    board.board.take(board.t, d5, 1)
    board.board.put(board.t, None)
    board.board.take(board.t, e4, 1)
    board.board.put(board.t, d5)
    interrupt(board)
    board.wait(6000)
    assert board.news() == [{"ask": ["exd5"], "ply": 3}]
    board.carry("g8", "f6")
    assert board.moves == ["e4", "d5", "exd5", "Nf6"]


def test_a_move_made_while_it_was_off_is_found() -> None:
    board = Driver()
    board.play(*OPENING)
    board.take("b8")
    interrupt(board)
    board.put("c6", then=4000)
    assert board.news() == [move("b8-c6", 4)]


def test_moves_taken_back_while_it_was_off_are_found() -> None:
    board = Driver()
    board.play(*OPENING)
    board.take("f3")
    interrupt(board)
    board.put("g1")
    assert board.news()[0]["takeback"] == 1
    assert board.moves == ["e2-e4", "e7-e5"]


def test_nobody_is_asked_about_it_when_a_new_game_is_set_up() -> None:
    board = Driver()
    board.play(*OPENING)
    interrupt(board)
    board.board.set_up(board.t, board.session.start.stacks)
    board.wait(1000)
    assert board.news() == [{"game": 2}]
    assert board.session.question is None
    board.play("d2-d4")
    assert board.moves == ["d2-d4"]


def test_the_open_question_is_back() -> None:
    board = Driver("reed")
    board.carry("a1", "b1")
    board.press("confirm")
    board.wait(1000)
    question = board.session.question
    assert question
    interrupt(board)
    assert board.session.question
    assert board.session.question.candidates == question.candidates
    board.wait(1000)
    board.pick("a1xb1")
    assert board.moves == ["a1xb1"]


def kept(board: Driver, path: Path) -> StoredGame:
    """The game at hand, as the archive has it."""
    with Journal(path) as journal:
        keeping = Keeping(journal)
        keeping.keep(board.session)
        assert keeping.game_id
        return journal.game(keeping.game_id)


def resumed(board: Driver, path: Path) -> Session:
    """The session of a game that has been to the archive."""
    session = resume_session(Config(), board.board.info, kept(board, path))
    assert session
    return session


def test_a_game_that_was_put_off_has_its_clocks_as_they_stood(tmp_path: Path) -> None:
    board = Driver()
    board.session.set_clock(parse_time_control("5+3"))
    board.play(*OPENING)
    board.wait(20_000)
    before = board.session.read_clock(board.t)
    assert before
    board.session.stop_clock(board.t)
    board.wait(60_000)
    session = resumed(board, tmp_path / "games.sqlite3")
    last = session.plies[-1].t
    assert session.read_clock(last) == session.read_clock(last + 10**6) == replace(before, runs=None)
    session.feed(KeyPress(last + 5000, "clock"))
    going = session.read_clock(last + 6000)
    assert going
    assert (going.runs, going.left[1].ms) == (1, before.left[1].ms - 1000)


def test_a_power_cut_costs_no_time_after_the_last_move(tmp_path: Path) -> None:
    board = Driver()
    board.session.set_clock(parse_time_control("5"))
    board.play(*OPENING)
    board.wait(20_000)
    session = resumed(board, tmp_path / "games.sqlite3")
    assert session.clock
    assert session.clock.is_paused
    reading = session.read_clock(board.t)
    assert reading
    last = board.session.plies[-1]
    assert reading.left[1].ms == 300_000 - (board.session.plies[1].rest - board.session.plies[0].rest) - (
        last.t - last.rest
    )


def test_a_clock_that_can_not_be_read_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = Driver()
    board.play(*OPENING)
    stored = replace(kept(board, tmp_path / "games.sqlite3"), clock={"hands": 2})
    assert resume_session(Config(), board.board.info, stored) is None
    assert "its clock can't be read" in capsys.readouterr().err


def test_a_record_of_another_game_is_refused() -> None:
    board = Driver()
    board.play("e2-e4")
    session = Session(board.session.game, board.session.start, board.board.info)
    with pytest.raises(MoveError, match="Nf3"):
        session.resume(board.session.plies, [["Nf3"]])


def test_a_new_game_has_the_clock_of_the_settings_though_the_one_before_had_none(tmp_path: Path) -> None:
    board = Driver()
    board.play(*OPENING)
    stored = kept(board, tmp_path / "games.sqlite3")
    session = resume_session(Config(game=GameTable(clock="5+3")), board.board.info, stored)
    assert session
    assert session.clock is None
    board.session = session
    board.board.set_up(board.t, session.game.start().stacks)
    board.wait(3000)
    assert session.number == 2
    assert session.clock
    assert (session.clock.control.text, session.clock.is_waiting) == ("5+3", True)
