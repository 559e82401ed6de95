"""The archive as people see it: stored games as records and as lines of a list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from board_driver.clock import clock_from_json
from board_driver.config import load_config
from board_driver.journal import Journal
from board_driver.stored import GameRow, StoredGame
from engine.clock import end_tags
from engine.errors import JournalError, MoveError, PositionError, UsageError
from engine.game import Position
from engine.games import open_game
from engine.record import GameRecord
from engine.types import Move

UNKNOWN_DATE = "????.??.??"
"""The value of a tag `Date`, as in PGN, where no clock was set."""


def open_archive(config: Path | None) -> Journal:
    """The archive that the configuration names."""
    return Journal(load_config(config).archive.path)


def stored_record(stored: StoredGame) -> GameRecord:
    """A stored game as a record; JournalError if this version can't read it."""
    place = f"game {stored.id} of the archive" if stored.id else f"a game of {stored.game}"
    try:
        game = open_game(stored.game, stored.options)
        start = None if stored.start is None else game.position(stored.start)
    except (UsageError, PositionError) as fault:
        raise JournalError(f"{place}: {fault}; update tavreli-board") from fault
    moves: list[Move] = []
    try:
        for move in _play(start or game.start(), [each.text for each in stored.moves]):
            moves.append(move)  # noqa: PERF402 - how many came before the fault is needed
    except MoveError as fault:
        raise JournalError(f"{place}, ply {len(moves) + 1}: {fault}") from fault
    tags = {**stored.tags, **end_tags(stored.reason)}
    if stored.began:
        tags = {"Date": stored.began.strftime("%Y.%m.%d")} | tags
    elif stored.origin == "board":
        tags = {"Date": UNKNOWN_DATE} | tags
    try:
        clock = clock_from_json(stored.clock)
    except JournalError as fault:
        raise JournalError(f"{place}: {fault}; update tavreli-board") from fault
    return GameRecord(game, tuple(moves), stored.result, tags, start, clock.timing if clock else None)


def playable(game: str, options: Mapping[str, object], start: str | None, texts: Iterable[str]) -> int:
    """How many of the moves are legal one after the other; 0 if the game is none of ours."""
    played = 0
    with suppress(UsageError, PositionError, MoveError):
        rules = open_game(game, options)
        for _ in _play(rules.start() if start is None else rules.position(start), texts):
            played += 1
    return played


def _play(position: Position, texts: Iterable[str]) -> Iterator[Move]:
    for text in texts:
        move = position.find_move(text)
        yield move
        position = position.after(move)


def row_text(row: GameRow) -> str:
    """One line about a game: number, date, game, plies, result and how it ended."""
    began = row.tags.get("Date", "date unknown")
    if row.began:
        began = row.began.strftime("%Y-%m-%d %H:%M")
    ended = row.result + (f" ({row.reason})" if row.reason else "")
    names = " - ".join(row.tags[side] for side in ("White", "Black") if row.tags.get(side, "?") != "?")
    return f"{row.id:>5}  {began:<16}  {row.game:<11} {row.plies:>4} plies  {ended}  {names}".rstrip()
