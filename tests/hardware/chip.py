"""The firmware as it is flashed, on a simulated ATmega2560 with the parts of a board wired to it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from ctypes import (
    CDLL,
    Structure,
    c_bool,
    c_char,
    c_char_p,
    c_int32,
    c_uint8,
    c_uint16,
    c_uint32,
    c_uint64,
    c_void_p,
    create_string_buffer,
)
from enum import IntEnum
from functools import cache
from pathlib import Path

from engine.types import BoardShape
from firmware_bridge.messages import RGB
from tests.conftest import lacking
from tests.hardware import built

CYCLES_PER_MS = 16_000
COUNTS_PER_G = 2**23 / 390.625
"""Of an HX711 with a cell of 100 g and 1 mV/V: full scale is 3.90625 mV/V."""
CORNER_COUNTS_PER_G = COUNTS_PER_G / 50
"""The same with a cell of 5 kg."""
HX711_MS = 12.5
"""Between two readings; each converter has its own clock, so they differ by some per cent."""
FSR_SETTLE_US, HX711_SETTLE_US = 7.0, 0.5
"""What a multiplexer's output takes to follow: 10 kOhm into 150 pF, or the output of an HX711."""
ROOM = 1 << 16
ARDUINO_PINS = Path("/usr/share/arduino/hardware/arduino/avr/variants/mega/pins_arduino.h")


class Wire(IntEnum):
    """What a pin is wired to; as in sim/bench.h."""

    RANK, FILE, SELECT, FSR, CELL, CLOCK, LIGHTS, KEY, LATCH, LOAD = range(1, 11)


WIRING: dict[Wire, tuple[str, ...]] = {
    Wire.RANK: (
        *(f"D{n}" for n in range(22, 30)),
        *(f"D{n}" for n in (*range(42, 46), 50, 51, 52, *range(38, 42))),
    ),
    Wire.FILE: (
        *(f"D{n}" for n in range(37, 29, -1)),
        *(f"D{n}" for n in range(21, 13, -1)),
        "D6",
        "D7",
        "D8",
    ),
    Wire.SELECT: ("D49", "D48", "D47", "D46"),
    Wire.FSR: tuple(f"A{n}" for n in range(8)),
    Wire.CELL: (*(f"A{n}" for n in range(8, 16)), *(f"A{n}" for n in range(8))),
    Wire.CLOCK: ("D53",),
    Wire.LIGHTS: ("D10",),
    Wire.KEY: ("D2", "D3", "D4", "D5"),
}
"""How a builder wires a Mega: by what is printed beside its pins."""

SKETCH_WIRING: dict[Wire, tuple[str, ...]] = {
    Wire.LATCH: ("D9",),
    Wire.LOAD: ("D8",),
    Wire.SELECT: ("D22", "D23", "D24", "D25"),
    Wire.FSR: ("A0", "A1", "A2", "A3"),
    Wire.CELL: ("A0", "A1", "A2", "A3"),
    Wire.CLOCK: ("D7",),
    Wire.LIGHTS: ("D6",),
    Wire.KEY: ("D2", "D3", "D4", "D5"),
}
"""How the sketch for Arduino has it (arduino/options.h), on a Mega."""


@cache
def arduino_pins() -> dict[str, tuple[str, int]]:
    """Port and bit of what is printed beside a Mega's pins, as Arduino's own library has it."""
    if not ARDUINO_PINS.exists():
        lacking("arduino-core-avr is not installed; `make test` installs what tests need")
    entries = re.findall(r"_BV\( (\d) \)\s*, // P([A-L]) \d \*\* (\d+) \*\*", ARDUINO_PINS.read_text())
    by_number = {int(number): (port, int(bit)) for bit, port, number in entries}
    digital = {f"D{number}": place for number, place in by_number.items() if number < 54}
    return digital | {f"A{number - 54}": place for number, place in by_number.items() if number >= 54}


class Counts(Structure):
    """What the simulated parts have counted; see `struct counts` in sim/bench.h."""

    _fields_ = [
        (name, c_uint32)
        for name in (
            *("overruns", "shorts", "early_clocks", "power_downs", "readings"),
            *("zero_min", "zero_max", "one_min", "one_max", "gap_min", "gap_max", "restarts"),
        )
    ]


@cache
def _library() -> CDLL:
    library = CDLL(str(built.simulator()))
    bench = c_void_p
    for name, result, *arguments in (
        ("new", bench, c_char_p, c_uint32, c_uint32),
        ("free", None, bench),
        ("wire", None, bench, c_char, c_uint8, c_uint32, c_uint8),
        ("run", c_bool, bench, c_uint64),
        ("cycles", c_uint64, bench),
        ("power_cycle", None, bench),
        ("hang", None, bench),
        ("hear", None, bench, c_char_p, c_uint32),
        ("said", c_uint32, bench, c_char_p, c_uint32),
        ("bit_cycles", c_uint32, bench),
        ("matrix", None, bench, c_bool, c_uint32, c_uint32),
        ("reed", None, bench, c_uint8, c_uint8, c_bool),
        ("key", None, bench, c_uint8, c_bool),
        ("mux", None, bench, c_uint32),
        ("pressure", None, bench, c_uint8, c_uint16),
        ("cell", None, bench, c_uint8, c_uint32),
        ("cell_channels", None, bench, c_uint8),
        ("counts", None, bench, c_uint8, c_int32),
        ("lights", c_uint32, bench, c_char_p),
        ("counted", Counts, bench),
        ("untouched", c_uint32, bench, c_uint16),
    ):
        function = getattr(library, f"sim_{name}")
        function.restype, function.argtypes = result, arguments
    return library


class Chip:
    """A board of that kit, switched on. Times of the parts in us; `noise` tells boards apart, 0 is none."""

    def __init__(
        self,
        kit: str = "reed",
        files: int = 8,
        ranks: int = 8,
        *,
        sources: Path = built.FIRMWARE,
        sketch: bool = False,
        diodes: bool = True,
        fall_us: float = 0.5,
        rise_us: float = 5.0,
        mux_us: float | None = None,
        baud: int = 115_200,
        noise: int = 1,
    ) -> None:
        self.kit = kit
        self.shape = BoardShape(files, ranks)
        self._call = _library()
        image = (built.sketch if sketch else built.hex_file)(kit, files, ranks, sources)
        self._bench = c_void_p(self._call.sim_new(bytes(image), baud, noise))
        assert self._bench.value, image
        used = {Wire.FSR: 8 if "fsr" in kit else 0, Wire.CELL: -(-self.cells // self._channels)}
        for wire, labels in (SKETCH_WIRING if sketch else WIRING).items():
            for index, label in enumerate(labels[: used.get(wire)]):
                port, bit = arduino_pins()[label]
                self._call.sim_wire(self._bench, port.encode(), bit, wire, index)
        self._call.sim_matrix(self._bench, diodes, round(fall_us * 16), round(rise_us * 16))
        settle_us = mux_us or (FSR_SETTLE_US if "fsr" in kit else HX711_SETTLE_US)
        self._call.sim_mux(self._bench, round(settle_us * 16))
        self._call.sim_cell_channels(self._bench, self._channels)
        for cell in range(self.cells):
            self.cell(cell, HX711_MS * (1 + (cell % 11 - 5) / 200))
        self._reeds = 0
        self._buffer = create_string_buffer(ROOM)

    def __del__(self) -> None:
        if bench := getattr(self, "_bench", None):
            self._call.sim_free(bench)

    @property
    def cells(self) -> int:
        """How many load cells the board has."""
        return len(self.shape) if "weight" in self.kit else 4 if "corners" in self.kit else 0

    @property
    def _channels(self) -> int:
        """How many cells share a line of data."""
        return 16 if "weight" in self.kit else 1

    @property
    def ms(self) -> float:
        """Since it was switched on."""
        return int(self._call.sim_cycles(self._bench)) / CYCLES_PER_MS

    def run(self, ms: float = 1) -> bytes:
        """What it says in the next ms."""
        assert self._call.sim_run(self._bench, round(ms * CYCLES_PER_MS)), "the chip has crashed"
        count = self._call.sim_said(self._bench, self._buffer, ROOM)
        return self._buffer.raw[:count]

    def hear(self, data: bytes) -> None:
        """Bytes of the host, which come at the pace of the line."""
        self._call.sim_hear(self._bench, data, len(data))

    def reed(self, square: int, closed: bool) -> None:
        """Close or open the reed of a square."""
        self._reeds = self._reeds & ~(1 << square) | closed << square
        self._call.sim_reed(self._bench, *divmod(square, self.shape.files), closed)

    def reeds(self, bitmap: int) -> None:
        """Bit s: the reed of square s is closed."""
        for square in range(len(self.shape)):
            if (bitmap ^ self._reeds) >> square & 1:
                self.reed(square, bool(bitmap >> square & 1))

    def key(self, number: int, held: bool) -> None:
        """Hold a button, or let it go."""
        self._call.sim_key(self._bench, number, held)

    def pressure(self, square: int, millivolts: int) -> None:
        """The voltage of a square's FSR."""
        self._call.sim_pressure(self._bench, square, millivolts)

    def cell(self, cell: int, period_ms: float) -> None:
        """A load cell with a reading each period; 0: it is dead."""
        self._call.sim_cell(self._bench, cell, round(period_ms * CYCLES_PER_MS))

    def weigh(self, grams: Iterable[float]) -> None:
        """What is on the cells."""
        scale = COUNTS_PER_G if "weight" in self.kit else CORNER_COUNTS_PER_G
        for cell, load in enumerate(grams):
            self._call.sim_counts(self._bench, cell, max(-(2**23), min(2**23 - 1, round(load * scale))))

    def power_cycle(self) -> None:
        """Off and on."""
        self._call.sim_power_cycle(self._bench)

    def hang(self) -> None:
        """The firmware goes round in a circle where it is."""
        self._call.sim_hang(self._bench)

    @property
    def lights(self) -> list[RGB]:
        """What the strip shows, in its own order."""
        count = self._call.sim_lights(self._bench, self._buffer)
        data = self._buffer.raw[: 3 * (count // 3)]
        return [(data[i + 1], data[i], data[i + 2]) for i in range(0, len(data), 3)]

    @property
    def counted(self) -> Counts:
        """What the parts have counted so far."""
        counts: Counts = self._call.sim_counted(self._bench)
        return counts

    @property
    def bit_cycles(self) -> int:
        """How long the chip takes for a bit on the line, in cycles."""
        return int(self._call.sim_bit_cycles(self._bench))

    def untouched(self, address: int) -> int:
        """Bytes from there on that were never written to."""
        return int(self._call.sim_untouched(self._bench, address))
