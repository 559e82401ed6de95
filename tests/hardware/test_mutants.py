"""Firmware with one thing done wrong: each is caught by a check that the right one passes (see test_chip)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hardware import built, checks
from tests.hardware.checks import Check

MUTANTS: dict[str, tuple[str, str, str, Check]] = {
    "no debounce": (
        "core/debounce.c",
        "differs & count[0] & count[1] & count[2]",
        "differs",
        checks.a_man_set_down_is_one_change,
    ),
    "debounce of four samples": (
        "core/debounce.c",
        "differs & count[0] & count[1] & count[2]",
        "differs & count[0] & count[1]",
        checks.a_man_set_down_is_one_change,
    ),
    "short settle": ("mega/matrix.c", "SETTLE_US 10", "SETTLE_US 1", checks.any_pattern_of_men_is_seen),
    "no wait after a rank is released": (
        "mega/matrix.c",
        "RELEASE_US 10",
        "RELEASE_US 0",
        checks.any_pattern_of_men_is_seen,
    ),
    "ranks driven high": (
        "mega/matrix.c",
        "*pin->ddr &= (uint8_t)~pin->bit;",
        "*(pin->ddr + 1) |= pin->bit;",
        checks.any_pattern_of_men_is_seen,
    ),
    "wrong CRC": (
        "core/frame.h",
        "CRC_START 0xffff",
        "CRC_START 0x0000",
        checks.the_host_understands_the_board,
    ),
    "wrong polynomial": ("core/frame.c", "crc << 12", "crc << 11", checks.the_host_understands_the_board),
    "no wait for the multiplexers": (
        "mega/analog.c",
        "MUX_SETTLE_US (FSR ? 10 : 2)",
        "MUX_SETTLE_US 0",
        checks.a_man_is_felt_on_his_square_alone,
    ),
    "no hysteresis": (
        "core/config.h",
        "FSR_OFF 200",
        "FSR_OFF 299",
        checks.a_man_is_felt_on_his_square_alone,
    ),
    "cells read before all are ready": (
        "core/cells.c",
        "if (awaited && ms - cells->read_ms < CELLS_LATE_MS)",
        "if (!any)",
        checks.each_cell_weighs_its_tower,
    ),
    "24 pulses a reading": (
        "core/cells.c",
        "    port_cells_pulse(); /* the 25th",
        "    /* the 25th",
        checks.each_cell_weighs_its_tower,
    ),
    "a clock that lets the converters sleep": (
        "mega/analog.c",
        "_delay_us(1);",
        "_delay_us(70);",
        checks.each_cell_weighs_its_tower,
    ),
    "deaf while lights are sent": (
        "mega/ws2812.c",
        "uart_rescue();",
        ";",
        checks.two_commands_in_a_row_are_both_done,
    ),
    "pulses that an interrupt may stretch": (
        "mega/ws2812.c",
        "ATOMIC_BLOCK(ATOMIC_RESTORESTATE)",
        "NONATOMIC_BLOCK(NONATOMIC_RESTORESTATE)",
        checks.lights_are_sent_as_their_data_sheet_asks,
    ),
    "zeros that are too long": (
        "avr/ws2812.h",
        '"sbrs %[byte], 7\\n\\t"',
        '"rjmp .+0\\n\\tsbrs %[byte], 7\\n\\t"',
        checks.lights_are_sent_as_their_data_sheet_asks,
    ),
    "no cap of the brightness": (
        "core/lights.c",
        "drawn <= available",
        "drawn >= 0",
        checks.the_supply_is_not_asked_for_too_much,
    ),
    "lights that stay": (
        "core/board.c",
        "board->now - board->heard >= DIM_MS",
        "false",
        checks.lights_are_dimmed_when_the_host_is_silent,
    ),
    "no watchdog": ("mega/main.c", "wdt_enable(WDTO_500MS);", "", checks.a_firmware_that_hangs_is_restarted),
    "one number for all boots": (
        "core/memory.c",
        "port_memory_write(MEMORY_BOOT + i, bytes[i]);",
        "(void)bytes;",
        checks.boots_have_numbers,
    ),
    "two boards alike": (
        "core/memory.c",
        "(last ^ noise) * 1664525",
        "(last ^ (noise & 0)) * 1664525",
        checks.boots_have_numbers,
    ),
    "a clock that counts passes of the loop": (
        "mega/clock.c",
        "begun += TICKS_PER_MS;",
        "begun = ticks;",
        checks.the_clock_goes_right_while_lights_are_sent,
    ),
}


QUICK = ("no debounce", "short settle", "no wait after a rank is released", "wrong CRC")
"""The others are tried by `make system`."""


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.system) for name in MUTANTS]
)
def test_a_mutant_is_caught(name: str, tmp_path: Path) -> None:
    file, old, new, check = MUTANTS[name]
    sources = built.changed_copy(tmp_path, file, old, new)
    built.hex_file(sources=sources)  # it is a firmware
    with pytest.raises(AssertionError):
        check(sources)


def test_each_check_catches_a_mutant() -> None:
    assert {check for *_, check in MUTANTS.values()} == set(checks.CHECKS)
