"""Counts of move sequences from the start, and against the slow rules from positions with kings."""

from __future__ import annotations

import pytest

from engine.draughts import Position
from engine.perft import divide, perft
from tests.engine.draughts import slow_rules
from tests.engine.draughts.positions import GAME
from tests.engine.draughts.test_differential import men_of

START = list(enumerate((7, 49, 302, 1_469, 7_482, 37_986, 190_146), 1))
"""The counts of ../shared/rules/other-games.md."""


@pytest.mark.parametrize(("depth", "nodes"), START)
def test_start(depth: int, nodes: int) -> None:
    assert perft(GAME.start(), depth) == nodes


@pytest.mark.parametrize(
    "text", ["W:WKa1,Kc1,c3,e5:BKh8,b6,d6,g7", "B:Wb2,d2,f2,h4:Ba3,c3,Kg7,e7", GAME.start().text()]
)
def test_by_the_slow_rules(text: str) -> None:
    position = GAME.position(text)
    assert perft(position, 4) == slow_perft(men_of(position), position.turn.letter, 4)


def slow_perft(men: slow_rules.Men, side: str, depth: int) -> int:
    moves = slow_rules.legal_moves(men, side)
    if depth == 1:
        return len(moves)
    other = "b" if side == "w" else "w"
    return sum(slow_perft(slow_rules.after(men, move), other, depth - 1) for move in moves)


def test_divide_adds_up_to_perft() -> None:
    below = dict(divide(GAME.start(), 4))
    assert len(below) == 7
    assert sum(below.values()) == 1_469


def test_successors_are_the_positions_after_the_moves() -> None:
    position = GAME.position("W:WKa1,Kc1,c3,e5:BKh8,b6,d6,g7")
    played: list[Position] = [position.after(move) for move in position.legal_moves()]
    assert list(position.successors()) == played
