"""What pages ask of the desk, as values. The desk does it, and knows why something can't be done now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from display.inputs import PowerOff
from firmware_bridge.frames import KeyName


@dataclass(frozen=True, slots=True)
class PressKey:
    """A key of the board is to count as pressed, and the players have said that they are sure.

    `by`: whose it is; None: the side to move.
    """

    key: KeyName
    by: Literal["w", "b"] | None = None


@dataclass(frozen=True, slots=True)
class StartGame:
    """A game is to begin: its name and options, its time control as text, and who plays ("": nobody said)."""

    name: str
    options: Mapping[str, object] = field(default_factory=dict, hash=False)
    clock: str = "none"
    white: str = ""
    black: str = ""


@dataclass(frozen=True, slots=True)
class Correct:
    """Another move was played at a decided ply (1 is the first)."""

    ply: int
    text: str


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game of the archive is to be looked through."""

    id: int


@dataclass(frozen=True, slots=True)
class GoOn:
    """A game of the archive is to be played on after so many plies.

    At its end, if it has no result, it is the same game; else a new one that begins with its first plies.
    """

    id: int
    plies: int


@dataclass(frozen=True, slots=True)
class ChangeSetting:
    """A key of the configuration, dotted as in `board.side`, is to have another value from now on."""

    key: str
    value: str | int | float | bool


@dataclass(frozen=True, slots=True)
class Adjourn:
    """The game at hand is to be left as it stands, to be played on some other time."""


Action: TypeAlias = PressKey | StartGame | Correct | OpenGame | GoOn | ChangeSetting | Adjourn | PowerOff
