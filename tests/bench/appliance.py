"""What the program takes of a Pi: `make bench` (`python -m tests.bench.appliance`).

Time until it plays, CPU while nobody touches the board, memory with the screen, and what a move costs the SD
card (counted by strace). The window is a real one, on Xvfb.
"""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from board_driver.journal import Journal
from board_driver.recorder import Recorder, Snapshot
from board_driver.reports import Ply
from board_driver.stored import Moment
from engine.games import open_game
from engine.record import GameRecord
from engine.samples import sample_game
from tests.system.kills import board_on_port
from tests.system.program import Home, Program, run
from tests.system.xserver import x_server

GAMES = ("tavreli", "chess", "draughts")
SETTLE_S, IDLE_S = 4.0, 10.0
LIMIT_S = 60.0


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, x_server(Path(folder)) as server:
        for game in GAMES:
            home = Home(Path(tempfile.mkdtemp(dir=folder)))
            with playing(home, game, server.display) as (program, ready_s):
                start_s = cpu_s(program)
                wait(program, SETTLE_S)
                before = cpu_s(program)
                wait(program, IDLE_S)
                share = (cpu_s(program) - before) / IDLE_S
                start = f"plays after {ready_s:.2f} s ({start_s:.2f} s of CPU)"
                held = f"holds {memory_mb(program):.0f} MB with the screen"
                print(f"{game:9} {start}, idles at {share:.2%} of a core, {held}", flush=True)
    moves, size, syncs = card_costs()
    print(f"{moves} moves: {size / moves:,.0f} bytes and {syncs / moves:.2f} fsyncs a move")


@contextmanager
def playing(home: Home, game: str, display: str) -> Iterator[tuple[Program, float]]:
    """The real program with its window, a board on its port; and after how many seconds it played."""
    link = home.folder / "usb-board"
    nothing = GameRecord(open_game(game))
    with (
        board_on_port(home, link, nothing, "reed+weight", speed="1"),
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard,
    ):
        address = home.folder / "notify"
        heard.bind(str(address))
        heard.settimeout(LIMIT_S)
        more = {"DISPLAY": display, "NOTIFY_SOCKET": str(address)}
        began = monotonic()
        with run(home, "--link", f"serial://{link}", "--game", game, more=more) as program:
            while heard.recv(1000) != b"STATUS=playing":
                pass
            yield program, monotonic() - began


def wait(program: Program, seconds: float) -> None:
    """Let it run so long."""
    try:
        program.process.wait(seconds)
    except subprocess.TimeoutExpired:
        return
    raise RuntimeError(f"it ended: {program}")


def cpu_s(program: Program) -> float:
    """Seconds of CPU that its threads have used, to the nanosecond (schedstat: the first number)."""
    threads = Path(f"/proc/{program.process.pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def memory_mb(program: Program) -> float:
    """What it holds in memory."""
    status = Path(f"/proc/{program.process.pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found
    return int(found[1]) * 1024 / 1e6


def card_costs() -> tuple[int, int, int]:
    """Moves of a game that is kept, bytes written for them, and how often the disk was waited for."""
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "trace"
        command = ["strace", "-f", "-e", "trace=fsync,fdatasync,pwrite64", "-o", str(trace)]
        command += [sys.executable, "-m", "tests.bench.appliance", str(Path(folder) / "games.sqlite3")]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        calls = trace.read_text().splitlines()
    writes = (line for line in calls if "pwrite64(" in line and "= -" not in line)
    written = sum(int(line.rpartition("= ")[2]) for line in writes)
    return int(done.stdout), written, sum("sync(" in line for line in calls)


def keep_a_game(path: Path) -> None:
    """Keep a whole game, one snapshot a move, and say how many moves that were."""
    record = sample_game("moscow-1997-1")
    plies = tuple(Ply(text, 3000 * ply, 3000 * ply) for ply, text in enumerate(record.texts(), 1))
    recorder = Recorder({})
    with Journal(path) as journal:
        for ply in range(1, len(plies) + 1):
            now = Snapshot((0, 1), record.game, record.positions()[0], plies[:ply])
            recorder.wait(now, Moment())
            recorder.write(journal)
    print(len(plies))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        keep_a_game(Path(sys.argv[1]))
    else:
        main()
