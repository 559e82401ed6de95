"""The published games, played by simulated hands and decoded from the sensors alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from board_driver.replay import Replay, log_session
from board_driver.session import Session
from engine.record import GameRecord, read_record
from firmware_bridge.frames import BoardEvent, BoardInfo, SensorFrame
from firmware_bridge.sensorlog import LogWriter, read_log
from firmware_bridge.simulator.kits import find_kit
from firmware_bridge.simulator.script import log_header, simulate
from tests.conftest import shared_records

NUMBERS = [f"{number:02}" for number in range(1, 22)]
KITS = ["weight", "reed+weight"]


def games() -> Iterator[Any]:
    """(number, kit, seed) of each game to be played: three seeds quickly, twenty in the soak."""
    for number, kit, seed in product(NUMBERS, KITS, range(20)):
        marks = [pytest.mark.soak] if seed >= 3 else []
        yield pytest.param(number, kit, seed, marks=marks)


@dataclass(frozen=True)
class Decoded:
    """What `replay` says of a log: its lines, and the last one."""

    lines: list[dict[str, Any]]
    summary: dict[str, Any]

    def kinds(self) -> set[str]:
        return {next(iter(line)) for line in self.lines}


@cache
def published(number: str) -> GameRecord:
    [file] = [path for path in shared_records() if path.stem == number]
    return read_record(file.read_text("utf-8-sig").replace("f8 - e9", "f8 - e7"))


def played(record: GameRecord, kit: str, seed: int) -> Iterator[BoardEvent]:
    return simulate(record.game, record.start, record.moves, find_kit(kit), seed)


def through_a_file(path: Path, record: GameRecord, kit: str, seed: int) -> Decoded:
    """As the commands `simulate` and `replay` do it."""
    with LogWriter(path, log_header(record.game, record.start, find_kit(kit))) as log:
        for event in played(record, kit, seed):
            log.write(event)
    source = read_log(path)
    return decoded(Replay(log_session(source)), source)


def directly(
    record: GameRecord, kit: str, events: Iterable[BoardEvent], answers: GameRecord | None = None
) -> Decoded:
    """The same without the file."""
    info = BoardInfo(record.game.shape, find_kit(kit).sensors)
    session = Session(record.game, record.start or record.game.start(), info)
    return decoded(Replay(session, answers), events)


def decoded(replay: Replay, events: Iterable[BoardEvent]) -> Decoded:
    return Decoded(list(replay.lines(events)), replay.summary())


def check_exact(record: GameRecord, said: Decoded) -> None:
    """The record, the whole record, and no question, takeback or complaint on the way."""
    assert said.summary["moves"] == list(record.texts())
    assert said.summary["final"] == record.positions()[-1].text()
    assert said.summary["result"] == record.result
    assert said.summary["asked"] == 0
    assert said.kinds() <= {"move", "amend", "end"}


def check_never_wrong(record: GameRecord, said: Decoded) -> None:
    """Whatever is decided is right when the next ply is decided, and at the end."""
    true = list(record.texts())
    stands: list[str] = []
    for line in said.lines:
        if "takeback" in line:
            del stands[-line["takeback"] :]
        elif "amend" in line:
            stands[line["ply"] - 1] = line["amend"]
        elif "move" in line:
            assert stands == true[: line["ply"] - 1]
            stands.append(line["move"])
    assert stands == said.summary["moves"] == true[: len(stands)]


@pytest.mark.parametrize(("number", "kit", "seed"), list(games()))
def test_a_game_played_tidily_records_itself(number: str, kit: str, seed: int, tmp_path: Path) -> None:
    record = published(number)
    if seed == 0:
        said = through_a_file(tmp_path / "log.jsonl", record, kit, seed)
    else:
        said = directly(record, kit, played(record, kit, seed))
    check_exact(record, said)


@pytest.mark.parametrize("kit", ["reed+corners", "reed"])
@pytest.mark.parametrize("number", NUMBERS)
def test_without_a_cell_a_square_nothing_wrong_is_decided(number: str, kit: str) -> None:
    record = published(number)
    said = directly(record, kit, played(record, kit, 0), answers=record)
    decided, plies = len(said.summary["moves"]), len(record.moves)
    print(f"{kit} {number}: {said.summary['asked']} questions, {decided} of {plies} plies decided")
    check_never_wrong(record, said)


def deaf(events: Iterable[BoardEvent], square: int) -> Iterator[BoardEvent]:
    """The same events, but that one cell goes on saying what it said first."""
    first: float | None = None
    for event in events:
        if isinstance(event, SensorFrame) and event.grams:
            first = event.grams[square] if first is None else first
            yield replace(event, grams=(*event.grams[:square], first, *event.grams[square + 1 :]))
        else:
            yield event


def test_the_comparison_can_fail() -> None:
    record = published("01")
    square = next(square for square, _ in record.moves[4].changes)
    said = directly(record, "weight", deaf(played(record, "weight", 1), square))
    with pytest.raises(AssertionError):
        check_exact(record, said)


@pytest.mark.parametrize(
    ("lines", "moves"),
    [
        ([{"move": "e2-e3", "ply": 1}], ["e2-e3"]),
        ([{"move": "e2-e3", "ply": 1}, {"move": "e7-e5", "ply": 2}, {"amend": "e2-e4", "ply": 1}], ["e2-e4"]),
        ([{"move": "e2-e4", "ply": 1}, {"takeback": 1}], ["e2-e4"]),
    ],
)
def test_the_weaker_comparison_can_fail(lines: list[dict[str, Any]], moves: list[str]) -> None:
    record = read_record("e2-e4 e7-e5 g1-f3")
    with pytest.raises(AssertionError):
        check_never_wrong(record, Decoded(lines, {"moves": moves}))
