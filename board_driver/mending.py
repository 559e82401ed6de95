"""A damaged archive: the file is kept beside, and what can be read of it goes into a new one.

Nothing is overwritten, and whatever instant the power goes: the new archive is made whole under another name;
then the damaged file gets a name of its own; then the new one takes its place.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from typing import Any

from board_driver.archive import playable
from board_driver.database import named_faults, open_database, transaction
from board_driver.journal import Journal
from engine.errors import JournalError
from engine.games import GAMES

PARTS = ("-wal", "-shm", "")
"""The files of an archive, by what follows its name; the archive itself is moved last."""


def open_mended(path: Path) -> tuple[Journal, str]:
    """The archive, and in words what became of a damaged one; "" if it was sound.

    JournalError if it can't be opened, or if there is no room to mend it.
    """
    fresh = path.with_name(path.name + ".mended")
    with named_faults(path):
        if fresh.exists() and not path.exists():  # the power went in the middle of it
            _move_aside(path)
            fresh.replace(path)
        fresh.unlink(missing_ok=True)
    try:
        return _sound(path), ""
    except JournalError as fault:
        if fault.kind != "damaged":
            raise
    with named_faults(path):
        saved, lost = _recover(path, fresh)
        aside = _move_aside(path)
        fresh.replace(path)
    words = f"the archive {path} was damaged: {saved} games could be saved, {lost} only in part or not at all"
    return Journal(path), f"{words}; the damaged file is kept as {aside}"


def _sound(path: Path) -> Journal:
    """The archive, looked through."""
    journal = Journal(path)
    try:
        journal.look_through()
    except JournalError:
        journal.close()
        raise
    return journal


def _move_aside(path: Path) -> Path:
    """Give all files of an archive a name that is free."""
    names = (path.with_name(f"{path.name}.damaged-{number}") for number in count(1))
    aside = next(name for name in names if not any(Path(f"{name}{part}").exists() for part in PARTS))
    for part in PARTS:
        with suppress(FileNotFoundError):
            Path(f"{path}{part}").rename(f"{aside}{part}")
    return aside


def _recover(damaged: Path, fresh: Path) -> tuple[int, int]:
    """Copy what can be read; how many games came over whole, and how many did not."""
    saved = lost = 0
    with (
        closing(sqlite3.connect(f"{damaged.absolute().as_uri()}?mode=ro", uri=True)) as old,
        closing(open_database(fresh)) as new,
        transaction(new, "IMMEDIATE"),
    ):
        old.row_factory = sqlite3.Row
        for number in range(1, _highest(old) + 1):
            whole = _copy_game(old, new, number)
            saved, lost = saved + whole, lost + (not whole)
    with closing(sqlite3.connect(fresh)) as new:
        new.execute("PRAGMA journal_mode = DELETE")  # all of it is in one file now
    return saved, lost


def _highest(old: sqlite3.Connection) -> int:
    """The highest number of a game that is still to be seen."""
    numbers = [0]
    for query in ("SELECT max(id) FROM games", "SELECT max(game_id) FROM moves", "SELECT id FROM games"):
        numbers += [row[0] for row in _readable(old, query) if isinstance(row[0], int)]
    return max(numbers)


def _copy_game(old: sqlite3.Connection, new: sqlite3.Connection, number: int) -> bool:
    """Copy one game, as far as it is to be read and its moves are legal; True if that is all of it."""
    read = _readable(old, "SELECT * FROM moves WHERE game_id = ? ORDER BY ply", number)
    moves = [move for ply, move in enumerate(read, 1) if move["ply"] == ply]
    texts = [move["text"] for move in moves]
    rows = list(_readable(old, "SELECT * FROM games WHERE id = ?", number))
    game = dict(rows[0]) if rows else _guessed(number, texts)
    if game is None:
        return False
    legal = playable(game["game"], json.loads(game["options"]), game["start"], texts)
    whole = bool(rows) and legal == len(moves) == _count(old, number)
    if not whole:
        game |= {"result": "*", "reason": "damaged", "open": "[]", "ways": "[]"}
    for table, entries in (("games", [game]), ("moves", moves[:legal])):
        for entry in entries:
            _insert(new, table, dict(entry))
    for entry in _readable(old, "SELECT * FROM history WHERE game_id = ? ORDER BY id", number):
        _insert(new, "history", dict(entry))
    return whole


def _guessed(number: int, texts: Sequence[str]) -> dict[str, Any] | None:
    """The entry of a game of which only the moves are left, if they are legal in one game and no other."""
    names = [name for name in GAMES if texts and playable(name, {}, None, texts) == len(texts)]
    if len(names) != 1:
        return None
    return {"id": number, "game": names[0], "options": "{}", "start": None, "tags": "{}"}


def _count(old: sqlite3.Connection, number: int) -> int | None:
    """How many moves a game should have; None if that can't be read either."""
    rows = list(_readable(old, "SELECT count(*) FROM moves WHERE game_id = ?", number))
    return rows[0][0] if rows else None


def _insert(new: sqlite3.Connection, table: str, entry: dict[str, object]) -> None:
    known = [row[1] for row in new.execute(f"PRAGMA table_info({table})") if row[1] in entry]
    holes = ", ".join(f":{name}" for name in known)
    new.execute(f"INSERT OR IGNORE INTO {table} ({', '.join(known)}) VALUES ({holes})", entry)  # noqa: S608


def _readable(old: sqlite3.Connection, query: str, *values: object) -> Iterator[sqlite3.Row]:
    """The rows of a query up to the first one that can't be read."""
    with suppress(sqlite3.Error, UnicodeDecodeError):
        yield from old.execute(query, values)
