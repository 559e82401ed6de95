"""The pages around the game: every one can be reached and left by touch, mouse, keyboard and four buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_driver.pages.actions import (
    OpenGame,
)
from board_driver.pages.book import Book
from board_driver.pages.leaf import Facts
from display.inputs import Answer, Escape, Focus, Input, Nav, Press, Quit, Touch, Typed
from display.page import Page
from display.page_pointer import key_on_page, press_on_page
from display.scene import Button, Line, Mood, Scene
from display.screen import Screen, Shown
from tests.board_driver.paging import Do, choose_by_key, focused, opened, title
from tests.display.pages import archived, facts

SIZE = (480, 320)


def choose_by_touch(book: Book, given: Facts, key: str) -> Do:
    """Turn the list to where the key is, and touch the middle of it."""
    screen = Screen(SIZE)
    for arrow in (1,) * 50 + (0,) * 50:
        page = book.show(given)
        assert isinstance(page, Page)
        places = screen.page_layout(page)
        for place in places.touchable:
            if place.input == Press(key):
                meant = screen.button_at(page, place.rect.center)
                (pressed,) = press_on_page(screen.square_at(page, place.rect.center), meant)
                return book.handle(pressed, given)
        (turn,) = press_on_page(None, places.turns[arrow].input)
        assert book.handle(turn, given) == []
    raise AssertionError(f"{key} can't be seen")


def choose_by_buttons(book: Book, given: Facts, key: str) -> Do:
    """Move the focus down until it is there, and press ok."""
    for _ in range(200):
        if focused(book.show(given)) == key:
            return book.handle(Nav("ok"), given)
        assert book.handle(Nav("down"), given) == []
    raise AssertionError(f"the focus never comes to {key}")


def choose_by_keyboard(book: Book, given: Facts, key: str) -> Do:
    for _ in range(200):
        shown = book.show(given)
        writing = isinstance(shown, Page) and shown.field is not None
        name = "return" if focused(shown) == key else "up"
        done = [done for each in key_on_page(name, "", writing=writing) for done in book.handle(each, given)]
        if name == "return":
            return done
    raise AssertionError(f"the focus never comes to {key}")


WAYS = {
    "keys": choose_by_key,
    "touch": choose_by_touch,
    "buttons": choose_by_buttons,
    "keyboard": choose_by_keyboard,
}
PATHS = (
    ("new", "game"),
    ("new", "clock"),
    ("new", "white", "write", "letter C"),
    ("archive", "by game"),
    ("archive", "by result"),
    ("archive", "by player"),
    ("correct", "ply 3", "move c2-c3"),
    ("resign",),
    ("adjourn",),
    ("settings", "lights.brightness"),
    ("trouble", "walking"),
    ("off", "1"),
)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("path", PATHS, ids="-".join)
def test_every_page_is_reached_and_left_by_every_kind_of_input(path: Sequence[str], way: str) -> None:
    given = facts()
    book = opened(given, *path, choose=WAYS[way])
    seen = [title(opened(given, *path[:depth]), given) for depth in range(len(path) + 1)]
    assert title(book, given) == seen[-1]
    back: dict[str, Input] = {"touch": Press("back"), "keys": Press("back")}
    for _ in range(len(path) + 2):
        assert book.handle(back.get(way, Nav("back")), given) == []
    assert not book.is_open
    assert book.show(given) is given.scene


def test_no_two_pages_of_these_paths_are_the_same() -> None:
    given = facts()
    pages = [opened(given, *path).show(given) for path in PATHS]
    assert len(set(pages)) == len(PATHS)


def inputs(shown: Shown) -> st.SearchStrategy[Input]:
    """What somebody may do at this moment, sensible or not."""
    keys = [*shown.keys, "back"] if isinstance(shown, Page) else [b.key for b in shown.buttons]
    return st.one_of(
        st.sampled_from([*map(Press, keys), *map(Press, keys), Press("menu"), Press("look"), Press("junk")]),
        st.sampled_from([Nav("up"), Nav("down"), Nav("ok"), Nav("back")]),
        st.builds(Touch, st.one_of(st.none(), st.integers(0, 63))),
        st.builds(Focus, st.sampled_from([*keys, "junk"])),
        st.builds(Typed, st.sampled_from(["a", "Б", " ", "\b", "long text"])),
        st.builds(Answer, st.sampled_from(["none", "junk"])),
    )


GIVEN = {game: facts(game) for game in ("tavreli", "chess", "draughts")}


@settings(max_examples=30, deadline=None)
@given(data=st.data(), game=st.sampled_from(list(GIVEN)))
def test_whatever_is_done_nothing_breaks_and_back_leads_to_play(data: st.DataObject, game: str) -> None:
    given, book = GIVEN[game], Book()
    deepest = 0
    for _ in range(data.draw(st.integers(1, 25))):
        shown = book.show(given)
        for done in book.handle(data.draw(inputs(shown)), given):
            if isinstance(done, OpenGame):
                book.open(archived(done.id))
        deepest += 1
    while book.is_open and deepest >= 0:
        book.handle(Nav("back"), given)
        deepest -= 1
    assert not book.is_open
    assert isinstance(book.show(given), Scene)


def test_the_focus_goes_round_over_what_can_be_chosen_only() -> None:
    given = facts()
    book = opened(given)
    seen = []
    for _ in range(11):
        seen.append(focused(book.show(given)))
        book.handle(Nav("down"), given)
    page = book.show(given)
    assert isinstance(page, Page)
    assert seen == [*page.keys, "new"]
    assert "claim" not in seen
    assert {entry.key for entry in page.entries if not entry.enabled} == {"claim"}
    assert Press("claim") not in [place.input for place in Screen(SIZE).page_layout(page).touchable]


def test_the_buttons_of_the_board_mean_the_game_while_a_page_is_open() -> None:
    given = facts()
    book = opened(given, "settings")
    for each in (Press("clock", "w"), Press("confirm"), Press("resign", "b")):
        assert book.handle(each, given) == [each]
    assert title(book, given) == "Settings"


def test_the_focus_is_where_it_was_on_coming_back() -> None:
    given = facts()
    book = opened(given, "settings", choose=choose_by_buttons)
    book.handle(Nav("back"), given)
    assert focused(book.show(given)) == "settings"


def test_nothing_is_made_anew_when_nothing_has_changed() -> None:
    given = facts()
    book = opened(given, "correct")
    assert book.show(given) is book.show(replace(given))
    before = book.show(given)
    book.handle(Nav("up"), given)
    assert book.show(given) is not before


@pytest.mark.parametrize(
    ("moods", "alert"),
    [
        ((), None),
        ((Mood.PLAIN, Mood.GOOD), None),
        ((Mood.ASK,), Mood.ASK),
        ((Mood.ASK, Mood.WARN), Mood.WARN),
    ],
)
def test_a_page_shows_that_the_game_calls(moods: Sequence[Mood], alert: Mood | None) -> None:
    given = facts()
    lines = tuple(Line(mood.value, mood) for mood in moods)
    page = opened(given).show(replace(given, scene=replace(given.scene, lines=lines)))
    assert isinstance(page, Page)
    assert page.alert is alert


# In play


def test_four_buttons_press_what_the_screen_of_play_has() -> None:
    given = facts()
    book = Book()
    first, second = given.scene.buttons[:2]
    assert book.handle(Nav("down"), given) == []
    shown = book.show(given)
    assert isinstance(shown, Scene)
    assert shown.focus == Press(first.key)
    book.handle(Nav("down"), given)
    assert book.handle(Nav("ok"), given) == [Press(second.key)]
    book.handle(Nav("back"), given)
    assert book.show(given) is given.scene
    book.handle(Nav("ok"), given)
    assert title(book, given) == "Menu"


def test_a_question_is_answered_by_the_four_buttons() -> None:
    given = facts()
    given = replace(
        given, scene=replace(given.scene, candidates=(Button("e2-e4", "e2-e4"), Button("e2-e3", "e2-e3")))
    )
    book = Book()
    for step in ("down", "down"):
        book.handle(Nav(step), given)
    assert book.handle(Nav("ok"), given) == [Answer("e2-e3")]


def test_escape_leaves_a_page_then_the_focus_then_the_program() -> None:
    given, book = facts(), Book()
    book.handle(Press("menu"), given)
    assert book.is_open
    assert book.handle(Escape(), given) == []
    assert not book.is_open
    book.handle(Nav("down"), given)
    assert book.handle(Escape(), given) == []
    assert book.handle(Escape(), given) == [Quit()]
    book.handle(Nav("down"), given)
    gone = replace(given, scene=replace(given.scene, buttons=()))
    assert book.handle(Escape(), gone) == [Quit()], "there is no focus to be seen"


def test_inputs_that_mean_the_board_go_on_to_it() -> None:
    given, book = facts(), Book()
    for each in (Touch(3), Press("takeback"), Answer("none"), Quit()):
        assert book.handle(each, given) == [each]
    book = opened(given)
    assert book.handle(Quit(), given) == [Quit()]
    assert book.handle(Answer("none"), given) == []
