"""The area count of ordinary Go: stones, areas, dead stones, komi."""

from __future__ import annotations

import pytest

from engine.capture_go import AreaScore
from engine.errors import PositionError
from engine.types import BoardShape, Outcome
from tests.engine.capture_go.diagrams import drawing, drawn, played

WALLS = """
..X.O
..X.O
..X.O
..X.O
..X.O
"""

DEAD = """
..XO.
O.XO.
..XO.
.OXOX
..XO.
"""

squares = BoardShape(5, 5).square


def test_an_area_is_its_only_neighbours() -> None:
    assert drawn(WALLS, target=0).score() == AreaScore(black=15, white=5, komi=0.0)


def test_an_empty_board_is_nobodys() -> None:
    assert drawn("..... " * 5, target=0).score() == AreaScore(0, 0, 0.0)


def test_dead_stones_are_taken_off_before_the_count() -> None:
    position = drawn(DEAD, target=0)
    assert position.score() == AreaScore(black=6, white=7, komi=0.0)
    assert position.score([squares("a4"), squares("b2"), squares("e2")]) == AreaScore(15, 10, 0.0)


def test_one_dead_stone_names_its_whole_group() -> None:
    position = drawn("..... XXXXX .OOO. ..... .....", target=0)
    assert position.score([squares("c3")]).margin == 25
    assert position.score([squares("b3"), squares("d3")]) == position.score([squares("c3")])


def test_a_dead_stone_must_be_there() -> None:
    with pytest.raises(PositionError, match="no stone on e5"):
        drawn(DEAD, target=0).score([squares("e5"), squares("a4")])


def test_counting_changes_nothing() -> None:
    position = drawn(DEAD, target=0)
    position.score([squares("a4")])
    assert drawing(position).split() == DEAD.split()


@pytest.mark.parametrize(
    ("komi", "outcome"),
    [
        (0.0, Outcome("0-1", "area count, by 10")),
        (9.5, Outcome("0-1", "area count, by 0.5")),
        (10.0, Outcome("1/2-1/2", "equal areas")),
        (12.0, Outcome("1-0", "area count, by 2")),
    ],
)
def test_two_passes_end_ordinary_go_by_the_count(komi: float, outcome: Outcome) -> None:
    position = drawn(WALLS, target=0, komi=komi)
    assert played(position, "pass").outcome() is None
    assert played(position, "pass", "pass").outcome() == outcome


def test_captures_don_t_count_in_ordinary_go() -> None:
    position = drawn(WALLS, target=0, more="CW 20")
    assert position.outcome() is None
    assert played(position, "pass", "pass").outcome() == Outcome("0-1", "area count, by 10")
