"""The archive as people see it: stored games as records and as lines of a list."""

from __future__ import annotations

from pathlib import Path

from board_driver.config import load_config
from board_driver.journal import GameRow, Journal, StoredGame
from engine.errors import JournalError, MoveError, PositionError, UsageError
from engine.games import open_game
from engine.record import GameRecord
from engine.types import Move


def open_archive(config: Path | None) -> Journal:
    """The archive that the configuration names."""
    return Journal(load_config(config).archive.path)


def stored_record(stored: StoredGame) -> GameRecord:
    """A stored game as a record; JournalError if this version can't read it."""
    place = f"game {stored.id} of the archive"
    try:
        game = open_game(stored.game, stored.options)
        start = None if stored.start is None else game.position(stored.start)
    except (UsageError, PositionError) as fault:
        raise JournalError(f"{place}: {fault}; update tavreli-board") from fault
    position = start or game.start()
    moves: list[Move] = []
    for ply, stored_move in enumerate(stored.moves, 1):
        try:
            moves.append(position.find_move(stored_move.text))
        except MoveError as fault:
            raise JournalError(f"{place}, ply {ply}: {fault}") from fault
        position = position.after(moves[-1])
    return GameRecord(game, tuple(moves), stored.result, stored.tags, start)


def row_text(row: GameRow) -> str:
    """One line about a game: number, date, game, plies, result and how it ended."""
    began = row.began.strftime("%Y-%m-%d %H:%M") if row.began else "date unknown"
    ended = row.result + (f" ({row.reason})" if row.reason else "")
    return f"{row.id:>5}  {began:<16}  {row.game:<11} {row.plies:>4} plies  {ended}"
