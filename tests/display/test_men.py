from itertools import combinations

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from display.men import Men
from display.palette import MEN as COLOURS
from display.signs import SIGNS, draw_sign
from engine.types import Colour, Man
from tests.display.golden import difference
from tests.display.scenes import man

KINDS = ["K", "Q", "R", "B", "N", "H", "PR", "PN", "PB", "PQ", "PH", "+R", "+N", "+B", "+Q", "+H"]
MEN = {square: Men(square) for square in (37, 57)}


def on_slate(picture: pygame.Surface) -> pygame.Surface:
    ground = pygame.Surface(picture.get_size(), depth=32)
    ground.fill((150, 160, 170))
    ground.blit(picture, (0, 0))
    return ground


def pixels_apart(one: pygame.Surface, other: pygame.Surface) -> float:
    apart = difference(on_slate(one), on_slate(other))
    return apart.strong_share * one.get_width() * one.get_height()


@pytest.mark.parametrize("square", MEN)
def test_every_kind_of_man_has_a_look_of_its_own(square: int) -> None:
    for one, other in combinations([*KINDS, *(kind.lower() for kind in KINDS)], 2):
        apart = pixels_apart(MEN[square].tower((man(one),)), MEN[square].tower((man(other),)))
        assert apart > 12, f"{one} and {other} look alike"


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(Colour), min_size=2, max_size=31), st.data())
def test_one_sees_whose_men_are_below_even_in_the_highest_tower(
    owners: list[Colour], data: st.DataObject
) -> None:
    level = data.draw(st.integers(0, len(owners) - 2))
    changed = [owner.other if place == level else owner for place, owner in enumerate(owners)]
    one, other = (
        MEN[57].tower(tuple(Man(owner, "R") for owner in tower))
        for tower in ([*owners[:-1], Colour.WHITE], [*changed[:-1], Colour.WHITE])
    )
    assert difference(on_slate(one), on_slate(other)).mean > 0.1


@pytest.mark.parametrize("square", MEN)
@pytest.mark.parametrize("height", [1, 2, 3, 4, 6, 9, 16, 31])
def test_a_tower_stays_on_its_square_and_its_top_sign_stays_large(height: int, square: int) -> None:
    picture = MEN[square].tower((man("pr"),) * (height - 1) + (man("Q"),))
    assert picture.get_size() == (square, square)
    solid = pygame.mask.from_surface(picture, threshold=200).get_bounding_rects()[0]
    assert solid.top >= 1
    assert solid.bottom <= square - 1
    assert solid.width > 0.6 * square


def test_a_picture_is_drawn_once() -> None:
    men = Men(57)
    assert men.tower((man("PR"), man("Q"))) is men.tower((man("PN"), man("Q")))
    assert men.tower((man("pr"), man("Q"))) is not men.tower((man("PN"), man("Q")))


def test_men_of_other_games_are_plain() -> None:
    draughtsman = MEN[57].tower((Man(Colour.BLACK, "M"),))
    assert pixels_apart(draughtsman, MEN[57].tower((man("k"),))) > 50


@pytest.mark.parametrize("square", [37, 57])
def test_every_man_of_chess_has_a_look_of_its_own(square: int) -> None:
    men = Men(square, "chess")
    looks = [men.tower((Man(colour, kind),)) for colour in Colour for kind in "KQRBNP"]
    for one, other in combinations(looks, 2):
        assert pixels_apart(one, other) > 12


@pytest.mark.parametrize("square", [37, 57])
def test_a_king_of_draughts_is_two_men_with_a_crown(square: int) -> None:
    men = Men(square, "draughts")
    man, crown = Man(Colour.BLACK, "M"), Man(Colour.BLACK, "C")
    assert pixels_apart(men.tower((man,)), men.tower((man, crown))) > 12
    assert pixels_apart(men.tower((man, man)), men.tower((man, crown))) > 12


@pytest.mark.parametrize("square", [15, 37])
def test_stones_are_as_wide_as_their_points(square: int) -> None:
    for colour in Colour:
        ink = Men(square, "capture-go").tower((Man(colour, "S"),)).get_bounding_rect()
        assert min(ink.size) >= round(0.88 * square)


def test_the_signs_of_the_side_across_are_upside_down() -> None:
    usual, facing = MEN[57], Men(57, across=Colour.BLACK)
    for text in ("R", "PQ", "+H"):
        assert pixels_apart(usual.tower((man(text),)), facing.tower((man(text),))) == 0
        assert pixels_apart(usual.tower((man(text.lower()),)), facing.tower((man(text.lower()),))) > 0
    upright, turned = (pygame.Surface((61, 61), depth=32) for _ in range(2))
    for picture, reach in ((upright, 25), (turned, -25)):
        picture.fill((255, 255, 255))
        draw_sign(picture, SIGNS["tavreli"]["N"], (30, 30), reach, COLOURS[Colour.WHITE])
    assert difference(pygame.transform.rotate(upright, 180), turned).strong_share < 0.03
    assert difference(upright, turned).strong_share > 0.05
