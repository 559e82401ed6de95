"""Keeps the journal up to date with what the sessions of a run have decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from board_driver.clock import clock_to_json
from board_driver.journal import Journal
from board_driver.reports import Ply
from board_driver.session import Session
from board_driver.stored import Moment, StoredGame
from engine.errors import JournalError
from engine.game import Game, Position

ADJOURNED, ABANDONED = "adjourned", "abandoned"
"""Why a game has no result: it is to go on another day; another one was begun."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All of a game that has to be durable, as it stands at one moment.

    `key`: the same for the same game, in one run of the program. `ways`: the moves after the decided ones, in
    each way the game may have gone. `clock`: all that is known of the clock, as JSON values. `tags`: those of
    this game, such as the players' names.
    """

    key: tuple[int, int]
    game: Game
    start: Position
    plies: tuple[Ply, ...] = ()
    ways: tuple[tuple[str, ...], ...] = ()
    result: str = "*"
    reason: str = ""
    clock: object = None
    tags: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, session: Session, serial: int = 0, tags: tuple[tuple[str, str], ...] = ()) -> Snapshot:
        """What a session has decided; `serial` tells the sessions of a run apart, `tags` say who plays."""
        return cls(
            key=(serial, session.number),
            game=session.game,
            start=session.start,
            plies=session.plies,
            ways=session.open_lines(),
            result=session.result,
            reason=session.outcome.reason if session.outcome else "",
            clock=clock_to_json(session.clock),
            tags=tags,
        )

    @property
    def is_empty(self) -> bool:
        """True for a game in which nothing has happened yet: it is not kept."""
        return not (self.plies or self.ways or self.reason) and self.result == "*"

    def candidates(self) -> tuple[tuple[str, ...], ...]:
        """For each ply after the decided ones, the moves it may have been."""
        longest = max(map(len, self.ways), default=0)
        return tuple(
            tuple(dict.fromkeys(way[ply] for way in self.ways if len(way) > ply)) for ply in range(longest)
        )


class Recorder:
    """Writes snapshots to a journal; a game begins there with its first move.

    A game that is left without a result is entered as abandoned, so that nobody is asked about it again.
    `tags` are those of the first game of this run, `origin` (see `Journal.begin_game`) that of all. With
    `keeps` false nothing is written.
    """

    def __init__(self, tags: Mapping[str, str], origin: str = "board", *, keeps: bool = True) -> None:
        self._tags = tags
        self._origin = origin
        self._keeps = keeps
        self._kept: Snapshot | None = None
        self._unkept: list[tuple[Snapshot, Moment]] = []
        self.game_id: int | None = None

    def take_up(self, stored: StoredGame, snapshot: Snapshot) -> None:
        """Go on with a stored game, which is now that of the snapshot."""
        self._kept, self.game_id = snapshot, stored.id

    def wait(self, snapshot: Snapshot, moment: Moment) -> None:
        """Take a snapshot in, to be written by `write`; `moment` is now."""
        if self._keeps:
            self._unkept.append((snapshot, moment))

    def write(self, journal: Journal) -> None:
        """Make all that waits durable, in order, each in a transaction; JournalError if that can't be done.

        What could not be written waits for the next call.
        """
        while self._unkept:
            self._write(journal, *self._unkept[0])
            del self._unkept[0]

    def compare(self, journal: Journal) -> None:
        """The archive has been mended: what it has lost of the game at hand is written again."""
        if (kept := self._kept) is None or self.game_id is None:
            return
        self._kept = Snapshot(kept.key, kept.game, kept.start)
        try:
            journal.game(self.game_id)
        except JournalError:
            self._kept = None
        self._unkept.insert(0, (kept, Moment()))

    def _write(self, journal: Journal, now: Snapshot, moment: Moment) -> None:
        kept = self._kept
        if kept and kept.key != now.key:
            if self.game_id is not None and (kept.result, kept.reason) == ("*", ""):
                journal.set_result(self.game_id, "*", ABANDONED)
            kept = self._kept = None
        if kept == now or (kept is None and now.is_empty):
            return
        if kept is None:
            start = None if now.start == now.game.start() else now.start.text()
            tags = {**self._tags, **dict(now.tags)}
            self.game_id = journal.begin_game(
                now.game.name, now.game.options, start, tags, moment, origin=self._origin
            )
            kept = self._kept = Snapshot(now.key, now.game, now.start)
            self._tags = {}
        assert self.game_id is not None
        same = _same(kept.plies, now.plies)
        journal.set_moves(
            self.game_id,
            same + 1,
            [(ply.text, ply.t) for ply in now.plies[same:]],
            result=now.result,
            reason=now.reason,
            open_plies=now.candidates(),
            ways=now.ways,
            clock=now.clock,
        )
        self._kept = now


def _same(before: tuple[Ply, ...], after: tuple[Ply, ...]) -> int:
    """How many plies from the first on are the same."""
    for ply, (old, new) in enumerate(zip(before, after, strict=False)):
        if old != new:
            return ply
    return min(len(before), len(after))
