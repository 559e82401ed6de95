"""The flashed firmware on a simulated ATmega2560, in virtual time."""

from __future__ import annotations

import re
import subprocess

import pytest

from firmware_bridge.codec import encode
from firmware_bridge.messages import Lights, SnapshotRequest, Tare, Weights
from tests.conftest import needs_tool
from tests.hardware import built
from tests.hardware.checks import BOOT_MS, CHECKS, SETTLED_MS, Check, connected, said
from tests.hardware.chip import WIRING, Chip, Wire, arduino_pins

MEMORY_TABLE = re.findall(
    r"^\| (\d+x\d+) \| (\S+) \| (\d+) \|$", (built.FIRMWARE / "README.md").read_text("utf-8"), re.M
)
"""What builders are told of the memory: size of the board, kit, bytes."""


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_of_the_firmware(check: Check) -> None:
    check(built.FIRMWARE)


def test_each_reed_of_the_board_has_its_bit() -> None:
    chip = Chip("reed")
    talk = connected(chip)
    for square in range(64):
        chip.reeds(1 << square)
        talk.run(SETTLED_MS, step=20)
        assert talk.frames[-1].reed == 1 << square


def test_each_rank_and_file_of_the_largest_board_is_read() -> None:
    chip = Chip("reed", 19, 19)
    talk = connected(chip)
    for line in range(19):
        bitmap = 1 << line * 19 + line | 1 << line * 19 + 18 - line | 1 << (18 - line)
        chip.reeds(bitmap)
        talk.run(SETTLED_MS, step=20)
        assert talk.frames[-1].reed == bitmap


def test_without_diodes_three_corners_of_a_rectangle_show_a_fourth() -> None:
    """Why each reed has a diode; it also shows that the simulated matrix has sneak paths."""
    corners = 1 << 9 | 1 << 14 | 1 << 49
    for diodes, seen in ((True, corners), (False, corners | 1 << 54)):
        chip = Chip("reed", diodes=diodes)
        talk = connected(chip)
        chip.reeds(corners)
        talk.run(SETTLED_MS)
        assert talk.frames[-1].reed == seen
        assert chip.counted.shorts == 0


@pytest.mark.parametrize(("rise_us", "right"), [(18.0, True), (40.0, False)])
def test_how_slowly_wires_may_rise(rise_us: float, right: bool) -> None:
    """Beyond that a man is seen on the next rank, too; it also shows that the simulated wires are slow."""
    chip = Chip("reed", rise_us=rise_us)
    talk = connected(chip)
    chip.reeds(1 << 20)
    talk.run(SETTLED_MS)
    assert (talk.frames[-1].reed == 1 << 20) == right


def test_a_change_is_told_within_thirty_milliseconds() -> None:
    chip = Chip("reed")
    chip.run(BOOT_MS)
    chip.reed(12, True)
    assert len(said(chip, 30)) == 1


def test_corner_cells_weigh_the_board() -> None:
    chip = Chip("reed+corners")
    talk = connected(chip)
    grams = (64.25, 63.9, -2.5, 1_500.0)
    chip.weigh(grams)
    talk.run(3 * SETTLED_MS)
    assert talk.frames[-1].corners == pytest.approx(grams, abs=0.011)
    assert (chip.counted.early_clocks, chip.counted.power_downs) == (0, 0)


def test_reeds_and_cells_together_fill_no_more_of_the_line_than_they_may() -> None:
    chip = Chip("reed+weight")
    talk = connected(chip)
    sent = 0
    for number in range(100):
        chip.weigh([12.0 + number % 7] * 64)
        chip.reeds(number)
        data = chip.run(20)
        sent += len(data)
        talk.events += talk.host.receive(data, talk.t)
    assert 0.4 * 11_520 < sent / 2 < 0.8 * 11_520
    assert not talk.host.faults


def test_cells_at_ten_readings_a_second_are_read_as_they_come() -> None:
    chip = Chip("reed+corners")
    for cell in range(4):
        chip.cell(cell, 100.0 + cell)
    talk = connected(chip, 1_000)
    chip.weigh([10.0, 20.0, 30.0, 40.0])
    talk.run(300)
    assert talk.frames[-1].corners == pytest.approx((10.0, 20.0, 30.0, 40.0), abs=0.011)
    assert chip.counted.early_clocks == 0


def test_a_dead_cell_silences_no_other() -> None:
    chip = Chip("weight")
    chip.cell(17, 0)
    talk = connected(chip, 1_500)
    chip.weigh([24.0] * 64)
    talk.run(200)
    grams = talk.frames[-1].grams
    assert grams
    assert [square for square, load in enumerate(grams) if load != 24.0] == [17]


def test_cells_of_more_squares_than_one_port_has_lines_for() -> None:
    chip = Chip("weight", 13, 13)
    talk = connected(chip, 1_000)
    grams = [float(square) for square in range(169)]
    chip.weigh(grams)
    talk.run(500)
    assert talk.frames[-1].grams == tuple(grams)
    assert (chip.counted.early_clocks, chip.counted.power_downs) == (0, 0)
    assert not talk.host.faults


def test_bytes_are_sent_and_read_at_the_right_pace() -> None:
    chip = Chip("reed")
    chip.run(BOOT_MS)
    assert abs(chip.bit_cycles * 115_200 / 16e6 - 1) < 0.025


def test_the_largest_boards_are_in_the_table_of_memory() -> None:
    assert {("19x19", "reed"), ("15x15", "reed+weight")} <= {(size, kit) for size, kit, _ in MEMORY_TABLE}


@pytest.mark.parametrize(("size", "kit", "stated"), MEMORY_TABLE)
def test_memory_suffices_with_a_kilobyte_to_spare(size: str, kit: str, stated: str) -> None:
    files, ranks = map(int, size.split("x"))
    image = built.hex_file(kit, files, ranks).with_suffix(".elf")
    sizes = subprocess.run([needs_tool("avr-size"), image], check=True, capture_output=True, text=True).stdout
    _, data, bss, *_ = map(int, re.findall(r"\b\d+\b", sizes.splitlines()[1])[:3])
    assert data + bss == pytest.approx(int(stated), abs=64), "compilers differ by a little"
    chip = Chip(kit, files, ranks)
    talk = connected(chip)
    chip.reeds((1 << files * ranks) - 1 if "reed" in kit else 0)
    chip.weigh([20.0] * chip.cells)
    talk.host.set_lights([(1, 2, 3)] * (files * ranks))
    talk.run(500)
    assert chip.lights
    assert chip.untouched(0x200 + data + bss) > 1024, "between the variables and the deepest stack so far"


def test_the_pins_are_those_that_builders_are_told() -> None:
    text = (built.FIRMWARE / "mega" / "pins.h").read_text()
    names = {"RANK_PINS": Wire.RANK, "FILE_PINS": Wire.FILE, "SELECT_PINS": Wire.SELECT, "FSR_PINS": Wire.FSR}
    names |= {
        "CELL_PINS": Wire.CELL,
        "CELL_CLOCK_PIN": Wire.CLOCK,
        "LIGHTS_PIN": Wire.LIGHTS,
        "KEY_PINS": Wire.KEY,
    }
    groups = re.findall(r"#define (\w+)\(PIN\)((?:[^\n]*\\\n)*[^\n]*)", text)
    assert {name for name, _ in groups} == set(names)
    for name, pins in groups:
        listed = re.findall(r"PIN\((\w), (\d), (\w+)\)", pins)
        assert tuple(label for *_, label in listed) == WIRING[names[name]]
        assert [arduino_pins()[label] for *_, label in listed] == [
            (port, int(bit)) for port, bit, _ in listed
        ]


def test_buttons_are_heard() -> None:
    chip = Chip("reed")
    talk = connected(chip)
    for number in range(4):
        for flip in range(7):
            chip.key(number, flip % 2 == 0)
            talk.run(1, step=1)
        talk.run(30)
        chip.key(number, held=False)
        talk.run(30)
    talk.run(1_500)
    pressed = [(key.key, key.by) for key in talk.keys]
    assert pressed == [("confirm", "w"), ("confirm", "b"), ("takeback", None), ("new", None)]


def test_what_the_line_loses_or_mangles_is_healed() -> None:
    chip = Chip("reed")
    talk = connected(chip)
    chip.hear(bytes(range(1, 256)) * 2)
    talk.run(100)
    chip.hear(b"\0\5\0\377" + encode(SnapshotRequest(), 9)[:-3])
    talk.run(100)
    chip.reeds(0x8001)
    talk.host.set_lights([(7, 7, 7)] * 64)
    talk.run(1_500)
    assert talk.frames[-1].reed == 0x8001
    assert set(chip.lights) == {(7, 7, 7)}
    assert chip.counted.overruns == 0


def test_tare_outlives_the_supply() -> None:
    chip = Chip("weight")
    chip.run(BOOT_MS)
    chip.weigh([5.0] * 64)
    chip.run(1_500)
    chip.hear(encode(Tare(), 6))
    chip.run(1_500)
    chip.power_cycle()
    chip.weigh([17.0] * 64)
    chip.run(BOOT_MS)
    chip.hear(encode(SnapshotRequest(), 1))
    weights = next(message for message in said(chip, 50) if isinstance(message, Weights))
    assert set(weights.units) <= {119, 120, 121}


def test_half_a_set_of_lights_is_not_shown() -> None:
    chip = Chip("reed", 9, 9)
    chip.run(BOOT_MS)
    chip.hear(encode(Lights(0, ((9, 9, 9),) * 73, show=False), 1))
    chip.run(60)
    assert set(chip.lights) == {(0, 0, 0)}
