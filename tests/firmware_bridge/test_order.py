"""The orders in which the men of one move may be lifted and set down, and the ways they may take."""

from __future__ import annotations

import random

from engine.types import BoardShape, Transfer
from firmware_bridge.simulator.handling import between
from firmware_bridge.simulator.order import Step, any_order, is_late_man, short_cut

CASTLING = (Transfer(4, 6), Transfer(7, 5))
EN_PASSANT = (Transfer(35, 43), Transfer(36, 43))
"""That of tavreli: both men are put on the crossed square."""


def orders(transfers: tuple[Transfer, ...]) -> set[str]:
    """All orders that come up: a letter a transfer, upper case where it is lifted."""
    rng = random.Random(1)

    def spell(step: Step) -> str:
        return "abcd"[step.index].upper() if step.lift else "abcd"[step.index]

    return {"".join(map(spell, any_order(transfers, rng))) for _ in range(500)}


def test_castling_is_done_in_every_order() -> None:
    assert orders(CASTLING) == {"AaBb", "ABab", "ABba", "BbAa", "BAba", "BAab"}


def test_a_captor_lands_when_its_victim_is_off_and_all_else_is_free() -> None:
    capture = (Transfer(35, None), Transfer(28, 35))
    assert orders(capture) == {"AaBb", "ABab", "ABba", "BAab", "BAba"}


def test_both_men_of_an_en_passant_on_one_square_keep_their_places() -> None:
    assert orders(EN_PASSANT) == {"AaBb", "ABab", "BAab"}


def test_captured_stones_are_taken_before_or_after_the_last_stone() -> None:
    stone = (Transfer(None, 3), Transfer(4, None))
    assert orders(stone) == {"AaBb", "ABab", "ABba", "BbAa", "BAab", "BAba"}


def test_an_order_that_needs_three_hands_is_not_taken() -> None:
    transfers = (Transfer(1, None), Transfer(2, 1), Transfer(3, 2))
    for _ in range(100):
        held = 0
        for step in any_order(transfers, random.Random(_)):
            held += 1 if step.lift else -1
            assert held <= 2


def test_stations_on_the_way_are_left_out() -> None:
    jumps = (Transfer(0, 18), Transfer(18, 36), Transfer(9, None), Transfer(27, None))
    assert short_cut(jumps) == (Transfer(0, 36), Transfer(9, None), Transfer(27, None))
    promotion = (Transfer(57, None), Transfer(48, 57), Transfer(57, None), Transfer(None, 57))
    assert short_cut(promotion) == (Transfer(57, None), Transfer(48, None), Transfer(None, 57))


def test_only_a_crown_may_come_late() -> None:
    assert is_late_man((Transfer(49, 56), Transfer(None, 56)))
    assert is_late_man((Transfer(49, 63), Transfer(56, None), Transfer(None, 63)))
    assert not is_late_man((Transfer(48, 57), Transfer(57, None), Transfer(None, 57)))
    assert not is_late_man((Transfer(None, 3), Transfer(4, None)))
    assert not is_late_man((Transfer(None, 3),))
    assert not is_late_man(())


def test_a_man_slides_over_the_squares_between() -> None:
    shape = BoardShape()
    assert between(shape, 0, 3) == [1, 2]
    assert between(shape, 63, 45) == [54]
    assert between(shape, 8, 24) == [16]
    assert between(shape, 0, 10) == []
    assert between(shape, 0, 0) == []
