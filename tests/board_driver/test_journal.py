"""The archive keeps what it was given: through takebacks, kills, full disks and unknown versions."""

from __future__ import annotations

import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import pytest

from board_driver.database import MIGRATIONS, migrate, transaction
from board_driver.journal import Journal
from board_driver.stored import Moment, StoredMove
from engine.errors import JournalError

ROOT = Path(__file__).resolve().parents[2]
NOON = datetime(2024, 5, 4, 12, 0, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal(path) as journal:
        yield journal


def texts(journal: Journal, game_id: int) -> list[str]:
    return [move.text for move in journal.game(game_id).moves]


def former(journal: Journal, game_id: int) -> list[tuple[int, str, str]]:
    return [(row.ply, row.kind, row.text) for row in journal.history(game_id)]


def bytes_of(folder: Path) -> dict[str, bytes]:
    """The data in an archive's files; the shared memory and an empty log that any reader makes are none."""
    files = (file for file in folder.glob("*.sqlite3*") if file.suffix != ".sqlite3-shm")
    return {file.name: file.read_bytes() for file in files if file.stat().st_size}


def test_a_game_comes_back_as_it_was_stored(path: Path) -> None:
    with Journal(path) as journal:
        game_id = journal.begin_game(
            "tavreli",
            {"target": 5, "towers": False},
            "8/8 w",
            {"White": "Белые", "Black": "Чёрные"},
            Moment(NOON),
        )
        journal.set_moves(game_id, 1, [("e2-e4", 900), ("e7-e5", 2100)])
        journal.set_moves(game_id, 3, [("g1-f3", 3300)], open_plies=[["b8-c6", "b8-a6"], ["f1-b5"]])
    with Journal(path) as journal:
        game = journal.game(game_id)
        [row] = journal.games()
    assert (game.game, game.options, game.start) == ("tavreli", {"target": 5, "towers": False}, "8/8 w")
    assert (game.tags, game.began) == ({"White": "Белые", "Black": "Чёрные"}, NOON)
    assert game.moves == (StoredMove("e2-e4", 900), StoredMove("e7-e5", 2100), StoredMove("g1-f3", 3300))
    assert game.open == (("b8-c6", "b8-a6"), ("f1-b5",))
    assert (row.id, row.game, row.tags, row.began) == (game_id, "tavreli", game.tags, NOON)
    assert (row.plies, row.result, row.reason) == (3, "*", "")


def test_a_takeback_leaves_the_record_and_stays_in_the_history(journal: Journal) -> None:
    game_id = journal.begin_game("tavreli")
    journal.set_moves(game_id, 1, [("e2-e4", 1), ("e7-e5", 2), ("d2-d4", 3)])
    journal.set_moves(game_id, 2, [])
    assert texts(journal, game_id) == ["e2-e4"]
    journal.set_moves(game_id, 2, [("c7-c5", 9)])
    assert texts(journal, game_id) == ["e2-e4", "c7-c5"]
    assert former(journal, game_id) == [(2, "takeback", "e7-e5"), (3, "takeback", "d2-d4")]


def test_an_amendment_replaces_a_move_and_remembers_it(journal: Journal) -> None:
    game_id = journal.begin_game("tavreli")
    journal.set_moves(game_id, 1, [("g1-f3", 1), ("h1-f1", 2)])
    journal.set_moves(game_id, 2, [("0-0", 5), ("e7-e5", 8)])
    assert texts(journal, game_id) == ["g1-f3", "0-0", "e7-e5"]
    assert former(journal, game_id) == [(2, "amendment", "h1-f1")]


def test_moves_that_stay_are_no_history(journal: Journal) -> None:
    game_id = journal.begin_game("tavreli")
    journal.set_moves(game_id, 1, [("e2-e4", 1), ("e7-e5", 2)])
    journal.set_moves(game_id, 1, [("e2-e4", 1), ("e7-e5", 7), ("d2-d4", 9)])
    assert journal.game(game_id).moves[1] == StoredMove("e7-e5", 7)
    assert former(journal, game_id) == []


def test_results_and_what_became_of_them(journal: Journal) -> None:
    mated, resigned, abandoned, played = (journal.begin_game("tavreli") for _ in range(4))
    journal.set_moves(mated, 1, [("e2-e4", 1)], result="1-0", reason="checkmate")
    journal.set_moves(mated, 1, [], result="*")
    journal.set_result(resigned, "0-1", "resignation")
    journal.set_result(resigned, "0-1", "resignation")
    journal.set_result(abandoned, "*", "abandoned")
    assert former(journal, mated) == [(1, "result", "1-0 checkmate"), (1, "takeback", "e2-e4")]
    assert former(journal, resigned) == []
    assert journal.game(resigned).result == "0-1"
    assert [row.id for row in journal.unfinished()] == [mated, played]


def test_a_call_that_makes_no_sense_changes_nothing(journal: Journal) -> None:
    game_id = journal.begin_game("tavreli")
    journal.set_moves(game_id, 1, [("e2-e4", 1)])
    with pytest.raises(JournalError, match="game 1 is too short for a ply 3"):
        journal.set_moves(game_id, 3, [("d2-d4", 1)])
    with pytest.raises(JournalError, match="game 1 is too short for a ply 0"):
        journal.set_moves(game_id, 0, [])
    with pytest.raises(JournalError, match="no game 9; see `tavreli-board games list`"):
        journal.set_moves(9, 1, [("d2-d4", 1)])
    with pytest.raises(JournalError, match="no game 9"):
        journal.game(9)
    assert texts(journal, game_id) == ["e2-e4"]
    assert len(journal.games()) == 1


def test_another_process_reads_while_one_writes(path: Path, journal: Journal) -> None:
    game_id = journal.begin_game("tavreli")
    journal.set_moves(game_id, 1, [("e2-e4", 1)])
    with transaction(journal._db, "IMMEDIATE"), Journal(path) as reader:
        journal._db.execute("DELETE FROM moves")
        assert texts(reader, game_id) == ["e2-e4"]
    assert texts(journal, game_id) == []


def test_every_commit_is_forced_to_the_disk(journal: Journal) -> None:
    settings = [
        journal._db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")
    ]
    assert settings == ["wal", 2]


# kill -9


def script() -> Iterator[tuple[int, list[tuple[str, int]]]]:
    """Endless calls of `set_moves`, always the same: moves, and now and then a takeback or an amendment."""
    rng = random.Random(1)
    plies = 0
    for n in range(1, sys.maxsize):
        start = max(1, plies + 1 - rng.choice((0, 0, 0, 0, 0, 1, 3)))
        moves = [(f"m{n}.{i}", n) for i in range(rng.choice((0, 1, 1, 2)))]
        plies = start - 1 + len(moves)
        yield start, moves


def record_after(calls: int) -> list[str]:
    """The record that stands after so many calls of the script."""
    record: list[str] = []
    for start, moves in islice(script(), calls):
        record[start - 1 :] = [text for text, _ in moves]
    return record


def write_and_tell(path: Path, calls: int) -> None:
    """Play the script into an archive, and print the number of each call once it has returned."""
    with Journal(path) as journal:
        game_id = journal.begin_game("tavreli")
        for n, (start, moves) in enumerate(islice(script(), calls), 1):
            journal.set_moves(game_id, start, moves)
            print(n, flush=True)


@pytest.mark.parametrize("seed", range(6))
def test_what_was_said_to_be_written_survives_kill_9(path: Path, seed: int) -> None:
    code = f"from {__name__} import *; write_and_tell(Path({str(path)!r}), 3000)"
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout
        told = [child.stdout.readline() for _ in range(random.Random(seed).randint(1, 300))]
        child.kill()
        told += child.stdout.readlines()
    assert child.returncode == -signal.SIGKILL
    calls = int(told[-1])
    with Journal(path) as journal:
        record = texts(journal, 1)
        # The kill may fall between the commit and the telling.
        assert record in (record_after(calls), record_after(calls + 1))
        made = {text for _, moves in islice(script(), calls) for text, _ in moves}
        assert made <= set(record) | {text for _, _, text in former(journal, 1)}
        assert journal._db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        journal.set_moves(1, len(record) + 1, [("e2-e4", 1)])


# Files that can't be used


def test_a_newer_version_is_refused_and_stays_as_it_is(path: Path, tmp_path: Path) -> None:
    with Journal(path) as journal:
        journal.begin_game("tavreli")
    newer = len(MIGRATIONS) + 1
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {newer}")
        # With the version only in the write-ahead log, as a crash leaves it.
        for file in path.parent.glob(f"{path.name}*"):
            shutil.copy(file, crashed)
    assert len(bytes_of(crashed)) == 2
    for file in (path, crashed / path.name):
        before = bytes_of(file.parent)
        with pytest.raises(JournalError) as caught:
            Journal(file)
        assert str(caught.value) == (
            f"archive {file}: made by a newer version (archive format {newer};"
            f" this program knows {newer - 1}): update tavreli-board, or name another file in [archive]"
        )
        assert bytes_of(file.parent) == before


def test_what_is_no_archive_is_refused_and_stays_as_it_is(path: Path) -> None:
    path.write_text("Dear diary, " * 400)
    before = bytes_of(path.parent)
    with pytest.raises(JournalError, match=r"games\.sqlite3: file is not a database: this is no archive"):
        Journal(path)
    assert bytes_of(path.parent) == before

    path.unlink()
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE bookmarks (url TEXT)")
    before = bytes_of(path.parent)
    with pytest.raises(
        JournalError, match=r"games\.sqlite3: this is no archive of tavreli-board: name another"
    ):
        Journal(path)
    assert bytes_of(path.parent) == before


def test_a_damaged_archive_is_named(path: Path) -> None:
    with Journal(path) as journal:
        for _ in range(200):
            journal.begin_game("tavreli", start="8/8/8/8/8/8/8/8 w")
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + bytes(len(whole) - 8192))
    with (
        Journal(path) as journal,
        pytest.raises(JournalError, match=r"malformed: the file is damaged: `run` keeps it"),
    ):
        journal.games()


def test_an_empty_file_becomes_an_archive(path: Path) -> None:
    path.touch()
    with Journal(path) as journal:
        assert journal.games() == []


def test_the_folder_is_made_where_it_can_be(tmp_path: Path) -> None:
    with Journal(tmp_path / "players" / "2024" / "games.sqlite3") as journal:
        assert journal.games() == []


def test_a_place_that_can_hold_no_archive_is_named(tmp_path: Path) -> None:
    (tmp_path / "a-file").touch()
    for place in ("a-file/games.sqlite3", "a-file/deeper/games.sqlite3"):
        with pytest.raises(JournalError, match=rf"^archive {tmp_path / place}: .*: make its folder writable"):
            Journal(tmp_path / place)
    with pytest.raises(JournalError, match="this is a folder: name a file"):
        Journal(tmp_path)


def test_a_folder_that_can_not_be_written_is_named() -> None:
    with pytest.raises(JournalError, match=r"games\.sqlite3: .*make its folder writable"):
        Journal(Path("/proc/games.sqlite3"))


def test_a_full_disk_is_named_and_loses_nothing(journal: Journal) -> None:
    game_id = journal.begin_game("tavreli")
    [pages] = journal._db.execute("PRAGMA page_count").fetchone()
    journal._db.execute(f"PRAGMA max_page_count = {pages}")

    def play_on() -> None:
        for ply in range(1, 5000):
            journal.set_moves(game_id, ply, [(f"m{ply}", ply)])

    with pytest.raises(JournalError, match="full: the disk is full: make room"):
        play_on()
    written = texts(journal, game_id)
    assert written == [f"m{ply}" for ply in range(1, len(written) + 1)]
    assert len(written) > 10
    journal._db.execute("PRAGMA max_page_count = 1000000")
    journal.set_moves(game_id, len(written) + 1, [("e2-e4", 1)])
    assert texts(journal, game_id) == [*written, "e2-e4"]


# Migrations


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS)))
def test_archives_of_every_earlier_version_are_read_and_written(path: Path, version: int) -> None:
    dump = Path(__file__).parent / "archives" / f"version-{version}.sql"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(dump.read_text("utf-8"))
        assert db.execute("PRAGMA user_version").fetchone() == (version,)
    with Journal(path) as journal:
        first, second = (journal.game(row.id) for row in journal.games())
        assert [move.text for move in first.moves] == ["e2-e4", "e7-e5", "f2-f4"]
        assert (first.result, first.reason, first.tags["Site"]) == ("1-0", "resignation", "Moscow")
        assert former(journal, first.id) == [(3, "amendment", "g1-f3")]
        assert (second.game, second.options, second.open) == ("capture-go", {"target": 5}, (("e5", "e6"),))
        journal.set_moves(second.id, 2, [("e5", 900)])
        assert journal.begin_game("chess") == 3
        journal.look_through()


def test_migrations_are_made_once_in_order_and_keep_what_is_there(path: Path) -> None:
    first = ["CREATE TABLE men (name TEXT)", "INSERT INTO men VALUES ('helgi')"]
    second = ["ALTER TABLE men ADD COLUMN grams REAL DEFAULT 8.0"]
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        migrate(db, [first])
        migrate(db, [first, second])
        migrate(db, [first, second])
        assert db.execute("SELECT * FROM men").fetchall() == [("helgi", 8.0)]
        assert db.execute("PRAGMA user_version").fetchone() == (2,)


def test_a_migration_that_fails_leaves_the_old_version(path: Path) -> None:
    first = ["CREATE TABLE men (name TEXT)"]
    broken = ["ALTER TABLE men ADD COLUMN grams REAL", "INSERT INTO women VALUES ('vala')"]
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        migrate(db, [first])
        with pytest.raises(sqlite3.OperationalError, match="no such table"):
            migrate(db, [first, broken])
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
        assert [row[1] for row in db.execute("PRAGMA table_info(men)")] == ["name"]
