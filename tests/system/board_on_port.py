"""A simulated board on a serial port, as a process of its own: `python -m tests.system.board_on_port`.

Its firmware is Python's, or with the word `chip` the flashed one on a simulated chip.

It plays a record on the port of a symbolic link, and does what it reads, `unplug`, `plug`, `end`; after each
it says so. Its time goes on while a host has it open.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Protocol

from board_driver.files import load_record
from board_driver.table import SimulatedTable
from firmware_bridge.sim_link import SimulatedPort
from firmware_bridge.simulator.firmware import SimulatedFirmware
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


class Booting:
    """A board that boots when the host first speaks to it, as those do that heed DTR; `t` is its own time."""

    def __init__(self, firmware: Firmware) -> None:
        self.firmware = firmware
        self.t = 0
        self.awake = False
        self._behind = 0

    def tick(self, t: int) -> bytes:
        """Nothing before it boots."""
        if not self.awake:
            return b""
        self.t = t - self._behind
        return self.firmware.tick(self.t)

    def receive(self, data: bytes, t: int) -> bytes:
        """The host's first bytes are what boots it."""
        if not self.awake:
            self.awake, self._behind = True, t - self.t
            self.firmware.reboot(self.t)
        return self.firmware.receive(data, self.t)


async def serve(link: Path, record: Path, kit: str, speed: float, chip: bool) -> None:
    """Hold the board on the port until `end` is read."""
    thing = SimulatedTable(load_record(record), kit, seed=5).thing
    board = Booting(FlashedFirmware(thing, kit) if chip else SimulatedFirmware(thing))
    order = "plug"
    while order == "plug":
        board.awake = False
        async with SimulatedPort(board, speed) as port:
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
