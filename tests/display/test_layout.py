from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from display.inputs import Answer, Press
from display.layout import Layout, make_layout
from display.scene import Button
from engine.types import BoardShape
from tests.display.scenes import KEYS, answers, scene

sizes = st.sampled_from(
    [(320, 240), (480, 320), (640, 480), (800, 480), (1024, 600), (1024, 768), (1280, 720), (2560, 1440)]
)
turned = sizes.map(lambda size: size[::-1])
shapes = st.builds(BoardShape, st.integers(5, 19), st.integers(5, 19))
layouts = st.builds(make_layout, sizes | turned, shapes, flipped=st.booleans())


@given(layouts, st.data())
def test_every_point_of_a_square_finds_that_square(layout: Layout, data: st.DataObject) -> None:
    square = data.draw(st.integers(0, len(layout.shape) - 1))
    place = layout.square_rect(square)
    x = data.draw(st.integers(place.left, place.right - 1))
    y = data.draw(st.integers(place.top, place.bottom - 1))
    assert layout.square_at((x, y)) == square


@given(layouts, st.integers(-50, 2600), st.integers(-50, 2600))
def test_a_point_beside_the_board_finds_no_square(layout: Layout, x: int, y: int) -> None:
    inside = layout.board.collidepoint(x, y)
    assert (layout.square_at((x, y)) is not None) == inside


@given(layouts)
def test_board_and_panel_are_on_the_screen_and_apart(layout: Layout) -> None:
    screen = Rect((0, 0), layout.size)
    assert screen.contains(layout.board)
    assert screen.contains(layout.panel)
    assert not layout.board.colliderect(layout.panel)
    assert layout.board.width == layout.square * layout.shape.files
    assert min(layout.panel.size) >= 75


def test_the_side_that_sits_at_the_bottom() -> None:
    white, black = (make_layout((800, 480), BoardShape(), flipped=flipped) for flipped in (False, True))
    bottom_left = (white.board.left + 1, white.board.bottom - 2)
    assert white.square_at(bottom_left) == BoardShape().square("a1")
    assert black.square_at(bottom_left) == BoardShape().square("h8")


@given(layouts, st.integers(0, 40), st.integers(0, 8))
def test_buttons_are_in_the_panel_apart_and_can_be_hit(layout: Layout, answers: int, keys: int) -> None:
    shown = scene(
        candidates=tuple(Button(f"e2-e{n}", f"e2-e{n}") for n in range(answers)),
        buttons=tuple(Button(f"key{n}", f"key {n}") for n in range(keys)),
    )
    places = layout.buttons(shown)
    assert len(places) == keys + answers + bool(answers)
    assert all(layout.panel.contains(place.rect) and min(place.rect.size) > 0 for place in places)
    for one, other in combinations(places, 2):
        assert not one.rect.colliderect(other.rect)


def test_buttons_mean_what_stands_on_them() -> None:
    shown = scene(candidates=answers("c4xd5", "e4xd5"), buttons=KEYS)
    places = make_layout((800, 480), BoardShape()).buttons(shown)
    assert [place.input for place in places] == [
        Press("menu"),
        Press("takeback"),
        Press("draw"),
        Press("resign"),
        Answer("c4xd5"),
        Answer("e4xd5"),
        Answer("none"),
    ]
    assert all(place.rect.height >= 34 for place in places), "a finger must hit them"
