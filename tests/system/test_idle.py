"""How often the program wakes while nobody does anything; `make bench` says what that takes of a core."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.record import read_record, write_record
from tests.system.program import Home, Program, run, running
from tests.system.xserver import x_server

pytestmark = pytest.mark.system

IDLE_S = 20
SETTLE_S = 5
MOST_WAKEUPS = 10
"""A second, by the main thread: 3 and 4 when measured. Unlike its time they do not grow on a busy machine."""


def wakeups(program: Program) -> int:
    """How often its main thread has slept so far (proc(5), status)."""
    status = Path(f"/proc/{program.process.pid}/status").read_text("ascii")
    (count,) = re.findall(r"^voluntary_ctxt_switches:\s+(\d+)$", status, re.MULTILINE)
    return int(count)


def test_an_idle_window_does_not_keep_the_program_awake(tmp_path: Path) -> None:
    home, port = Home(tmp_path), tmp_path / "board"
    record = tmp_path / "game.tgn"
    record.write_text(write_record(read_record("e2-e4 e7-e5")))
    board = [sys.executable, "-m", "tests.system.board_on_port", str(port), str(record), "weight", "1"]
    with running(board, home.environment()) as held, x_server(tmp_path) as server:
        held.until(lambda: "plug" in held.printed)
        display = {"DISPLAY": server.display, "SDL_VIDEODRIVER": "x11"}
        with run(home, "--link", f"serial://{port}", more=display) as program:
            program.until_moves(2)
            slept = wakeups(program)
            with pytest.raises(subprocess.TimeoutExpired):
                program.process.wait(IDLE_S)
            rate = (wakeups(program) - slept) / IDLE_S
            assert program.ends(signal.SIGINT) == 0
        assert rate < MOST_WAKEUPS, f"{rate:.0f} wake-ups a second"


def test_a_simulated_board_at_rest_in_the_same_process_does_not_keep_it_awake(tmp_path: Path) -> None:
    home = Home(tmp_path)
    with x_server(tmp_path) as server:
        display = {"DISPLAY": server.display, "SDL_VIDEODRIVER": "x11"}
        with run(home, "--link", "sim:", "--play", "none", more=display) as program:
            program.until(lambda: bool(program.told))
            with pytest.raises(subprocess.TimeoutExpired):
                program.process.wait(SETTLE_S)
            slept = wakeups(program)
            with pytest.raises(subprocess.TimeoutExpired):
                program.process.wait(IDLE_S)
            rate = (wakeups(program) - slept) / IDLE_S
            assert program.ends(signal.SIGINT) == 0
        assert rate < MOST_WAKEUPS, f"{rate:.0f} wake-ups a second"
