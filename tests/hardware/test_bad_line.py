"""The flashed firmware on a simulated chip, behind a line that loses, bends and adds bytes both ways."""

from __future__ import annotations

import random

import pytest

from tests.firmware_bridge.faults import BadLine
from tests.firmware_bridge.test_conversation import World
from tests.firmware_bridge.things import WatchedBoard, assert_true_states
from tests.hardware.flashed import FlashedFirmware
from tests.hardware.talk import zigzag


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.system)])
def test_only_true_states_arrive_and_the_last_one_does(seed: int) -> None:
    thing = WatchedBoard("reed", seed=seed)
    line = BadLine(FlashedFirmware(thing, "reed"), seed, drop=0.05, flip=0.05, junk=0.03, cut=0.05)
    world = World(line, random.Random(seed).choice([None, 1, 7]))
    colours = [(seed, square, 9) for square in range(64)]
    world.host.set_lights(colours)
    world.run(12_000)
    at_rest = len(thing.said) - 1
    world.run(6_000)
    assert world.lost is None
    assert line.harmed > 5
    assert_true_states(thing, world.frames, since=at_rest)
    assert line.firmware.lights == zigzag(colours, 8)
    presses = [(key.key, key.by) for key in world.keys]
    assert presses == [(key.key, key.by) for key in thing.pressed]
