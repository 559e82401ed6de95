"""The end of a game said with the kings (magi) in the centre, and the start set up again."""

from __future__ import annotations

from typing import Literal

import pytest

from board_driver.presenter import View, present
from tests.board_driver.driving import REST, Driver, move

Game = Literal["tavreli", "chess"]

ENDING = {
    "tavreli": "4k3/8/8/8/8/8/PRPNPB5/4K3 w - abc:- - 1",
    "chess": "4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1",
}
NEAR = {"tavreli": "3k4/8/8/8/8/4K3/PR7/8 w - - - 1", "chess": "3k4/8/8/8/8/4K3/P7/8 w - - 0 1"}
RESULTS = {
    ("e4", "d5"): "1-0",
    ("d5", "e4"): "1-0",
    ("d4", "e5"): "0-1",
    ("e5", "d4"): "0-1",
    ("e4", "e5"): "1/2-1/2",
    ("d4", "e4"): "1/2-1/2",
}


@pytest.fixture(params=["reed", "weight", "reed+weight"])
def kit(request: pytest.FixtureRequest) -> str:
    kit: str = request.param
    return kit


@pytest.fixture(params=["tavreli", "chess"])
def game(request: pytest.FixtureRequest) -> Game:
    game: Game = request.param
    return game


def ending(kit: str, game: Game, start: dict[str, str] | None = None) -> Driver:
    return Driver(kit, (start or ENDING)[game], game_name=game)


def words(board: Driver) -> list[str]:
    return [line.text for line in present(board.session, View()).lines]


def signal(board: Driver, white: str, black: str, *, homes: tuple[str, str] = ("e1", "e8")) -> None:
    """Lift both kings, one in each hand, set them down, and wait until the signal has stood."""
    square = board.session.game.shape.square
    for hand, home in enumerate(homes):
        board.board.take(board.t, square(home), 1, hand)
        board.wait(300)
    for hand, target in enumerate((white, black)):
        board.board.put(board.t, square(target), hand)
        board.wait(300)
    board.wait(3000)


@pytest.mark.parametrize(("squares", "result"), RESULTS.items())
def test_the_kings_in_the_centre_say_the_result(
    kit: str, game: Game, squares: tuple[str, str], result: str
) -> None:
    board = ending(kit, game)
    signal(board, *squares)
    assert board.news() == [{"ask": [result], "ply": 1}]
    assert board.session.result == "*"
    shown = present(board.session, View())
    assert [button.key for button in shown.candidates] == [result]
    assert [line[-11:] for line in words(board)] == ["Is that so?"]
    board.press("confirm")
    assert board.news() == [{"end": result, "reason": "agreement at the board"}]
    assert board.moves == []


def test_the_signal_is_held_for_two_seconds(kit: str, game: Game) -> None:
    board = ending(kit, game)
    square = board.session.game.shape.square
    board.board.take(board.t, square("e1"), 1)
    board.board.take(board.t, square("e8"), 1, hand=1)
    board.wait(300)
    board.board.put(board.t, square("e4"))
    board.board.put(board.t, square("d5"), hand=1)
    board.wait(2000)
    assert board.session.question is None
    board.wait(1000)
    assert board.session.question


def test_the_kings_may_come_one_after_the_other(kit: str, game: Game) -> None:
    board = ending(kit, game)
    board.carry("e8", "e5", then=4000)
    board.carry("e1", "d4", then=4000)
    assert board.news()[-1] == {"ask": ["0-1"], "ply": 1}
    board.pick("0-1")
    assert board.session.result == "0-1"


def test_the_answer_no_leaves_the_game_as_it_was(kit: str, game: Game) -> None:
    board = ending(kit, game)
    signal(board, "e4", "d5")
    board.news()
    board.pick("none")
    assert board.session.question is None
    assert "This is no move from here. Put right:" in words(board)
    board.carry("e4", "e1")
    board.carry("d5", "e8")
    board.carry("a2", "a3")
    assert board.moves == ["a2-a3" if game == "tavreli" else "a3"]
    assert board.session.result == "*"


def test_kings_set_back_say_no_more(kit: str, game: Game) -> None:
    board = ending(kit, game)
    signal(board, "e4", "d5")
    square = board.session.game.shape.square
    for hand, (target, home) in enumerate((("e4", "e1"), ("d5", "e8"))):
        board.board.take(board.t, square(target), 1, hand)
        board.board.put(board.t, square(home), hand)
        board.wait(100)
    board.wait(REST)
    assert board.session.question is None
    board.press("confirm")
    board.wait(REST)
    assert board.session.result == "*"
    assert board.moves == []


def test_another_man_that_is_not_in_its_place_is_no_signal(kit: str, game: Game) -> None:
    board = ending(kit, game)
    board.carry("a2", "h6", then=100)
    signal(board, "e4", "d5")
    assert board.session.question is None


# A king in the centre


def test_a_king_that_walks_through_the_centre_is_no_signal(kit: str, game: Game) -> None:
    board = ending(kit, game, NEAR)
    walk = ["e3-d4", "d8-d7", "d4-e4", "d7-d6", "e4-d4", "d6-e6", "d4-e4"]
    for text in walk:
        origin, target = text.split("-")
        board.carry(origin, target, then=3500)
    assert len(board.moves) == len(walk)
    assert all("move" in line for line in board.news())


def test_a_king_set_beside_one_that_stands_in_the_centre_is_no_signal(kit: str, game: Game) -> None:
    board = ending(kit, game, NEAR)
    for origin, target in (("e3", "e4"), ("d8", "d7"), ("a2", "a3")):
        board.carry(origin, target)
    board.news()
    board.carry("d7", "d5", then=4000)
    assert [list(line) for line in board.news()] == [["astray"]]


@pytest.mark.parametrize(("answer", "plies"), [("1-0", 0), ("step", 1)])
def test_a_signal_that_began_with_a_legal_move_is_asked_about(
    kit: str, game: Game, answer: str, plies: int
) -> None:
    board = ending(kit, game, NEAR)
    board.carry("e3", "e4", then=REST)
    [step] = board.moves
    board.carry("d8", "d5", then=4000)
    assert board.news()[-1] == {"ask": ["1-0", f"{step} 1-0"], "ply": 2}
    board.press("confirm")
    assert board.session.result == "*"
    board.pick(f"{step} 1-0" if answer == "step" else answer)
    assert board.session.result == "1-0"
    assert board.moves == [step][:plies]


AMENDING = {"tavreli": "7k/8/8/8/8/4K3/PR7/8 w - - - 1", "chess": "7k/8/8/8/8/4K3/P7/8 w - - 0 1"}


IN_CENTRE = {"tavreli": "7k/8/8/8/4K3/8/PR7/8 w - - - 1", "chess": "7k/8/8/8/4K3/8/P7/8 w - - 0 1"}


@pytest.mark.parametrize(
    ("answer", "left"), [("{result}", ["f3"]), ("{step} {result}", ["e4"]), ("none", ["e4"])]
)
def test_a_signal_that_amended_the_last_move_gives_it_back(
    kit: str, game: Game, answer: str, left: list[str]
) -> None:
    board = ending(kit, game, AMENDING)
    board.carry("e3", "f3")
    board.carry("f3", "e4", then=4000)
    [step] = board.moves
    board.news()
    board.carry("h8", "d5", then=4000)
    assert board.news()[-1] == {"ask": ["1-0", f"{step} 1-0"], "ply": 2}
    board.pick(answer.format(result="1-0", step=step))
    assert [text[-2:] for text in board.moves] == left
    assert board.session.result == ("*" if answer == "none" else "1-0")


def test_a_signal_that_took_back_the_last_move_gives_it_back(kit: str, game: Game) -> None:
    board = ending(kit, game, IN_CENTRE)
    board.carry("e4", "f3")
    board.carry("f3", "e4")
    assert board.moves == []
    board.news()
    board.carry("h8", "d5", then=4000)
    assert board.news()[-1] == {"ask": ["1-0", "takeback 1-0"], "ply": 1}
    assert [button.text for button in present(board.session, View()).candidates] == [
        "White wins",
        "the last move taken back, then: White wins",
    ]
    board.pick("1-0")
    assert [text[-2:] for text in board.moves] == ["f3"]
    assert board.session.result == "1-0"


def test_a_magus_that_is_moved_about_in_the_centre_is_still_told_from_a_move(kit: str, game: Game) -> None:
    board = ending(kit, game, AMENDING)
    board.carry("e3", "f3")
    board.carry("f3", "d4")
    board.carry("d4", "e4")
    board.carry("h8", "d5", then=4000)
    board.pick("1-0")
    assert [text[-2:] for text in board.moves] == ["f3"]


# On towers


@pytest.mark.parametrize("kit", ["weight", "reed+weight"])
def test_magi_are_lifted_off_towers_and_set_on_towers(kit: str) -> None:
    board = Driver(kit, "7k/8/8/3(nb)4/4(NBR)3/8/8/4(RK)3 w - - - 1")
    signal(board, "e4", "d5", homes=("e1", "h8"))
    assert board.news() == [{"ask": ["1-0"], "ply": 1}]
    board.press("confirm")
    assert board.session.result == "1-0"


def test_reeds_do_not_see_magi_set_on_towers() -> None:
    board = Driver("reed", "7k/8/8/3(nb)4/4(NBR)3/8/8/4K3 w - - - 1")
    signal(board, "e4", "d5", homes=("e1", "h8"))
    assert board.session.question is None


# Draughts and Go


@pytest.mark.parametrize(
    ("name", "text"), [("draughts", "W:WKe1,a1:BKd8,h8:H0:F1"), ("capture-go", "AB a1,b2 AW g7,h8")]
)
def test_in_draughts_and_go_keys_say_the_end(kit: str, name: str, text: str) -> None:
    board = Driver(kit, text, game_name=name)
    board.press("draw", "w")
    board.press("draw", "b")
    assert board.news() == [
        {"offer": "draw", "by": "w"},
        {"end": "1/2-1/2", "reason": "agreement"},
    ]
    board.press("new")
    board.press("resign", "w")
    assert board.news() == [{"game": 2}, {"end": "0-1", "reason": "resignation"}]


def test_kings_of_draughts_in_the_centre_say_nothing(kit: str) -> None:
    board = Driver(kit, "W:WKe1,a1:BKd8,h8:H0:F1", game_name="draughts")
    square = board.session.game.shape.square
    for hand, (home, target) in enumerate((("e1", "e5"), ("d8", "d4"))):
        board.board.take(board.t, square(home), 2, hand)
        board.wait(300)
        board.board.put(board.t, square(target), hand)
    board.wait(4000)
    assert board.session.outcome is None
    assert "ask" not in {key for line in board.news() for key in line}


# A new start


def start_again(board: Driver) -> None:
    board.board.set_up(board.t, board.session.start.stacks)
    board.wait(REST)


OPENING = {"tavreli": ("e2-e4", "e7-e5", "g1-f3"), "chess": ("e4", "e5", "Nf3")}


@pytest.mark.parametrize(("answer", "number", "left"), [("new", 2, 0), ("takeback", 1, 0), ("none", 1, 3)])
def test_the_start_in_the_middle_of_a_game_is_asked_about(
    kit: str, game: Game, answer: str, number: int, left: int
) -> None:
    board = Driver(kit, game_name=game)
    board.play(*OPENING[game])
    board.news()
    start_again(board)
    assert board.news() == [{"ask": ["new", "takeback"], "ply": 1}]
    board.pick(answer)
    assert (board.session.number, len(board.moves)) == (number, left)


def test_the_start_after_a_signal_is_a_new_game(kit: str, game: Game) -> None:
    board = Driver(kit, game_name=game)
    board.play(*OPENING[game])
    board.press("confirm")
    board.wait(100)
    square = board.session.game.shape.square
    for text in ("e4", "e5"):
        board.board.take(board.t, square(text), 1)
        board.board.put(board.t, None)
    board.press("resign", "w")
    board.news()
    start_again(board)
    assert board.news() == [{"game": 2}]
    first = OPENING[game][0]
    board.play(first)
    assert board.news() == [move(first, 1)]
