"""The command line as a user types it: what perft, moves and check print, and how it looks."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from engine.samples import sample_game
from tests.board_driver.commands import Ran, Run, typed
from tests.conftest import LIMIT_S, RECORDS, lacking


def test_perft_ends_with_the_count(run: Run) -> None:
    assert run("perft", 2).lines[-1] == "nodes 1519"
    assert run("perft", 0).lines == ["nodes 1"]
    lines = run("perft", 2, "--divide").lines
    assert lines[-1] == "nodes 1519"
    assert len(lines) == 40
    assert sum(int(line.rsplit(" ", 1)[1]) for line in lines[:-1]) == 1519


def test_perft_of_a_position(run: Run) -> None:
    lone = "4k3/8/8/8/8/8/8/4K3 w - - - 1"
    assert run("perft", 1, "--position", lone, "--game", "tavreli").lines == ["nodes 5"]


def test_moves_lists_the_legal_moves(run: Run) -> None:
    lines = run("moves").lines
    assert len(lines) == 39
    assert "e2-e4" in lines
    assert "a1xa2" in lines


def test_moves_as_json_have_the_stacks_after_them(run: Run) -> None:
    moves = {line["move"]: line["changes"] for line in run("moves", "--json").json}
    assert len(moves) == 39
    assert moves["e2-e4"] == {"e2": [], "e4": ["PH"]}
    assert moves["a1xa2"] == {"a1": [], "a2": ["PR", "R"]}


def test_moves_after_a_record(run: Run, opening: Path) -> None:
    assert "e2(1)-c3" in run("moves", "--record", opening).lines
    both = run("moves", "--record", opening, "--position", "x")
    assert "either --position or --record" in both.complaint(2)


def test_check_writes_in_our_notation_and_ends_with_the_position(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.tgn"
    file.write_text('[Event "Осень"]\n1. D2 – d4 d7d5 2. g1:e2', "utf-8")
    said = run("check", file)
    assert said.code == 0
    assert said.lines == [
        '[Event "Осень"]',
        "1. d2-d4 d7-d5 2. g1xe2 *",
        "rnbqkbnr/prpnpb1phpbpnpr/8/3pq4/3PQ4/8/PRPNPB1(PHN)PBPNPR/RNBQKB1R b KQkq abcefgh:abcefgh - 2",
    ]


def test_check_shows_that_a_game_is_over(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mate.txt"
    file.write_text(" ".join(move.name for move in sample_game("ryazan-2003-1").moves))
    assert run("check", file).lines[-2].endswith("# 0-1")


def test_an_illegal_move_is_named_with_file_ply_token_and_why(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_text("e2-e4 e7-e5 e4-e5")
    said = run("check", file)
    assert said.out == ""
    assert said.complaint(1).startswith(f'{file}: ply 3, "e4-e5": a warrior goes straight ahead only')


def test_the_misprint_of_record_21_is_named(run: Run) -> None:
    file = RECORDS / "tavreli" / "21.txt"
    if not file.exists():
        lacking(f"no {file.name} in ../shared/records/tavreli")
    assert run("check", file).complaint(1).startswith(f'{file}: ply 2, "f8 - e9": there is no square e9')


def test_a_magus_too_many_is_refused(run: Run) -> None:
    said = run("moves", "--position", "4k3/8/8/8/8/8/8/K3K3 w - - - 1")
    remedy = "mend it, or leave it out for the start"
    assert said.complaint(1) == f"--position: White has 2 men K, the set has 1; {remedy}"


# As typed


def test_lines_are_neither_wrapped_nor_coloured(tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_text(" ".join(sample_game("moscow-1997-1").texts()))
    said = typed("check", file, env={"COLUMNS": "20", "FORCE_COLOR": "1", "TERM": "xterm-256color"})
    assert said.code == 0
    assert len(said.lines) == 2 + said.out.count("[")
    assert len(said.lines[-2]) > 200
    assert "\x1b" not in said.out + said.err


def test_a_fault_as_typed(tmp_path: Path) -> None:
    said = typed("check", tmp_path / "missing.tgn", env={"COLUMNS": "20", "FORCE_COLOR": "1"})
    assert said.out == ""
    assert "missing.tgn" in said.complaint(1)


def test_perft_and_moves_as_typed() -> None:
    assert typed("perft", 3).lines == ["nodes 68299"]
    assert len(typed("moves").lines) == 39


def test_a_name_that_a_terminal_can_not_show_stops_nothing(tmp_path: Path) -> None:
    file = tmp_path / "game.tgn"
    file.write_text('[White "Белые"]\ne2-e4', "utf-8")
    said = typed("check", file, env={"PYTHONIOENCODING": "ascii"})
    assert said.code == 0
    assert said.lines[1] == "1. e2-e4 *"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_behind_the_output_is_told() -> None:
    command = f"'{sys.executable}' -c 'from board_driver.cli import main; main()' moves > /dev/full"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=LIMIT_S, check=False)
    assert "output can't be written" in Ran(done.returncode, "", done.stderr).complaint(1)


@pytest.mark.parametrize(
    "command", ["check", "perft", "moves", "simulate", "replay", "run", "games", "games show", "games export"]
)
def test_every_command_has_a_help(run: Run, command: str) -> None:
    said = run(*command.split(), "--help")
    assert said.code == 0
    assert f"Usage: tavreli-board {command}" in said.out


@pytest.mark.parametrize("command", ["check", "perft", "moves", "simulate", "replay", "run", "games"])
def test_helps_have_examples_as_one_types_them(run: Run, command: str) -> None:
    assert f"\n    tavreli-board {command}" in run(command, "--help").out


def test_the_version_is_that_of_the_package(run: Run) -> None:
    assert run("--version").lines == [f"tavreli-board {version('tavreli-board')}"]


def test_without_a_command_the_help_is_shown(run: Run) -> None:
    assert run() == run("--help")
    assert "Examples:" in run().out
