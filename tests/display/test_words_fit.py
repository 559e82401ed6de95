"""Every word of every scene and page, in every language and size: whole, in its place, translated."""

from __future__ import annotations

import re
from dataclasses import replace

import pygame
import pytest

from display.language import find_language, language_codes
from display.layout import Size
from display.palette import BACKGROUND, RGB
from display.scene import Scene
from display.screen import Screen
from display.text import ELLIPSIS, Type
from tests.display.golden import difference, shown_in
from tests.display.texts import all_texts

SIZES: tuple[Size, ...] = ((480, 320), (800, 480), (1280, 720), (480, 800))
LATIN_WORD = re.compile(r"\b[A-Z]?[a-z]{3,}\b")
NAMES = {
    "USB",
    "dev",
    "ttyACM",
    "tavreli",
    "board",
    "English",
    "reed",
    "corners",
    "weight",
    "sim",
    "simulated",
    "Anna",
    "Boris",
    "Wera",
}
"""What is Latin in any language: names, what is typed, and what a board says of its firmware."""


class Watched(Type):
    """Type that remembers what it has drawn, and in which boxes it had to cut."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn: set[str] = set()

    def render(self, text: str, size: int, colour: RGB, bold: bool = False) -> pygame.Surface:
        self.drawn.add(text)
        return super().render(text, size, colour, bold)


def end_so(code: str) -> set[str]:
    """The texts that end in an ellipsis of their own: those marked so, and the move before Black's first."""
    say = find_language(code).gettext
    return {ELLIPSIS, *(say(text.one) for text in all_texts() if text.one.endswith(ELLIPSIS))}


def watched(size: Size) -> tuple[Screen, Watched]:
    words = Watched()
    return Screen(size, words), words


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("code", language_codes())
def test_every_word_is_whole_and_in_its_language(code: str, size: Size) -> None:
    screen, words = watched(size)
    cut, foreign, own = {}, {}, end_so(code)
    for name, shown in shown_in(code).items():
        words.drawn.clear()
        screen.draw(shown)
        cut[name] = {text for text in words.drawn if text.endswith(ELLIPSIS)} - own
        if code != "en":
            foreign[name] = {
                word for text in words.drawn for word in LATIN_WORD.findall(text) if word not in NAMES
            }
    assert {name: texts for name, texts in cut.items() if texts} == {}
    assert {name: texts for name, texts in foreign.items() if texts} == {}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("code", language_codes())
def test_no_word_leaves_the_panel(code: str, size: Size) -> None:
    screen = Screen(size)
    for name, shown in shown_in(code).items():
        if not isinstance(shown, Scene):
            continue
        spoken = screen.draw(shown)
        silent = screen.draw(replace(shown, title="", lines=(), tower=None, moves=(), candidates=()))
        for picture in (spoken, silent):
            picture.fill(BACKGROUND, screen.layout(shown).panel)
        assert difference(spoken, silent).mean == 0, f"{name} speaks outside its panel"


def test_the_watch_sees_what_is_cut_and_what_is_foreign() -> None:
    screen, words = watched((480, 320))
    scene = next(shown for shown in shown_in("ru").values() if isinstance(shown, Scene))
    screen.draw(replace(scene, title="An untranslated title that is much too long for its place " * 3))
    assert any(text.endswith(ELLIPSIS) for text in words.drawn)
    assert any("untranslated" in text for text in words.drawn)
