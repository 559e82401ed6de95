"""Commands for tests: what they do, as a user types them, and logs for them to read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.record import read_record
from firmware_bridge.frames import BoardEvent, KeyPress, Pick
from firmware_bridge.sensorlog import LogWriter, read_log
from firmware_bridge.simulator.kits import find_kit
from firmware_bridge.simulator.script import log_header, simulate
from tests.conftest import LIMIT_S

OPENING = "d2-d4 d7-d5 g1xe2 c7-c5"
"""Four plies, one of them onto a man."""


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def json(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.lines]

    @property
    def summary(self) -> dict[str, Any]:
        return self.json[-1]

    def complaint(self, code: int) -> str:
        """The one line of a command that failed with that exit code."""
        assert self.code == code, self.err
        [line] = self.err.splitlines()
        assert line.startswith("tavreli-board: ")
        return line.removeprefix("tavreli-board: ")


Run = Callable[..., Ran]


def typed(*args: object, env: Mapping[str, str] | None = None) -> Ran:
    """Run a command as a shell would, its output being a pipe."""
    command = [sys.executable, "-c", "from board_driver.cli import main; main()", *map(str, args)]
    done = subprocess.run(
        command,
        capture_output=True,
        encoding="utf-8",
        timeout=LIMIT_S,
        check=False,
        env={**os.environ, **(env or {})},
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def make_log(path: Path, moves: str, extra: Iterable[BoardEvent] = (), kit: str = "reed+weight") -> Path:
    """The log of tidy hands that play these moves, with some events more."""
    record = read_record(moves)
    events = [*simulate(record.game, None, record.moves, find_kit(kit), 1), *extra]
    with LogWriter(path, log_header(record.game, None, find_kit(kit))) as log:
        for event in sorted(events, key=lambda event: (event.t, isinstance(event, KeyPress | Pick))):
            log.write(event)
    return path


def end_of(path: Path) -> int:
    return [event.t for event in read_log(path)][-1]
