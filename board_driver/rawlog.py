"""The raw sensor log of a run, `--log FILE`: of bounded size, and never in the way of the game."""

from __future__ import annotations

from dataclasses import astuple, replace
from pathlib import Path

from board_driver.calibration import UNKNOWN
from board_driver.session import Session
from board_driver.terminal import Level, tell
from engine.errors import LogError
from firmware_bridge.frames import BoardEvent
from firmware_bridge.sensorlog import LogHeader, LogWriter


def before(log: Path) -> Path:
    """Where the file before a log is kept."""
    name, dot, endings = log.name.partition(".")
    return log.with_name(f"{name}.1{dot}{endings}")


class RawLog:
    """A log file that begins again, from the position of that moment, when it has grown to `limit` bytes.

    The file before it is kept beside, with `.1` in its name; so there are never more than two, and none is
    longer than twice the limit. What can't be written is told once, and play goes on; of a file that was
    `asked` for LogError tells at the beginning.
    """

    def __init__(self, path: Path, limit: int, *, asked: bool = True) -> None:
        self._path = path
        self._limit = limit
        self._asked = asked
        self._writer: LogWriter | None = None
        self._zero: int | None = None

    def begin(self, session: Session) -> None:
        """Begin the file, with a session."""
        self.close()
        info, game = session.info, session.game
        cells = session.evidence.cells
        known = tuple(map(astuple, cells)) if any(cell != UNKNOWN for cell in cells) else ()
        start = session.position.text()
        header = LogHeader(game.name, info.shape, info.sensors, game.options, start, known)
        self._zero = None
        try:
            self._writer = LogWriter(self._path, header)
        except LogError as fault:
            if self._asked:
                raise
            self._give_up(fault)

    def write(self, event: BoardEvent) -> None:
        """Add an event, unless the file has become too long."""
        if self._writer is None or self._writer.size >= 2 * self._limit:
            return
        if self._zero is None:
            self._zero = event.t
        try:
            self._writer.write(replace(event, t=event.t - self._zero))
        except LogError as fault:
            self._give_up(fault)

    def moved(self, session: Session) -> None:
        """The board stands in the session's position: here a file that is long enough may end."""
        if self._writer is None or self._writer.size < self._limit:
            return
        try:
            self.close()
            self._path.replace(before(self._path))
            self.begin(session)
        except (LogError, OSError) as fault:
            self._give_up(fault)

    def close(self) -> None:
        """Finish the file."""
        writer, self._writer = self._writer, None
        if writer:
            try:
                writer.close()
            except LogError as fault:
                self._give_up(fault)

    def _give_up(self, fault: Exception) -> None:
        self._writer = None
        tell(f"{fault}; the sensor log ends here", Level.WARNING)
