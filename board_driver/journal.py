"""The archive: every game, in one SQLite file.

A call that writes is one transaction, and is on the disk when it returns (WAL, `synchronous=FULL`). `moves`
holds each game as it stands; what a takeback, an amendment or another result took out of it goes to
`history`, which only grows, so nothing that was once decided is lost.

One process writes at a time; others wait for it up to five seconds, and may read meanwhile. A `Journal` is
for the thread that opened it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import astuple
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Self

from board_driver.database import named_faults, open_database, transaction
from board_driver.stored import Former, GameRow, Moment, StoredGame, StoredMove
from engine.errors import JournalError


class Journal:
    """An open archive; also a context manager. Every method raises JournalError, naming file and remedy."""

    def __init__(self, path: Path) -> None:
        """Open the archive, making the file and its folder if need be.

        A file of a newer version, or one that is no archive, is refused and stays as it is.
        """
        self.path = path
        self._db = open_database(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; what was written is safe with and without it."""
        self._db.close()

    def begin_game(
        self,
        game: str,
        options: Mapping[str, object] | None = None,
        start: str | None = None,
        tags: Mapping[str, str] | None = None,
        moment: Moment = Moment(),  # noqa: B008 - it never changes
        *,
        origin: str = "board",
    ) -> int:
        """Enter a new game and return its number; `start` None is the game's own start.

        `origin`: `board`, or `simulated`, `replay` or `import` for one that no people played here.
        """
        began = moment.when.isoformat() if moment.when else None
        row = (game, _to_json(dict(options or {})), start, _to_json(dict(tags or {})), began, origin)
        with self._transaction("IMMEDIATE"):
            cursor = self._db.execute(
                "INSERT INTO games (game, options, start, tags, began, origin, boot, uptime_s)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (*row, moment.boot, moment.uptime_s),
            )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def set_moves(
        self,
        game_id: int,
        from_ply: int,
        moves: Sequence[tuple[str, int]],
        *,
        result: str = "*",
        reason: str = "",
        open_plies: Sequence[Sequence[str]] = (),
        ways: Sequence[Sequence[str]] = (),
        clock: object = None,
    ) -> None:
        """Let `moves`, (text, t_ms) pairs, be the record from ply `from_ply` (1 is the first) to its end.

        So one call is a new move, a takeback (no moves), an amendment, or any mixture of them. All others are
        the game's from now on; see `StoredGame`.
        """
        with self._transaction("IMMEDIATE"):
            self._set_result(game_id, result, reason, open_plies)
            self._db.execute(
                "UPDATE games SET ways = ?1, clock = ?2 WHERE id = ?3 AND (ways, clock) IS NOT (?1, ?2)",
                (_to_json([list(way) for way in ways]), _to_json(clock), game_id),
            )
            self._keep_former(game_id, from_ply, [text for text, _ in moves])
            self._db.execute("DELETE FROM moves WHERE game_id = ? AND ply >= ?", (game_id, from_ply))
            self._db.executemany(
                "INSERT INTO moves VALUES (?, ?, ?, ?)",
                ((game_id, ply, text, t_ms) for ply, (text, t_ms) in enumerate(moves, from_ply)),
            )

    def enter(self, game: StoredGame, former: Iterable[Former] = ()) -> int:
        """Enter a whole game, of whatever number, and return the number that it has here.

        `former`: what once was in its record, as `history` tells it.
        """
        began = game.began.isoformat() if game.began else None
        options, tags = _to_json(dict(game.options)), _to_json(dict(game.tags))
        row = (game.game, options, game.start, tags, began, game.origin, game.result, game.reason)
        with self._transaction("IMMEDIATE"):
            cursor = self._db.execute(
                "INSERT INTO games (game, options, start, tags, began, origin, result, reason, open, clock)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*row, _to_json([list(candidates) for candidates in game.open]), _to_json(game.clock)),
            )
            moves = ((cursor.lastrowid, ply, *astuple(move)) for ply, move in enumerate(game.moves, 1))
            self._db.executemany("INSERT INTO moves VALUES (?, ?, ?, ?)", moves)
            self._db.executemany(
                "INSERT INTO history (game_id, at, ply, kind, text) VALUES (?, ?, ?, ?, ?)",
                ((cursor.lastrowid, *astuple(each)) for each in former),
            )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def copy_to(self, path: Path) -> None:
        """Copy the archive as it is now to a new file, while others may write to it; it is on the disk then.

        JournalError if the file is there already, or its folder is not.
        """
        if not path.parent.is_dir():
            raise JournalError(f"{path}: there is no such folder: make it, or name another file")
        part = path.with_name(path.name + ".part")
        with named_faults(path):
            if path.exists():
                raise JournalError(f"{path} is there already: name another file")
            part.unlink(missing_ok=True)
            with closing(sqlite3.connect(part)) as copy:
                self._db.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
            part.rename(path)

    def set_result(self, game_id: int, result: str, reason: str = "") -> None:
        """End a game: by agreement, by resignation, or with `*` and a reason such as `abandoned`."""
        with self._transaction("IMMEDIATE"):
            self._set_result(game_id, result, reason, ())

    def games(self) -> list[GameRow]:
        """All games, the oldest first."""
        with named_faults(self.path):
            return [
                GameRow(number, game, json.loads(tags), _to_datetime(began), plies, result, reason)
                for number, game, tags, began, plies, result, reason in self._db.execute(
                    "SELECT id, game, tags, began, (SELECT count(*) FROM moves WHERE game_id = games.id),"
                    " result, reason FROM games ORDER BY id"
                )
            ]

    def unfinished(self) -> list[GameRow]:
        """The games that have neither a result nor a reason why there is none, the oldest first."""
        return [row for row in self.games() if row.result == "*" and not row.reason]

    def game(self, game_id: int) -> StoredGame:
        """One game with its moves."""
        with self._transaction("DEFERRED"):
            row = self._row(game_id)
            moves = self._moves(game_id)
        return StoredGame(
            id=game_id,
            game=row["game"],
            options=json.loads(row["options"]),
            start=row["start"],
            tags=json.loads(row["tags"]),
            began=_to_datetime(row["began"]),
            moves=moves,
            result=row["result"],
            reason=row["reason"],
            open=_to_lists(row["open"]),
            ways=_to_lists(row["ways"]),
            clock=json.loads(row["clock"]),
            origin=row["origin"],
        )

    def interrupted(self) -> StoredGame | None:
        """The last game that was played on the board, if it was neither ended, adjourned nor left."""
        with named_faults(self.path):
            row = self._db.execute(
                "SELECT id FROM games WHERE origin = 'board' AND id = (SELECT max(id) FROM games"
                " WHERE origin = 'board') AND result = '*' AND reason = ''"
            ).fetchone()
        return self.game(row["id"]) if row else None

    def date(self, now: Moment) -> None:
        """Now that the clock has been set: date the games that began before that, since the last boot."""
        if now.when is None or now.uptime_s is None:
            return
        with self._transaction("IMMEDIATE"):
            undated = self._db.execute(
                "SELECT id, uptime_s FROM games WHERE began IS NULL AND boot = ?", (now.boot,)
            ).fetchall()
            for number, uptime_s in undated:
                began = now.when - timedelta(seconds=now.uptime_s - uptime_s)
                self._db.execute(
                    "UPDATE games SET began = ? WHERE id = ?", (began.isoformat(timespec="seconds"), number)
                )

    def look_through(self) -> None:
        """JournalError, of the kind `damaged`, if the file is not sound as a whole."""
        with named_faults(self.path):
            found = self._db.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                raise sqlite3.DatabaseError(found)

    def history(self, game_id: int) -> list[Former]:
        """All that was once decided in a game and is no more in its record, in the order in which it went."""
        with named_faults(self.path):
            return [
                Former(*row)
                for row in self._db.execute(
                    "SELECT at, ply, kind, text FROM history WHERE game_id = ? ORDER BY id", (game_id,)
                )
            ]

    def _row(self, game_id: int) -> sqlite3.Row:
        row: sqlite3.Row | None = self._db.execute("SELECT * FROM games WHERE id = ?", (game_id,)).fetchone()
        if row is None:
            raise JournalError(f"archive {self.path}: no game {game_id}; see `tavreli-board games list`")
        return row

    def _moves(self, game_id: int, from_ply: int = 1) -> tuple[StoredMove, ...]:
        rows = self._db.execute(
            "SELECT text, t_ms FROM moves WHERE game_id = ? AND ply >= ? ORDER BY ply", (game_id, from_ply)
        )
        return tuple(StoredMove(*row) for row in rows)

    def _keep_former(self, game_id: int, from_ply: int, texts: Sequence[str]) -> None:
        """Remember the moves from `from_ply` on that `texts` will not repeat."""
        if from_ply < 1 or (from_ply > 1 and not self._moves(game_id, from_ply - 1)):
            raise JournalError(f"archive {self.path}: game {game_id} is too short for a ply {from_ply}")
        for ply, former in enumerate(self._moves(game_id, from_ply)):
            if ply >= len(texts):
                self._remember(game_id, from_ply + ply, "takeback", former.text)
            elif texts[ply] != former.text:
                self._remember(game_id, from_ply + ply, "amendment", former.text)

    def _set_result(
        self, game_id: int, result: str, reason: str, open_plies: Sequence[Sequence[str]]
    ) -> None:
        row = self._row(game_id)
        before = (row["result"], row["reason"], row["open"])
        after = (result, reason, _to_json([list(candidates) for candidates in open_plies]))
        if before == after:
            return
        if before[:2] not in (("*", ""), after[:2]):
            self._remember(game_id, len(self._moves(game_id)), "result", " ".join(before[:2]).strip())
        self._db.execute("UPDATE games SET result = ?, reason = ?, open = ? WHERE id = ?", (*after, game_id))

    def _remember(self, game_id: int, ply: int, kind: str, text: str) -> None:
        self._db.execute(
            "INSERT INTO history (game_id, ply, kind, text) VALUES (?, ?, ?, ?)", (game_id, ply, kind, text)
        )

    @contextmanager
    def _transaction(self, kind: str) -> Iterator[None]:
        with named_faults(self.path), transaction(self._db, kind):
            yield


def _to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _to_lists(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(each) for each in json.loads(text))


def _to_datetime(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
