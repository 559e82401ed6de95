"""The clocks on the screen: their words, and how seldom the screen is made anew for them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from board_driver.clock_faces import clock_faces, left_text
from board_driver.config import ScreenTable
from board_driver.front import Front
from display.inputs import Press
from display.scene import ClockFace, Mood, Scene
from display.screen import Screen
from engine.clock import Left, parse_time_control
from engine.types import Colour
from firmware_bridge.frames import KeyPress
from tests.board_driver.driving import Driver

FRAME_MS = 33


@pytest.mark.parametrize(
    ("left", "text"),
    [
        (Left(5_400_000), "1:30:00"),
        (Left(3_599_999), "59:59"),
        (Left(303_000), "5:03"),
        (Left(10_000), "0:10"),
        (Left(9_999), "9.9"),
        (Left(99), "0.0"),
        (Left(0), "0.0"),
        (Left(60_000, 3), "1:00"),
        (Left(9_999, 3), "0:09"),
        (Left(25_000, 2, in_period=True), "0:25 ×3"),
        (Left(9_300, 0, in_period=True), "9.3 ×1"),
        (Left(0, 0, in_period=True), "0.0"),
    ],
)
def test_what_a_side_has_left_in_words(left: Left, text: str) -> None:
    assert left_text(left) == text


def timed(text: str, game: str = "tavreli") -> tuple[Driver, Front]:
    board = Driver(game_name=game, kit="reed+weight" if game == "tavreli" else "reed")
    board.session.set_clock(parse_time_control(text))
    return board, Front(ScreenTable())


def test_the_clock_of_the_side_to_move_runs() -> None:
    board, _ = timed("5+3")
    board.play("e2-e4")
    assert clock_faces(board.session, board.t) == (
        ClockFace(Colour.WHITE, "5:06"),
        ClockFace(Colour.BLACK, "5:02", runs=True),
    )


def test_black_has_the_first_clock_in_go() -> None:
    board, _ = timed("0.2", "capture-go")
    board.press("clock")
    board.wait(3000)
    assert clock_faces(board.session, board.t) == (
        ClockFace(Colour.WHITE, "0:12"),
        ClockFace(Colour.BLACK, "9.0", runs=True, low=True),
    )
    board.wait(10_000)
    assert clock_faces(board.session, board.t)[1] == ClockFace(Colour.BLACK, "0.0", low=True)


def test_a_game_without_a_clock_has_none() -> None:
    board = Driver()
    assert clock_faces(board.session, board.t) == ()


def looked_at(board: Driver, front: Front, ms: int) -> Iterator[tuple[bool, Scene]]:
    """What is shown in the next time, looked at 30 times a second, and whether all of it was made anew."""
    for t in range(board.t, board.t + ms, FRAME_MS):
        anew = front.refresh(board.session, None, t)
        assert front.scene
        yield anew, front.scene


@pytest.mark.parametrize(("text", "a_second"), [("5", 1), ("0.1", 10)])
def test_a_scene_is_only_drawn_when_its_clocks_say_something_else(text: str, a_second: int) -> None:
    board, front = timed(text)
    board.play("e2-e4")
    shown = list(looked_at(board, front, 3000))
    scenes = [scene for _, scene in shown]
    assert len(set(scenes)) in {3 * a_second, 3 * a_second + 1}
    assert sum(one is not other for one, other in pairwise(scenes)) == len(set(scenes)) - 1
    assert [anew for anew, _ in shown] == [True] + [False] * (len(shown) - 1), "lights are sent only once"


def test_a_paused_clock_is_spoken_of_and_draws_nothing() -> None:
    board, front = timed("5")
    board.play("e2-e4")
    board.press("clock")
    scenes = [scene for _, scene in looked_at(board, front, 3000)]
    assert len(set(scenes)) == 1
    assert [(line.text, line.mood) for line in scenes[0].lines] == [
        ("The clock is paused; touch it to go on", Mood.ASK)
    ]
    assert not any(face.runs for face in scenes[0].clocks)
    board.press("clock")
    front.refresh(board.session, None, board.t)
    assert front.scene
    assert not front.scene.lines


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (480, 800)])
def test_a_touch_on_the_clocks_is_its_button(size: tuple[int, int]) -> None:
    board, front = timed("5")
    front.refresh(board.session, None, board.t)
    assert front.scene
    screen = Screen(size)
    place = screen.layout(front.scene).clocks
    assert screen.layout(front.scene).panel.contains(place)
    assert screen.button_at(front.scene, place.center) == Press("clock")
    assert not any(place.colliderect(each.rect) for each in screen.layout(front.scene).buttons(front.scene))
    assert front.press(board.session, "clock", board.t) == KeyPress(board.t, "clock")
    without = Driver()
    bare = Front(ScreenTable())
    bare.refresh(without.session, None, without.t)
    assert bare.scene
    assert screen.button_at(bare.scene, place.center) is None
