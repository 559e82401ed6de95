"""What people do at the screen, as values; the daemon decides what each means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.types import Man, Square


@dataclass(frozen=True, slots=True)
class TakeMen:
    """On the simulated board: take the top `count` men of a square into the hand (0: the whole tower)."""

    square: Square
    count: int = 0


@dataclass(frozen=True, slots=True)
class PutMen:
    """On the simulated board: set the men in the hand down on top of a square; None: beside the board."""

    square: Square | None


@dataclass(frozen=True, slots=True)
class BringMan:
    """On the simulated board: take a man from beside it into the hand, or set it on a square at once."""

    man: Man
    square: Square | None = None


@dataclass(frozen=True, slots=True)
class Touch:
    """A square was touched to see its tower; None: no more."""

    square: Square | None


@dataclass(frozen=True, slots=True)
class Answer:
    """A candidate of the open question was chosen, by its text; `none`: none of these."""

    text: str


@dataclass(frozen=True, slots=True)
class Press:
    """A button of the screen, by the names that sensor logs use: `takeback`, `new`, `draw`, `resign`, ...

    What can be chosen on a page has keys of its own; `menu` opens one. `by`: whose button it is, if it is
    one side's own.
    """

    key: str
    by: Literal["w", "b"] | None = None


@dataclass(frozen=True, slots=True)
class Nav:
    """One of the four buttons beside a screen, or a key that stands for it.

    `up` and `down` move the focus, `ok` presses what it is on, `back` leaves a page.
    """

    step: Literal["up", "down", "ok", "back"]


@dataclass(frozen=True, slots=True)
class Escape:
    """Away from here: from a page, else from the focus in play, else from the program.

    Where that leads is not for the window to say: of two that come at once the first may close a page.
    """


@dataclass(frozen=True, slots=True)
class Focus:
    """The focus is to be on what has this key, and the part of a list that it is in is to be shown."""

    key: str


@dataclass(frozen=True, slots=True)
class Typed:
    """Letters of a keyboard, on a page that asks for some; a backspace takes the last one away."""

    text: str


@dataclass(frozen=True, slots=True)
class Quit:
    """The window was closed."""


@dataclass(frozen=True, slots=True)
class PowerOff:
    """The computer is to be switched off, once all is kept."""


Input: TypeAlias = (
    TakeMen | PutMen | BringMan | Touch | Answer | Press | Nav | Escape | Focus | Typed | Quit | PowerOff
)
