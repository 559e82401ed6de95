"""A recorder as tests use it: what a session has decided, written at once."""

from __future__ import annotations

from datetime import UTC, datetime

from board_driver.journal import Journal
from board_driver.recorder import Recorder, Snapshot
from board_driver.session import Session
from board_driver.stored import Moment

NOON = datetime(2024, 5, 4, 12, 0, tzinfo=UTC)


class Keeping(Recorder):
    """A recorder of games in Moscow, at noon."""

    def __init__(self, journal: Journal) -> None:
        super().__init__({"Site": "Moscow"})
        self.journal = journal

    def keep(self, session: Session) -> None:
        """Make durable what is new."""
        self.wait(Snapshot.of(session), Moment(NOON))
        self.write(self.journal)
