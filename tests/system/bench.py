"""A board on a bench: in a thread of the test, on a real port, with hands that play and a wire that fails."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Any, Self, TypeVar

from engine.record import GameRecord
from firmware_bridge.codec import encode
from firmware_bridge.hello import ForeignHello
from firmware_bridge.messages import RGB
from firmware_bridge.sim_link import Firmware, SimulatedPort
from firmware_bridge.simulator.actions import PlayedBoard
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.firmware import TICK_MS, SimulatedFirmware
from firmware_bridge.simulator.kits import find_kit
from firmware_bridge.simulator.script import script
from tests.conftest import LIMIT_S

SPEED = 20
BOOT_MS = 1600
"""What a boot loader takes before the firmware runs."""

T = TypeVar("T")


class Wire:
    """Firmware that boots when the host opens its port, as a Mega does, and what can go wrong on its wire.

    `t` is the board's own time, by which the hands go; while it boots it sends junk, and they wait.
    `frozen`: the board does nothing at all. `deaf`: it goes on, but nothing comes through either way. `cut`:
    of the next burst only the first half comes through, and nothing after it; then this is set.
    """

    def __init__(self, firmware: SimulatedFirmware) -> None:
        self.firmware = firmware
        self.t = 0
        self.frozen = self.deaf = False
        self.cut: asyncio.Event | None = None
        self._asleep = True
        self._boots_for = 0
        self._rng = random.Random(1)

    def open(self) -> None:
        """The port is going to be opened anew, which the first byte from the host tells."""
        self._asleep = True
        self.frozen = self.deaf = False
        self.cut = None

    def tick(self, t: int) -> bytes:
        """What comes through from the board."""
        if self._asleep or self.frozen:
            return b""
        if self._boots_for:
            self._boots_for -= TICK_MS
            return self._rng.randbytes(30)
        self.t += TICK_MS
        data = self.firmware.tick(self.t)
        if self.cut and data:
            self.frozen = True
            self.cut.set()
            return data[: len(data) // 2]
        return b"" if self.deaf else data

    def receive(self, data: bytes, t: int) -> bytes:
        """What the board answers, if the bytes come through to it."""
        if self._asleep and not (self.frozen or self.deaf):
            self._asleep = False
            self._boots_for = BOOT_MS
            self.firmware.reboot(self.t)
        if self.frozen or self.deaf or self._boots_for:
            return b""
        return self.firmware.receive(data, self.t)


class Foreign:
    """A board with firmware of another major."""

    def tick(self, t: int) -> bytes:
        """Its Hello, each second."""
        return b"" if t % 1000 else encode(ForeignHello(2, 0), 0)

    def receive(self, data: bytes, t: int) -> bytes:
        """It understands nothing."""
        return b""


class Bench:
    """One port with a name that stays, and what is plugged in there. Its methods wait until it is done."""

    def __init__(self, path: Path, record: GameRecord, kit: str, seed: int = 5, speed: float = SPEED) -> None:
        start, sensors = record.positions()[0], find_kit(kit)
        hands = script(record.game, start, record.moves, sensors, seed)
        board = SimulatedBoard(record.game.shape, start.stacks, sensors, seed)
        self.path = path
        self.hands = PlayedBoard(board, hands)
        self.firmware = SimulatedFirmware(self.hands)
        self.wire = Wire(self.firmware)
        self._speed = speed
        self._stack = AsyncExitStack()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self.plug()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.path.is_symlink():
            self.unplug()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(LIMIT_S)
        self._loop.close()

    @property
    def lights(self) -> tuple[RGB, ...]:
        """The lights as they shine."""
        return self.firmware.lights

    def plug(self, firmware: Firmware | None = None) -> None:
        """Plug the board in, or another one."""
        self.wire.open()
        self._do(self._plug(firmware or self.wire))

    def unplug(self, *, in_a_frame: bool = False) -> None:
        """Pull the plug, perhaps when half of a frame has come through."""
        self._do(self._unplug(in_a_frame))

    def last(self, seconds: float) -> None:
        """Let a fault, or the game, last for some time."""
        self._do(asyncio.sleep(seconds))

    def until(self, done: Callable[[], bool]) -> None:
        """Wait until something is true of the board; TimeoutError if it never is."""

        async def wait() -> None:
            async with asyncio.timeout(LIMIT_S):
                while not done():
                    await asyncio.sleep(0.02)

        self._do(wait())

    async def _plug(self, firmware: Firmware) -> None:
        port = await self._stack.enter_async_context(SimulatedPort(firmware, self._speed))
        self.path.symlink_to(port.path)

    async def _unplug(self, in_a_frame: bool) -> None:
        if in_a_frame:
            self.wire.cut = asyncio.Event()
            await self.wire.cut.wait()
            await asyncio.sleep(0)
        self.path.unlink()
        await self._stack.aclose()

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(2 * LIMIT_S)
