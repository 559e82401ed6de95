"""Position texts: there and back, and what is said of one that is no position."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.capture_go import CaptureGo, Position, Rules
from engine.errors import PositionError
from engine.types import Colour
from tests.engine.capture_go.diagrams import drawing, drawn, names, played


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A position of a random game."""
    size = draw(st.integers(5, 7))
    game = CaptureGo(Rules(size=size, target=draw(st.sampled_from((0, 1, 9)))))
    rng = random.Random(draw(st.integers(0, 10**6)))
    position = game.start()
    for _ in range(draw(st.integers(0, 3 * size * size))):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.after(rng.choice(moves[:-1] or moves))
    return position


@given(positions())
def test_a_text_is_read_back(position: Position) -> None:
    read = Position.from_text(position.rules, position.text())
    assert read == position
    assert hash(read) == hash(position)
    assert read.text() == position.text()
    assert read.legal_moves() == position.legal_moves()
    assert read.outcome() == position.outcome()


def test_what_a_text_says() -> None:
    assert CaptureGo().start().text() == "PL B MN 1"
    assert played(CaptureGo().start(), "c3", "a1", "pass").text() == "AB c3 AW a1 PL W PS 1 MN 2"


def test_the_short_text_of_a_log_is_enough() -> None:
    position = CaptureGo().position("AB a1,b2 AW c3")
    assert position.turn is Colour.BLACK
    assert position.text() == "AB a1,b2 AW c3 PL B MN 1"
    assert CaptureGo().position("") == CaptureGo().start()
    assert CaptureGo().position(" mn 3 pl w  aw C3") == CaptureGo().position("AW c3 PL W MN 3")


def test_after_handicap_stones_alone_white_is_to_move() -> None:
    assert CaptureGo().position("AB c3,f6").turn is Colour.WHITE
    assert CaptureGo().position("AB c3,f6 PL B").turn is Colour.BLACK
    assert CaptureGo().position("AB c3").turn is Colour.BLACK


def test_a_text_keeps_the_ko() -> None:
    taken = played(drawn("..... .XO.. XO.O. .XO.. .....", target=0), "c3")
    assert " KO b3 " in taken.text()
    read = Position.from_text(taken.rules, taken.text())
    assert "b3" not in names(read)
    assert "b3" in names(played(read, "e1", "e5"))


def test_positions_with_another_past_differ_where_their_moves_do() -> None:
    taken = played(drawn("..... .XO.. XO.O. .XO.. .....", target=0), "c3")
    fresh = drawn(drawing(taken), "W", target=0, more="CB 1 MN 1")
    assert fresh != taken
    assert fresh == drawn(drawing(taken), "W", target=0, more="CB 1 MN 1")
    assert drawn("..... " * 5) != drawn("..... " * 5, target=0)
    assert fresh != "a text"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("AB a9", "AB: no square 'a9' on a 8x8 board"),
        ("AB i1", "AB: no square 'i1'"),
        ("AB a1,a1", "AB names a point twice"),
        ("AB a1,b2 AW b2", "a black and a white stone on one point: b2"),
        ("AB a1 AW a2,b1", "a group without a liberty: a1"),
        ("AB a1 AB b1", "AB is there twice"),
        ("XX a1", "XX a1: expected one of AB AW"),
        ("AB", "AB: expected one of AB AW PL CB CW KO PS MN and its value"),
        ("AB a1, b1", "b1: expected one of"),
        ("PL white", "PL WHITE: the side to move is B or W"),
        ("CB x", "CB x: not a number"),
        ("CW -1", "CW -1: not a number"),
        ("PS 3", "PS 3: two passes end the game"),
        ("MN 0", "MN 0: moves are numbered from 1"),
        ("AB a1 KO a1", "KO where no stone can be played: a1"),
        ("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1", "expected one of"),
        ("AB " + "x" * 500, "AB: no square"),
    ],
)
def test_a_text_that_is_no_position_is_refused(text: str, said: str) -> None:
    with pytest.raises(PositionError) as caught:
        CaptureGo().position(text)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 120


@given(st.text("AB AW PL KO MN a1b2,9 ", max_size=40))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    try:
        position = CaptureGo().position(text)
    except PositionError:
        return
    assert CaptureGo().position(position.text()) == position
