"""A name, written with letters on the screen or with a keyboard, or chosen among those known."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from board_driver.pages.leaf import Become, Facts, Leaf, Leave, Open, Step
from board_driver.seating import players
from display.page import Entry, Page

LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ-.'"
CYRILLIC = "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ-."
ALPHABETS = {"latin": LATIN, "cyrillic": CYRILLIC}
COLUMNS = 10
MOST_LETTERS = 40
MOST_KNOWN = 60
"""So many names are offered, those of the latest games first."""
SEPARATORS = " -.'"


@dataclass(frozen=True)
class Writing(Leaf):
    """Letters to choose from, and what is written so far."""

    title: str
    text: str
    then: Callable[[str], Iterable[Step]]
    alphabet: str = "latin"

    def show(self, facts: Facts) -> Page:
        """The text in its field, and the letters."""
        _ = facts.language.gettext
        entries = tuple(Entry(f"letter {letter}", self._cased(letter)) for letter in ALPHABETS[self.alphabet])
        buttons = (
            Entry("alphabet", "АБВ" if self.alphabet == "latin" else "ABC"),
            Entry("space", _("Space")),
            Entry("delete", _("Delete"), enabled=bool(self.text)),
            Entry("done", _("Done"), main=True),
        )
        return Page(self.title, entries, COLUMNS, buttons, field=self.text)

    def choose(self, key: str, facts: Facts) -> Iterable[Step]:
        """One letter more or less, other letters, or all is written."""
        match key:
            case "alphabet":
                other = "cyrillic" if self.alphabet == "latin" else "latin"
                return (Become(replace(self, alphabet=other)),)
            case "space":
                return self.write(" ", facts)
            case "delete":
                return self.write("\b", facts)
            case "done":
                return (Leave(), *self.then(" ".join(self.text.split())))
            case _:
                return self.write(self._cased(key[-1]), facts)

    def write(self, text: str, facts: Facts) -> Iterable[Step]:
        """Take letters of a keyboard, a backspace for one less."""
        written = self.text[:-1] if text == "\b" else self.text + text
        return (Become(replace(self, text=written[:MOST_LETTERS])),)

    def _cased(self, letter: str) -> str:
        """Words begin with a capital."""
        begins = not self.text or self.text[-1] in SEPARATORS
        return letter if begins else letter.lower()


@dataclass(frozen=True)
class Naming(Leaf):
    """Who plays: nobody is named, one of those who have played here, or a name to be written."""

    title: str
    current: str
    then: Callable[[str], Iterable[Step]]

    def show(self, facts: Facts) -> Page:
        """The names that are known, those of the latest games first."""
        _ = facts.language.gettext
        names = tuple(Entry(f"name {name}", name, ticked=name == self.current) for name in known_names(facts))
        ways = (Entry("write", _("Another name…")), Entry("nobody", _("No name"), ticked=not self.current))
        return Page(self.title, (*ways, *names), columns=2)

    def choose(self, key: str, facts: Facts) -> Iterable[Step]:
        """Leave with the name, or write one."""
        match key:
            case "write":
                return (Open(Writing(self.title, "", lambda name: (Leave(), *self.then(name)))),)
            case "nobody":
                return (Leave(), *self.then(""))
            case _:
                return (Leave(), *self.then(key.removeprefix("name ")))


def known_names(facts: Facts) -> tuple[str, ...]:
    """Who has played the games of the archive, those of the latest games first."""
    names = (name for row in reversed(facts.games) for name in players(row.tags))
    return tuple(name for name in dict.fromkeys(names) if name)[:MOST_KNOWN]
