"""Counts of move sequences: from the rules text, and of positions with towers by the slow generator."""

from __future__ import annotations

import pytest

from engine.perft import divide, perft
from engine.tavreli import Tavreli


@pytest.mark.parametrize(("depth", "nodes"), [(0, 1), (1, 39), (2, 1_519), (3, 68_299)])
def test_start(depth: int, nodes: int) -> None:
    assert perft(Tavreli().start(), depth) == nodes


@pytest.mark.soak
def test_start_at_depth_4() -> None:
    assert perft(Tavreli().start(), 4) == 3_041_483


def test_start_with_double_step_over_own() -> None:
    assert perft(Tavreli(double_step_over_own=True).start(), 3) == 68_455


def test_divide_adds_up_to_perft() -> None:
    start = Tavreli().start()
    counts = dict(divide(start, 2))
    assert len(counts) == 39
    assert sum(counts.values()) == perft(start, 2) == 1_519
