"""What the archive holds, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment as the computer knows it: `when` is None while its clock has not been set.

    `boot` names the time from one start of the computer to the next, `uptime_s` counts the seconds in it.
    """

    when: datetime | None = None
    boot: str | None = None
    uptime_s: float | None = None


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game in the list: `plies` moves were played, `began` is None where no clock was set."""

    id: int
    game: str
    tags: Mapping[str, str]
    began: datetime | None
    plies: int
    result: str
    reason: str


@dataclass(frozen=True, slots=True)
class StoredMove:
    """A move as text, and when it was decided: ms on the board's clock."""

    text: str
    t_ms: int


@dataclass(frozen=True, slots=True)
class StoredGame:
    """One game as it stands.

    `open`: the candidates of each ply after the last that is still asked about; `ways`: the moves after the
    last in each way the game may have gone. `clock`: what the clock needs to go on, as JSON values. `origin`:
    as in `Journal.begin_game`.
    """

    id: int
    game: str
    options: Mapping[str, object]
    start: str | None
    tags: Mapping[str, str]
    began: datetime | None
    moves: tuple[StoredMove, ...]
    result: str
    reason: str
    open: tuple[tuple[str, ...], ...]
    ways: tuple[tuple[str, ...], ...] = ()
    clock: object = None
    origin: str = "board"


@dataclass(frozen=True, slots=True)
class Former:
    """What once was in a record and is no more.

    `kind`: `takeback` (the ply went), `amendment` (another move took its place) or `result`. `text` is what
    was there, `at` the computer's time in UTC.
    """

    at: str
    ply: int
    kind: str
    text: str
