"""What the program takes of a core while nobody does anything: a window is open, a board says its beats."""

from __future__ import annotations

import os
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
MOST = 0.015
"""The share of a core. It was 0.0035 when it was measured with two cores that had other work to do as well;
a window that is looked at thirty times a second takes 0.02 to 0.05."""

MOST_WAKEUPS = 10
"""A second, by the main thread: 3 and 4 when measured. Unlike its time they do not grow on a busy machine."""


def wakeups(program: Program) -> int:
    """How often its main thread has slept so far (proc(5), status)."""
    status = Path(f"/proc/{program.process.pid}/status").read_text("ascii")
    (count,) = re.findall(r"^voluntary_ctxt_switches:\s+(\d+)$", status, re.MULTILINE)
    return int(count)


def busy_s(program: Program) -> float:
    """The seconds that a process has worked so far (proc(5), fields 14 and 15 of stat)."""
    fields = Path(f"/proc/{program.process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_an_idle_window_costs_next_to_nothing(tmp_path: Path) -> None:
    home, port = Home(tmp_path), tmp_path / "board"
    record = tmp_path / "game.tgn"
    record.write_text(write_record(read_record("e2-e4 e7-e5")))
    board = [sys.executable, "-m", "tests.system.board_on_port", str(port), str(record), "weight", "1"]
    with running(board, home.environment()) as held, x_server(tmp_path) as server:
        held.until(lambda: "plug" in held.printed)
        display = {"DISPLAY": server.display, "SDL_VIDEODRIVER": "x11"}
        with run(home, "--link", f"serial://{port}", more=display) as program:
            program.until_moves(2)
            before, slept = busy_s(program), wakeups(program)
            with pytest.raises(subprocess.TimeoutExpired):
                program.process.wait(IDLE_S)
            share, rate = (busy_s(program) - before) / IDLE_S, (wakeups(program) - slept) / IDLE_S
            assert program.ends(signal.SIGINT) == 0
        assert share < MOST, f"{share:.1%} of a core"
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
