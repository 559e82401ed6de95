"""What the command line says to `run`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.errors import PositionError, UsageError
from engine.game import Game, Position


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The options of `run`; None: as configured."""

    config: Path | None = None
    link: str | None = None
    game: str | None = None
    options: tuple[str, ...] = ()
    headless: bool = False
    play: str | None = None
    speed: float = 1.0
    log: Path | None = None
    position: str | None = None
    clock: str | None = None
    wait: bool = False
    keep: bool = False
    archived: str | None = None

    @property
    def log_to_replay(self) -> Path | None:
        """The sensor log that stands for a board, if one does."""
        scheme, _, rest = (self.link or "").partition(":")
        return Path(rest) if scheme == "replay" else None

    @property
    def records(self) -> bool:
        """Whether what is played is kept; that of a log may be in the archive since it was played."""
        return self.keep or self.log_to_replay is None

    @property
    def goes_on_from(self) -> tuple[int, int | None] | None:
        """The number of the game of the archive to go on with, and after how many plies; None: at its end."""
        if self.archived is None:
            return None
        number, colon, plies = self.archived.partition(":")
        if not number.isdecimal() or bool(colon) is not plies.isdecimal():
            raise UsageError(
                f"--from {self.archived}: write the number of a game and of a ply, like 12 or 12:30"
            )
        return int(number), int(plies) if plies else None

    def start(self, game: Game) -> Position:
        """The position to begin from; PositionError if there can be none like it."""
        if self.position is None:
            return game.start()
        try:
            return game.position(self.position)
        except PositionError as fault:
            raise PositionError(f"--position: {fault}; mend it, or leave it out for the start") from None
