"""Chess, draughts and Go as a user types them: exported, checked, simulated, replayed; faults by place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from board_driver.journal import Journal
from engine.games import GAMES
from engine.record import read_record, write_record
from engine.samples import sample_game, sample_games
from tests.board_driver.commands import Run

OTHERS = [name for name in GAMES if name != "tavreli"]


@pytest.mark.parametrize("game", OTHERS)
def test_a_stored_game_is_exported_in_its_own_format_and_reads_back(
    game: str, run: Run, tmp_path: Path
) -> None:
    [name] = sample_games(game)
    record = sample_game(name, game)
    with Journal(tmp_path / "data" / "tavreli-board" / "games.sqlite3") as journal:
        number = journal.begin_game(game, record.game.options, None, record.tags)
        moves = [(text, 1000 * ply) for ply, text in enumerate(record.texts(), 1)]
        journal.set_moves(number, 1, moves, result=record.result)
    file = tmp_path / f"out{GAMES[game].ending}"
    assert run("games", "export", number, file).code == 0
    read = read_record(file.read_text("utf-8"), name_hint=file.name)
    assert (read.game.name, read.game.options) == (game, record.game.options)
    assert (read.texts(), read.result) == (record.texts(), record.result)
    checked = run("check", file)
    assert (checked.code, checked.lines[-1]) == (0, record.positions()[-1].text())


@pytest.mark.parametrize("game", OTHERS)
def test_a_sample_game_is_simulated_and_replayed(game: str, run: Run, tmp_path: Path) -> None:
    file, log, decoded = (tmp_path / name for name in (f"in{GAMES[game].ending}", "log.jsonl", "out.txt"))
    [name] = sample_games(game)
    record = sample_game(name, game)
    file.write_text(write_record(record), "utf-8")
    assert run("simulate", file, "-o", log).code == 0
    said = run("replay", log, "--answers", file, "--record", decoded).summary
    assert said["moves"] == list(record.texts())
    assert read_record(decoded.read_text("utf-8"), game).texts() == record.texts()


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("move.pgn", '[Event "x"]\n\n1. e4 e5 2. Ke3 *\n', 'line 3, ply 3, "Ke3": not legal here'),
        ("tag.pgn", '[Event "x"\n1. e4', "line 1: a tag is written like"),
        ("capture.pdn", "1. c3-d4 b6-c5 2. e3-f4 *", 'line 1, ply 3, "e3-f4": '),
        ("capture.pdn", "1. c3-d4 b6-c5 2. e3-f4 *", "must capture, with the man on d4"),
        ("kind.pdn", '[GameType "20"]\n1. c3-d4', 'tag GameType is "20"'),
        ("point.sgf", "(;GM[1]FF[4]SZ[9];B[cc];W[dd];B[dd])", "ply 3, B[dd]: d6: a stone stands there"),
        ("cut.sgf", "(;GM[1]FF[4]SZ[9];B[cc];W[dd]", "unexpected end of SGF data"),
    ],
)
def test_a_fault_is_named_with_its_place(name: str, text: str, said: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(text)
    complaint = run("check", file).complaint(1)
    assert complaint.startswith(f"{file}: ")
    assert said in complaint


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("timed.pgn", '[TimeControl "300+3"]\n\n1. e4 {[%clk 0:05:03]} 1... e5 {[%clk 0:05:01.2]} *\n'),
        ("timed.sgf", "(;GM[1]FF[4]SZ[9]TM[600]OT[3x30 byo-yomi];B[ee]BL[512.5];W[ce]WL[28]OW[2])"),
    ],
)
def test_the_times_of_a_file_come_into_the_archive_and_out_again(
    run: Run, tmp_path: Path, name: str, text: str
) -> None:
    file, out = tmp_path / name, tmp_path / f"out{Path(name).suffix}"
    file.write_text(text, "utf-8")
    assert run("games", "import", file).code == 0
    assert run("games", "export", 1, out).code == 0
    written = out.read_text("utf-8")
    times = re.findall(r"%clk [^]]*|TimeControl [^]]*|(?:TM|OT|[BW]L|O[BW])\[[^]]*", text)
    assert times
    assert [time for time in times if time not in written] == []
