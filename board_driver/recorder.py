"""Keeps the journal up to date with a session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from board_driver.journal import Journal
from board_driver.reports import Ply
from board_driver.session import Session


class Recorder:
    """Writes what a session has decided to the journal; a game begins there with its first move."""

    def __init__(self, journal: Journal, tags: Mapping[str, str], now: Callable[[], datetime]) -> None:
        self._journal = journal
        self._tags = tags
        self._now = now
        self._number = 0
        self._kept: tuple[tuple[Ply, ...], str, tuple[tuple[str, ...], ...]] = ((), "*", ())
        self.game_id: int | None = None

    def keep(self, session: Session) -> None:
        """Make durable what is new, in one transaction; JournalError if that can't be done.

        What could not be kept is tried again by the next call.
        """
        if self._number != session.number:
            self._number, self.game_id, self._kept = session.number, None, ((), "*", ())
        now = (session.plies, session.result, _candidates(session))
        if now == self._kept:
            return
        if self.game_id is None:
            start = None if session.start == session.game.start() else session.start.text()
            self.game_id = self._journal.begin_game(
                session.game.name, session.game.options, start, self._tags, self._now()
            )
        before = self._kept[0]
        same = next(
            (ply for ply, (old, new) in enumerate(zip(before, session.plies, strict=False)) if old != new),
            min(len(before), len(session.plies)),
        )
        self._journal.set_moves(
            self.game_id,
            same + 1,
            [(ply.text, ply.t) for ply in session.plies[same:]],
            result=session.result,
            reason=session.outcome.reason if session.outcome else "",
            open_plies=now[2],
        )
        self._kept = now


def _candidates(session: Session) -> tuple[tuple[str, ...], ...]:
    """For each ply after the decided ones, the moves it may have been."""
    lines = session.open_lines()
    longest = max(map(len, lines), default=0)
    return tuple(
        tuple(dict.fromkeys(line[ply] for line in lines if len(line) > ply)) for ply in range(longest)
    )
