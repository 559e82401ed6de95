"""The firmware's core as a shared library, its world in Python's hands: time and sensors are what we say."""

from __future__ import annotations

from ctypes import CDLL, c_bool, c_char_p, c_int32, c_uint8, c_uint16, c_uint32, create_string_buffer
from pathlib import Path

from engine.types import BoardShape
from firmware_bridge.codec import Decoder, Received
from firmware_bridge.messages import RGB
from tests.hardware import built

ROOM = 1 << 16


class Core:
    """One board; a library holds one, so the latest of a kind is the one that lives. `ms` is its time."""

    def __init__(
        self,
        kit: str,
        files: int = 8,
        ranks: int = 8,
        *,
        ms: int = 0,
        options: str = "",
        sources: Path = built.FIRMWARE,
    ) -> None:
        self.shape = BoardShape(files, ranks)
        self._library = CDLL(str(built.on_pc("core", kit, files, ranks, sources, options)))
        self._library.pc_reeds.argtypes = [c_uint8, c_uint32]
        self._library.pc_cell.argtypes = [c_uint8, c_int32, c_bool]
        self._library.pc_pressure.argtypes = [c_uint8, c_uint16]
        self._library.pc_keys.argtypes = [c_uint8]
        self._library.pc_hear.argtypes = [c_char_p, c_uint32]
        self._library.pc_hear.restype = c_bool
        self._library.pc_boot.argtypes = [c_uint32, c_uint32]
        self._library.pc_step.argtypes = [c_uint32]
        self._buffer = create_string_buffer(ROOM)
        self._decoder = Decoder()
        self._library.pc_blank()
        self.reeds(0)
        for cell in range(256):
            self.cell(cell, 0)
        for square in range(128):
            self.pressure(square, 0)
        self.keys(0)
        self.boot(1, ms)

    def boot(self, boot: int, ms: int = 0) -> None:
        """Switched on at that time of its clock."""
        self.ms = ms
        self._library.pc_boot(boot, ms % 2**32)

    def run(self, ms: int = 1) -> bytes:
        """What it says in the next ms."""
        for _ in range(ms):
            self.ms += 1
            self._library.pc_step(self.ms % 2**32)
        count = self._library.pc_said(self._buffer, ROOM)
        return self._buffer.raw[:count]

    def messages(self, ms: int = 1) -> list[Received]:
        """The same, read."""
        received = self._decoder.feed(self.run(ms))
        assert not self._decoder.faults
        return received

    def hear(self, data: bytes) -> None:
        """Bytes of the host, all at once."""
        assert self._library.pc_hear(data, len(data))

    def reeds(self, bitmap: int) -> None:
        """Bit s: the reed of square s is closed."""
        for rank in range(self.shape.ranks):
            self._library.pc_reeds(rank, bitmap >> rank * self.shape.files & (1 << self.shape.files) - 1)

    def pressure(self, square: int, step: int) -> None:
        """What the FSR of a square says, 0-1023."""
        self._library.pc_pressure(square, step)

    def cell(self, cell: int, counts: int, *, answers: bool = True) -> None:
        """What an HX711 counts; or that it says nothing."""
        self._library.pc_cell(cell, counts, answers)

    def keys(self, held: int) -> None:
        """The buttons that are held down, a bit each."""
        self._library.pc_keys(held)

    @property
    def strip(self) -> list[RGB]:
        """The colours the strip got last, in its own order."""
        count = self._library.pc_lights(self._buffer, ROOM)
        data = self._buffer.raw[:count]
        return [(data[i + 1], data[i], data[i + 2]) for i in range(0, count, 3)]

    @property
    def shows(self) -> int:
        """How often the strip got colours."""
        return int(self._library.pc_light_shows())

    @property
    def moment_ms(self) -> int:
        """The least time between two moments."""
        return int(self._library.pc_moment_ms())
