"""The firmware in C and the simulated board's in Python answer alike, whatever the host asks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.types import BoardShape
from firmware_bridge.codec import Decoder, encode
from firmware_bridge.frames import BoardEvent, BoardInfo, SensorFrame
from firmware_bridge.hello import Hello
from firmware_bridge.messages import (
    Alive,
    Beat,
    Corners,
    HelloRequest,
    HostMessage,
    Lights,
    Message,
    SnapshotRequest,
    Tare,
    Unknown,
    Weights,
)
from firmware_bridge.simulator.firmware import SimulatedFirmware
from tests.hardware.chip import CORNER_COUNTS_PER_G, COUNTS_PER_G
from tests.hardware.core import Core
from tests.hardware.talk import expected_info, zigzag

BITMAP = 0xFF00_0010_0200_FFFF
GRAMS = tuple(float(square % 50) for square in range(64))


class StillBoard:
    """A board on which nothing happens."""

    def __init__(self, info: BoardInfo) -> None:
        self.info = info

    def events(self, t: int) -> Iterator[BoardEvent]:
        yield from ()

    def snapshot(self, t: int) -> SensorFrame:
        sensors = self.info.sensors
        return SensorFrame(
            t,
            BITMAP if sensors.reed else None,
            GRAMS if sensors.weight else None,
            GRAMS[:4] if sensors.corners else None,
        )


def questions(rng: random.Random) -> Iterator[HostMessage | Unknown]:
    """What a host may send, and what it may not."""
    while True:
        colours = tuple(
            (rng.randrange(60), rng.randrange(60), rng.randrange(60)) for _ in range(rng.randrange(70))
        )
        lights = Lights(rng.choice([0, 0, 1, 40, 63, 64, 65, 65_535]), colours, rng.random() < 0.7)
        odd = Unknown(ord(rng.choice("lhstb")), rng.randbytes(rng.choice([1, 2, 4, 5])))
        asked: list[HostMessage | Unknown] = [HelloRequest(), SnapshotRequest(), Tare(), Alive()]
        yield rng.choice([*asked, lights, lights, odd])
        yield Unknown(rng.choice(b"xyzQ\0\xff"), rng.randbytes(rng.randrange(9)))


def timeless(message: Message) -> Message:
    """A message without what two boards need not share: clock, beats and the name of the firmware."""
    match message:
        case Hello():
            return replace(message, ms=0, info=replace(message.info, firmware=""))
        case Beat():
            return replace(message, ms=0, count=0)
        case Weights() | Corners():
            return replace(message, ms=0)
    return message


@pytest.mark.parametrize("kit", ["reed", "reed+corners", "weight", "reed+weight"])
def test_both_answer_alike(kit: str) -> None:
    info = expected_info(kit, BoardShape(), "pc")
    twin = SimulatedFirmware(StillBoard(info), boot=1)
    core = Core(kit)
    core.run(400)  # tared by its first readings: there was nothing on it
    core.reeds(BITMAP)
    for cell, grams in enumerate(GRAMS):
        core.cell(cell, round(grams * (CORNER_COUNTS_PER_G if "corners" in kit else COUNTS_PER_G)))
    core.run(700)
    decoders = Decoder(), Decoder()
    decoders[0].feed(twin.tick(20))
    for seq, question in zip(range(600), questions(random.Random(kit)), strict=False):
        data = encode(question, seq % 256)
        core.hear(data)
        answers = decoders[0].feed(twin.receive(data, 20)), decoders[1].feed(core.run())
        theirs, ours = ([timeless(received.message) for received in answer] for answer in answers)
        ours = [message for message in ours if theirs or not isinstance(message, Beat)]  # its second was over
        assert ours[: len(theirs)] == theirs, question
        assert zigzag(core.strip, 8) == list(twin.lights)
