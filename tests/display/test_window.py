import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from display.inputs import Answer, Escape, Press, PutMen, Quit, TakeMen, Touch
from display.leds import lights
from display.page import Entry, Page
from display.screen import Screen
from display.turning import Turn
from display.window import Window, open_window
from tests.conftest import LIMIT_S
from tests.display.golden import difference
from tests.display.scenes import MIDDLE, SCENES, at, scene

SIZE = (800, 480)
SHOWN = scene(MIDDLE)


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    """A simulated board in SDL's own unseen window; tests/system has a real one."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with open_window(SIZE, simulated=True) as opened:
        opened.show(SHOWN)
        opened.poll()
        yield opened


def place(name: str) -> tuple[int, int]:
    return Screen(SIZE).layout(SHOWN).square_rect(at(name)).center


def post(kind: int, **fields: object) -> None:
    pygame.event.post(pygame.event.Event(kind, fields))


def mouse(kind: int, name: str, button: int = 1) -> None:
    post(kind, pos=place(name), button=button, touch=False)


def content() -> pygame.Surface:
    surface = pygame.display.get_surface()
    assert surface is not None
    return surface.copy()


def test_an_unchanged_scene_draws_nothing(window: Window) -> None:
    assert window.drawn == 1
    window.show(replace(SHOWN))
    assert window.drawn == 1
    window.show(SHOWN, lights(SHOWN))
    window.show(SHOWN, lights(SHOWN))
    assert window.drawn == 2
    window.show(replace(SHOWN, title="Black to move"), lights(SHOWN))
    assert window.drawn == 3


def test_the_window_shows_what_the_screen_draws(window: Window) -> None:
    assert difference(content(), Screen(SIZE).draw(SHOWN)).mean == 0


def test_the_mouse_takes_and_puts_and_the_men_follow_it(window: Window) -> None:
    mouse(pygame.MOUSEBUTTONDOWN, "c4")
    assert window.poll() == [TakeMen(at("c4"))]
    window.set_held(SHOWN.stacks[at("c4")])
    mouse(pygame.MOUSEMOTION, "a6")
    window.poll()
    held = content()
    held.blit(Screen(SIZE).draw(SHOWN), (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    held.set_colorkey((0, 0, 0))
    assert held.get_bounding_rect().collidepoint(place("a6"))
    mouse(pygame.MOUSEBUTTONUP, "a6")
    assert window.poll() == [PutMen(at("a6"))]
    window.set_held(())
    assert difference(content(), Screen(SIZE).draw(SHOWN)).mean == 0
    assert window.drawn == 1


def test_the_chosen_number_is_seen(window: Window) -> None:
    mouse(pygame.MOUSEMOTION, "c4")
    assert window.poll() == [Touch(at("c4"))]
    post(pygame.MOUSEWHEEL, x=0, y=-2)
    assert window.poll() == []
    assert difference(content(), Screen(SIZE).draw(SHOWN)).mean > 0
    mouse(pygame.MOUSEBUTTONDOWN, "c4")
    assert window.poll() == [TakeMen(at("c4"), 2)]


def test_fingers_do_what_the_mouse_does_and_only_once(window: Window) -> None:
    x, y = place("c4")
    post(pygame.FINGERDOWN, x=(x + 0.5) / SIZE[0], y=(y + 0.5) / SIZE[1], touch_id=1, finger_id=1)
    post(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1, touch=True)
    assert window.poll() == [TakeMen(at("c4"))]
    x, y = place("b5")
    post(pygame.FINGERUP, x=(x + 0.5) / SIZE[0], y=(y + 0.5) / SIZE[1], touch_id=1, finger_id=1)
    assert window.poll() == [PutMen(at("b5"))]


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_turned_picture_is_touched_where_it_is_shown(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    picture = Screen(SIZE).draw(SHOWN)
    with open_window(SIZE, simulated=True, turn=turn) as window:
        window.show(SHOWN)
        assert difference(content(), pygame.transform.rotate(picture, -turn)).mean == 0
        width, height = content().get_size()

        def shown(name: str) -> tuple[int, int]:
            column, row = place(name)
            places = {90: (width - 1 - row, column), 180: (width - 1 - column, height - 1 - row)}
            return places.get(turn, (row, height - 1 - column))

        x, y = shown("c4")
        post(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1, touch=False)
        post(pygame.MOUSEBUTTONUP, pos=(x, y), button=1, touch=False)
        post(pygame.FINGERDOWN, x=(x + 0.5) / width, y=(y + 0.5) / height, touch_id=1, finger_id=1)
        assert window.poll() == [TakeMen(at("c4")), PutMen(at("c4"))]
        window.set_held(SHOWN.stacks[at("c4")])
        post(pygame.MOUSEMOTION, pos=shown("a6"), touch=False)
        window.poll()
        held = content()
        held.blit(pygame.transform.rotate(picture, -turn), (0, 0), special_flags=pygame.BLEND_RGB_SUB)
        held.set_colorkey((0, 0, 0))
        assert held.get_bounding_rect().collidepoint(shown("a6"))


@pytest.mark.parametrize(
    ("scancode", "wanted"),
    [
        (pygame.KSCAN_T, Press("takeback")),
        (pygame.KSCAN_C, Press("confirm")),
        (pygame.KSCAN_ESCAPE, Escape()),
    ],
)
def test_keys(window: Window, scancode: int, wanted: Press | Escape) -> None:
    post(pygame.KEYDOWN, key=0, scancode=scancode, mod=0, unicode="")
    assert window.poll() == [wanted]


def test_on_a_full_screen_the_arrow_is_seen_when_a_mouse_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with open_window(SIZE, full_screen=True) as window:
        window.show(SHOWN)
        seen = [pygame.mouse.get_visible()]
        for kind in (pygame.MOUSEMOTION, pygame.FINGERDOWN, pygame.MOUSEBUTTONDOWN):
            post(kind, pos=(9, 9), x=0.1, y=0.1, button=1, touch=False)
            window.poll()
            seen.append(pygame.mouse.get_visible())
    assert seen == [False, True, False, True]


def test_in_a_window_the_arrow_is_always_seen(window: Window) -> None:
    post(pygame.FINGERDOWN, x=0.1, y=0.1)
    window.poll()
    assert pygame.mouse.get_visible()


def test_two_keys_at_once_lead_out_of_a_page_and_out_of_the_program(window: Window) -> None:
    window.show(Page("Menu", (Entry("new", "New game"),)))
    for _ in range(2):
        post(pygame.KEYDOWN, key=0, scancode=pygame.KSCAN_ESCAPE, mod=0, unicode="")
    assert window.poll() == [Escape(), Escape()], "the first may close the page, which the window can't know"


def test_closing_the_window_quits_and_leaving_it_hides_the_tower(window: Window) -> None:
    mouse(pygame.MOUSEMOTION, "c4")
    post(pygame.WINDOWLEAVE)
    post(pygame.QUIT)
    assert window.poll() == [Touch(at("c4")), Touch(None), Quit()]


def test_a_question_is_answered_by_its_button(window: Window) -> None:
    asked = SCENES["question"]
    window.show(asked)
    button = Screen(SIZE).layout(asked).buttons(asked)[4]
    post(pygame.MOUSEBUTTONDOWN, pos=button.rect.center, button=1, touch=False)
    assert window.poll() == [button.input] == [Answer("c4(2)xd5")]


def test_other_buttons_of_the_mouse_do_nothing(window: Window) -> None:
    for button in (2, 4, 5):
        mouse(pygame.MOUSEBUTTONDOWN, "c4", button)
    assert window.poll() == []


@pytest.mark.parametrize("drivers", ["x11", "x11,offscreen"])
def test_no_display_is_an_error_with_its_remedy(drivers: str) -> None:
    program = (
        "from display.window import open_window; from engine.errors import DisplayError\n"
        "try: open_window()\n"
        "except DisplayError as error: print(error, error.exit_code)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "SDL_VIDEODRIVER": drivers, "DISPLAY": ":no-display"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
        timeout=LIMIT_S,
    )
    assert done.stdout.startswith("no window can be opened (")
    assert done.stdout.endswith(
        "start with --headless, or from a desktop, or join the groups video and render 3\n"
    )
    assert done.stdout.count("\n") == 1
