"""A Raspberry Pi's pins for a program in another process: chip.c is preloaded, its matrix lies in a file."""

from __future__ import annotations

import ctypes
import mmap
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from firmware_bridge.gpio.libraries import has_library
from firmware_bridge.gpio.wiring import Wiring
from tests.conftest import LIMIT_S, lacking, needs_tool

LINES, MATRIX = 54, 28
RISE_US = 5
SOURCE = Path(__file__).with_name("chip.c")


class _Board(ctypes.Structure):
    """What chip.c calls `board_t`."""

    _fields_ = (
        ("scans", ctypes.c_uint64),
        ("shorts", ctypes.c_uint32),
        ("rise_us", ctypes.c_uint32),
        ("highs", ctypes.c_uint32 * LINES),
        ("scan_line", ctypes.c_uint8),
        ("grounded", ctypes.c_uint8 * LINES),
        ("closed", ctypes.c_uint32 * MATRIX),
        ("bare", ctypes.c_uint32 * MATRIX),
    )


@dataclass(frozen=True)
class Pi:
    """A model: its revision code, and its chips by number with their labels, that of the header first."""

    revision: int
    chips: str


PI_3 = Pi(0xA02082, "0=pinctrl-bcm2835")
PI_4 = Pi(0xC03111, "0=pinctrl-bcm2711,1=raspberrypi-exp-gpio")
PI_5 = Pi(0xD04170, "0=pinctrl-rp1,10=gpio-brcmstb@107d508500")
PI_5_OF_2023 = Pi(0xD04170, "4=pinctrl-rp1,0=gpio-brcmstb@107d508500")
ZERO_2 = Pi(0x902120, "0=pinctrl-bcm2835,1=raspberrypi-exp-gpio")


class FakePins:
    """The pins of one Pi, wired as `wiring` says; `environment` is what makes a program see them."""

    def __init__(self, folder: Path, pi: Pi, wiring: Wiring, library: Path, board: _Board) -> None:
        self._wiring = wiring
        self._board = board
        revision = folder / "revision"
        revision.write_bytes(pi.revision.to_bytes(4, "big"))
        self.environment = {
            "LD_PRELOAD": str(library),
            "FAKECHIP_BOARD": str(folder / "board"),
            "FAKECHIP_CHIPS": pi.chips,
            "FAKECHIP_REVISION": str(revision),
            "RPI_LGPIO_REVISION": f"{pi.revision:x}",
        }
        board.rise_us = RISE_US
        board.scan_line = wiring.rows[0]

    @property
    def scans(self) -> int:
        """How often the matrix has been scanned."""
        return int(self._board.scans)

    @property
    def shorts(self) -> int:
        """How often a pin driven high was joined to one driven low."""
        return int(self._board.shorts)

    def highs(self, pin: int) -> int:
        """How often a pin was driven high."""
        return int(self._board.highs[pin])

    def close_switches(self, closed: int, *, bare: int = 0) -> None:
        """Let these switches be closed, bit `row * columns + column`, and those of `bare` have no diode."""
        for row, pin in enumerate(self._wiring.rows):
            self._board.closed[pin] = self._columns(closed, row)
            self._board.bare[pin] = self._columns(bare, row)

    def _columns(self, switches: int, row: int) -> int:
        """The pins of the columns whose switches in a row are among these, a bit each."""
        columns = self._wiring.columns
        mine = switches >> row * len(columns)
        return sum(1 << pin for column, pin in enumerate(columns) if mine >> column & 1)

    def hold(self, pin: int, *, down: bool) -> None:
        """Press a button to ground, or let it go."""
        self._board.grounded[pin] = down


@contextmanager
def fake_pins(folder: Path, pi: Pi, wiring: Wiring) -> Iterator[FakePins]:
    """The pins of a Pi, whose library is built in the folder."""
    if not has_library("lgpio"):
        lacking("lgpio is not installed, and pip has none for this Python")
    library = folder / "libchip.so"
    flags = ("-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O2", "-shared", "-fPIC")
    subprocess.run(
        [needs_tool("gcc"), *flags, "-o", str(library), str(SOURCE), "-ldl"], check=True, timeout=LIMIT_S
    )
    file = folder / "board"
    file.write_bytes(bytes(ctypes.sizeof(_Board)))
    with file.open("r+b") as handle:
        memory = mmap.mmap(handle.fileno(), 0)
    yield FakePins(folder, pi, wiring, library, _Board.from_buffer(memory))
