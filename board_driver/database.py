"""The archive's SQLite file: its schema and how that grew, and what is said when the file can't be used."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from errno import ENOSPC
from itertools import chain
from pathlib import Path

from engine.errors import JournalError
from engine.phrase import phrase

APPLICATION_ID = 0x54415652
"""`TAVR`: marks an SQLite file as ours in its header."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE games (
            id INTEGER PRIMARY KEY,
            game TEXT NOT NULL,
            options TEXT NOT NULL,
            start TEXT,
            tags TEXT NOT NULL,
            began TEXT,
            result TEXT NOT NULL DEFAULT '*',
            reason TEXT NOT NULL DEFAULT '',
            open TEXT NOT NULL DEFAULT '[]'
        ) STRICT""",
        """CREATE TABLE moves (
            game_id INTEGER NOT NULL REFERENCES games,
            ply INTEGER NOT NULL,
            text TEXT NOT NULL,
            t_ms INTEGER NOT NULL,
            PRIMARY KEY (game_id, ply)
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE history (
            id INTEGER PRIMARY KEY,
            game_id INTEGER NOT NULL REFERENCES games,
            at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ')),
            ply INTEGER NOT NULL,
            kind TEXT NOT NULL,
            text TEXT NOT NULL
        ) STRICT""",
        "CREATE INDEX history_of_game ON history (game_id)",
    ),
    (
        "ALTER TABLE games ADD COLUMN origin TEXT NOT NULL DEFAULT 'board'",
        "ALTER TABLE games ADD COLUMN ways TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE games ADD COLUMN clock TEXT NOT NULL DEFAULT 'null'",
        "ALTER TABLE games ADD COLUMN boot TEXT",
        "ALTER TABLE games ADD COLUMN uptime_s REAL",
    ),
)
"""The statements that lead from each schema (`user_version`) to the next one. Append, never edit."""

DAMAGED = "SQLITE_CORRUPT"
NO_ARCHIVE = phrase("this is no archive of tavreli-board: name another file in [archive]")
_REMEDIES = {
    "SQLITE_BUSY": phrase("another program is writing to it: stop that one first"),
    "SQLITE_CANTOPEN": phrase("make its folder writable for this user, or name another file in [archive]"),
    DAMAGED: phrase("the file is damaged: `run` keeps it, and saves what can be read of it to a new one"),
    "SQLITE_FULL": phrase("the disk is full: make room"),
    "SQLITE_IOERR": phrase("the disk fails: check it, or name another file in [archive]"),
    "SQLITE_READONLY": phrase(
        "make file and folder writable for this user, or name another file in [archive]"
    ),
}


def open_database(path: Path) -> sqlite3.Connection:
    """Open the file, make it and its folder if there is none, and bring its schema up to date.

    What `transaction` has committed is on the disk. JournalError for a file of a newer version, or one that
    is no archive; it stays as it is.
    """
    with named_faults(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            _refuse_foreign(path)
        db = sqlite3.connect(path, isolation_level=None)
        try:
            db.row_factory = sqlite3.Row
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA foreign_keys = ON")
            migrate(db)
        except sqlite3.Error:
            db.close()
            raise
    return db


def migrate(db: sqlite3.Connection, migrations: Sequence[Sequence[str]] = MIGRATIONS) -> None:
    """Bring a database up to the last version, in one transaction: all of it or nothing."""
    if _pragma(db, "user_version") == len(migrations):
        return
    with transaction(db, "IMMEDIATE"):
        version = _pragma(db, "user_version")  # read again: another process may have been quicker
        if version >= len(migrations):
            return
        for statement in chain.from_iterable(migrations[version:]):
            db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {len(migrations)}")


@contextmanager
def transaction(db: sqlite3.Connection, kind: str) -> Iterator[None]:
    """All that is done inside, or nothing; `kind` is SQLite's: `DEFERRED` to read, `IMMEDIATE` to write."""
    db.execute(f"BEGIN {kind}")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # a full disk has ended it already
            db.execute("ROLLBACK")
        raise


def _refuse_foreign(path: Path) -> None:
    """Raise JournalError for what is not ours to change; it is only read."""
    if path.is_dir():
        raise JournalError(f"archive {path}: this is a folder: name a file in [archive]")
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        version = _pragma(db, "user_version")
        ours = _pragma(db, "application_id") == APPLICATION_ID
        if not ours and db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            raise JournalError(f"archive {path}: {NO_ARCHIVE}", kind="foreign")
    if version > len(MIGRATIONS):
        raise JournalError(
            f"archive {path}: made by a newer version (archive format {version}; this program knows"
            f" {len(MIGRATIONS)}): update tavreli-board, or name another file in [archive]",
            kind="foreign",
        )


def _pragma(db: sqlite3.Connection, name: str) -> int:
    value: int = db.execute(f"PRAGMA {name}").fetchone()[0]
    return value


@contextmanager
def named_faults(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system complain of into a JournalError with file and remedy."""
    try:
        yield
    except JournalError:
        raise
    except (sqlite3.Error, OSError) as fault:
        name = getattr(fault, "sqlite_errorname", _cause(fault))
        name = "_".join(name.split("_")[:2])
        what = getattr(fault, "strerror", None) or fault
        kind, remedy = "unwritable", _REMEDIES.get(name) or phrase("please report this ({name})", name=name)
        if name == "SQLITE_NOTADB":
            kind, remedy = ("damaged", _REMEDIES[DAMAGED]) if _was_ours(path) else ("foreign", NO_ARCHIVE)
        elif name == DAMAGED:
            kind = "damaged"
        raise JournalError(f"archive {path}: {what}: {remedy}", kind=kind, remedy=remedy) from fault


def _cause(fault: Exception) -> str:
    """The name that SQLite would give to a fault of another kind."""
    if isinstance(fault, OSError):
        return "SQLITE_FULL" if fault.errno == ENOSPC else "SQLITE_CANTOPEN"
    return DAMAGED


def _was_ours(path: Path) -> bool:
    """A file that begins with nothing but zeros has lost its beginning, as files do in power cuts."""
    with suppress(OSError), path.open("rb") as file:
        return not any(file.read(len("SQLite format 3\0")))
    return False
