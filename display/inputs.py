"""What people do at the screen, as values; the daemon decides what each means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

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
    """A button of the screen, by the names that sensor logs use: `takeback`, `new`, `draw`, `resign`, ..."""

    key: str


@dataclass(frozen=True, slots=True)
class Quit:
    """The window was closed."""


Input: TypeAlias = TakeMen | PutMen | BringMan | Touch | Answer | Press | Quit
