"""What follows the moves: taking back, the end of a game, the next one."""

from __future__ import annotations

import pytest

from tests.board_driver.driving import REST, Driver, amend, move

FIVE = ["e2-e4", "e7-e5", "g1-f3", "b8-c6", "f1-b5"]


def test_one_move_is_taken_back(kit: str) -> None:
    board = Driver(kit)
    board.play("e2-e4", "e7-e5")
    board.news()
    board.carry("e5", "e7")
    assert board.news() == [{"takeback": 1}]
    board.play("c7-c5")
    assert board.moves == ["e2-e4", "c7-c5"]


def test_several_moves_are_taken_back_one_by_one(kit: str) -> None:
    board = Driver(kit)
    board.play(*FIVE)
    board.news()
    for text in reversed(FIVE[1:]):
        origin, target = text.split("-")
        board.carry(target, origin)
    assert board.news() == [{"takeback": 1}] * 4
    assert board.moves == FIVE[:1]
    board.carry("e4", "e2")
    assert board.moves == []
    assert board.session.number == 1


def test_several_moves_are_taken_back_before_the_board_rests(kit: str) -> None:
    board = Driver(kit)
    board.play(*FIVE)
    board.news()
    for text in reversed(FIVE[2:]):
        origin, target = text.split("-")
        board.carry(target, origin, then=100)
    board.wait(REST)
    assert board.news() == [{"takeback": 3}]


def test_a_move_is_taken_back_and_another_played(kit: str) -> None:
    board = Driver(kit)
    board.play("e2-e4", "e7-e5")
    board.news()
    board.carry("e5", "e7", then=100)
    board.carry("c7", "c5")
    assert board.news() == [amend("c7-c5", 2)]


def test_a_capture_is_lifted_and_put_back(kit: str) -> None:
    board = Driver(kit)
    board.play("e2-e4", "d7-d5")
    board.news()
    board.take("e4")
    board.put("d5", then=100)
    board.take("d5", 1)
    board.put("e4")
    assert board.news() == []


def test_the_takeback_key_after_the_men_were_put_back_takes_nothing_more(kit: str) -> None:
    board = Driver(kit)
    board.play("e2-e4", "e7-e5")
    board.news()
    board.carry("e5", "e7")
    board.press("takeback")
    assert board.news() == [{"takeback": 1}]
    assert board.moves == ["e2-e4"]


def test_the_takeback_key_before_the_men_are_put_back(kit: str) -> None:
    board = Driver(kit)
    board.play("e2-e4", "e7-e5")
    board.news()
    board.press("takeback")
    board.wait(300)
    board.carry("e5", "e7")
    board.play("c7-c5")
    assert board.moves == ["e2-e4", "c7-c5"]


@pytest.mark.parametrize("third", ["g1-f3", "b1-c3"])
def test_the_game_goes_on_after_a_repetition(kit: str, third: str) -> None:
    board = Driver(kit)
    moves = ["g1-f3", "g8-f6", "f3-g1", "f6-g8", third]
    board.play(*moves)
    assert board.news() == [move(text, ply) for ply, text in enumerate(moves, 1)]


# The end, and the next game


def test_the_start_set_up_after_the_end_is_a_new_game(kit: str) -> None:
    board = Driver(kit)
    board.play("e2-e4", "e7-e5", "g1-f3")
    board.press("resign")
    assert board.news()[3:] == [{"end": "1-0", "reason": "resignation"}]
    board.board.set_up(board.t, board.session.start.stacks)
    board.wait(REST)
    assert board.news() == [{"game": 2}]
    board.play("d2-d4")
    assert board.news() == [move("d2-d4", 1)]


def test_a_game_that_was_resigned_stays_so_while_the_men_are_put_away(kit: str) -> None:
    board = Driver(kit)
    board.play("e2-e4")
    board.press("resign", "b")
    board.news()
    board.carry("e7", "e5")
    board.carry("g1", "f3")
    board.take("d8", then=5000)
    board.put("d8")
    assert (board.news(), board.moves, board.session.result) == ([], ["e2-e4"], "1-0")
    board.press("takeback")
    assert board.news() == [{"takeback": 1}, {"end": "*"}]


def test_one_move_and_the_end_are_followed_by_a_new_game(kit: str) -> None:
    board = Driver(kit)
    board.play("e2-e4")
    board.press("resign")
    board.news()
    board.carry("e4", "e2")
    assert board.news() == [{"game": 2}]


def test_the_start_set_up_in_the_middle_is_asked_about(kit: str) -> None:
    board = Driver(kit)
    board.play(*FIVE)
    board.news()
    board.board.set_up(board.t, board.session.start.stacks)
    board.wait(REST)
    [question] = board.news()
    assert question == {"ask": ["new", "takeback"], "ply": 1}
    assert board.moves == FIVE
    board.pick("new")
    assert board.news() == [{"game": 2}]


def test_a_mate_ends_the_game_and_a_takeback_reopens_it(kit: str) -> None:
    board = Driver(kit, "7k/8/6K1/8/8/8/8/R7 w - - - 1")
    board.play("a1-a8")
    assert board.news() == [move("a1-a8#", 1), {"end": "1-0", "reason": "checkmate"}]
    board.carry("a8", "a1")
    assert board.news() == [{"takeback": 1}, {"end": "*"}]


def test_offers_are_declined_by_a_move_and_accepted_by_the_other_side(kit: str) -> None:
    board = Driver(kit)
    board.play("e2-e4")
    board.news()
    board.press("draw", "w")
    board.press("draw", "w")
    assert board.session.result == "*"
    board.play("e7-e5")
    board.press("draw", "b")
    assert board.session.result == "*"
    board.press("draw", "w")
    assert board.session.result == "1/2-1/2"


def test_a_new_game_by_key_begins_where_the_men_stand(kit: str) -> None:
    board = Driver(kit)
    board.play("e2-e4")
    board.board.set_up(board.t, board.session.start.stacks)
    board.press("new")
    board.wait(REST)
    board.play("d2-d4")
    assert board.news()[-1] == move("d2-d4", 1)
    assert board.session.number == 2
