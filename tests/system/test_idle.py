"""How often the program wakes while nobody does anything; `make bench` says what that takes of a core."""

from __future__ import annotations

import re
import signal
import subprocess
from pathlib import Path
from time import monotonic

import pytest

from engine.record import read_record
from tests.conftest import LIMIT_S
from tests.system.kills import board_on_port
from tests.system.program import Home, Program, run
from tests.system.xserver import XServer

pytestmark = pytest.mark.system

IDLE_S = 20
MOST_WAKEUPS = 10
"""A second, by the main thread: 3 and 4 when measured. Unlike its time they do not grow on a busy machine."""


def assert_sleeps(program: Program) -> None:
    """It comes to rest: for `IDLE_S` its main thread hardly wakes (proc(5), status)."""
    status = Path(f"/proc/{program.process.pid}/status")
    end, rates = monotonic() + LIMIT_S, list[float]()
    while not rates or rates[-1] >= MOST_WAKEUPS:
        assert monotonic() < end, f"wake-ups a second: {rates}"
        before = wakeups(status.read_text("ascii"))
        with pytest.raises(subprocess.TimeoutExpired):
            program.process.wait(IDLE_S)
        rates.append((wakeups(status.read_text("ascii")) - before) / IDLE_S)


def wakeups(status: str) -> int:
    """How often a thread has slept so far."""
    (count,) = re.findall(r"^voluntary_ctxt_switches:\s+(\d+)$", status, re.MULTILINE)
    return int(count)


def test_an_idle_window_does_not_keep_the_program_awake(home: Home, server: XServer) -> None:
    display = {"DISPLAY": server.display, "SDL_VIDEODRIVER": "x11"}
    link = home.folder / "usb-board"
    with (
        board_on_port(home, link, read_record("e2-e4 e7-e5"), "weight", speed="1"),
        run(home, "--link", f"serial://{link}", more=display) as program,
    ):
        program.until_moves(2)
        assert_sleeps(program)
        assert program.ends(signal.SIGINT) == 0


def test_a_simulated_board_at_rest_in_the_same_process_does_not_keep_it_awake(
    home: Home, server: XServer
) -> None:
    display = {"DISPLAY": server.display, "SDL_VIDEODRIVER": "x11"}
    with run(home, "--link", "sim:", "--play", "none", more=display) as program:
        program.until(lambda: bool(program.told))
        assert_sleeps(program)
        assert program.ends(signal.SIGINT) == 0
