"""The sketch for Arduino, by Debian's arduino-core-avr on a simulated Mega: reeds at shift registers."""

from __future__ import annotations

import random
import re
import subprocess
from pathlib import Path

import pytest

from firmware_bridge.hello import Hello
from tests.conftest import needs_tool
from tests.hardware import built
from tests.hardware.checks import connected, pulses_are_right, said
from tests.hardware.chip import Chip

BOOT_MS = 300
SCANNED_MS = 300
"""simavr takes 100 us for a byte on the SPI, not 2, so scans last ten times as long as on a real chip."""
UNO_RAM, STACK = 2048, 256
"""Bytes: what there is, and what is kept for the stack."""


@pytest.mark.parametrize(("files", "ranks"), [(8, 8), pytest.param(13, 19, marks=pytest.mark.system)])
def test_any_pattern_of_men_is_seen(files: int, ranks: int) -> None:
    chip = Chip("reed", files, ranks, sketch=True, fall_us=1.0, rise_us=5.0)
    talk = connected(chip)
    assert talk.info.firmware == "tavreli-board arduino 1.0"
    rng = random.Random(5)
    for _ in range(5):
        bitmap = rng.getrandbits(files * ranks)
        chip.reeds(bitmap)
        talk.run(SCANNED_MS)
        assert talk.frames[-1].reed == bitmap
    chip.key(0, held=True)
    talk.run(SCANNED_MS)
    assert [(key.key, key.by) for key in talk.keys] == [("confirm", "w")]
    assert not talk.host.faults


def test_lights_are_sent_as_their_data_sheet_asks() -> None:
    pulses_are_right(Chip("reed", sketch=True), SCANNED_MS)


@pytest.mark.system
def test_pulses_that_an_interrupt_may_stretch_are_caught(tmp_path: Path) -> None:
    sources = built.changed_copy(
        tmp_path, "arduino/layer.cpp", "noInterrupts();\n    uint8_t low", "uint8_t low"
    )
    chip = Chip("reed", sketch=True, sources=sources)
    with pytest.raises(AssertionError):
        pulses_are_right(chip, SCANNED_MS)


@pytest.mark.system
@pytest.mark.parametrize("kit", ["weight", "reed+corners", "fsr"])
def test_cells_and_pressure_are_read(kit: str) -> None:
    chip = Chip(kit, sketch=True)
    talk = connected(chip, 1_000)
    chip.weigh([12.5, 25.0, 0.0, 37.5] * (chip.cells // 4))
    chip.pressure(33, 4_500)
    talk.run(600)
    frame = talk.frames[-1]
    assert frame.grams is None or frame.grams == (12.5, 25.0, 0.0, 37.5) * 16
    assert frame.corners is None or frame.corners == pytest.approx((12.5, 25.0, 0.0, 37.5), abs=0.011)
    assert frame.reed == {"weight": None, "reed+corners": 0, "fsr": 1 << 33}[kit]
    assert (chip.counted.early_clocks, chip.counted.power_downs) == (0, 0)
    assert not talk.host.faults


@pytest.mark.system
def test_the_watchdog_and_the_memory_are_those_of_the_chip() -> None:
    chip = Chip("reed", sketch=True)
    (first,) = said(chip, BOOT_MS)
    chip.hang()
    (second,) = (message for message in said(chip, 900) if isinstance(message, Hello))
    assert isinstance(first, Hello)
    assert first.boot != second.boot


@pytest.mark.parametrize(("kit", "size"), [("reed", 9), ("reed+corners", 8)])
def test_an_uno_has_memory_for_so_much(kit: str, size: int) -> None:
    image = built.sketch(kit, size, size, board="standard").with_suffix(".elf")
    sizes = subprocess.run([needs_tool("avr-size"), image], check=True, capture_output=True, text=True).stdout
    _, data, bss = map(int, re.findall(r"\b\d+\b", sizes.splitlines()[1])[:3])
    assert data + bss + STACK <= UNO_RAM


@pytest.mark.parametrize("kit", ["reed", "reed+corners", "weight", "fsr"])
def test_it_compiles_for_processors_that_are_no_avr(kit: str) -> None:
    built.compile_foreign(kit)
