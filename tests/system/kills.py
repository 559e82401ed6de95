"""Games on a serial board whose host is killed again and again: `kill -9`, at any instant, also as it starts.

The invariant: the record is a prefix of what was played, nothing in it is invented, and nothing that was
decided is lost. What a host has printed it had decided, so all of that is in the archive when it is dead.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.games import GAMES
from engine.record import GameRecord, write_record
from tests.system.program import Home, Program, run, running

SPEED = "5"
"""Of the board; hands much faster than people would be moves ahead of a disk that is waited for."""
MOST_MOVES = 4
"""A host has shown fewer moves than this when it is killed, at most `LONGEST_S` later."""
LONGEST_S = 1.0
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


@dataclass(frozen=True, slots=True)
class Outlived:
    """What became of a game whose hosts were killed.

    `kills`: how many; `kept`: the plies in its record at the end, of `plies` that it has; `printed`: the
    moves that all hosts have printed, none of which is missing there.
    """

    kills: int
    kept: int
    plies: int
    printed: int


def play_with_kills(home: Home, record: GameRecord, kit: str, rng: random.Random, most: int) -> Outlived:
    """Let hands play a record, killing the host up to `most` times.

    Every host but those that are killed while they start gets on with the game.
    """
    link = home.folder / "usb-board"
    words = ("--link", f"serial://{link}", "--game", record.game.name, "--headless", "--speed", SPEED)
    texts = list(record.texts())
    kills = printed = 0
    kept: list[str] = []
    with board_on_port(home, link, record, kit):
        while kills < most and kept != texts:
            with run(home, *words) as program:
                if rng.random() > WHILE_STARTING:
                    moves = min(rng.randrange(MOST_MOVES), len(texts) - len(kept))
                    program.until(lambda: bool(program.printed or program.told))
                    program.until_moves(moves)
                try:
                    program.process.wait(rng.uniform(0, LONGEST_S))
                except subprocess.TimeoutExpired:
                    program.ends(signal.SIGKILL)
                    kills += 1
                else:
                    raise AssertionError(f"it ended by itself: {program}")
            assert "Traceback" not in "\n".join(program.told), program
            before, kept = kept, _kept(home)
            assert_nothing_lost(before, program.moves, kept, texts)
            printed += len(program.moves)
    return Outlived(kills, len(kept), len(texts), printed)


def assert_nothing_lost(before: list[str], shown: list[str], kept: list[str], played: list[str]) -> None:
    """A host that found `before` in the archive, and printed the moves `shown`, has left `kept` there."""
    assert kept == played[: len(kept)], f"something was invented, or lost from the middle: {kept}"
    assert kept[: len(before)] == before, f"what was kept is lost: {before[len(kept) :]}"
    assert kept[len(before) :][: len(shown)] == shown, f"what was shown is lost: {shown}"


def _kept(home: Home) -> list[str]:
    """The moves of the one game in the archive."""
    games = home.games() if home.archive.exists() else []
    assert len(games) < 2, [(game.id, game.reason, len(game.moves)) for game in games]
    return [move.text for game in games for move in game.moves]
