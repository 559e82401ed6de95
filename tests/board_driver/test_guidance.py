"""What the players are to put right on the board: named, lit, and kept up to date while they do it."""

from __future__ import annotations

from itertools import permutations

import pytest

from board_driver.presenter import View, present
from display.scene import Mark, Scene
from tests.board_driver.driving import Driver, move

FIVE = ["e2-e4", "e7-e5", "g1-f3", "b8-c6", "f1-b5"]
ASTRAY = "This is no move from here. Put right:"
TAKEN_BACK = "Taken back. Put right:"
SET_UP = "Set up:"


@pytest.fixture(params=["reed", "weight", "reed+weight"])
def kit(request: pytest.FixtureRequest) -> str:
    kit: str = request.param
    return kit


def scene(board: Driver) -> Scene:
    return present(board.session, View())


def words(board: Driver) -> list[str]:
    return [line.text for line in scene(board).lines]


def marked(board: Driver, mark: Mark) -> set[str]:
    shown = scene(board)
    return {shown.shape.name(square) for square, each in shown.marks if each is mark}


def played(board: Driver, *moves: str) -> None:
    """Play moves that each kit can see, with the key that tells so on reeds."""
    for text in moves:
        board.play(text)
        board.press("confirm")
        board.wait(100)
    assert board.moves == list(moves)
    board.news()


# After the takeback key


def test_the_takeback_key_tells_what_to_put_back(kit: str) -> None:
    board = Driver(kit)
    played(board, "e2-e4", "e7-e5")
    board.press("takeback")
    assert words(board) == [TAKEN_BACK, "e5: 1 man too many", "e7: 1 man missing"]
    assert marked(board, Mark.EXTRA) == {"e5"}
    assert marked(board, Mark.MISSING) == {"e7"}
    board.take("e5")
    assert words(board)[:2] == [TAKEN_BACK, "e7: 1 man missing"]
    board.put("e7")
    assert not words(board)
    assert board.news() == [{"takeback": 1}]


def test_a_move_that_was_taken_back_and_still_stands_is_not_recorded_again(kit: str) -> None:
    board = Driver(kit)
    played(board, "e2-e4", "e7-e5")
    board.press("takeback")
    board.carry("a2", "a2")
    board.wait(4000)
    assert board.news() == [{"takeback": 1}]
    assert words(board)[0] == TAKEN_BACK
    board.carry("e5", "e7")
    played_again = ["e2-e4", "e7-e5"]
    board.play("e7-e5")
    board.press("confirm")
    board.wait(100)
    assert board.moves == played_again


@pytest.mark.parametrize("order", list(permutations(FIVE[2:])))
def test_several_keys_then_the_men_in_any_order(order: tuple[str, ...]) -> None:
    board = Driver()
    played(board, *FIVE)
    for _ in order:
        board.press("takeback")
    for text in order:
        assert words(board)[0] == TAKEN_BACK
        origin, target = text.split("-")
        board.carry(target, origin)
    assert board.moves == FIVE[:2]
    assert not words(board)
    assert board.news() == [{"takeback": 1}] * 3


# Astray


@pytest.mark.parametrize("order", list(permutations([("a4", "a1"), ("h5", "h8"), ("d3", "d1")])))
def test_men_astray_are_mended_in_any_order(kit: str, order: tuple[tuple[str, str], ...]) -> None:
    board = Driver(kit)
    for target, origin in order:
        board.carry(origin, target, then=100)
    board.wait(4000)
    wrong = {name for pair in order for name in pair}
    for target, origin in order:
        assert marked(board, Mark.EXTRA) | marked(board, Mark.MISSING) == wrong
        if len(wrong) > 2:
            assert words(board)[0] == ASTRAY
            said = " ".join(words(board)[1:]).replace(",", " ").replace(":", " ").split()
            assert wrong <= set(said)
        board.carry(target, origin)
        wrong -= {target, origin}
    assert not words(board)
    played(board, "e2-e4")


def test_a_board_astray_is_left_by_taking_back_to_where_it_agrees(kit: str) -> None:
    board = Driver(kit)
    played(board, *FIVE)
    board.carry("e1", "e3", then=4000)
    assert words(board)[0] == ASTRAY
    board.news()
    board.carry("e3", "e1", then=60)
    board.carry("b5", "f1", then=60)
    board.carry("c6", "b8")
    assert board.moves == FIVE[:3]
    assert not words(board)


# Before the first move


def test_a_quick_first_move_is_believed_once_the_start_was_seen(kit: str) -> None:
    board = Driver(kit, rest=40)
    board.play("e2-e4")
    assert board.news() == [move("e2-e4", 1)]


def test_a_new_game_tells_how_to_set_up(kit: str) -> None:
    board = Driver(kit)
    played(board, *FIVE[:3])
    board.press("new")
    assert words(board)[0] == SET_UP
    assert marked(board, Mark.MISSING) == {"e2", "e7", "g1"}
    assert marked(board, Mark.EXTRA) == {"e4", "e5", "f3"}
    board.carry("f3", "g1")
    assert words(board)[:1] == [SET_UP]
    assert marked(board, Mark.MISSING) == {"e2", "e7"}
    board.carry("e4", "e2")
    board.carry("e5", "e7")
    assert not words(board)
    board.news()
    played(board, "d2-d4")


def test_a_position_is_set_up_with_the_same_words() -> None:
    board = Driver("weight", start="7k/8/8/8/4(NBR)3/8/8/4K3 w - - - 1")
    board.take("e4", 2)
    board.press("new")
    assert words(board) == [SET_UP, "e4: 2 men missing"]
    board.put("e4")
    assert not words(board)


# None of these


def test_none_of_these_leaves_the_ply_to_be_put_right() -> None:
    board = Driver("reed")
    board.carry("a1", "b1")
    board.press("confirm")
    board.wait(1000)
    assert "a1xb1" in board.news()[0]["ask"]
    board.pick("none")
    assert board.session.question is None
    board.wait(3000)
    assert board.news() == [{"astray": {"a1": "-1"}}]
    assert words(board) == [ASTRAY, "a1: 1 man missing"]
    board.carry("b1", "a1", 1)
    assert not words(board)
    played(board, "e2-e4")


def test_none_of_these_may_mean_that_nothing_was_played() -> None:
    board = Driver("reed")
    board.carry("a1", "b1", then=4000)
    assert "a1xb1" in board.news()[0]["ask"]
    board.pick("none")
    board.wait(3000)
    assert board.news() == []
    board.carry("b1", "a1", 1)
    assert board.news() == []
    assert board.session.open_lines() == ()


def test_a_question_is_about_its_own_ply_though_more_is_recorded() -> None:
    board = Driver("reed")
    board.carry("a1", "b1")
    board.press("confirm")
    board.wait(1000)
    board.carry("e7", "e5")
    question = board.session.question
    assert question
    assert question.ply == 1
    board.pick("a1xb1")
    assert board.moves == ["a1xb1", "e7-e5"]
    assert move("a1xb1", 1) in board.news()
