"""Position texts: there and back, and each rule that a text can break."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import PositionError
from engine.tavreli import Tavreli
from engine.tavreli.text import START
from tests.engine.positions import playout, set_up

GAME = Tavreli()
BARE = "4k3/8/8/8/8/8/8/4K3"


def test_start() -> None:
    assert GAME.start().text() == START


def test_towers_promoted_men_and_rights() -> None:
    text = "r3k2(rN)/1pn6/8/3(BpqNpr)4/8/5(PHb)2/PR7/R3K2+h w Qkq a:b - 17"
    assert GAME.position(text).text() == text


def test_what_a_man_of_a_text_is() -> None:
    position = GAME.position("3+Rk3/8/8/8/8/8/6(nph)1/4K3 b - - - 1")
    top, tower = position.stacks[59][0], position.stacks[14]
    assert (top.kind, top.sign, top.turned, top.text) == ("R", "R", True, "+R")
    assert [(man.kind, man.sign, man.colour.letter) for man in tower] == [("N", "", "b"), ("P", "H", "b")]


@given(st.integers(0, 10**9))
def test_round_trip_of_set_ups_and_of_games(seed: int) -> None:
    rng = random.Random(seed)
    for position in playout(GAME, set_up(GAME, rng), rng, 3):
        again = GAME.position(position.text())
        assert again.text() == position.text()
        assert again == position
        assert hash(again) == hash(position)
        assert again.stacks == position.stacks


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("", "0 fields"),
        (f"{BARE} w - - -", "5 fields"),
        (f"{BARE} x - - - 1", "turn 'x'"),
        (f"{BARE} w - - - 0", "move number '0'"),
        (f"{BARE} w - - - one", "move number 'one'"),
        ("4k3/8/8/8/8/8/4K3 w - - - 1", "8 ranks"),
        ("4k3/8/8/8/8/8/9/4K3 w - - - 1", "rank 2: '9', which is no man"),
        ("4k3/8/8/8/8/8/7/4K3 w - - - 1", "rank 2: 7 squares, not 8"),
        ("4k3/8/8/8/8/8/44/4K3 w - - - 1", "rank 2: two digits side by side"),
        ("4k3/8/8/8/8/8/7x/4K3 w - - - 1", "rank 2: 'x', which is no man"),
        ("4k3/8/8/8/8/8/7P/4K3 w - - - 1", "rank 2: a warrior P without what it promotes to"),
        ("4k3/8/8/8/8/8/7Pr/4K3 w - - - 1", "rank 2: a warrior P without what it promotes to"),
        ("4k3/8/8/8/8/8/7(R)/4K3 w - - - 1", "rank 2: a tower of fewer than two men"),
        ("4k3/8/8/8/8/8/7(RR/4K3 w - - - 1", "rank 2: a tower without its )"),
        ("4k3/8/8/8/8/8/7R)/4K3 w - - - 1", "rank 2: a misplaced )"),
        ("4k3/8/8/8/8/8/6((RR)R)/4K3 w - - - 1", "rank 2: a misplaced ("),
        ("4k3/8/8/8/8/8/6(R1R)/4K3 w - - - 1", "rank 2: a misplaced 1"),
        ("4k3/8/8/8/8/8/8/4K2K w - - - 1", "White has 2 men K, the set has 1"),
        ("8/8/8/8/8/8/8/4K3 w - - - 1", "Black has no magus"),
        ("4k3/8/8/8/8/8/8/3QKQ2 w - - - 1", "White has 2 men Q, the set has 1"),
        ("4k3/phph6/8/8/8/8/8/4K3 w - - - 1", "Black has 2 men ph, the set has 1"),
        ("3+Hk3/8/8/8/4PH3/8/8/4K3 w - - - 1", "White has 2 men PH, the set has 1"),
        ("4k3/8/8/8/8/8/8/4(KR)3 w - - - 1", "e1: a magus stands only on top"),
        ("4k3/8/8/8/8/8/8/4K2(+RN) w - - - 1", "h1: a promoted man stands only on top, +R is covered"),
        ("3PRk3/8/8/8/8/8/8/4K3 b - - - 1", "d8: the warrior PR on its last rank is +R"),
        ("4k3/8/8/8/8/8/8/3(Bpn)K3 w - - - 1", "d1: the warrior pn on its last rank is +n"),
        ("4k3/8/8/8/8/8/8/K3R3 w - - - 1", "Black is in check from e1"),
        (f"{BARE} w KX - - 1", "castling 'KX'"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w QK - - 1", "castling 'QK'"),
        ("4k3/8/8/8/8/8/8/3K3R w K - - 1", "castling K: no magus that never moved on e1"),
        ("4k3/8/8/8/8/8/8/4K2(NR) w K - - 1", "castling K: no champion that never moved on h1"),
        ("4k3/8/8/8/8/8/4PH3/4K3 w - e - 1", "double steps 'e'"),
        ("4k3/8/8/8/8/8/4PH3/4K3 w - -:- - 1", "double steps '-:-'"),
        ("4k3/8/8/8/8/8/3PQPH3/4K3 w - ed:- - 1", "double steps 'ed:-'"),
        ("4k3/8/8/8/8/8/4PQ3/4K3 w - e:- - 1", "double steps: PH, the warrior of file e, is not the lowest"),
        ("4k3/8/8/8/8/8/4(NPH)3/4K3 w - e:- - 1", "is not the lowest man on e2"),
        (f"{BARE} w - - e5 1", "en passant 'e5'"),
        (f"{BARE} w - - e3 1", "en passant 'e3'"),
        (f"{BARE} b - - e3 1", "en passant e3: no PH on e4"),
        ("4k3/8/8/8/4PQ3/8/8/4K3 b - - e3 1", "en passant e3: no PH on e4"),
        ("4k3/8/8/8/4(nPH)3/8/8/4K3 b - - e3 1", "en passant e3: no PH on e4"),
        ("4k3/8/8/8/4PH3/4N3/8/4K3 b - - e3 1", "en passant e3: e3 must be empty"),
        ("4k3/8/8/8/4PH3/8/4N3/4K3 b - - e3 1", "en passant e3: e2 must be empty"),
    ],
)
def test_refusal_names_the_rule(text: str, rule: str) -> None:
    with pytest.raises(PositionError) as caught:
        GAME.position(text)
    assert rule in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.integers(0, 10**9), st.data())
def test_a_damaged_text_is_refused_or_read_as_it_stands(seed: int, data: st.DataObject) -> None:
    text = set_up(GAME, random.Random(seed)).text()
    place = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:place] + data.draw(st.text("KkPpRr+()18/- wbhe:", max_size=2)) + text[place + 1 :]
    try:
        position = GAME.position(damaged)
    except PositionError:
        return
    assert position.text() == " ".join(damaged.split())
