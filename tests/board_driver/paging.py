"""Books of pages for tests: opened at a page, and looked at."""

from __future__ import annotations

from collections.abc import Callable

from board_driver.pages.actions import Action
from board_driver.pages.book import Book
from board_driver.pages.leaf import Facts
from display.inputs import Input, Press
from display.page import Page
from display.screen import Shown

Do = list[Action | Input]
Choose = Callable[[Book, Facts, str], Do]


def focused(shown: Shown) -> str:
    assert isinstance(shown, Page)
    return shown.focus


def choose_by_key(book: Book, given: Facts, key: str) -> Do:
    return book.handle(Press(key), given)


def opened(given: Facts, *keys: str, choose: Choose = choose_by_key) -> Book:
    """A book in which these have been chosen, from the menu on."""
    book = Book()
    assert book.handle(Press("menu"), given) == []
    for key in keys:
        assert choose(book, given, key) == []
    return book


def title(book: Book, given: Facts) -> str:
    page = book.show(given)
    assert isinstance(page, Page)
    return page.title
