"""Pages at any size: nothing over anything else, and all of it big enough to be touched."""

from __future__ import annotations

from itertools import combinations

import pytest

from display.inputs import Escape, Focus, Nav, Press, Touch, Typed
from display.page import Entry, Page
from display.page_pointer import key_on_page, press_on_page, wheel_on_page
from display.screen import Screen
from tests.display.pages import pages

SCREENS = {size: Screen(size) for size in ((320, 240), (480, 320), (480, 800), (1280, 720))}
PAGES = {name: page for name, page in pages().items() if isinstance(page, Page)}
LONG = Page("Many", tuple(Entry(f"entry {n}", f"Entry {n}") for n in range(100)), shown="entry 50")


@pytest.mark.parametrize("size", SCREENS, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", PAGES)
def test_nothing_lies_over_anything_else(name: str, size: tuple[int, int]) -> None:
    page, screen = PAGES[name], SCREENS[size]
    places = screen.page_layout(page)
    panel = screen.layout(page).panel
    rects = [places.title, *(place.rect for place in (places.back, *places.entries, *places.buttons))]
    rects += [place.rect for place in places.turns]
    rects += [rect for rect in (places.lines, places.field, places.rest) if rect.height > 0]
    for rect in rects:
        assert panel.contains(rect), (rect, panel)
    for one, other in combinations(rects, 2):
        assert not one.colliderect(other), (one, other)
    for place in places.touchable:
        assert min(place.rect.size) >= min(20, min(size) * 0.06)
    screen.draw(page)


@pytest.mark.parametrize("name", PAGES)
def test_the_focus_is_seen(name: str) -> None:
    page = PAGES[name]
    places = SCREENS[480, 320].page_layout(page)
    shown = [place.entry.key for place in (*places.entries, *places.buttons) if place.entry]
    assert not page.keys or page.focus in shown


def test_a_long_list_is_turned_by_its_arrows_from_end_to_end() -> None:
    screen = Screen((800, 480))
    seen: list[str] = []
    key = "entry 0"
    while True:
        page = Page(LONG.title, LONG.entries, shown=key)
        places = screen.page_layout(page)
        seen += [place.entry.key for place in places.entries if place.entry]
        up, down = places.turns
        assert press_on_page(None, screen.button_at(page, down.rect.center)) == [down.input]
        assert isinstance(up.input, Focus)
        assert isinstance(down.input, Focus)
        if down.input.key == key:
            break
        key = down.input.key
    assert seen == [entry.key for entry in LONG.entries]
    assert up.input.key != key


def test_what_mouse_and_keys_mean_on_a_page() -> None:
    assert press_on_page(12, None) == [Touch(12)]
    assert press_on_page(12, Press("back")) == [Press("back")]
    assert press_on_page(None, None) == []
    assert wheel_on_page(-2) == [Nav("down"), Nav("down")]
    assert wheel_on_page(1) == [Nav("up")]
    assert key_on_page("escape", "\x1b", writing=True) == [Escape()]
    assert key_on_page("return", "\r", writing=True) == [Nav("ok")]
    assert key_on_page("m", "m", writing=False) == [Press("menu")]
    assert key_on_page("m", "М", writing=True) == [Typed("М")]
    assert key_on_page("", "я", writing=True) == [Typed("я")]
    assert key_on_page("backspace", "\b", writing=True) == [Typed("\b")]
    assert key_on_page("backspace", "\b", writing=False) == [Nav("back")]
    assert key_on_page("t", "t", writing=False) == []
