"""The flashed firmware beneath a simulated table: what hands do there, its reeds and load cells sense."""

from __future__ import annotations

from collections.abc import Iterable

from firmware_bridge.codec import encode
from firmware_bridge.frames import BoardEvent, KeyPress, SensorFrame
from firmware_bridge.messages import RGB, Tare
from firmware_bridge.simulator.firmware import TICK_MS, SimulatedThing
from tests.hardware.chip import Chip

BUTTONS = {("confirm", "w"): 0, ("confirm", "b"): 1, ("takeback", None): 2, ("new", None): 3}
HELD_MS = 100
TARED_MS = 1_500
"""From the command until the zeros are in the memory."""
SETTLED_MS = 800
"""Until the means of the cells' readings are those of the men that were set up."""


class FlashedFirmware:
    """Can stand for a `SimulatedFirmware`. Its cells were tared when the board was still empty."""

    def __init__(self, thing: SimulatedThing, kit: str) -> None:
        self.thing = thing
        self.chip = Chip(kit, thing.info.shape.files, thing.info.shape.ranks)
        self._held: dict[int, int] = {}
        self.chip.run(200)
        self.chip.hear(encode(Tare(), 0))
        self.chip.run(TARED_MS)
        self._sense([thing.snapshot(0)], 0)
        self.chip.run(SETTLED_MS)

    def reboot(self, t: int) -> None:
        """The board is reset."""
        self.chip.power_cycle()

    def tick(self, t: int) -> bytes:
        """What it sends in the 20 ms up to `t`."""
        self._sense(self.thing.events(t), t)
        return self.chip.run(TICK_MS)

    def receive(self, data: bytes, t: int) -> bytes:
        """Bytes take their time on the line, and so does the answer."""
        self.chip.hear(data)
        return b""

    @property
    def lights(self) -> list[RGB]:
        """What the strip shows, in its own order."""
        return self.chip.lights

    def _sense(self, events: Iterable[BoardEvent], t: int) -> None:
        for number in [number for number, until in self._held.items() if t >= until]:
            del self._held[number]
            self.chip.key(number, held=False)
        for event in events:
            if isinstance(event, KeyPress):
                number = BUTTONS[event.key, event.by]
                self._held[number] = t + HELD_MS
                self.chip.key(number, held=True)
            elif isinstance(event, SensorFrame):
                if event.reed is not None:
                    self.chip.reeds(event.reed)
                self.chip.weigh(event.grams or event.corners or ())
