"""What the players of chess, draughts and Go are told: of kings, of captures, of stones to take off."""

from __future__ import annotations

import pytest

from board_driver.presenter import View, present
from display.scene import Mark, Scene
from engine.types import Colour, Man
from tests.board_driver.driving import REST, Driver

KITS = ["reed", "weight", "reed+weight"]
CROWN = Man(Colour.WHITE, "C")


def shown(driver: Driver) -> Scene:
    return present(driver.session, View())


def marked(driver: Driver, mark: Mark) -> set[str]:
    name = driver.session.game.shape.name
    return {name(square) for square, each in shown(driver).marks if each is mark}


def texts(driver: Driver) -> list[str]:
    return [line.text for line in shown(driver).lines]


def take_off(driver: Driver, square: str) -> None:
    driver.take(square)
    driver.board.put(driver.t, None)
    driver.wait(REST)


def drop(driver: Driver, square: str, man: Man) -> None:
    driver.board.bring(man)
    driver.put(square)


@pytest.mark.parametrize("kit", KITS)
def test_a_new_king_of_draughts_asks_for_its_second_man(kit: str) -> None:
    board = Driver(kit, "W:WC7:BH2", game_name="draughts")
    board.carry("c7", "d8")
    assert board.session.texts() == ("c7-d8",)
    assert "d8: set a second man on it, a king" in texts(board)
    assert marked(board, Mark.MISSING) == {"d8"}
    drop(board, "d8", CROWN)
    if kit == "reed":
        [answer] = shown(board).candidates
        board.pick(answer.key)
    board.carry("h2", "g1")
    assert "d8: set a second man on it, a king" not in texts(board)
    assert board.session.texts() == ("c7-d8", "h2-g1")


@pytest.mark.parametrize("kit", KITS)
def test_a_king_that_moves_on_is_not_crowned_again(kit: str) -> None:
    board = Driver(kit, "W:WKA1:BH6", game_name="draughts")
    board.carry("a1", "d4")
    assert board.session.texts() == ("a1-d4",)
    assert marked(board, Mark.MISSING) == set()


def test_with_cells_the_prompt_goes_when_the_second_man_is_there_and_stays_until_then() -> None:
    board = Driver("weight", "W:WA3,C7:BH6", game_name="draughts")
    board.carry("c7", "d8")
    board.carry("h6", "g5")
    assert board.session.texts() == ("c7-d8", "h6-g5")
    assert marked(board, Mark.MISSING) == {"d8"}
    drop(board, "d8", CROWN)
    assert marked(board, Mark.MISSING) == set()


def test_without_cells_the_prompt_stays_until_the_king_moves() -> None:
    board = Driver("reed", "W:WA3,C7:BH8", game_name="draughts")
    for origin, target in (("c7", "d8"), ("h8", "g7"), ("a3", "b4"), ("g7", "h6")):
        assert marked(board, Mark.MISSING) == ({"d8"} if board.moves else set())
        board.carry(origin, target)
    board.carry("d8", "e7")
    assert board.moves[-1] == "d8-e7"
    assert marked(board, Mark.MISSING) == set()


def test_a_king_made_after_a_takeback_is_asked_for_again() -> None:
    board = Driver("reed", "W:WA7,C7:BH4", game_name="draughts")
    board.carry("c7", "d8")
    board.pick("crowned")
    assert marked(board, Mark.MISSING) == set()
    board.press("takeback")
    board.carry("d8", "c7")
    board.carry("a7", "b8")
    assert board.moves == ["a7-b8"]
    assert marked(board, Mark.MISSING) == {"b8"}


@pytest.mark.parametrize("kit", KITS)
def test_a_forgotten_capture_is_spoken_of_with_the_man_that_must_capture(kit: str) -> None:
    board = Driver(kit, "W:WA1,C3:BD4", game_name="draughts")
    board.take("a1")
    assert "A capture may not be left: c3 must capture" in texts(board)
    assert marked(board, Mark.ORIGIN) == {"c3"}
    board.put("b2", then=REST + 2500)
    assert board.session.texts() == ()
    [why] = [text for text in texts(board) if text.startswith("a1-b2")]
    assert "c3" in why
    assert marked(board, Mark.ORIGIN) == {"c3"}


@pytest.mark.parametrize("kit", KITS)
def test_men_that_are_jumped_are_lit_until_they_are_off(kit: str) -> None:
    board = Driver(kit, "W:WA1:BB2,D4", game_name="draughts")
    board.carry("a1", "e5")
    assert "a1:c3:e5: take off b2, d4" in texts(board)
    assert marked(board, Mark.EXTRA) == {"b2", "d4"}
    take_off(board, "d4")
    assert marked(board, Mark.EXTRA) == {"b2"}
    take_off(board, "b2")
    assert board.session.texts() == ("a1:c3:e5",)


@pytest.mark.parametrize("kit", KITS)
def test_captured_stones_are_lit_until_they_are_off(kit: str) -> None:
    board = Driver(kit, "AB b2 AW a2,b1,c2 PL w", game_name="capture-go")
    drop(board, "b3", Man(Colour.WHITE, "S"))
    assert "b3: take off b2" in texts(board)
    assert marked(board, Mark.EXTRA) == {"b2"}
    take_off(board, "b2")
    assert board.session.texts() == ("b3",)
    assert "Captured, 1 to win: Black 0, White 1" in texts(board)


@pytest.mark.parametrize("kit", KITS)
def test_a_stone_on_a_forbidden_point_is_said_to_be_one(kit: str) -> None:
    board = Driver(kit, "AW a2,b1 PL b", game_name="capture-go")
    drop(board, "a1", Man(Colour.BLACK, "S"))
    board.wait(2500)
    assert board.session.texts() == ()
    assert any("a1: a forbidden point" in text for text in texts(board))


def test_why_a_move_of_chess_is_none() -> None:
    board = Driver("reed", game_name="chess")
    board.carry("e2", "e5", then=REST + 2500)
    [why] = [text for text in texts(board) if text.startswith("e2-e5")]
    assert "not legal" in why


def test_in_go_black_begins_and_there_is_a_button_to_pass() -> None:
    scene = shown(Driver("reed", game_name="capture-go"))
    assert scene.first is Colour.BLACK
    assert "pass" in {button.key for button in scene.buttons}
    assert "pass" not in {button.key for button in shown(Driver("reed", game_name="chess")).buttons}
