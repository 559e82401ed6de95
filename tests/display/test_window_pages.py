"""Pages in a window: drawn only when they change, and pressed by mouse, finger, wheel and keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from display.inputs import Escape, Nav, Press, Touch, Typed
from display.page import Page
from display.screen import Screen
from display.window import Window, open_window
from tests.display.pages import pages
from tests.display.scenes import MIDDLE, scene
from tests.display.test_window import post

SIZE = (800, 480)
PAGES = pages()


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with open_window(SIZE, simulated=True) as opened:
        opened.show(scene(MIDDLE))
        opened.poll()
        yield opened


def place(name: str, key: str) -> tuple[int, int]:
    (found,) = (each for each in Screen(SIZE).places(PAGES[name]) if each.input == Press(key))
    return found.rect.center


def key(code: int, scancode: int, letters: str = "") -> None:
    post(pygame.KEYDOWN, key=code, scancode=scancode, unicode=letters, mod=0)


def test_an_unchanged_page_draws_nothing(window: Window) -> None:
    menu = PAGES["menu"]
    assert isinstance(menu, Page)
    window.show(menu)
    assert window.drawn == 2
    window.show(replace(menu))
    assert window.drawn == 2
    window.show(replace(menu, focus="settings"))
    assert window.drawn == 3


def test_a_page_is_pressed_by_mouse_and_by_finger(window: Window) -> None:
    window.show(PAGES["menu"])
    post(pygame.MOUSEBUTTONDOWN, pos=place("menu", "settings"), button=1, touch=False)
    post(pygame.MOUSEBUTTONUP, pos=place("menu", "settings"), button=1, touch=False)
    assert window.poll() == [Press("settings")]
    x, y = place("menu", "back")
    post(pygame.FINGERDOWN, x=x / SIZE[0], y=y / SIZE[1], touch_id=0, finger_id=0)
    assert window.poll() == [Press("back")]
    post(pygame.MOUSEBUTTONDOWN, pos=(790, 470), button=1, touch=False)
    post(pygame.MOUSEBUTTONDOWN, pos=place("menu", "settings"), button=3, touch=False)
    assert window.poll() == []


def test_the_board_beside_a_page_is_touched_and_its_men_stay(window: Window) -> None:
    window.show(PAGES["correct"])
    post(pygame.MOUSEBUTTONDOWN, pos=(40, 440), button=1, touch=False)
    assert window.poll() == [Touch(0)]
    post(pygame.MOUSEBUTTONUP, pos=(300, 300), button=1, touch=False)
    assert window.poll() == []


def test_wheel_and_keys_move_the_focus(window: Window) -> None:
    window.show(PAGES["menu"])
    post(pygame.MOUSEWHEEL, y=-1, x=0)
    key(pygame.K_UP, pygame.KSCAN_UP)
    key(pygame.K_RETURN, pygame.KSCAN_RETURN, "\r")
    key(pygame.K_ESCAPE, pygame.KSCAN_ESCAPE, "\x1b")
    assert window.poll() == [Nav("down"), Nav("up"), Nav("ok"), Escape()]


def test_letters_are_written_on_a_page_that_asks_for_them_only(window: Window) -> None:
    window.show(PAGES["menu"])
    key(pygame.K_t, pygame.KSCAN_T, "t")
    assert window.poll() == []
    window.show(PAGES["name"])
    key(pygame.K_t, pygame.KSCAN_T, "т")
    key(pygame.K_BACKSPACE, pygame.KSCAN_BACKSPACE, "\b")
    assert window.poll() == [Typed("т"), Typed("\b")]


def test_sounds_come_and_go_with_their_setting(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    window.set_volume(0.5)
    assert window.speaker
    window.show(scene(MIDDLE, moves=("e2-e4",)))
    window.show(scene(MIDDLE, moves=("e2-e4", "e7-e5")))
    assert window.speaker.played
    window.set_volume(0.0)
    assert window.speaker is None
