"""Games on a serial board whose host is killed again and again: `kill -9`, at any instant, also as it starts.

The invariant: the record is a prefix of what was played, nothing in it is invented, nothing that was shown is
lost.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.games import GAMES
from engine.record import GameRecord, write_record
from tests.system.program import Home, Program, run, running

SPEED = "5"
"""Of the board; hands much faster than people would be moves ahead of a disk that is waited for."""
LONGEST_S = 2.5
"""A host is killed at most so long after its first word: that a game goes on, or its first move."""
IDLE = 6
"""Hosts in a row that get no further: hands went too far unseen, and the board needs its players."""
WHILE_STARTING = 0.25
"""The share of hosts that are killed so long after their start instead."""


@contextmanager
def board_on_port(
    home: Home, link: Path, record: GameRecord, kit: str, speed: str = SPEED
) -> Iterator[Program]:
    """A board in a process of its own, which outlives its hosts."""
    file = home.folder / f"game{GAMES[record.game.name].ending}"
    file.write_text(write_record(record))
    words = [sys.executable, "-m", "tests.system.board_on_port", str(link), str(file), kit, speed]
    with running(words, home.environment()) as program:
        program.until(lambda: program.printed == ["plug"])
        yield program


def play_with_kills(home: Home, record: GameRecord, kit: str, rng: random.Random, most: int) -> int:
    """Let hands play a record, killing the host up to `most` times; how often it was killed."""
    link = home.folder / "usb-board"
    words = ("--link", f"serial://{link}", "--headless", "--speed", SPEED)
    texts = list(record.texts())
    kills = idle = 0
    kept: list[str] = []
    with board_on_port(home, link, record, kit):
        while kills < most and kept != texts and idle < IDLE:
            with run(home, *words) as program:
                if rng.random() > WHILE_STARTING:
                    program.until(lambda: bool(program.printed or program.told))
                try:
                    program.process.wait(rng.uniform(0, LONGEST_S))
                except subprocess.TimeoutExpired:
                    program.ends(signal.SIGKILL)
                    kills += 1
                else:
                    raise AssertionError(f"it ended by itself: {program}")
            assert "Traceback" not in "\n".join(program.told), program
            before, kept = kept, _kept(home)
            assert kept[: len(before)] == before, "what was kept is lost"
            _assert_honest(kept, program.moves, texts)
            idle = idle + 1 if kept == before else 0
    return kills


def _kept(home: Home) -> list[str]:
    """The moves of the one game in the archive."""
    games = home.games() if home.archive.exists() else []
    assert len(games) < 2, [(game.id, game.reason, len(game.moves)) for game in games]
    return [move.text for game in games for move in game.moves]


def _assert_honest(kept: list[str], shown: list[str], played: list[str]) -> None:
    assert kept == played[: len(kept)], "something was invented, or lost from the middle"
    if shown:
        start = next(ply for ply in range(len(kept) + 1) if kept[ply : ply + len(shown)] == shown)
        assert start + len(shown) <= len(kept), f"what was shown is lost: {shown}"
