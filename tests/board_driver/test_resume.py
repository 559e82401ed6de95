"""A game that was interrupted goes on: what was decided is back, and the board is compared with it."""

from __future__ import annotations

import pytest

from board_driver.questions import Guide
from board_driver.recorder import Snapshot
from board_driver.session import Session
from engine.errors import MoveError
from tests.board_driver.driving import Driver, move

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


def test_a_move_made_while_it_was_off_is_found() -> None:
    board = Driver()
    board.play(*OPENING)
    board.take("b8")
    interrupt(board)
    board.put("c6")
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


def test_a_record_of_another_game_is_refused() -> None:
    board = Driver()
    board.play("e2-e4")
    session = Session(board.session.game, board.session.start, board.board.info)
    with pytest.raises(MoveError, match="Nf3"):
        session.resume(board.session.plies, [["Nf3"]])
