"""Position texts: FEN out, all that is read, and what is said of a faulty one."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import PositionError
from tests.engine.draughts.positions import GAME, playout, set_up

START = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8:H0:F1"


def test_start() -> None:
    assert GAME.start().text() == START


@pytest.mark.parametrize(
    "text",
    [
        "W:W21-32:B1-12",
        "w:w21-32:b1-12:h0:f1.",
        " W : B1-12 : W21-32 .",
        '[FEN "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"]',
        "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:B1-12.:F1",
    ],
)
def test_spellings_of_the_start(text: str) -> None:
    assert GAME.position(text) == GAME.start()


def test_kings_clock_and_number() -> None:
    text = "B:WKa1,c3:BKd8,h8:H7:F31"
    position = GAME.position("B:WK29,c3:BKD8,4:H7:F31")
    assert position.text() == text
    assert position.number == 31
    assert len(position.stacks[GAME.shape.square("d8")]) == 2


def test_a_side_without_men() -> None:
    assert GAME.position("B:WKa1:B:H0:F9").text() == "B:WKa1:B:H0:F9"


@given(st.integers(0, 10**9))
def test_texts_are_read_back(seed: int) -> None:
    rng = random.Random(seed)
    for position in playout(set_up(rng) if seed % 2 else GAME.start(), rng, 30):
        again = GAME.position(position.text())
        assert again.text() == position.text()
        assert again == position
        assert again.legal_moves() == position.legal_moves()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not a position"),
        ("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w", "not a position; write it like W:Wc3,Kd4:Bb6"),
        ("W:Wc3", "not a position"),
        ("W:Wc3:We3", "not a position"),
        ("X:Wc3:Bb6", "not a position"),
        ("W:Wc3:Bb6:F0", "not a position"),
        ("W:Wc3:Bb6:H0:F1:W", "not a position"),
        ("W:Wc3,:Bb6", "not a man"),
        ("W:Wc3;d4:Bb6", "c3;d4: not a man; write it like c3, or a king like Kd4"),
        ("W:Wc4:Bb6", "there is no dark square c4"),
        ("W:Wz9:Bb6", "there is no dark square z9"),
        ("W:W33:Bb6", "there is no dark square 33"),
        ("W:W0:Bb6", "there is no dark square 0"),
        (f"W:W{'3' * 5000}:Bb6", f"there is no dark square {'3' * 29}…"),
        ("W:W32-21:Bb6", "32-21: a range goes up"),
        ("W:Wc3,22:Bb6", "c3 is occupied twice"),
        ("W:Wc3:Bb6,Kc3", "c3 is occupied twice"),
        ("W:Wd8:Bb6", "White's man on d8 is a king, write Kd8"),
        ("W:Wc3:Ba1", "Black's man on a1 is a king, write Ka1"),
        ("W:W20-32:B1-12", "White has 13 men, and a set has 12"),
    ],
)
def test_refusals(text: str, why: str) -> None:
    with pytest.raises(PositionError) as caught:
        GAME.position(text)
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text("WBKHF:,.-ac12345678 \n", max_size=40))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    for written in (text, f"W:W{text}:B{text[::-1]}"):
        try:
            position = GAME.position(written)
        except PositionError:
            continue
        assert GAME.position(position.text()) == position
