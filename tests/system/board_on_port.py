"""A simulated board on a serial port, as a process of its own: `python -m tests.system.board_on_port`.

Its firmware is Python's, or with the word `chip` the flashed one on a simulated chip.

It plays a record on the port of a symbolic link, and does what it reads, `unplug`, `plug`, `end`; after each
it says so. Its time goes on while a host has it open, and the hands rest while none minds its lights.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from board_driver.files import load_record
from firmware_bridge.codec import Decoder
from firmware_bridge.frames import BoardEvent
from firmware_bridge.messages import HelloRequest, Lights
from firmware_bridge.sim_link import SimulatedPort
from firmware_bridge.simulator.actions import Action, PlayedBoard
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


class PatientHands(PlayedBoard):
    """Hands that rest while no host minds the lights: people see that nobody looks at their board."""

    def __init__(self, board: SimulatedBoard, actions: Iterable[Action]) -> None:
        self.rest = True
        self._late = self._t = 0
        super().__init__(board, (replace(action, t=action.t + self._late) for action in actions))

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
        self._is_lit = False

    def tick(self, t: int) -> bytes:
        """Nothing before it boots."""
        if not self.awake:
            return b""
        self.t = t - self._behind
        self.hands.rest = not self._is_lit or self.t - self._heard > SILENCE_MS
        return self.firmware.tick(self.t)

    def receive(self, data: bytes, t: int) -> bytes:
        """The host's first bytes are what boots it."""
        if not self.awake:
            self.awake, self._behind = True, t - self.t
            self.firmware.reboot(self.t)
        self._heard = self.t
        for heard in self._host.feed(data):
            if isinstance(heard.message, HelloRequest | Lights):
                self._is_lit = isinstance(heard.message, Lights)
        return self.firmware.receive(data, self.t)


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
