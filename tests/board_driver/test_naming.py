"""A board astray is named on the screen by words, and the game goes on from there."""

from __future__ import annotations

import pytest

from board_driver.naming import named_positions
from board_driver.presenter import View, present
from engine.games import open_game
from tests.board_driver.driving import Driver, move


def named(name: str, text: str | None, **differences: int) -> dict[str, str]:
    game = open_game(name)
    position = game.start() if text is None else game.position(text)
    pairs = [(game.shape.square(square), men) for square, men in differences.items()]
    return {str(words): made.text() for words, made in named_positions(game, position, sorted(pairs)).items()}


def test_a_man_that_stands_elsewhere() -> None:
    board = "rnbqkbnr/prpnpbpqphpbpnpr/8/4PH3/8/8/PRPNPBPQ1PBPNPR/RNBQKBNR"
    assert named("tavreli", None, e2=-1, e5=1) == {
        "From e2 to e5, White to move": f"{board} w KQkq abcdfgh:abcdefgh - 1",
        "From e2 to e5, Black to move": f"{board} b KQkq abcdfgh:abcdefgh - 1",
    }


def test_a_king_that_has_walked_has_lost_only_its_own_castling() -> None:
    said = named("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", e1=-1, e3=1)
    assert said["From e1 to e3, Black to move"] == "r3k2r/8/8/8/8/4K3/8/R6R b kq - 5 9"


def test_a_man_off_the_board() -> None:
    said = named("chess", None, d1=-1)
    assert said["From d1 off the board, White to move"] == (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"
    )


def test_men_of_a_tower() -> None:
    text = "7k/8/8/8/4(NBR)3/8/8/4K3 w - - - 1"
    assert named("tavreli", text, e4=-2, g6=2) == {
        "From e4 to g6, White to move": "7k/8/6(BR)1/8/4N3/8/8/4K3 w - - - 1",
        "From e4 to g6, Black to move": "7k/8/6(BR)1/8/4N3/8/8/4K3 b - - - 1",
    }


@pytest.mark.parametrize(
    "differences",
    [{"e2": -1, "d2": -1}, {"e5": 1}, {"e2": -1, "e5": 1, "e6": 1}, {"e2": -1, "d1": 1}, {"e1": -1}],
)
def test_what_words_do_not_say_is_not_offered(differences: dict[str, int]) -> None:
    assert named("chess", None, **differences) == {}
    assert named("draughts", None, a3=-1) == {}


@pytest.mark.parametrize("kit", ["reed", "weight", "reed+weight"])
@pytest.mark.parametrize(("game", "reply"), [("tavreli", "d7-d5"), ("chess", "d5")])
def test_the_game_goes_on_from_a_board_that_was_named(kit: str, game: str, reply: str) -> None:
    board = Driver(kit, game_name=game)
    board.carry("e2", "e5", then=4000)
    board.news()
    offered = tuple(button.key for button in present(board.session, View()).candidates)
    assert offered == ("From e2 to e5, White to move", "From e2 to e5, Black to move")
    board.pick("none")
    assert board.news() == []
    board.pick(offered[1])
    assert board.news() == [{"game": 2}]
    board.wait(1000)
    assert not present(board.session, View()).candidates
    board.play(reply)
    board.press("confirm")
    board.wait(100)
    assert board.news() == [move(reply, 1)]


def test_words_for_another_board_say_nothing() -> None:
    board = Driver()
    board.carry("e2", "e5", then=4000)
    board.news()
    board.pick("From d2 to d5, Black to move")
    assert board.news() == []
    assert board.session.number == 1
