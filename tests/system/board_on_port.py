"""A simulated board on a serial port, as a process of its own: `python -m tests.system.board_on_port`.

Its firmware is Python's, or with the word `chip` the flashed one on a simulated chip.

It plays a record on the port of a symbolic link, and does what it reads, `unplug`, `plug`, `end`; after each
it says so. Its time goes on while a host has it open. The hands rest while none minds its lights, and after
each move until the host has lit the square where it landed.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from board_driver.files import load_record
from display.leds import OFF
from display.palette import LIGHTS
from display.scene import Mark
from engine.types import Square
from firmware_bridge.codec import Decoder
from firmware_bridge.frames import BoardEvent
from firmware_bridge.messages import RGB, HelloRequest, Lights
from firmware_bridge.sim_link import SimulatedPort
from firmware_bridge.simulator.actions import Action, Landed, PlayedBoard, Put
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.firmware import SimulatedFirmware
from firmware_bridge.simulator.kits import find_kit
from firmware_bridge.simulator.script import script
from tests.hardware.flashed import FlashedFirmware


class Firmware(Protocol):
    """What runs on a board; `t` in ms of board time."""

    def tick(self, t: int) -> bytes:
        """What it sends at `t`, asked every 20 ms."""
        ...

    def receive(self, data: bytes, t: int) -> bytes:
        """What it answers at once."""
        ...

    def reboot(self, t: int) -> None:
        """It is reset."""
        ...


SILENCE_MS = 1500
"""A host answers each beat, one a second; a silent one is away, or very slow."""


SEEN = (Mark.LAST, Mark.CHECKER, Mark.CHECK, Mark.QUESTION, Mark.TURN)
"""One of these shines where a move has landed that the host has seen; others ask for men to be moved."""
SAME_HUE = 0.15
"""Dim lights are rounded; other hues differ by more."""


class PatientHands(PlayedBoard):
    """Hands that rest when they are told to, as people do who see that nobody looks at their board.

    `landed`: where the last move has landed, until somebody has seen it.
    """

    def __init__(self, board: SimulatedBoard, actions: Iterable[Action]) -> None:
        self.rest = True
        self.landed: Square | None = None
        self._late = self._t = 0
        super().__init__(board, self._delayed(actions))

    def _delayed(self, actions: Iterable[Action]) -> Iterator[Action]:
        square: Square | None = None
        for action in actions:
            yield replace(action, t=action.t + self._late)
            if isinstance(action, Put) and action.square is not None:
                square = action.square
            elif isinstance(action, Landed) and square is not None:
                self.landed = square

    def events(self, t: int) -> Iterator[BoardEvent]:
        """As on any board."""
        passed, self._t = t - self._t, t
        if self.rest and self._next:
            self._late += passed
            self._next = replace(self._next, t=self._next.t + passed)
        return super().events(t)


class Booting:
    """A board that boots when the host first speaks to it, as those do that heed DTR; `t` is its own time."""

    def __init__(self, firmware: Firmware, hands: PatientHands) -> None:
        self.firmware = firmware
        self.hands = hands
        self.t = 0
        self.awake = False
        self._behind = 0
        self._host = Decoder()
        self._heard = 0
        self._lights: dict[Square, RGB] = {}

    def tick(self, t: int) -> bytes:
        """Nothing before it boots."""
        if not self.awake:
            return b""
        self.t = t - self._behind
        self.hands.rest = not self._lights or self.t - self._heard > SILENCE_MS or not self._is_seen()
        return self.firmware.tick(self.t)

    def receive(self, data: bytes, t: int) -> bytes:
        """The host's first bytes are what boots it."""
        if not self.awake:
            self.awake, self._behind = True, t - self.t
            self.firmware.reboot(self.t)
        self._heard = self.t
        for heard in self._host.feed(data):
            match heard.message:
                case HelloRequest():
                    self._lights = {}
                case Lights(first=first, colours=colours):
                    self._lights |= dict(enumerate(colours, first))
        return self.firmware.receive(data, self.t)

    def _is_seen(self) -> bool:
        """Whether the host has shown that it knows the last move."""
        hands = self.hands
        if hands.landed is not None and is_seen(self._lights.get(hands.landed, OFF)):
            hands.landed = None
        return hands.landed is None


def is_seen(light: RGB) -> bool:
    """Whether a light, bright or dim, is that of a move that the host has seen."""
    seen = (hue(LIGHTS[mark]) for mark in SEEN)
    return any(max(abs(a - b) for a, b in zip(hue(light), each, strict=True)) < SAME_HUE for each in seen)


def hue(colour: RGB) -> tuple[float, ...]:
    """The shares of red, green and blue, that of the brightest being 1."""
    return tuple(part / max(*colour, 1) for part in colour)


async def serve(link: Path, record: Path, kit: str, speed: float, chip: bool) -> None:
    """Hold the board on the port until `end` is read."""
    game, seed = load_record(record), 5
    start = game.positions()[0]
    board = SimulatedBoard(game.game.shape, start.stacks, find_kit(kit), seed)
    hands = PatientHands(board, script(game.game, start, game.moves, find_kit(kit), seed))
    machine = Booting(FlashedFirmware(hands, kit) if chip else SimulatedFirmware(hands), hands)
    order = "plug"
    while order == "plug":
        machine.awake = False
        async with SimulatedPort(machine, speed) as port:
            link.symlink_to(port.path)
            order = await next_order(order)
            link.unlink()
        if order == "unplug":
            order = await next_order(order)


async def next_order(done: str) -> str:
    """Say what was done; the next line of stdin."""
    print(done, flush=True)
    line: str = await asyncio.to_thread(sys.stdin.readline)
    return line.strip()


if __name__ == "__main__":
    link_name, record_name, kit_name, speed_text, *chip_word = sys.argv[1:]
    asyncio.run(serve(Path(link_name), Path(record_name), kit_name, float(speed_text), chip_word == ["chip"]))
