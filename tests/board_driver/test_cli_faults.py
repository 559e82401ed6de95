"""Bad input at the command line: one line for every fault, the remedy in it, and the exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from firmware_bridge.ports import find_ports
from tests.board_driver.commands import Run, make_log
from tests.conftest import lacking


def header(**changes: object) -> str:
    line = {
        "format": "tavreli-board/sensor-log",
        "version": 1,
        "game": "tavreli",
        "board": {"files": 8, "ranks": 8},
        "sensors": {"reed": True},
    }
    return json.dumps(line | changes) + "\n"


@pytest.mark.parametrize(
    ("first", "why"),
    [
        ("", "line 1: the file is empty"),
        ('{"t": 1}\n', "line 1: no sensor log"),
        (header(version=2), "line 1: sensor log of version 2; this program reads 1"),
        (header(game="ludo"), "line 1: no game 'ludo'"),
        (header(options={"komi": 7}), "line 1: tavreli has no option 'komi'"),
        (header(start="8/8 w"), "line 1: "),
        (header(start=7), "line 1: "),
        (header(board={"files": 9, "ranks": 9}), "line 1: tavreli is played on 8x8 squares, not on 9x9"),
        (header(sensors={}), "line 1: the board has no sensors"),
        (header(sensors={"weight": {"sigma_g": 0.6}}), "man_g is missing"),
        (header(sensors={"weight": {"man_g": 0, "sigma_g": 0.6}}), "a man of 0 g"),
        (header() + '{"t": 1}\n{"t": 20, "reed": "xyz"}\n', "line 3: "),
        (header() + '{"t": 20, "reed": "0"}\n{"t": 10, "reed": "0"}\n', "line 3: time runs backwards"),
        (header() + '{"t": 20, "key": "sing"}\n', "line 2: no button 'sing'"),
        (header() + "[1, 2]\n", "line 2: not a JSON object"),
        (header() + "[" * 100_000, "line 2: not a line of JSON"),
    ],
)
def test_a_faulty_log_is_named_with_its_line(run: Run, tmp_path: Path, first: str, why: str) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(first)
    complaint = run("replay", log).complaint(1)
    assert str(log) in complaint
    assert why in complaint


@pytest.mark.parametrize("ending", ["tgn", "pgn", "pdn", "sgf", "txt"])
def test_an_empty_record_is_none(run: Run, tmp_path: Path, ending: str) -> None:
    record = tmp_path / f"game.{ending}"
    record.write_text("\ufeff \n")
    why = "there is nothing in it: a record has moves, tags or a result"
    assert run("check", record).complaint(1) == f"{record}: {why}"


def test_a_picture_whose_name_says_no_format_is_refused(run: Run, tmp_path: Path) -> None:
    for name in ("start.svg", "start"):
        complaint = run("picture", "-o", tmp_path / name).complaint(2)
        assert complaint.endswith(f"{name}: let the name end in .png, .jpg or .bmp")
        assert not (tmp_path / name).exists()


@pytest.mark.parametrize("command", ["check", "replay", "simulate"])
def test_files_that_are_none(run: Run, tmp_path: Path, command: str) -> None:
    more = ["-o", tmp_path / "out.jsonl"] if command == "simulate" else []
    missing, binary = tmp_path / "missing", tmp_path / "binary"
    binary.write_bytes(bytes(range(256)))
    for path in (missing, tmp_path, binary):
        complaint = run(command, path, *more).complaint(1)
        assert complaint.startswith(str(path))
    assert not (tmp_path / "out.jsonl").exists()


def test_places_that_can_not_be_written(run: Run, opening: Path, tmp_path: Path) -> None:
    nowhere = tmp_path / "no" / "folder"
    log = make_log(tmp_path / "log.jsonl", "e2-e4")
    assert str(nowhere) in run("simulate", opening, "-o", nowhere).complaint(1)
    assert str(tmp_path) in run("simulate", opening, "-o", tmp_path).complaint(1)
    assert str(nowhere) in run("replay", log, "--record", nowhere).complaint(1)
    assert "No space left" in run("simulate", opening, "-o", "/dev/full").complaint(1)


@pytest.mark.parametrize(
    ("arguments", "known"),
    [
        (["perft", "1", "--game", "ludo"], "tavreli"),
        (["simulate", "{opening}", "-o", "x", "--sensors", "sonar"], "reed+weight"),
        (["simulate", "{opening}", "-o", "x", "--hands", "octopus"], "tidy"),
        (["simulate", "{opening}"], "--help"),
        (["perft", "-1"], "--help"),
        (["moves", "--jsno"], "tavreli-board moves --help"),
        (["dance"], "tavreli-board --help"),
        (["run", "--link", "carrier-pigeon:"], "sim:"),
        (["run", "--link", "sim:", "--headless", "--play", "atlantis-2001-1"], "moscow-1997-1"),
        (["games", "show", "x"], "--help"),
        (["games", "show", "99999999999999999999"], "--help"),
    ],
)
def test_wrong_usage_names_what_there_is(run: Run, opening: Path, arguments: list[str], known: str) -> None:
    assert known in run(*(part.format(opening=opening) for part in arguments)).complaint(2)


def test_an_unknown_configuration_key_is_named(run: Run, tmp_path: Path) -> None:
    config = tmp_path / "board.toml"
    config.write_text('[board]\nlnik = "sim:"\n')
    complaint = run("run", "--config", config).complaint(1)
    assert complaint == f"{config}: unknown key board.lnik; did you mean board.link?"


def test_a_port_that_is_not_there(run: Run) -> None:
    assert "/dev/ttyNOBODY" in run("run", "--link", "serial:///dev/ttyNOBODY", "--headless").complaint(3)


def test_with_no_board_the_simulated_one_is_named(run: Run) -> None:
    if find_ports():
        lacking("this machine has serial ports")
    assert "--link sim:" in run("run", "--headless").complaint(3)


def test_answers_of_another_game_are_wrong_usage(run: Run, tmp_path: Path, opening: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(header(game="chess"))
    assert "the record is one of tavreli" in run("replay", log, "--answers", opening).complaint(2)
