"""Sensor logs: the fixed format, there and back, and what is said of a log that is cut, damaged or none."""

from __future__ import annotations

import gzip
import json
import random
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import LogError
from engine.games import open_game
from engine.types import BoardShape
from firmware_bridge.frames import (
    KEY_NAMES,
    BoardEvent,
    CornerCells,
    Correction,
    DeadStones,
    KeyPress,
    Pick,
    SensorFrame,
    Sensors,
    WeightCells,
)
from firmware_bridge.sensorlog import (
    LogHeader,
    LogWriter,
    event_json,
    header_json,
    parse_event,
    parse_header,
    read_log,
)
from firmware_bridge.simulator.kits import KITS, find_kit
from firmware_bridge.simulator.script import log_header, simulate

REED = LogHeader("tavreli", BoardShape(), Sensors(reed=True))
ALL = LogHeader(
    "capture-go",
    BoardShape(5, 6),
    Sensors(
        reed=True,
        weight=WeightCells(12.0, 0.6, {"K": 14.0, "P": 11.5}),
        corners=CornerCells(((-0.6, -0.6), (4.6, -0.6), (-0.6, 5.6), (4.6, 5.6)), 8.0, 0.15),
        drift=True,
    ),
    {"target": 5},
    "AB a1,b2 AW c3",
)


def game_events(kit: str = "reed+weight") -> list[BoardEvent]:
    game = open_game("tavreli")
    start = game.start()
    return list(simulate(game, None, [start.find_move("e2-e4")], find_kit(kit), 3))


def write(path: Path, header: LogHeader, events: list[BoardEvent]) -> bytes:
    with LogWriter(path, header) as log:
        for event in events:
            log.write(event)
    return path.read_bytes()


def read_all(path: Path) -> tuple[list[BoardEvent], LogError | None]:
    """The events up to the first fault, one by one, and the fault."""
    events: list[BoardEvent] = []
    try:
        for event in read_log(path):
            events.append(event)  # noqa: PERF402 - what came before a fault counts
    except LogError as error:
        fault = error
    else:
        return events, None
    assert "\n" not in str(fault)
    assert str(path) in str(fault)
    return events, fault


# The format


def test_the_cells_that_are_known_are_a_key_more() -> None:
    cells = tuple((square / 100, 1.0, 0.5, 0.0, 0.0009) for square in range(64))
    header = LogHeader("tavreli", BoardShape(), Sensors(weight=WeightCells(12.0, 0.6)), cells=cells)
    assert parse_header(header_json(header)) == header
    with pytest.raises(LogError, match="cells are not five figures for each of 64 squares"):
        parse_header(header_json(replace(header, cells=cells[:9])))


def test_the_first_line_is_as_published() -> None:
    sensors = Sensors(reed=True, weight=WeightCells(12.0, 0.6))
    assert header_json(LogHeader("tavreli", BoardShape(), sensors)) == {
        "format": "tavreli-board/sensor-log",
        "version": 1,
        "game": "tavreli",
        "options": {},
        "start": None,
        "board": {"files": 8, "ranks": 8},
        "sensors": {"reed": True, "weight": {"man_g": 12.0, "sigma_g": 0.6}},
    }


def test_a_frame_is_as_published() -> None:
    start = int("ffff00000000ffff", 16)
    frame = SensorFrame(12340, start, (12.14, *[0.0] * 63), (64.204, 63.9, 64.1, 63.8))
    line = event_json(frame, 64)
    assert line == {
        "t": 12340,
        "reed": "ffff00000000ffff",
        "g": [12.1, *[0.0] * 63],
        "c": [64.2, 63.9, 64.1, 63.8],
    }
    assert event_json(SensorFrame(1, 0b1001), 64)["reed"] == "0000000000000009"
    assert event_json(SensorFrame(1, 1), 25)["reed"] == "0000001"


def test_keys_and_picks_are_as_published() -> None:
    assert event_json(KeyPress(12500, "draw", "w"), 64) == {"t": 12500, "key": "draw", "by": "w"}
    assert event_json(KeyPress(12500, "confirm"), 64) == {"t": 12500, "key": "confirm"}
    assert event_json(Pick(12600, "e2-e4"), 64) == {"t": 12600, "pick": "e2-e4"}


def test_what_the_players_say_beside_the_moves_is_written_too() -> None:
    events: dict[BoardEvent, dict[str, object]] = {
        Correction(12700, 7, "g1-h3"): {"t": 12700, "correct": {"ply": 7, "move": "g1-h3"}},
        DeadStones(12800, ("a3", "d4")): {"t": 12800, "dead": ["a3", "d4"]},
        DeadStones(12900, ()): {"t": 12900, "dead": []},
    }
    for event, line in events.items():
        assert event_json(event, 64) == line
        assert parse_event(line, ALL) == event


@pytest.mark.parametrize(
    "line",
    [{"t": 1, "correct": {"ply": 7}}, {"t": 1, "correct": []}, {"t": 1, "dead": ["z9"]}, {"t": 1, "dead": 3}],
)
def test_faulty_lines_of_that_kind_are_refused(line: dict[str, object]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        parse_event(line, ALL)


@pytest.mark.parametrize("header", [REED, ALL])
def test_a_header_comes_back(header: LogHeader) -> None:
    assert parse_header(json.loads(json.dumps(header_json(header)))) == header


def test_grams_by_letter_need_no_mean() -> None:
    line = header_json(REED) | {"sensors": {"weight": {"men_g": {"K": 14, "P": 12}, "sigma_g": 0.6}}}
    assert parse_header(line).sensors.weight == WeightCells(13.0, 0.6, {"K": 14.0, "P": 12.0})


def test_what_is_not_known_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    lines: list[dict[str, Any]] = [
        header_json(REED) | {"colour": "red"},
        {"t": 20, "reed": "ff", "g": [1, 2], "hall": 7},
        {"t": 30, "smell": "pine"},
        {"t": 40, "key": "resign", "loud": True},
    ]
    path.write_text("\n\n".join(map(json.dumps, lines)))
    assert read_all(path) == ([SensorFrame(20, 0xFF), KeyPress(40, "resign")], None)


grams = st.floats(-5000, 5000).map(lambda value: round(value, 1))
corner_grams = st.floats(-50_000, 50_000).map(lambda value: round(value, 2))
any_event = st.one_of(
    st.builds(KeyPress, st.integers(0, 10**9), st.sampled_from(KEY_NAMES), st.sampled_from(["w", "b", None])),
    st.builds(Pick, st.integers(0, 10**9), st.text()),
    st.builds(
        SensorFrame,
        st.integers(0, 10**9),
        st.integers(0, 2**30 - 1),
        st.lists(grams, min_size=30, max_size=30).map(tuple),
        st.lists(corner_grams, min_size=4, max_size=4).map(tuple),
    ),
)


@settings(max_examples=30)
@given(any_event)
def test_any_event_comes_back(event: BoardEvent) -> None:
    line = json.loads(json.dumps(event_json(event, len(ALL.shape))))
    assert parse_event(line, ALL) == event


@pytest.mark.parametrize("kit", KITS)
@pytest.mark.parametrize("name", ["log.jsonl", "log.jsonl.gz"])
def test_what_a_board_says_comes_back(tmp_path: Path, kit: str, name: str) -> None:
    header, events = log_header(open_game("tavreli"), None, find_kit(kit)), game_events(kit)
    write(tmp_path / name, header, events)
    assert read_log(tmp_path / name).header == header
    assert read_all(tmp_path / name) == (events, None)
    assert list(read_log(tmp_path / name)) == list(read_log(tmp_path / name))


def test_a_compressed_log_has_the_same_lines_and_always_the_same_bytes(tmp_path: Path) -> None:
    events = game_events("reed")
    plain = write(tmp_path / "log.jsonl", REED, events)
    zipped = write(tmp_path / "log.jsonl.gz", REED, events)
    assert gzip.decompress(zipped) == plain
    assert write(tmp_path / "another-name.jsonl.gz", REED, events) == zipped


def test_a_compressed_log_is_known_by_its_bytes(tmp_path: Path) -> None:
    write(tmp_path / "log.jsonl.gz", REED, game_events("reed"))
    (tmp_path / "log.jsonl.gz").rename(tmp_path / "log")
    assert read_all(tmp_path / "log") == (game_events("reed"), None)


# Logs that are cut, damaged, or none


@pytest.mark.parametrize("seed", range(20))
def test_a_cut_log_is_read_to_its_last_whole_line(tmp_path: Path, seed: int) -> None:
    path, events = tmp_path / "log.jsonl", game_events("reed")
    whole = write(path, REED, events)
    rng = random.Random(seed)
    cut = whole[: rng.randrange(whole.index(b"\n") + 1, len(whole))]
    path.write_bytes(cut)
    read, fault = read_all(path)
    lines = cut.split(b"\n")
    assert read == events[: len(lines) - 2 + lines[-1].endswith(b"}")]
    if lines[-1] and not lines[-1].endswith(b"}"):
        assert fault
        assert fault.line == len(lines)
        assert f"line {len(lines)}: " in str(fault)
    else:
        assert fault is None


@pytest.mark.parametrize("seed", range(20))
def test_a_cut_compressed_log_is_read_to_its_last_whole_line(tmp_path: Path, seed: int) -> None:
    path, events = tmp_path / "log.jsonl.gz", game_events()
    whole = write(path, log_header(open_game("tavreli"), None, find_kit("reed+weight")), events)
    cut = whole[: random.Random(seed).randrange(400, len(whole) - 10)]
    path.write_bytes(cut)
    lines = zlib.decompressobj(wbits=31).decompress(cut).count(b"\n")
    read, fault = read_all(path)
    assert fault
    assert fault.line == lines + 1
    assert read == events[: max(lines - 1, 0)]


@pytest.mark.parametrize("name", ["log.jsonl", "log.jsonl.gz"])
def test_a_damaged_log_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    whole = write(path, REED, game_events("reed"))
    rng = random.Random(1)
    for _ in range(200):
        damaged = bytearray(whole)
        for _ in range(rng.choice((1, 3, 30))):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        path.write_bytes(damaged)
        read_all(path)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_log_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.jsonl"
    path.write_bytes(data)
    events, fault = read_all(path)
    assert fault
    assert not events


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ({"reed": "0"}, "t is missing"),
        ({"t": -1, "reed": "0"}, "t is -1"),
        ({"t": 1.5, "reed": "0"}, "t is 1.5"),
        ({"t": 1, "reed": "10000000000000000"}, "more than 64 squares"),
        ({"t": 1, "reed": "-1"}, "more than 64 squares"),
        ({"t": 1, "reed": 255}, "non-string"),
        ({"t": 1, "reed": "pawn"}, "invalid literal"),
        ({"t": 1, "g": [0.0] * 64}, "reed is missing"),
        ({"t": 1, "key": "sing"}, "no button 'sing'"),
        ({"t": 1, "key": ["draw"]}, "no button"),
        ({"t": 1, "key": "draw", "by": "white"}, "by w or b"),
    ],
)
def test_a_faulty_line_says_why(tmp_path: Path, line: dict[str, Any], why: str) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(json.dumps(header_json(REED)) + "\n" + json.dumps(line))
    events, fault = read_all(path)
    assert not events
    assert fault
    assert fault.line == 2
    assert why in str(fault)


@pytest.mark.parametrize("grams", ["[1.0, 2.0]", "7", '"x"', f"[NaN{', 0' * 63}]", f"[1e999{', 0' * 63}]"])
def test_faulty_readings_are_refused(tmp_path: Path, grams: str) -> None:
    header = log_header(open_game("tavreli"), None, find_kit("weight"))
    path = tmp_path / "log.jsonl"
    path.write_text(f'{json.dumps(header_json(header))}\n{{"t": 20, "g": {grams}}}')
    events, fault = read_all(path)
    assert not events
    assert fault
    assert fault.line == 2


def test_time_may_stand_still_for_a_key_but_never_runs_back(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    write(path, REED, [SensorFrame(20, 1), KeyPress(20, "confirm"), SensorFrame(19, 1)])
    events, fault = read_all(path)
    assert events == [SensorFrame(20, 1), KeyPress(20, "confirm")]
    assert fault
    assert "line 4: time runs backwards, from 20 to 19 ms" in str(fault)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"format": "csv"}, "no sensor log"),
        ({"version": 2}, "version 2; this program reads 1"),
        ({"sensors": None}, "no header"),
        ({"sensors": {"weight": {"man_g": 12.0}}}, "sigma_g is missing"),
        ({"sensors": {"weight": {"man_g": float("nan"), "sigma_g": 0.5}}}, "a man of nan g"),
        ({"sensors": {"weight": {"man_g": 12.0, "sigma_g": -0.5}}}, "sigma_g is -0.5"),
        ({"sensors": {"corners": {"at": [[0, 0, 0]], "man_g": 8, "sigma_g": 0.1}}}, "no header"),
        ({"board": [8, 8]}, "no header"),
        ({"start": 3}, "start is 3"),
        ({"options": 3}, "no header"),
    ],
)
def test_a_faulty_header_says_why(change: dict[str, Any], why: str) -> None:
    with pytest.raises(LogError, match=why) as caught:
        parse_header(header_json(REED) | change)
    assert caught.value.line == 1


def test_a_place_that_can_not_be_written_is_named(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "no" / "log.jsonl"):
        with pytest.raises(LogError, match=f"{place}: can't be written"):
            LogWriter(place, REED)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_named() -> None:
    with pytest.raises(LogError, match="/dev/full: can't be written"):
        write(Path("/dev/full"), REED, game_events("reed"))
