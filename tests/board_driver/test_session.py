"""What hands do on a board, and what becomes of it in the record."""

from __future__ import annotations

from itertools import permutations

import pytest

from board_driver.observation import QUIET_MS
from board_driver.session import ASTRAY_MS, Session
from engine.games import open_game
from engine.types import Colour, Man, Stack
from firmware_bridge.frames import BoardInfo, SensorFrame, Sensors, WeightCells
from tests.board_driver.driving import REST, Driver

CASTLING = "4k3/8/8/8/8/8/PRPNPBPQ4/R3K2R w KQ abcd:- - 1"
TOWER = "7k/8/8/8/4(NBR)3/8/8/4K3 w - - - 1"
PROMOTION = "4k3/PR7/8/8/8/8/8/4K3 w - - - 1"
FIVE = ["e2-e4", "e7-e5", "g1-f3", "b8-c6", "f1-b5"]


@pytest.fixture(params=["weight", "reed+weight"])
def kit(request: pytest.FixtureRequest) -> str:
    kit: str = request.param
    return kit


def move(text: str, ply: int) -> dict[str, object]:
    return {"move": text, "ply": ply}


def amend(text: str, ply: int) -> dict[str, object]:
    return {"amend": text, "ply": ply}


# Nothing happened


def test_lifted_and_put_back_is_nothing(kit: str) -> None:
    board = Driver(kit)
    board.carry("e2", "e2")
    board.take("e2", then=5000)
    board.put("e2")
    assert board.news() == []


def test_another_man_is_lifted_first(kit: str) -> None:
    board = Driver(kit)
    board.carry("d2", "d2", then=100)
    board.carry("e2", "e4")
    assert board.news() == [move("e2-e4", 1)]


def test_another_man_is_lifted_and_put_back_at_leisure(kit: str) -> None:
    board = Driver(kit)
    board.carry("d2", "d2")
    board.carry("e2", "e4")
    assert board.news() == [move("e2-e4", 1)]


def test_a_man_is_set_again_on_its_square_after_the_move(kit: str) -> None:
    board = Driver(kit)
    board.play("e2-e4")
    board.carry("e4", "e4")
    board.carry("d7", "d7")
    assert board.news() == [move("e2-e4", 1)]


def test_a_finger_on_the_board_is_nothing(kit: str) -> None:
    board = Driver(kit)
    board.board.push(board.t, 28, 150.0, 1500)
    board.wait(4000)
    assert board.news() == []


def test_outliers_are_nothing(kit: str) -> None:
    board = Driver(kit, outliers=0.002)
    board.wait(60_000)
    board.play("e2-e4")
    board.wait(20_000)
    assert board.news() == [move("e2-e4", 1)]


# Moves


def test_a_move_that_hovers_over_the_board(kit: str) -> None:
    board = Driver(kit)
    board.take("e2", then=8000)
    board.put("e4")
    assert board.news() == [move("e2-e4", 1)]


def test_men_set_on_others_and_split_off_again(kit: str) -> None:
    board = Driver(kit)
    moves = ["g1xe2", "d7-d5", "e2(1)-c3", "d5-d4", "c3xd1", "d4-d3", "d1(1)xe3"]
    board.play(*moves[:6])
    assert board.moves == moves[:6]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_height_tells_how_many_men_went(kit: str, count: int) -> None:
    board = Driver(kit, TOWER)
    name = {1: "e4(1)-e6", 2: "e4(2)-e6", 3: "e4-e6"}[count]
    board.carry("e4", "e6", count)
    assert board.news() == [move(name, 1)]


def test_a_tower_moved_in_two_goes_is_amended(kit: str) -> None:
    board = Driver(kit, TOWER)
    board.carry("e4", "e6", 1)
    board.carry("e4", "e6", 1)
    assert board.news() == [move("e4(1)-e6", 1), amend("e4(2)-e6", 1)]


def test_a_tower_moved_in_two_goes_in_one_rest(kit: str) -> None:
    board = Driver(kit, TOWER)
    board.carry("e4", "e6", 1, then=100)
    board.carry("e4", "e6", 1)
    assert board.news() == [move("e4(2)-e6", 1)]


def test_a_man_that_slides_on_is_amended(kit: str) -> None:
    board = Driver(kit)
    board.play("e2-e3")
    board.carry("e3", "e4")
    assert board.news() == [move("e2-e3", 1), amend("e2-e4", 1)]


def test_a_man_set_elsewhere_is_amended(kit: str) -> None:
    board = Driver(kit)
    board.play("g1-f3")
    board.carry("f3", "h3")
    assert board.news() == [move("g1-f3", 1), amend("g1-h3", 1)]


@pytest.mark.parametrize("order", list(permutations([("e1", "g1"), ("h1", "f1")])))
@pytest.mark.parametrize("between", [100, REST, 5000])
def test_castling_in_both_orders(kit: str, order: list[tuple[str, str]], between: int) -> None:
    board = Driver(kit, CASTLING)
    board.carry(*order[0], then=between)
    board.carry(*order[1])
    assert board.moves == ["0-0"]
    assert not any("takeback" in line or "ask" in line for line in board.news())


def test_castling_with_both_men_in_the_hand(kit: str) -> None:
    board = Driver(kit, CASTLING)
    first, second = board.board, board.session.game.shape.square
    first.take(board.t, second("e1"), 1)
    board.wait(300)
    first.take(board.t, second("a1"), 1, hand=1)
    board.wait(600)
    first.put(board.t, second("c1"))
    board.wait(300)
    first.put(board.t, second("d1"), hand=1)
    board.wait(REST)
    assert board.news() == [move("0-0-0", 1)]


@pytest.mark.parametrize("between", [100, REST, 5000])
@pytest.mark.parametrize("first", ["victim", "capturer"])
def test_en_passant_in_both_orders(kit: str, first: str, between: int) -> None:
    board = Driver(kit)
    board.play("e2-e4", "a7-a6", "e4-e5", "d7-d5")
    if first == "victim":
        board.carry("d5", "d6", then=between)
        board.carry("e5", "d6")
    else:
        board.carry("e5", "d6", then=between)
        board.carry("d5", "d6")
    assert board.moves == ["e2-e4", "a7-a6", "e4-e5", "d7-d5", "e5xd6"]
    assert not any("takeback" in line for line in board.news())


def test_a_double_step_set_back_alone_is_amended(kit: str) -> None:
    board = Driver(kit)
    board.play("e2-e4", "a7-a6", "e4-e5", "d7-d5")
    board.news()
    board.carry("d5", "d6")
    board.play("g1-f3")
    assert board.moves == ["e2-e4", "a7-a6", "e4-e5", "d7-d6", "g1-f3"]


def test_a_promoted_man_is_turned_over(kit: str) -> None:
    board = Driver(kit, PROMOTION)
    board.play("a7-a8")
    board.turn_over("a8", Man(Colour.WHITE, "R", "R", turned=True))
    board.play("e8-e7")
    assert board.news() == [move("a7-a8+", 1), move("e8-e7", 2)]


def test_a_man_is_turned_over_before_it_moves(kit: str) -> None:
    board = Driver(kit, PROMOTION)
    board.turn_over("a7", Man(Colour.WHITE, "R", "R", turned=True))
    board.carry("a7", "a8")
    assert board.news() == [move("a7-a8+", 1)]


def test_a_man_is_turned_over_a_ply_late(kit: str) -> None:
    board = Driver(kit, PROMOTION)
    board.play("a7-a8", "e8-e7")
    board.turn_over("a8", Man(Colour.WHITE, "R", "R", turned=True))
    assert board.news() == [move("a7-a8+", 1), move("e8-e7", 2)]


# Quick players


def test_a_reply_is_begun_before_the_first_move_has_rested(kit: str) -> None:
    board = Driver(kit)
    board.carry("e2", "e4", then=60)
    board.take("e7", then=3000)
    assert board.news() == [move("e2-e4", 1)]
    board.put("e5")
    assert board.news() == [move("e7-e5", 2)]


def test_two_moves_before_the_board_rests(kit: str) -> None:
    board = Driver(kit)
    board.carry("e2", "e4", then=60)
    board.carry("e7", "e5")
    assert board.news() == [move("e2-e4", 1), move("e7-e5", 2)]


def test_two_moves_before_the_board_rests_the_second_onto_a_man(kit: str) -> None:
    board = Driver(kit)
    board.play("e2-e4", "d7-d5")
    board.news()
    board.carry("e4", "d5", then=60)
    board.carry("d8", "d5")
    assert board.news() == [move("e4xd5", 3), move("d8xd5", 4)]


# Taking back


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


# Astray


def test_a_man_astray_is_named_when_it_has_stood_two_seconds(kit: str) -> None:
    board = Driver(kit)
    board.take("e2")
    landed = board.t
    board.put("e5", then=QUIET_MS + ASTRAY_MS - 60)
    assert board.news() == []
    board.wait(REST)
    [line] = board.timed_news()
    assert line["astray"] == {"e2": "-1", "e5": "+1"}
    assert QUIET_MS + ASTRAY_MS <= line["t"] - landed <= QUIET_MS + ASTRAY_MS + 200


@pytest.mark.parametrize("home", ["e2", "e3", "e4"])
def test_a_man_astray_is_put_right(kit: str, home: str) -> None:
    board = Driver(kit)
    board.carry("e2", "e5", then=4000)
    board.news()
    board.carry("e5", home)
    assert board.news() == ([] if home == "e2" else [move(f"e2-{home}", 1)])


def test_many_men_astray_are_all_named_and_the_game_goes_on(kit: str) -> None:
    board = Driver(kit)
    board.carry("a1", "a4", then=100)
    board.carry("h8", "h5", then=100)
    board.carry("d8", "c8", then=4000)
    [line] = board.news()
    assert line == {"astray": {"a1": "-1", "a4": "+1", "c8": "+1", "d8": "-1", "h5": "+1", "h8": "-1"}}
    board.carry("a4", "a1", then=100)
    board.carry("h5", "h8", then=100)
    board.carry("c8", "d8", 1)
    board.play("e2-e4")
    assert board.moves == ["e2-e4"]


def test_a_man_taken_away_for_long_is_named(kit: str) -> None:
    board = Driver(kit)
    board.take("e2", 1, then=60)
    board.board.put(board.t, None)
    board.wait(6000)
    assert board.moves == []
    assert all(line == {"astray": {"e2": "-1"}} for line in board.news())


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


# Presence only


def test_a_question_and_its_answer() -> None:
    board = Driver("reed")
    board.carry("a1", "b1")
    board.press("confirm")
    board.wait(REST)
    [question] = board.news()
    assert "a1xb1" in question["ask"]
    board.pick("a1xb1")
    assert board.news() == [move("a1xb1", 1)]


def test_a_question_is_answered_by_none_and_by_what_is_no_candidate_with_silence() -> None:
    board = Driver("reed")
    board.carry("a1", "b1")
    board.wait(REST)
    board.news()
    for text in ("none", "e2-e4", "nonsense"):
        board.pick(text)
    assert board.news() == []
    assert board.moves == []


# Time


def weighed(stacks: tuple[Stack, ...], t: int) -> SensorFrame:
    return SensorFrame(t, grams=tuple(12.0 * len(stack) for stack in stacks))


def test_a_decision_is_dated_when_it_fell_due_though_no_frame_came() -> None:
    game = open_game("tavreli")
    start = game.start()
    session = Session(game, start, BoardInfo(game.shape, Sensors(weight=WeightCells(12.0, 0.25))))
    after = start.after(start.find_move("e2-e4")).stacks
    assert session.feed(weighed(start.stacks, 0)) == []
    assert session.feed(weighed(after, 2000)) == []
    [moved] = session.feed(weighed(after, 60_000))
    assert (session.texts(), moved.t) == (("e2-e4",), 2000 + QUIET_MS)
    assert session.due is None
