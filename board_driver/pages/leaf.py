"""What a page is to the others: a leaf of a book that shows something, and says what a choice leads to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar, Protocol, TypeAlias

from board_driver.config import Config
from board_driver.pages.actions import Action
from board_driver.session import Session
from board_driver.stored import GameRow
from display.language import ENGLISH, Language
from display.page import Page
from display.palette import RGB
from display.scene import Scene
from engine.phrase import Phrase
from engine.types import BoardShape, Square
from firmware_bridge.frames import SensorFrame


@dataclass(frozen=True, slots=True)
class Facts:
    """All that pages may know of the moment.

    `session` with its `revision`, so that equal Facts mean that pages are unchanged, but for those that are
    live; `scene`: what is shown of the game in play. `fixed`: the shape of a real board; None: it is
    simulated, and may become another one. `link`: what it hangs on; `away`: why it is not there.
    `frame`: what the sensors said last. `games`: the archive as it was when the first page was opened, the
    oldest game first. `players`: the names of White and Black in the game at hand, `clock` its time control
    as text.
    """

    session: Session
    revision: int
    scene: Scene = field(compare=False)
    config: Config
    language: Language = ENGLISH
    fixed: BoardShape | None = None
    link: str = ""
    away: Phrase | None = None
    frame: SensorFrame | None = field(default=None, compare=False)
    games: tuple[GameRow, ...] = ()
    players: tuple[str, str] = ("", "")
    clock: str = "none"


@dataclass(frozen=True, slots=True)
class Open:
    """Another leaf is opened over this one."""

    leaf: Leaf


@dataclass(frozen=True, slots=True)
class Become:
    """The leaf in front turns into another one, which keeps its focus."""

    leaf: Leaf


@dataclass(frozen=True, slots=True)
class Leave:
    """The leaf in front is left for the one behind it, or for play."""


@dataclass(frozen=True, slots=True)
class Close:
    """All leaves are left for play."""


Step: TypeAlias = Open | Become | Leave | Close | Action


class Leaf(Protocol):
    """One page. Leaves are values; what is done on one makes another of it.

    `live`: it shows what the sensors say at this moment.
    """

    live: ClassVar[bool] = False

    def show(self, facts: Facts) -> Page:
        """What is seen; the book puts the focus in."""
        ...

    def choose(self, key: str, facts: Facts) -> Iterable[Step]:
        """What follows when something that can be chosen on it is."""
        ...

    def touch(self, square: Square, facts: Facts) -> Iterable[Step]:
        """What follows when a square of its board is touched."""
        return ()

    def write(self, text: str, facts: Facts) -> Iterable[Step]:
        """What follows when letters are typed."""
        return ()

    def lights(self, squares: int, t: int) -> tuple[RGB, ...] | None:
        """The lights that it wants instead of the game's, at its time `t` (ms); None: the game's."""
        return None
