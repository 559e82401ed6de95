"""The engine against the slow rules: names of the legal moves, positions after them, and their number."""

from __future__ import annotations

import random

import pytest

from engine.tavreli import Position, Tavreli
from tests.engine import slow_rules
from tests.engine.positions import playout, set_up

GAMES = {False: Tavreli(), True: Tavreli(double_step_over_own=True)}


def assert_same_moves(position: Position, over_own: bool) -> None:
    """Fail unless both programs see the same moves leading to the same positions."""
    expected = slow_rules.legal_moves(position.text(), over_own)
    found = {move.name: position.after(move).text() for move in position.legal_moves()}
    where = position.text()
    assert found.keys() == expected.keys(), where
    assert found == expected, where
    assert len(position.legal_moves()) == len(expected), where
    assert position.count_moves() == len(expected), where


@pytest.mark.parametrize("seed", range(12))
def test_random_games(seed: int) -> None:
    rng = random.Random(seed)
    over_own = seed % 3 == 2
    game = GAMES[over_own]
    for position in playout(game, game.start(), rng, 90):
        assert_same_moves(position, over_own)


@pytest.mark.parametrize("seed", range(12))
def test_random_set_ups(seed: int) -> None:
    rng = random.Random(seed)
    over_own = seed % 3 == 2
    for _ in range(30):
        for position in playout(GAMES[over_own], set_up(GAMES[over_own], rng), rng, 4):
            assert_same_moves(position, over_own)
