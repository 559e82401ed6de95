"""What is said of a game on the terminal."""

from __future__ import annotations

import pytest

from board_driver.reports import Amended, Moved
from board_driver.words import report_text
from engine.games import GAMES, open_game
from engine.record import number_text


@pytest.mark.parametrize(
    ("game", "start", "numbers"),
    [
        ("tavreli", None, ["1.", "1...", "2.", "2..."]),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 7", ["7.", "7...", "8.", "8..."]),
        ("chess", "4k3/8/8/8/8/8/8/4K3 b - - 0 7", ["7...", "8.", "8...", "9."]),
        ("draughts", "B:Wc3:Bd6", ["1...", "2.", "2...", "3."]),
        ("capture-go", None, ["1.", "1...", "2.", "2..."]),
        ("capture-go", "AB a1 AW c3 PL w", ["1...", "2.", "2...", "3."]),
    ],
)
def test_moves_are_numbered_as_the_position_says(game: str, start: str | None, numbers: list[str]) -> None:
    rules = open_game(game)
    first = rules.start() if start is None else rules.position(start)
    told = [report_text(rules, first, Moved(0, ply, "x", 0)) for ply in range(1, 5)]
    assert told == [f"{number} x" for number in numbers]
    assert report_text(rules, first, Amended(0, 1, "x", 0)) == f"amended: {numbers[0]} x"


@pytest.mark.parametrize("game", GAMES)
def test_the_numbers_are_those_of_the_positions(game: str) -> None:
    rules = open_game(game)
    start = position = rules.start()
    for ply in range(1, 9):
        assert number_text(rules, start, ply).rstrip(".") == str(position.number)
        position = position.after(position.legal_moves()[0])


def test_with_a_handicap_white_begins() -> None:
    rules = open_game("capture-go", {"handicap": 2})
    assert [number_text(rules, rules.start(), ply) for ply in (1, 2, 3)] == ["1.", "1...", "2."]
