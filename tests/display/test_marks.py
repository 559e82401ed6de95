from collections.abc import Callable
from functools import partial
from itertools import combinations

import pygame
import pytest

from display.marks import BADGES, GROUNDS, Marks
from display.palette import DARK_SQUARE, LIGHT_SQUARE, MARKS, RGB
from display.scene import Mark
from display.smooth import smooth
from display.text import Type
from tests.display.golden import difference

SQUARE = 57


def on_slate(picture: pygame.Surface) -> pygame.Surface:
    ground = pygame.Surface((SQUARE, SQUARE), depth=32)
    ground.fill(LIGHT_SQUARE)
    ground.blit(picture, (0, 0))
    return ground


def _draw_in(colour: RGB, draw: Callable[[pygame.Surface, RGB], None], big: pygame.Surface) -> None:
    draw(big, colour)


def test_every_mark_has_a_shape_and_a_colour() -> None:
    assert set(GROUNDS) == set(MARKS) == set(Mark)


def test_marks_differ_by_shape_with_all_colours_gone() -> None:
    grey = (60, 60, 60)
    shapes = {
        mark: on_slate(smooth((SQUARE, SQUARE), partial(_draw_in, grey, draw)))
        for mark, draw in GROUNDS.items()
    }
    signs = {mark: BADGES.get(mark, mark.value if mark is Mark.TURN else "") for mark in Mark}
    for one, other in combinations(Mark, 2):
        apart = difference(shapes[one], shapes[other]).strong_share
        assert apart > 0.05 or signs[one] != signs[other], f"{one} and {other} have one shape"


@pytest.mark.parametrize("mark", Mark)
def test_every_mark_is_seen_on_both_kinds_of_squares(mark: Mark) -> None:
    marks = Marks(SQUARE, Type())
    for colour in (LIGHT_SQUARE, DARK_SQUARE):
        plain = pygame.Surface((SQUARE, SQUARE), depth=32)
        plain.fill(colour)
        marked = plain.copy()
        marked.blit(marks.ground(mark), (0, 0))
        if (badge := marks.badge(mark)) is not None:
            marked.blit(badge, (0, 0))
        assert difference(plain, marked).mean > 3


@pytest.mark.parametrize("men", [2, 9, 10, 31])
def test_the_number_of_men_fits_beside_the_tower(men: int) -> None:
    badge = Marks(SQUARE, Type()).height(men)
    assert badge.get_width() <= SQUARE * 0.6
    assert badge.get_height() <= SQUARE * 0.38
