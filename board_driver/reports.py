"""What a session reports: all that happens to a game, as values. `t` is ms on the session's clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from board_driver.switches import SwitchFault
from engine.types import Colour, Outcome, Square


@dataclass(frozen=True, slots=True)
class Moved:
    """A move was decided; `ply` counts from 1. `rest`: when its last man came to rest."""

    t: int
    ply: int
    text: str
    rest: int


@dataclass(frozen=True, slots=True)
class Amended:
    """The move of a ply turned out to be another one. `rest`: when its last man came to rest."""

    t: int
    ply: int
    text: str
    rest: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last `plies` moves were taken back."""

    t: int
    plies: int


@dataclass(frozen=True, slots=True)
class Asked:
    """The players are asked which of the candidates was played at a ply.

    `promotion`: they differ only in what a man becomes, which no sensor can see.
    """

    t: int
    ply: int
    candidates: tuple[str, ...]
    promotion: bool = False


@dataclass(frozen=True, slots=True)
class WentAstray:
    """Nothing explains the board: men too many (+) or too few (-) a square."""

    t: int
    differences: tuple[tuple[Square, int], ...]


@dataclass(frozen=True, slots=True)
class Offered:
    """A side offers a draw."""

    t: int
    by: Colour


@dataclass(frozen=True, slots=True)
class Ended:
    """The game has ended; None: it goes on after all, its last move was taken back."""

    t: int
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class NewGame:
    """A new game has begun; `number` counts the games of this session from 1."""

    t: int
    number: int


@dataclass(frozen=True, slots=True)
class Turned:
    """The players say that the board lies the other way round."""

    t: int


@dataclass(frozen=True, slots=True)
class SwitchJudged:
    """A reed switch is not believed any more, for that reason, or is again."""

    t: int
    square: Square
    fault: SwitchFault


@dataclass(frozen=True, slots=True)
class Ply:
    """A decided move in the project's notation.

    `t`: when it was decided; `rest`: when its last man came to rest (ms on the board's clock).
    """

    text: str
    t: int
    rest: int


Report: TypeAlias = (
    Moved | Amended | TakenBack | Asked | WentAstray | Offered | Ended | NewGame | Turned | SwitchJudged
)
