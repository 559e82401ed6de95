"""What a man has become is asked for, and stands open as a queen until it is answered or settled."""

from __future__ import annotations

import pytest

from board_driver.presenter import View, present
from display.scene import Mark, Scene
from tests.board_driver.driving import Driver, move

START = "4k3/P6p/8/8/8/8/8/4K3 w - - 0 1"
ANSWERS = ["a8=Q+", "a8=R+", "a8=B", "a8=N"]


@pytest.fixture(params=["reed", "weight", "reed+weight"])
def board(request: pytest.FixtureRequest) -> Driver:
    """A board on which White has just promoted."""
    board = Driver(request.param, START, game_name="chess")
    board.carry("a7", "a8")
    return board


def shown(board: Driver) -> Scene:
    return present(board.session, View())


def asked(board: Driver) -> list[str]:
    return [button.key for button in shown(board).candidates]


def test_a_queen_stands_on_the_screen_while_it_is_asked(board: Driver) -> None:
    assert board.news() == [{"ask": ANSWERS, "ply": 1}]
    scene = shown(board)
    assert asked(board) == ANSWERS
    assert [man.text for man in scene.stacks[56]] == ["Q"]
    assert scene.title == "Black to move, in check"
    assert scene.moves == ("(a8=Q+)",)
    assert not {Mark.LIFTED, Mark.MISSING, Mark.EXTRA} & {mark for _, mark in scene.marks}
    assert board.moves == []


@pytest.mark.parametrize("answer", ANSWERS)
def test_it_stays_until_it_is_answered(board: Driver, answer: str) -> None:
    for origin, target in (("e8", "f7"), ("e1", "e2"), ("h7", "h6")):
        board.carry(origin, target, then=4000)
        assert asked(board) == ANSWERS
    assert shown(board).moves == ("(a8=Q+)", "(Kf7)", "(Ke2)", "(h6)")
    board.news()
    board.pick(answer)
    assert board.news()[0] == move(answer, 1)
    assert board.moves == [answer, "Kf7", "Ke2", "h6"]
    assert shown(board).candidates == ()


def test_a_later_move_settles_it(board: Driver) -> None:
    board.carry("e8", "f7")
    board.carry("a8", "b6")
    assert board.moves == ["a8=N", "Kf7", "Nb6"]
    assert board.session.question is None


def test_what_the_next_moves_leave_possible_is_asked_for(board: Driver) -> None:
    board.carry("e8", "f7")
    board.carry("a8", "a4")
    assert asked(board) == ["a8=Q+", "a8=R+"]


def test_a_takeback_takes_back_the_move_that_is_asked_about(board: Driver) -> None:
    board.carry("e8", "f7")
    board.press("takeback")
    assert asked(board) == ANSWERS
    assert shown(board).moves == ("(a8=Q+)",)
    assert [line.text for line in shown(board).lines][1:] == [
        "Taken back. Put right:",
        "f7: 1 man too many",
        "e8: 1 man missing",
    ]
    board.press("takeback")
    assert board.session.question is None
    board.carry("f7", "e8")
    board.carry("a8", "a7")
    assert board.moves == []
    board.carry("e1", "e2")
    assert board.moves == ["Ke2"]


def test_none_of_these_is_no_move(board: Driver) -> None:
    board.pick("none")
    assert board.session.question is None
    assert board.moves == []
