"""A bad line, seeded, to be put between any firmware and its port."""

import random
from collections.abc import Sequence
from typing import Protocol

from firmware_bridge.messages import RGB
from firmware_bridge.sim_link import Firmware


class LitFirmware(Firmware, Protocol):
    """Firmware whose lights can be seen."""

    @property
    def lights(self) -> Sequence[RGB]: ...


class BadLine:
    """Harms what goes over the line in both directions.

    Each of `drop` (a byte is missing), `flip` (a bit is wrong), `junk` (bytes too many), `cut` (the rest of a
    burst is missing) is a probability per burst of bytes.
    """

    def __init__(
        self,
        firmware: LitFirmware,
        seed: int,
        *,
        drop: float = 0,
        flip: float = 0,
        junk: float = 0,
        cut: float = 0,
    ) -> None:
        self.firmware = firmware
        self.stalled = False
        """Nothing comes through, and what comes from the board is held back, not lost."""
        self.harmed = 0
        self._rng = random.Random(seed)
        self._held = b""
        self._odds = {"drop": drop, "flip": flip, "junk": junk, "cut": cut}

    def tick(self, t: int) -> bytes:
        return self._outward(self.firmware.tick(t))

    def receive(self, data: bytes, t: int) -> bytes:
        return b"" if self.stalled else self._outward(self.firmware.receive(self._harm(data), t))

    def _outward(self, data: bytes) -> bytes:
        self._held += self._harm(data)
        if self.stalled:
            return b""
        data, self._held = self._held, b""
        return data

    def _harm(self, data: bytes) -> bytes:
        for kind, odds in self._odds.items():
            if data and self._rng.random() < odds:
                self.harmed += 1
                data = self._harms(kind, data)
        return data

    def _harms(self, kind: str, data: bytes) -> bytes:
        place = self._rng.randrange(len(data))
        if kind == "drop":
            return data[:place] + data[place + 1 :]
        if kind == "flip":
            return data[:place] + bytes([data[place] ^ 1 << self._rng.randrange(8)]) + data[place + 1 :]
        if kind == "junk":
            return data[:place] + self._rng.randbytes(self._rng.randint(1, 300)) + data[place:]
        return data[:place]
