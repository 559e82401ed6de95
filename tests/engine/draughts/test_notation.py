"""Spellings of moves: all that are read mean the same move, and one is written; what is refused says why."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.draughts import Position
from engine.errors import MoveError
from engine.types import Move
from tests.engine.draughts.positions import GAME, playout, set_up
from tests.engine.refusals import answer_to

START = GAME.start()


@pytest.mark.parametrize(
    ("position", "text", "name"),
    [
        (START, "c3-d4", "c3-d4"),
        (START, " C3 – D4!? ", "c3-d4"),
        (START, "с3-d4", "c3-d4"),
        (START, "c3:d4", "c3-d4"),
        (START, "22-18", "c3-d4"),
        (START, "c3-d4*", "c3-d4"),
        ("W:Wc3:Bb4,b6,h8", "c3:a5:c7", "c3:a5:c7"),
        ("W:Wc3:Bb4,b6,h8", "c3xa5xc7", "c3:a5:c7"),
        ("W:Wc3:Bb4,b6,h8", "с3 х а5 х с7", "c3:a5:c7"),
        ("W:Wc3:Bb4,b6,h8", "c3-a5-c7", "c3:a5:c7"),
        ("W:Wc3:Bb4,b6,h8", "22x13x6", "c3:a5:c7"),
        ("W:Wc3:Bb4,b6,h8", "22x6", "c3:a5:c7"),
        ("W:Wc3:Bb4,b6,h8", "c3:c7", "c3:a5:c7"),
        ("W:WKc1:Bb2,c5,c7,g3", "c1:d6:h2", "c1:a3:d6:h2"),
        ("W:Wc3:Bb4,b6,d4,d6", "c3:c3", "c3:e5:c7:a5:c3"),
        ("W:Wc3:Bb4,b6,d4,d6", "c3:a5:c7:e5:c3", "c3:e5:c7:a5:c3"),
        ("W:Wc3:Bb4,b6,d4,d6", "c3:a5:c3", "c3:e5:c7:a5:c3"),
        ("W:WKa1:Bb2,f6", "a1:d4:h8", "a1:c3:h8"),
        ("W:WKa1:Bb2,f6", "a1:h8", "a1:c3:h8"),
    ],
)
def test_spelling(position: Position | str, text: str, name: str) -> None:
    position = GAME.position(position) if isinstance(position, str) else position
    move = position.find_move(text)
    assert move.name == position.move_text(move) == name
    assert move in position.legal_moves()


def test_a_whole_route_is_that_move_though_another_one_ends_there_too() -> None:
    position = GAME.position("W:WKc1:Bb2,c5,e5,g5")
    assert {"c1:h6", "c1:a3:d6:f4:h6"} <= {move.name for move in position.legal_moves()}
    assert position.find_move("c1:h6").name == "c1:h6"
    assert position.find_move("c1:d6:h6").name == "c1:a3:d6:f4:h6"


@pytest.mark.parametrize(
    ("position", "text", "why"),
    [
        (START, "", "not a move; write it like c3-d4, c3:e5:g7"),
        (START, "hello", "not a move; write it like c3-d4, c3:e5:g7"),
        (START, "c3", "not a move; write it like c3-d4, c3:e5:g7"),
        (START, "d4-x5", "not a move; write it like c3-d4, c3:e5:g7"),
        (START, "c3-d4-", "not a move; write it like c3-d4, c3:e5:g7"),
        (START, "c3-e9", "there is no dark square e9"),
        (START, "c3-c4", "there is no dark square c4"),
        (START, "22-33", "there is no dark square 33"),
        (START, "0-0", "there is no dark square 0"),
        (START, "d4-e5", "no man of White on d4"),
        (START, "b6-a5", "no man of White on b6"),
        (START, "c3-e5", "the man on c3 can go to d4 or b4"),
        (START, "b2-a3", "the man on b2 cannot move"),
        ("W:WKc1,a3:Ba7", "c1-d4", "the king on c1 can go to d2, e3, f4, g5, h6 or b2"),
        ("W:Wa3:Bb4,c5", "a3-b4", "the game is over, White cannot move"),
        ("W:Wc3,g1:Bd4,h8", "g1-h2", "White must capture, with the man on c3"),
        ("W:Wa3,c3,Kg1:Bd4,h8", "a3-b4", "White must capture, with the man on c3 or the king on g1"),
        ("W:Wc3,g1:Bd4,h8", "c3-b4", "the man on c3 must capture: c3:e5"),
        ("W:Wc3:Bd4,b4,b6", "c3:g7", "the man on c3 must capture: c3:e5 or c3:a5:c7"),
        ("W:Wc3:Bb4,b6,h8", "c3:a5", "the capture goes on: c3:a5:c7"),
        ("W:Wc3:Bb4,b6,d4,d6", "c3:a5:c7", "the capture goes on: c3:a5:c7:e5:c3"),
        ("W:Wc3:Bb4,b6,h8", "c3:e5:c7", "the man on c3 must capture: c3:a5:c7"),
        (
            "W:WKh6:Bb2,f2,b4,f4",
            "h6:g1",
            "this may be h6:e3:g1 or h6:c1:a3:c5:g1; write every square",
        ),
    ],
)
def test_refusal_says_why(position: Position | str, text: str, why: str) -> None:
    position = GAME.position(position) if isinstance(position, str) else position
    with pytest.raises(MoveError) as caught:
        position.find_move(text)
    assert str(caught.value) == f"{text}: {why}"


def random_position(seed: int) -> Position:
    rng = random.Random(seed)
    if rng.random() < 0.7:
        return set_up(rng)
    *_, last = playout(START, rng, rng.randrange(40))
    return last


@given(st.integers(0, 10**9), st.data())
def test_every_spelling_of_a_legal_move_finds_it(seed: int, data: st.DataObject) -> None:
    position = random_position(seed)
    moves = position.legal_moves()
    if not moves:
        return
    move = data.draw(st.sampled_from(moves))
    assert len({move.name for move in moves}) == len(moves)
    text = ""
    for letter in move.name:
        written = ("-", "–", "x", "X", ":", "х") if letter in "-:" else (letter, letter.upper())
        text += data.draw(st.sampled_from(("", "", " "))) + data.draw(st.sampled_from(written))
    assert position.find_move(text + data.draw(st.sampled_from(("", "!", " ?", "*")))) == move


@given(st.integers(0, 10**9), st.lists(st.integers(1, 32).map(str), min_size=2, max_size=4))
def test_any_squares_give_a_legal_move_or_a_reason(seed: int, squares: list[str]) -> None:
    position = random_position(seed)
    text = "x".join(squares)
    answer = answer_to(position, text)
    if isinstance(answer, Move):
        assert answer in position.legal_moves()
    else:
        assert answer.startswith(f"{text}: ")
        assert "\n" not in answer
        assert len(answer) < 250


@given(st.text("abceh1238-–x:о с\n!*", max_size=12))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    answer = answer_to(START, text)
    assert answer in START.legal_moves() if isinstance(answer, Move) else "\n" not in answer
