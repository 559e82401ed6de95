"""Counts of move sequences, against `tests/perft/chess.txt`."""

from __future__ import annotations

import pytest

from engine.chess import Chess
from engine.perft import divide, perft
from tests.engine.suites import assert_count, read_suite

GAME = Chess(chess960=True)
QUICK = 250_000
"""Counts higher than this one are for `make soak`."""
COUNTS = read_suite("chess")


@pytest.mark.parametrize(("fen", "depth", "nodes"), [case for case in COUNTS if case[2] <= QUICK])
def test_suite(fen: str, depth: int, nodes: int) -> None:
    assert_count(GAME.position(fen), depth, nodes)


@pytest.mark.soak
@pytest.mark.parametrize(("fen", "depth", "nodes"), [case for case in COUNTS if case[2] > QUICK])
def test_suite_deep(fen: str, depth: int, nodes: int) -> None:
    assert_count(GAME.position(fen), depth, nodes)


def test_start_by_the_rules_of_ordinary_chess() -> None:
    assert perft(Chess().start(), 3) == 8_902


def test_a_wrong_count_shows_the_moves() -> None:
    with pytest.raises(AssertionError, match="Kg1 1"):
        assert_count(GAME.position("k7/8/8/8/8/8/8/7K w - - 0 1"), 1, 4)


def test_divide_adds_up_to_perft() -> None:
    start = Chess().start()
    below = dict(divide(start, 3))
    assert below["e4"] == 600
    assert sum(below.values()) == perft(start, 3) == 8_902
