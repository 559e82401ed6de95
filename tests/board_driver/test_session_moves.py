"""Moves as hands make them, at leisure and in haste, and what becomes of them in the record."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.types import Colour, Man
from tests.board_driver.driving import REST, Driver, amend, move

CASTLING = "4k3/8/8/8/8/8/PRPNPBPQ4/R3K2R w KQ abcd:- - 1"
TOWER = "7k/8/8/8/4(NBR)3/8/8/4K3 w - - - 1"
PROMOTION = "4k3/PR7/8/8/8/8/8/4K3 w - - - 1"
SPLIT = "4rrk1/prpnpbpq1pbpn1/2n4pr/4R3/5(PHB)2/8/PRPNPB(PQBQ)1PBPNPR/3(bphnRNbq)N1K1 b - abcfgh:abcdfg - 18"
"""Black's upper men on d1 take d2; a helgi of the same tower becomes visible."""


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
    assert board.moves == ["e4(2)-e6"]


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


def test_a_freed_man_is_turned_back_after_the_tower_has_landed(kit: str) -> None:
    board = Driver(kit, SPLIT)
    board.carry("d1", "d2", 5, then=60)
    board.turn_over("d1", Man(Colour.BLACK, "H", "H", turned=True))
    assert board.news() == [move("d1(5)xd2", 1)]


@pytest.mark.parametrize("grams", [12.0, 18.0, 24.0, 36.0])
def test_fingers_as_heavy_as_men_rest_on_a_man_before_and_after_his_move(kit: str, grams: float) -> None:
    board = Driver(kit)
    for origin, target in (("e2", "e4"), ("d7", "d5"), ("e4", "d5")):
        board.board.push(board.t, board.session.game.shape.square(origin), grams, 800)
        board.wait(800)
        board.take(origin)
        board.put(target, then=0)
        board.board.push(board.t, board.session.game.shape.square(target), grams, 800)
        board.wait(800 + REST)
    assert board.news() == [move("e2-e4", 1), move("d7-d5", 2), move("e4xd5", 3)]


def test_moves_are_made_while_a_hand_leans_on_the_board() -> None:
    board = Driver("reed+corners")
    board.board.push(board.t, board.session.game.shape.square("g1"), 300.0, 5000)
    board.carry("e2", "e4")
    board.carry("e7", "e5", then=300)
    board.carry("g1", "f3")
    assert board.news() == [move("e2-e4", 1), move("e7-e5", 2), move("g1-f3", 3)]


@pytest.mark.parametrize("seed", range(8))
def test_a_light_finger_on_a_board_with_corner_cells_is_not_astray(seed: int) -> None:
    """On the middle of the board it leaves without a step of any cell."""
    board = Driver("reed+corners", seed=seed)
    board.take("e2")
    board.put("e4", then=0)
    board.board.push(board.t, board.session.game.shape.square("e4"), 2.3, 600)
    board.wait(4000)
    assert board.news() == [move("e2-e4", 1)]


def test_how_many_men_went_is_said_when_the_hand_has_gone() -> None:
    board = Driver("reed+corners", TOWER)
    board.board.push(board.t, board.session.game.shape.square("g1"), 300.0, 2500)
    board.carry("e4", "a4", 2)
    assert board.news() == []
    board.wait(2000)
    assert board.news() == [move("e4(2)-a4", 1)]


def test_nothing_is_asked_while_a_finger_rests_on_a_tower() -> None:
    """Two men there and a finger, or five men and a finger where they came from: it goes, and tells."""
    board = Driver("weight", "7k/8/8/8/8/1(NBQNBRR)6/8/4K3 w - - - 1")
    board.take("b3", 2)
    board.put("b4", then=0)
    board.board.push(board.t, board.session.game.shape.square("b4"), 30.5, 800)
    board.wait(800 + REST)
    assert board.news() == [move("b3(2)-b4", 1)]


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
