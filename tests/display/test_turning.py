import pygame
from hypothesis import given
from hypothesis import strategies as st

from display.turning import Turn, place_in_picture, turn_picture, turned_size

turns = st.sampled_from((0, 90, 180, 270))


@given(turns, st.integers(1, 9), st.integers(1, 9), st.data())
def test_every_pixel_is_found_where_it_is_shown(
    turn: Turn, width: int, height: int, data: st.DataObject
) -> None:
    picture = pygame.Surface((width, height), depth=32)
    for x in range(width):
        for y in range(height):
            picture.set_at((x, y), (20 * x, 20 * y, 0))
    shown = turn_picture(picture, turn)
    assert shown.get_size() == turned_size((width, height), turn)
    assert turned_size(shown.get_size(), turn) == (width, height)
    x = data.draw(st.integers(0, shown.get_width() - 1))
    y = data.draw(st.integers(0, shown.get_height() - 1))
    assert shown.get_at((x, y)) == picture.get_at(place_in_picture((x, y), (width, height), turn))


def test_a_quarter_is_clockwise() -> None:
    picture = pygame.Surface((3, 2), depth=32)
    picture.set_at((0, 0), (255, 0, 0))
    assert turn_picture(picture, 90).get_at((1, 0)) == pygame.Color(255, 0, 0)
    assert turn_picture(picture, 0) is picture
