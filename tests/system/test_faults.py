"""What befalls a Pi, done to the real program on a serial board: the record is what was played, even so."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from engine.samples import sample_game
from tests.conftest import LIMIT_S, lacking, needs_tool
from tests.system.kills import SPEED, board_on_port
from tests.system.program import COMMAND, Home, Program, run, running
from tests.system.xserver import x_server

pytestmark = pytest.mark.system

GAME = sample_game("ryazan-2002-2")
RECORD = replace(GAME, moves=GAME.moves[:14], result="*")
TEXTS = list(RECORD.texts())


@pytest.fixture
def link(home: Home) -> Iterator[str]:
    """The URL of a board on which hands begin to play as soon as somebody listens."""
    path = home.folder / "usb-board"
    with board_on_port(home, path, RECORD, "weight"):
        yield f"serial://{path}"


def words(link: str, *more: str) -> list[str]:
    return [COMMAND, "run", "--link", link, "--headless", "--speed", SPEED, *more]


def kept(home: Home) -> list[list[str]]:
    return [[move.text for move in game.moves] for game in home.games()]


def ends(program: Program) -> None:
    """The game comes to its end, and the program with a signal."""
    program.until(lambda: TEXTS[-1] in program.moves)
    program.ends(signal.SIGTERM)
    assert program.moves == TEXTS
    assert "Traceback" not in "\n".join(program.told)


@contextmanager
def on_a_disk(home: Home, link: str, options: str) -> Iterator[Program]:
    """A run whose data folder is a file system of its own, mounted so that only the run sees it."""
    needs_tool("unshare")
    if subprocess.run(["unshare", "--mount", "true"], check=False, capture_output=True).returncode:
        lacking("only root may mount a file system of its own")
    place = home.archive.parent
    place.mkdir(parents=True, exist_ok=True)
    script = f'mount -t tmpfs -o {options} disk "$0" && exec "$@"'
    command = ["unshare", "--mount", "sh", "-c", script, str(place), *words(link)]
    with running(command, home.environment()) as program:
        yield program


@pytest.mark.parametrize(
    ("options", "why"), [("size=48k", "the disk is full"), ("ro", "make its folder writable")]
)
def test_without_room_it_plays_on_in_memory_and_says_so(
    options: str, why: str, home: Home, link: str
) -> None:
    with on_a_disk(home, link, options) as program:
        ends(program)
    assert sum("playing on in memory" in line and why in line for line in program.told) == 1, program.told
    assert program.told[-1].startswith("tavreli-board: what was played last is lost: ")


def test_nothing_is_told_before_a_slow_disk_has_it(home: Home, link: str) -> None:
    with run(home, *words(link)[2:]) as program:
        program.until_moves(3)
        with closing(sqlite3.connect(home.archive, isolation_level=None, timeout=LIMIT_S)) as busy:
            busy.execute("BEGIN IMMEDIATE")
            ((count,),) = busy.execute("SELECT count(*) FROM moves")
            with pytest.raises(subprocess.TimeoutExpired):
                program.process.wait(1)  # after five the program would play on in memory
            assert program.moves == TEXTS[: len(program.moves)]
            assert len(program.moves) <= count, "the disk has no more"
            busy.execute("ROLLBACK")
        ends(program)
    assert kept(home) == [TEXTS]
    assert not any("memory" in line for line in program.told)


def test_a_configuration_broken_between_two_starts_costs_nothing(home: Home, link: str) -> None:
    config = home.folder / "board.toml"
    config.write_text("[lights]\nbrightness = 0.5\n")
    told = words(link, "--config", str(config))[2:]
    with run(home, *told) as program:
        program.until_moves(5)
        program.ends(signal.SIGKILL)
    config.write_text("[lights]\nbrightness = \n")
    with run(home, *told) as program:
        assert program.ends() == 1
    assert program.told == [f"tavreli-board: {config}: no TOML: Invalid value (at line 2, column 14)"]
    config.write_text("[lights]\nbrightness = 0.5\n")
    with run(home, *told) as program:
        program.until(lambda: TEXTS[-1] in program.moves)
        program.ends(signal.SIGTERM)
    assert kept(home) == [TEXTS]


def test_a_board_that_is_plugged_in_later_is_waited_for(home: Home) -> None:
    path = home.folder / "usb-board"
    with run(home, *words(f"serial://{path}", "--wait")[2:]) as program:
        program.until(lambda: any("waiting for the board" in line for line in program.told))
        with board_on_port(home, path, RECORD, "weight"):
            ends(program)
    assert kept(home) == [TEXTS]
    assert sum("waiting for the board" in line for line in program.told) == 1


def test_a_screen_that_goes_takes_no_move_with_it(home: Home, link: str, tmp_path: Path) -> None:
    told = ["--link", link, "--speed", SPEED]
    folder = tmp_path / "screen"
    folder.mkdir()
    with ExitStack() as screen:
        display = screen.enter_context(x_server(folder)).display
        with run(home, *told, more={"DISPLAY": display}) as program:
            program.until_moves(4)
            screen.close()
            program.ends()
        assert "Traceback" not in "\n".join(program.told)
        assert program.moves == TEXTS[: len(program.moves)]
        assert kept(home)[0][: len(program.moves)] == program.moves
    with run(home, *told, "--headless") as program:
        program.until(lambda: TEXTS[-1] in program.moves)
        program.ends(signal.SIGTERM)
    assert kept(home) == [TEXTS]
