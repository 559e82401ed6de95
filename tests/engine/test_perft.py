"""Counts of move sequences, against `tests/perft/tavreli.txt`."""

from __future__ import annotations

import pytest

from engine.perft import divide, perft
from engine.tavreli import Position, Tavreli
from tests.engine import slow_rules
from tests.engine.suites import assert_count, read_suite

COUNTS = read_suite("tavreli")


def slow_perft(text: str, depth: int) -> int:
    moves = slow_rules.legal_moves(text)
    return len(moves) if depth == 1 else sum(slow_perft(after, depth - 1) for after in moves.values())


@pytest.mark.parametrize(("text", "depth", "nodes"), COUNTS)
def test_suite(text: str, depth: int, nodes: int) -> None:
    assert_count(Tavreli().position(text), depth, nodes)


@pytest.mark.soak
@pytest.mark.parametrize(("text", "depth", "nodes"), [case for case in COUNTS if case[2] < 50_000])
def test_suite_by_the_slow_rules(text: str, depth: int, nodes: int) -> None:
    assert slow_perft(text, depth) == nodes


@pytest.mark.soak
def test_start_at_depth_4() -> None:
    assert perft(Tavreli().start(), 4) == 3_041_483


def test_start_with_double_step_over_own() -> None:
    assert perft(Tavreli(double_step_over_own=True).start(), 3) == 68_455


def test_depth_0_is_the_position_itself() -> None:
    assert perft(Tavreli().start(), 0) == 1


def test_divide_adds_up_to_perft() -> None:
    start = Tavreli().start()
    below = dict(divide(start, 2))
    assert len(below) == 39
    assert sum(below.values()) == perft(start, 2) == 1_519


def test_successors_are_the_positions_after_the_moves() -> None:
    for text, depth, _ in COUNTS:
        position = Tavreli().position(text)
        if depth == 1:
            played: list[Position] = [position.after(move) for move in position.legal_moves()]
            assert list(position.successors()) == played
