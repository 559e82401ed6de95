"""A board astray is named on the screen by words, and the game goes on from there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from board_driver.naming import Naming
from board_driver.presenter import View, present
from engine.game import Game
from engine.games import open_game
from engine.types import Square
from tests.board_driver.driving import Driver, move


def named(name: str, text: str | None, **differences: int) -> dict[str, str]:
    game = open_game(name)
    position = game.start() if text is None else game.position(text)
    naming = Naming(game, position, by_square(game, differences))
    return {str(words): made.text() for words, made in naming.positions().items()}


def by_square(game: Game, differences: Mapping[str, int]) -> dict[Square, int]:
    pairs = [(game.shape.square(square), men) for square, men in differences.items()]
    return dict(sorted(pairs))


def said(naming: Naming, *answers: str) -> Naming:
    """What the players have said when they have given these answers."""
    for answer in answers:
        square = naming.game.shape.square(answer.partition("=")[0])
        naming = replace(naming, said={**naming.said, square: naming.choices(square)[answer]})
    return naming


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


def test_a_man_of_draughts_and_a_stone() -> None:
    assert named("draughts", None, a3=-1)["From a3 off the board, White to move"] == (
        "W:Wa1,c1,e1,g1,b2,d2,f2,h2,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8:H0:F1"
    )
    assert named("draughts", "W:WKc3,a1:Bh8:H0:F7", c3=-2, f6=2)["From c3 to f6, Black to move"] == (
        "B:Wa1,Kf6:Bh8:H0:F7"
    )
    text = "AB a1,b2 AW c3 PL W CB 1 MN 2"
    assert named("capture-go", text, b2=-1, d4=1)["From b2 to d4, Black to move"] == (
        "AB a1,d4 AW c3 PL B CB 1 MN 2"
    )


@pytest.mark.parametrize(
    "differences", [{"e5": 1}, {"e2": -1, "e5": 1, "e6": 1}, {"e2": -1, "d1": 1}, {"e1": -1}]
)
def test_what_the_rules_do_not_allow_or_is_not_known_is_not_offered(differences: dict[str, int]) -> None:
    assert named("chess", None, **differences) == {}


def test_squares_are_named_one_after_the_other_till_all_is_known() -> None:
    game = open_game("chess")
    naming = Naming(game, game.start(), by_square(game, {"b1": -1, "c1": -1, "c4": 1, "d5": 1}))
    assert naming.asked() == game.shape.square("c4")
    assert list(naming.choices(game.shape.square("c4")))[:2] == ["c4=N", "c4=B"]
    naming = said(naming, "c4=B")
    assert naming.asked() is None
    board = "rnbqkbnr/pppppppp/8/3N4/2B5/8/PPPPPPPP/R2QKBNR"
    assert {str(words): made.text() for words, made in naming.positions().items()} == {
        "The board as it was named, White to move": f"{board} w KQkq - 0 1",
        "The board as it was named, Black to move": f"{board} b KQkq - 0 1",
    }


def test_a_man_may_stand_in_the_place_of_another_one() -> None:
    game = open_game("chess")
    naming = Naming(game, game.start(), by_square(game, {"b1": -1}))
    assert list(naming.choices(game.shape.square("d7")))[:2] == ["d7=p", "d7=N"]
    position, _ = said(naming, "d7=N").positions().values()
    assert position.text() == "rnbqkbnr/pppNpppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"


def test_a_man_that_was_captured_may_stand_again() -> None:
    game = open_game("chess")
    position = game.position("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    naming = Naming(game, position, by_square(game, {"d5": 1}))
    assert next(iter(naming.choices(game.shape.square("d5")))) == "d5=q"
    assert str(naming.label(game.shape.square("d5"), game.start().stacks[59])) == "Black queen"


def test_towers_are_named_too() -> None:
    game = open_game("tavreli")
    position = game.position("7k/8/8/8/4(NBR)3/8/(QN)7/4K3 w - - - 1")
    naming = Naming(game, position, by_square(game, {"e4": -2, "a2": -1, "g6": 2, "a8": 1}))
    g6 = game.shape.square("g6")
    assert next(iter(naming.choices(g6))) == "g6=(BR)"
    assert str(naming.label(g6, naming.choices(g6)["g6=(BR)"])) == "White archer, White champion"
    first, _ = said(naming, "g6=(BR)").positions().values()
    assert first.text() == "N6k/8/6(BR)1/8/4N3/8/Q7/4K3 w - - - 1"


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


STARTS = {
    "chess": "rnbqkbnr/pppppppp/8/3N4/8/8/PPPPPPPP/R1BQKBNR b KQkq",
    "tavreli": "rnbqkbnr/prpnpbpqphpbpnpr/8/3N4/8/8/PRPNPBPQPHPBPNPR/R1BQKBNR b KQkq",
}


@pytest.mark.parametrize(
    ("game", "kit"),
    [("chess", "reed"), ("chess", "weight"), ("tavreli", "weight"), ("tavreli", "reed+weight")],
)
def test_several_men_astray_are_named_on_the_screen(game: str, kit: str) -> None:
    board = Driver(kit, game_name=game)
    board.carry("b1", "d5")
    board.carry("c1", "f4", then=4000)
    board.news()

    def offered(touched: str | None = None) -> list[str]:
        square = None if touched is None else board.session.game.shape.square(touched)
        return [button.key for button in present(board.session, View(touched=square)).candidates]

    whole = [f"The board as it was named, {side} to move" for side in ("White", "Black")]
    assert set(offered()) == {"f4=B", "f4=N"}
    assert set(offered("d5")[:2]) == {"d5=B", "d5=N"}
    assert "d5=R" in offered("d5")
    board.pick("d5=N")
    assert offered() == whole
    board.carry("f4", "c1", then=3000)
    assert offered() == whole
    board.pick(offered()[1])
    assert board.news()[-1] == {"game": 2}
    assert board.session.position.text().startswith(STARTS[game])


def test_words_for_another_board_say_nothing() -> None:
    board = Driver()
    board.carry("e2", "e5", then=4000)
    board.news()
    board.pick("From d2 to d5, Black to move")
    assert board.news() == []
    assert board.session.number == 1
