"""hardware/PROTOCOL.md and the golden frames say what the code does."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.types import BoardShape
from firmware_bridge.codec import Decoder, Received, encode
from firmware_bridge.conversation import Conversation
from firmware_bridge.frames import (
    BoardEvent,
    BoardInfo,
    CornerCells,
    KeyPress,
    SensorFrame,
    Sensors,
    WeightCells,
)
from firmware_bridge.hello import MAJOR, MINOR
from firmware_bridge.messages import KEY_CODES
from firmware_bridge.simulator.firmware import SimulatedFirmware, moment_period
from tests.firmware_bridge.golden import BAD, FRAMES, GOOD, read
from tests.firmware_bridge.strategies import TYPES

PROTOCOL = (Path(__file__).parents[2] / "hardware" / "PROTOCOL.md").read_text()


@pytest.mark.parametrize("name", GOOD)
def test_a_golden_frame_is_read_and_written(name: str) -> None:
    seq, message = GOOD[name]
    assert Decoder().feed(read(name)) == [Received(seq, message)]
    assert encode(message, seq) == read(name)


@pytest.mark.parametrize("name", BAD)
def test_a_faulty_golden_frame_is_a_fault_of_its_kind(name: str) -> None:
    decoder = Decoder()
    assert decoder.feed(read(name)) == []
    assert decoder.faults == {BAD[name]: 1}


def test_all_golden_frames_have_a_meaning_and_all_types_a_golden_frame() -> None:
    assert {path.stem for path in FRAMES.iterdir()} == GOOD.keys() | BAD.keys()
    assert {message.type for _, message in GOOD.values()} >= set(TYPES)


class SmallBoard:
    """5x5 squares with reeds; two men are lifted off, one after the other, then a button is pressed."""

    info = BoardInfo(BoardShape(5, 5), Sensors(reed=True), "demo")

    def events(self, t: int) -> Iterator[BoardEvent]:
        if t in (400, 800):
            yield self.snapshot(t)
        elif t == 900:
            yield KeyPress(t, "confirm", "w")

    def snapshot(self, t: int) -> SensorFrame:
        return SensorFrame(t, 0b1111 if t < 400 else 0b1110 if t < 800 else 0b1100)


def dialogue() -> Iterator[tuple[str, bytes]]:
    """The first second between a host and a small board: who speaks, and the bytes."""
    firmware, host = SimulatedFirmware(SmallBoard(), boot=7), Conversation()
    host.set_lights([(255, 0, 0), (0, 80, 0)])
    for t in range(20, 1_020, 20):
        said = firmware.tick(t)
        while said:
            yield "board", said
            list(host.receive(said, t))
            said = b""
            if heard := host.output(t):
                yield "host", heard
                said = firmware.receive(heard, t)


def test_the_worked_example_is_what_host_and_board_say() -> None:
    (example,) = re.findall(r"```frames\n(.*?)```", PROTOCOL, re.DOTALL)
    lines = [line.split("|")[0].split() for line in example.splitlines()]
    written = [(who, bytes.fromhex("".join(pieces))) for who, *pieces in lines]
    said = [(who, b"\0" + block + b"\0") for who, data in dialogue() for block in data.split(b"\0") if block]
    assert written == said


def test_the_figures_are_those_of_the_code() -> None:
    assert f"Version {MAJOR}.{MINOR}" in PROTOCOL
    for key, code in KEY_CODES.items():
        assert re.search(rf"\b{code} `{key}`", PROTOCOL)
    weight, corners = WeightCells(12, 0.25), CornerCells(((0, 0),) * 4, 8, 0.15)
    kits = {
        "reed": Sensors(True),
        "reed+corners": Sensors(True, None, corners),
        "reed+weight": Sensors(True, weight),
    }
    rows = re.findall(r"^\| (\d+)x\1 \| (\d+) \| (\d+) \| (\d+) \|$", PROTOCOL, re.MULTILINE)
    assert len(rows) == 4
    for size, *periods in rows:
        shape = BoardShape(int(size), int(size))
        assert [moment_period(shape, sensors) for sensors in kits.values()] == list(map(int, periods))
