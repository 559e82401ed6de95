"""`run` and `games` as a user types them: what is played comes into the archive."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from board_driver.journal import Journal
from engine.record import read_record
from tests.board_driver.commands import OPENING, Ran, Run, make_log, typed


def played(tmp_path: Path) -> Ran:
    """A log, replayed through the daemon into the archive."""
    log = make_log(tmp_path / "log.jsonl", OPENING)
    return typed("run", "--link", f"replay:{log}", "--headless", "--speed", 100, "--keep")


def test_a_log_that_is_replayed_enters_no_game_unless_it_is_asked_to(run: Run, tmp_path: Path) -> None:
    log = make_log(tmp_path / "log.jsonl", OPENING)
    said = typed("run", "--link", f"replay:{log}", "--headless", "--speed", 100)
    assert said.lines == ["1. d2-d4", "1... d7-d5", "2. g1xe2", "2... c7-c5"]
    assert said.err == f"tavreli-board: replaying {log}; --keep would enter its game into the archive\n"
    assert run("games").lines[0].startswith("no games yet")
    assert "--keep is for --link replay:FILE" in run("run", "--link", "sim:", "--keep").complaint(2)


def test_the_daemon_replays_a_log_into_the_archive(run: Run, tmp_path: Path) -> None:
    said = played(tmp_path)
    assert said.code == 0
    assert said.lines == ["1. d2-d4", "1... d7-d5", "2. g1xe2", "2... c7-c5"]
    assert "games show 1" in said.err
    [row] = run("games").lines
    assert row.split()[0] == "1"
    assert "tavreli" in row
    assert "4 plies" in row
    assert run("games", "list").lines == [row]
    shown = run("games", "show", 1).out
    assert read_record(shown).texts() == tuple(OPENING.split())
    refused = run("games", "export", 1, tmp_path / "out.pgn").complaint(2)
    assert refused.endswith("out.pgn: a game of tavreli goes into a file that ends in .tgn or .json")
    assert run("games", "export", 1, tmp_path / "out.tgn").code == 0
    assert (tmp_path / "out.tgn").read_text("utf-8").strip() == shown.strip()


def test_run_goes_on_from_a_ply_of_a_game_of_the_archive(run: Run, tmp_path: Path) -> None:
    assert played(tmp_path).code == 0
    for place, plies in (("1:2", 2), ("1", 4)):
        said = typed("run", "--link", "sim:", "--headless", "--speed", 100, "--from", place)
        assert said.code == 0, said.err
        assert f"The game goes on with move {plies // 2 + 1}" in said.err
    assert [row.split()[0] for row in run("games").lines] == ["1", "2"]  # all of an unfinished game: the same
    assert read_record(run("games", "show", 2).out).texts() == tuple(OPENING.split()[:2])
    for place, code, why in (
        ("9", 1, "no game 9"),
        ("1:5", 2, "--from 1:5: that game has 4 plies"),
        ("1:", 2, "--from 1:: write the number of a game and of a ply"),
    ):
        assert why in run("run", "--link", "sim:", "--headless", "--from", place).complaint(code)
    for too_much in (("--game", "chess"), ("--clock", "5+3"), ("--option", "double_step_over_own=true")):
        refused = run("run", "--link", "sim:", "--headless", "--from", "1", *too_much)
        assert refused.complaint(2).startswith("--from says which game it is")


@pytest.mark.parametrize(
    ("moves", "clock"), [(("e2-e4", "e7-e5"), "--clock 5+3 is for a new game"), ((), "")]
)
def test_a_clock_is_not_for_a_game_that_has_begun_without(
    run: Run, tmp_path: Path, moves: tuple[str, ...], clock: str
) -> None:
    archive = tmp_path / "data" / "tavreli-board" / "games.sqlite3"
    with Journal(archive) as journal:
        number = journal.begin_game("tavreli", {}, None, {})
        journal.set_moves(number, 1, [(text, 1000 * ply) for ply, text in enumerate(moves, 1)])
    said = typed("run", "--link", "sim:", "--headless", "--play", "none", "--clock", "5+3", "--speed", 100)
    assert said.code == 0
    told = [line for line in said.err.splitlines() if "--clock" in line]
    assert [line.removeprefix("tavreli-board: ")[: len(clock)] for line in told] == ([clock] if clock else [])


def test_an_empty_archive_says_where_it_is(run: Run, tmp_path: Path) -> None:
    assert run("games").lines == [f"no games yet in {tmp_path / 'data' / 'tavreli-board' / 'games.sqlite3'}"]
    assert "no game 3; see `tavreli-board games list`" in run("games", "show", 3).complaint(1)


def test_a_newer_archive_is_refused_and_left_as_it_is(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    config = tmp_path / "board.toml"
    config.write_text(f'[archive]\nfile = "{path}"')
    Journal(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    for command in (
        ["games", "--config", config],
        ["run", "--link", "sim:", "--headless", "--config", config],
    ):
        assert "newer version" in run(*command).complaint(1)
    assert path.read_bytes() == before


def test_a_foreign_game_in_the_archive_is_named(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "data" / "tavreli-board" / "games.sqlite3"
    with Journal(path) as journal:
        journal.begin_game("ludo")
    assert "game 1 of the archive: no game 'ludo'" in run("games", "show", 1).complaint(1)
