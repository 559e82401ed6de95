"""Spellings of moves: all that are read mean the same move, and one is written."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import MoveError
from engine.tavreli import Position, Tavreli
from engine.types import Move
from tests.engine.positions import playout, set_up
from tests.engine.refusals import answer_to

GAME = Tavreli()
TALL = GAME.position("4k3/8/5pb2/8/8/5(PRPNN)2/4PH3/R3K2R w KQ e:- - 1")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("e2-e4", "e2-e4"),
        ("e2–e4", "e2-e4"),
        (" e2 - e4 ", "e2-e4"),
        ("E2-e4!?", "e2-e4"),
        ("e2 e4", "e2-e4"),
        ("e2e4", "e2-e4"),
        ("е2-е4", "e2-e4"),
        ("e2xe4", "e2-e4"),
        ("f3(2)xd4", "f3(2)-d4"),
        ("F3 (2) : D4", "f3(2)-d4"),
        ("f3(3)-d4", "f3-d4"),
        ("f3-d4*", "f3-d4"),
        ("f3-d4x", "f3-d4"),
        ("а1-с1", "a1-c1"),
        ("0-0", "0-0"),
        ("O-O", "0-0"),
        ("о - о +", "0-0"),
        ("0 - 0 – 0", "0-0-0"),
        ("o-o-o#", "0-0-0"),
    ],
)
def test_spelling(text: str, name: str) -> None:
    assert TALL.find_move(text).name == name


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not a move"),
        ("hello", "not a move"),
        ("e2-e4-e5", "not a move"),
        ("e2-e9", "there is no square e9"),
        ("z2-e4", "there is no square z2"),
        ("e2-e2", "a move ends on another square"),
        ("e2-e5", "the warrior can go one or two steps straight ahead"),
        ("e2(2)-e3", "only 1 man stands on e2"),
        ("f3(5)-d4", "only 3 men stand on f3"),
        ("f3(0)-d4", "a move takes one man or more"),
        ("f6-f5", "no man of White on f6"),
        ("b5-b6", "no man of White on b5"),
        ("f3-f4", "the rider moves two squares along a rank or file and one aside"),
        ("a1-b2", "the champion moves along ranks and files"),
        ("a1-e1", "no man may be set on a magus"),
        ("h1-d1", "the magus on e1 is in the way"),
        ("e1-g1", "the magus moves one step to any side; castling is written 0-0 or 0-0-0"),
    ],
)
def test_refusal_says_why(text: str, why: str) -> None:
    with pytest.raises(MoveError) as caught:
        TALL.find_move(text)
    assert str(caught.value).startswith(f"{text}: {why}")


def random_position(seed: int) -> Position:
    rng = random.Random(seed)
    if rng.random() < 0.5:
        return set_up(GAME, rng)
    *_, last = playout(GAME, GAME.start(), rng, rng.randrange(40))
    return last


def spellings(letter: str, *, castling: bool) -> tuple[str, ...]:
    """The ways to write one letter of a move's name."""
    if letter in "-x":
        return ("-", "–", "—") if castling else ("-", "–", "x", "X", ":", "х", "")
    if letter in "aceo":
        return letter, letter.upper(), "асео"["aceo".index(letter)]
    return ("0", "O", "o", "О") if letter == "0" else (letter,)


def respelled(name: str, data: st.DataObject) -> str:
    """Another accepted spelling of a move's name."""
    text = ""
    for letter in name:
        text += data.draw(st.sampled_from(("", "", " ")))
        text += data.draw(st.sampled_from(spellings(letter, castling=name.startswith("0"))))
    return text + data.draw(st.sampled_from(("", " ", "+", "\t#", "!?", "x", "*", " х")))


@given(st.integers(0, 10**9), st.data())
def test_every_spelling_of_a_legal_move_finds_it(seed: int, data: st.DataObject) -> None:
    position = random_position(seed)
    moves = position.legal_moves()
    if moves:
        move = data.draw(st.sampled_from(moves))
        assert position.find_move(respelled(move.name, data)) == move
        assert position.find_move(position.move_text(move)) == move


@given(st.integers(0, 10**9), st.data())
def test_any_two_squares_give_a_legal_move_or_a_reason(seed: int, data: st.DataObject) -> None:
    position = random_position(seed)
    square = st.integers(0, 63).map(GAME.shape.name)
    men = data.draw(st.sampled_from(("", "(1)", "(2)", "(3)")))
    text = data.draw(st.sampled_from(("0-0", "0-0-0", data.draw(square) + men + "-" + data.draw(square))))
    answer = answer_to(position, text)
    if isinstance(answer, Move):
        assert answer in position.legal_moves()
        assert answer.name[:2] == text[:2]
    else:
        assert text not in {move.name for move in position.legal_moves()}
        assert answer.startswith(f"{text}: ")
        assert "\n" not in answer


@given(st.text("abceh128()-–x:0oO +#еs\n", max_size=12))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    answer = answer_to(TALL, text)
    assert answer in TALL.legal_moves() if isinstance(answer, Move) else "\n" not in answer
