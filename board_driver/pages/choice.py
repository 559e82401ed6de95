"""Two leaves that others are made of: a list of which one is to be chosen, and a question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from board_driver.pages.leaf import Facts, Leaf, Leave, Step
from display.page import Entry, Page
from display.scene import Line, Scene


@dataclass(frozen=True)
class Choice(Leaf):
    """One of several (key, text) pairs, `current` being what is set; `then` says what follows, on leaving."""

    title: str
    choices: tuple[tuple[str, str], ...]
    current: str
    then: Callable[[str], Iterable[Step]]
    lines: tuple[Line, ...] = ()
    columns: int = 1

    def show(self, facts: Facts) -> Page:
        """The list, with what is set ticked."""
        entries = tuple(Entry(key, text, ticked=key == self.current) for key, text in self.choices)
        return Page(self.title, entries, self.columns, lines=self.lines)

    def choose(self, key: str, facts: Facts) -> Iterable[Step]:
        """Leave with it."""
        return (Leave(), *self.then(key))


@dataclass(frozen=True)
class Ask(Leaf):
    """A question with its answers, (text, what follows) pairs; the focus is on `safe`, the harmless one."""

    title: str
    lines: tuple[Line, ...]
    answers: tuple[tuple[str, Sequence[Step]], ...]
    safe: int = 0
    board: Scene | None = None

    def show(self, facts: Facts) -> Page:
        """The question, and its answers one under the other."""
        entries = tuple(Entry(str(number), text) for number, (text, _) in enumerate(self.answers))
        return Page(self.title, entries, lines=self.lines, focus=str(self.safe), board=self.board)

    def choose(self, key: str, facts: Facts) -> Iterable[Step]:
        """Do as the answer says."""
        return self.answers[int(key)][1]
