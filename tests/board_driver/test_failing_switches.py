"""A reed switch that fails in the middle of a game, with nothing else to tell: named, and played around."""

from __future__ import annotations

import pytest

from board_driver.presenter import View, present
from board_driver.switches import DEAD, DEAD_CURE, RESTLESS, STUCK, STUCK_CURE
from firmware_bridge.simulator.failures import Fault
from tests.board_driver.driving import Driver, move

ASTRAY = 3000
"""ms after which a board that nothing explains is spoken of."""


def board() -> Driver:
    """Chess on reeds, after two moves."""
    game = Driver("reed", game_name="chess")
    game.play("e2-e4", "e7-e5")
    game.news()
    return game


def words(game: Driver) -> list[str]:
    return [line.text for line in present(game.session, View()).lines]


def test_a_dead_switch_under_a_man_that_stands_stops_nothing_and_is_named() -> None:
    game = board()
    game.fail("h2", Fault.DEAD, then=ASTRAY)
    for ply, text in enumerate(("g1-f3", "b8-c6", "f1-c4", "g8-f6"), 3):
        game.play(text)
        assert [line["ply"] for line in game.news() if "move" in line] == [ply]
    assert f"h2: {DEAD}; {DEAD_CURE}" in words(game)
    game.play("d2-d3", "d7-d6")
    assert game.moves == ["e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6", "d3", "d6"]


def test_a_switch_that_sticks_when_its_man_leaves_is_asked_about_and_proven_by_the_answer() -> None:
    game = board()
    game.fail("g1", Fault.STUCK)
    game.carry("g1", "f3", then=ASTRAY)
    [asked] = game.news()
    assert (asked["ply"], set(asked["ask"])) == (3, {"Nf3", "Qf3", "f3"})
    assert f"One of d1, g1, f2, f3: it seems, {STUCK}" in words(game)
    game.pick("Nf3")
    assert game.news() == [move("Nf3", 3), {"switch": "g1", "fault": "stuck"}]
    assert f"g1: {STUCK}; {STUCK_CURE}" in words(game)
    game.play("b8-c6", "f1-c4", "g8-f6")
    assert game.moves[3:] == ["Nc6", "Bc4", "Nf6"]


def test_a_man_on_a_dead_square_is_asked_about_when_the_other_side_has_moved() -> None:
    game = board()
    game.fail("d3", Fault.DEAD)
    game.carry("f1", "d3")
    assert not game.news()
    game.carry("g8", "f6", then=ASTRAY)
    [asked] = game.news()
    assert (asked["ply"], set(asked["ask"])) == (3, {"Be2", "Bd3", "Bc4", "Bb5", "Ba6"})
    game.pick("Bd3")
    assert game.moves[2:] == ["Bd3", "Nf6"]
    assert f"d3: {DEAD}; {DEAD_CURE}" in words(game)


def test_none_of_the_moves_that_a_dead_switch_would_hide_is_asked_once() -> None:
    game = board()
    game.fail("d3", Fault.DEAD)
    game.carry("f1", "d3")
    game.carry("g8", "f6", then=ASTRAY)
    game.pick("none")
    game.news()
    game.wait(2 * ASTRAY)
    assert not [line for line in game.news() if "ask" in line]
    assert game.moves == ["e4", "e5"]


def test_a_switch_that_follows_its_man_again_is_believed_again() -> None:
    game = board()
    game.fail("g1", Fault.STUCK)
    game.carry("g1", "f3", then=ASTRAY)
    game.pick("Nf3")
    game.fail("g1", Fault.WHOLE)
    for way in ("b8-c6", "f3-g1", "c6-b8", "g1-f3", "b8-c6", "f3-g1", "c6-b8", "g1-f3"):
        origin, _, target = way.partition("-")
        game.carry(origin, target)
        game.pick("Ng1")
    assert {"switch": "g1", "fault": "none"} in game.news()
    assert game.moves[3:] == ["Nc6", "Ng1", "Nb8", "Nf3", "Nc6", "Ng1", "Nb8", "Nf3"]
    assert not [text for text in words(game) if text.startswith("g1")]


def test_a_man_that_fell_over_and_is_set_up_again_is_no_broken_switch() -> None:
    game = board()
    game.take("h7", then=ASTRAY)
    game.put("h7")
    game.play("g1-f3", "b8-c6", "f1-c4", "g8-f6")
    assert not [line for line in game.news() if "switch" in line]
    assert game.moves[2:] == ["Nf3", "Nc6", "Bc4", "Nf6"]


def test_a_switch_that_chatters_for_ever_is_named_and_lets_the_board_rest() -> None:
    game = board()
    game.fail("a5", Fault.RESTLESS, then=3000)
    assert game.news() == [{"switch": "a5", "fault": "restless"}]
    assert any(text.startswith(f"a5: {RESTLESS}") for text in words(game))
    game.play("g1-f3", "b8-c6")
    assert game.moves[2:] == ["Nf3", "Nc6"]
    game.news()
    game.fail("a5", Fault.WHOLE, then=12_000)
    assert game.news() == [{"switch": "a5", "fault": "none"}]


@pytest.mark.parametrize("fault", [Fault.DEAD, Fault.STUCK])
def test_with_a_cell_under_each_square_nothing_is_asked(fault: Fault) -> None:
    game = Driver("reed+weight", game_name="chess")
    game.fail("g1" if fault is Fault.STUCK else "f3", fault)
    game.play("g1-f3", "b8-c6", "f3-g1", "c6-b8")
    news = game.news()
    assert [line["move"] for line in news if "move" in line] == ["Nf3", "Nc6", "Ng1", "Nb8"]
    assert not [line for line in news if "ask" in line or "astray" in line]
