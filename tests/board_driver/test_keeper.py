"""Games are kept by a thread of its own: on slow disks, full ones, and in archives that turn out damaged."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from board_driver.journal import Journal
from board_driver.keeper import Keeper
from board_driver.recorder import Recorder, Snapshot
from board_driver.stored import Moment
from board_driver.walltime import kernel_is_synchronized, moment
from engine.errors import JournalError
from tests.board_driver.driving import Driver
from tests.board_driver.keeping import NOON
from tests.board_driver.waiting import until

OPENING = ("e2-e4", "e7-e5", "g1-f3", "b8-c6")


def snapshots() -> list[Snapshot]:
    """A game after each of its moves."""
    board, kept = Driver(), []
    for text in OPENING:
        board.play(text)
        kept.append(Snapshot.of(board.session))
    return kept


GAME = snapshots()


def opened(path: Path) -> Keeper:
    return Keeper(path, Recorder({}), lambda: Moment(NOON))


def texts(path: Path) -> list[list[str]]:
    with Journal(path) as journal:
        return [[move.text for move in journal.game(row.id).moves] for row in journal.games()]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "archive" / "games.sqlite3"


def test_a_slow_disk_makes_nobody_wait(path: Path) -> None:
    async def play() -> None:
        keeper, kept = opened(path), list[int]()
        await keeper.open()
        with closing(sqlite3.connect(path, isolation_level=None)) as busy:
            busy.execute("BEGIN IMMEDIATE")
            for number, snapshot in enumerate(GAME):
                keeper.keep(snapshot, lambda number=number: kept.append(number))  # type: ignore[misc]
            keeper.keep(GAME[-1], lambda: kept.append(len(GAME)))
            await asyncio.sleep(0)
            assert (kept, keeper.waiting) == ([], len(GAME) + 1)
            busy.execute("ROLLBACK")
        await until(lambda: not keeper.waiting)
        assert kept == list(range(len(GAME) + 1))
        keeper.keep(GAME[-1], lambda: kept.append(-1))
        assert kept[-1] == -1
        await keeper.close()

    asyncio.run(play())
    assert texts(path) == [list(OPENING)]


def test_what_can_not_be_written_is_kept_in_memory_and_written_later(path: Path) -> None:
    path.parent.touch()  # a file where the folder should be

    async def play() -> None:
        keeper, kept = opened(path), list[str]()
        assert await keeper.open() is None
        assert keeper.fault
        for snapshot in GAME[:2]:
            keeper.keep(snapshot, lambda: kept.append(str(keeper.fault)))
        await until(lambda: len(kept) == 2)
        assert all("make its folder writable" in fault for fault in kept)
        path.parent.unlink()
        keeper.keep(GAME[2], lambda: kept.append("written"))
        await until(lambda: kept[-1] == "written")
        assert keeper.fault is None
        await keeper.close()

    asyncio.run(play())
    assert texts(path) == [list(OPENING[:3])]


def test_what_waits_at_the_end_is_tried_once_more(path: Path) -> None:
    path.parent.touch()

    async def play() -> None:
        keeper = opened(path)
        keeper.keep(GAME[3], lambda: None)
        await until(lambda: not keeper.waiting)
        path.parent.unlink()
        await keeper.close()
        assert keeper.fault is None

    asyncio.run(play())
    assert texts(path) == [list(OPENING)]


def test_an_archive_that_is_damaged_under_way_is_mended_and_the_game_is_whole(path: Path) -> None:
    async def play() -> None:
        keeper = opened(path)
        await keeper.open()
        keeper.keep(GAME[1], lambda: None)
        await until(lambda: not keeper.waiting)
        with closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        whole = path.read_bytes()
        path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
        keeper.keep(GAME[3], lambda: None)
        await until(lambda: not keeper.waiting)
        assert keeper.fault is None
        assert "damaged" in keeper.mended
        await keeper.close()

    asyncio.run(play())
    assert texts(path) == [list(OPENING)]
    assert path.with_name("games.sqlite3.damaged-1").exists()


def test_an_archive_of_another_program_is_not_played_past(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("Dear diary, " * 400)

    async def play() -> None:
        keeper = opened(path)
        try:
            await keeper.open()
        finally:
            await keeper.close()

    with pytest.raises(JournalError, match="this is no archive of tavreli-board"):
        asyncio.run(play())


# The computer's clock


def test_a_clock_that_jumps_about_changes_nothing_but_dates(path: Path) -> None:
    moments = [
        Moment(None, "boot", 10.0),
        Moment(datetime(2031, 1, 1, tzinfo=UTC), "boot", 40.0),
        Moment(datetime(1999, 1, 1, tzinfo=UTC), "boot", 50.0),
        Moment(NOON, "boot", 60.0),
    ]
    told = iter(moments)

    async def play() -> None:
        keeper = Keeper(path, Recorder({}), lambda: next(told))
        await keeper.open()
        for snapshot in GAME:
            keeper.keep(snapshot, lambda: None)
        await until(lambda: not keeper.waiting)
        assert keeper.fault is None
        await keeper.close()

    asyncio.run(play())
    assert texts(path) == [list(OPENING)]
    with Journal(path) as journal:
        assert journal.game(1).began == datetime(2030, 12, 31, 23, 59, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("made", "is_synchronized", "known"),
    [
        ([], False, True),
        (["proc/device-tree/model"], False, False),
        (["proc/device-tree/model"], True, True),
        (["proc/device-tree/model", "sys/class/rtc/rtc0/hctosys"], False, True),
    ],
)
def test_the_date_is_known_where_a_clock_runs_or_was_set(
    made: list[str], is_synchronized: bool, known: bool, tmp_path: Path
) -> None:
    for name in made:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("1\n")
    here = moment(tmp_path, lambda: is_synchronized)
    assert (here.when is not None) == known
    assert here.uptime_s
    assert here.uptime_s > 0


def test_the_kernel_can_be_asked() -> None:
    assert kernel_is_synchronized() in {True, False}
    assert moment().boot
