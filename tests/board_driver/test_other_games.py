"""The published games of chess, draughts and Go, played by simulated hands and decoded from the sensors.

Each kit with a sensor a square is played on. Corner cells are left out: captured men leave the board in these
games, and the known total that those cells are trimmed by goes with them.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from board_driver.replay import Replay, log_session
from board_driver.session import Session
from engine.record import GameRecord, read_record
from firmware_bridge.frames import BoardEvent, BoardInfo
from firmware_bridge.sensorlog import LogWriter, read_log
from firmware_bridge.simulator.kits import find_kit
from firmware_bridge.simulator.script import log_header, simulate
from tests.conftest import shared_records
from tests.play.matches import find_record

GAMES = {"chess": 42, "draughts": 30, "capture-go": 18}
FOLDERS = {"chess": "chess", "draughts": "draughts", "capture-go": "go"}
KITS = ("reed", "weight", "reed+weight")
SAMPLE = {"chess": 7, "draughts": 8, "capture-go": 7}
"""How many of a game's (record, kit) pairs are played quickly; all of them are in the soak."""
ALWAYS = {("draughts", "19", "reed"), ("chess", "34", "weight")}
"""Pairs that once went wrong: a victim still standing looked like moves taken back; the last ply was lost."""
SEEDS = (1, 2)
SEED = SEEDS[0]


def games() -> Iterator[Any]:
    """(game, record, kit, seed) of every match, those outside the sample marked for the soak."""
    for game, count in GAMES.items():
        pairs = list(product((f"{number:02}" for number in range(1, count + 1)), KITS))
        sample = random.Random(game).sample(pairs, SAMPLE[game])
        for (name, kit), seed in product(pairs, SEEDS):
            quick = (seed == SEED and (name, kit) in sample) or (game, name, kit) in ALWAYS
            yield pytest.param(game, name, kit, seed, marks=[] if quick else [pytest.mark.soak])


def published(game: str, name: str) -> GameRecord:
    shared_records(FOLDERS[game])
    return find_record(game, name)


def through_a_file(path: Path, record: GameRecord, kit: str, seed: int) -> list[dict[str, Any]]:
    """What `replay --answers` prints for the log that `simulate` writes."""
    with LogWriter(path, log_header(record.game, record.start, find_kit(kit))) as log:
        for event in simulate(record.game, record.start, record.moves, find_kit(kit), seed):
            log.write(event)
    source = read_log(path)
    return printed(Replay(log_session(source), record), source)


def directly(record: GameRecord, kit: str, events: Iterable[BoardEvent]) -> list[dict[str, Any]]:
    """The same of events that are in no file."""
    info = BoardInfo(record.game.shape, find_kit(kit).sensors)
    return printed(Replay(Session(record.game, record.positions()[0], info), record), events)


def printed(replay: Replay, events: Iterable[BoardEvent]) -> list[dict[str, Any]]:
    return [*replay.lines(events), replay.summary()]


def check_exact(record: GameRecord, said: list[dict[str, Any]]) -> None:
    """The record, the whole record, its result where the board shows it; no takeback, no complaint."""
    end = record.positions()[-1].outcome()
    *news, last = said
    assert last["moves"] == list(record.texts())
    assert last["final"] == record.positions()[-1].text()
    assert last["result"] == (end.result if end else "*")
    assert "open" not in last
    assert not [line for line in news if line.keys() & {"takeback", "astray"}]


@pytest.mark.parametrize("game", GAMES)
def test_every_published_record_is_played(game: str) -> None:
    assert len(shared_records(FOLDERS[game])) == GAMES[game]


@pytest.mark.parametrize(("game", "name", "kit", "seed"), list(games()))
def test_a_game_played_tidily_records_itself(
    game: str, name: str, kit: str, seed: int, tmp_path: Path
) -> None:
    record = published(game, name)
    check_exact(record, through_a_file(tmp_path / "log.jsonl", record, kit, seed))


def test_the_comparison_can_fail() -> None:
    record = read_record("1. e4 e5 2. Nf3 Nc6 *", "chess")
    events = list(simulate(record.game, None, record.moves, find_kit("reed"), SEED))
    check_exact(record, directly(record, "reed", events))
    with pytest.raises(AssertionError):
        check_exact(record, directly(record, "reed", events[: len(events) // 2]))
