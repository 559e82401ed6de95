"""What the doctor says of a board: left alone, walked over, and all of it over a real port."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from board_driver.doctor.examine import Examination
from board_driver.doctor.findings import Finding, State
from board_driver.doctor.readings import READINGS, check_cells, check_firmware, check_lights, check_line
from board_driver.doctor.walk import IDLE_MS, Walk
from board_driver.doctor.walked_board import WalkedBoard
from board_driver.switches import DEAD_CURE, STUCK_CURE
from engine.types import BoardShape
from firmware_bridge.frames import BoardInfo, SensorFrame, Sensors
from firmware_bridge.hello import MAJOR, MINOR
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.sim_link import SimulatedPort
from firmware_bridge.simulator.firmware import SimulatedFirmware
from firmware_bridge.simulator.kits import KITS, Kit, find_kit
from tests.conftest import LIMIT_S
from tests.firmware_bridge.faults import BadLine
from tests.firmware_bridge.virtual import run_in_virtual_time
from tests.system.bench import Wire

SHAPE = BoardShape()
A1, B1, E4, C6, A8, H8 = 0, 1, 28, 42, 56, 63
WEIGHT = KITS["weight"].sensors
FIRMWARE_G = 0.25


def texts(findings: Iterator[Finding] | list[Finding]) -> list[str]:
    return [finding.text for finding in findings]


# Walking


def walked(closed: list[set[int]], sensors: Sensors | None = None) -> Walk:
    walk = Walk(BoardInfo(SHAPE, sensors or Sensors(reed=True)))
    for number, squares in enumerate(closed):
        walk.feed(SensorFrame(number * 100, sum(1 << square for square in squares)))
    return walk


def round_trip(stuck: set[int], dead: set[int]) -> list[set[int]]:
    return [stuck] + [step for square in range(64) for step in (stuck | {square} - dead, stuck)]


def test_a_board_that_answers_everywhere_is_well() -> None:
    walk = walked(round_trip(set(), set()))
    assert walk.complete
    assert texts(walk.findings()) == ["ok       squares   all 64 answer"]


def test_stuck_and_dead_switches_are_named() -> None:
    walk = walked(round_trip({E4}, {C6, H8}))
    assert not walk.complete
    assert texts(walk.findings()) == [
        f"FAULT    squares   e4: switch always closed (stuck); {STUCK_CURE}",
        f"FAULT    squares   c6, h8: switch never closes (dead); {DEAD_CURE}",
    ]


def test_squares_whose_wires_touch_are_named_but_not_a_magnet_between_two() -> None:
    together = [step | {A1, H8} if step & {A1, H8} else step for step in round_trip(set(), set())]
    assert texts(walked(together).findings()) == [
        "FAULT    squares   a1, h8: close together; look for wires that touch, a missing diode"
    ]
    between = [step | {A1, B1} if step & {A1, B1} else step for step in round_trip(set(), set())]
    assert texts(walked(between).findings()) == ["ok       squares   all 64 answer"]


def test_men_may_be_left_standing_on_the_way() -> None:
    filling = [set(range(square)) for square in range(33)]
    assert texts(walked([*filling, set(), *round_trip(set(), set())[65:]]).findings()) == [
        "ok       squares   all 64 answer"
    ]


def test_who_walks_while_the_board_is_away_is_not_seen_and_no_square_is_blamed() -> None:
    walk = walked(round_trip(set(), {A8, H8}))
    walk.miss()
    assert texts(walk.findings()) == [
        "skipped  squares   62 of 64 answer; the board was away meanwhile: walk again"
    ]
    walk.feed(SensorFrame(30_000, 1 << A8 | 1 << H8))
    assert texts(walk.findings()) == ["ok       squares   all 64 answer"]


def test_a_walk_that_was_broken_off_or_over_a_board_with_men_blames_nothing() -> None:
    [finding] = walked(round_trip(set(), set())[:41]).findings()
    assert (finding.state, finding.seen) == (State.SKIPPED, "20 of 64 were tried")
    [finding] = walked(round_trip(set(range(16)), set())).findings()
    assert finding.state is State.SKIPPED
    assert "take all men off" in finding.seen


def test_a_walk_ends_when_nobody_walks_any_more() -> None:
    walk = walked([set(), {A1}, set()])
    assert not walk.idle
    walk.feed(SensorFrame(IDLE_MS, 0))
    assert not walk.idle
    walk.feed(SensorFrame(IDLE_MS + 200, 0))
    assert walk.idle
    assert not walk.complete


def test_the_picture_shows_what_was_seen_and_what_is_there() -> None:
    walk = walked([set(), {A1}, {B1}, {E4}])
    rows = walk.picture().splitlines()
    assert rows[0] == "  8 . . . . . . . ."
    assert rows[4] == "  4 . . . . # . . ."
    assert rows[7] == "  1 + + . . . . . ."
    assert rows[8] == "    a b c d e f g h"


def test_cells_answer_to_weight_from_wherever_their_zero_is() -> None:
    walk = Walk(BoardInfo(SHAPE, WEIGHT))
    zeros = tuple(random.Random(1).uniform(-3, 3) for _ in range(64))
    walk.feed(SensorFrame(0, None, zeros))
    for square in range(64):
        if square != C6:
            loaded = tuple(zero + 12 * (place == square) for place, zero in enumerate(zeros))
            walk.feed(SensorFrame(100 + square * 200, None, loaded))
            walk.feed(SensorFrame(200 + square * 200, None, loaded))
    wild = (*zeros[:C6], 40.0, *zeros[C6 + 1 :])  # a reading in a thousand
    for number, grams in enumerate((zeros, wild, zeros)):
        walk.feed(SensorFrame(13_000 + number * 100, None, grams))
    assert texts(walk.findings()) == [
        "FAULT    cells     c6: no weight felt; look at the cell's wires, and that it bends freely"
    ]


# Left alone


def still(change: dict[int, float], noise: dict[int, float], reed: int | None = None) -> list[SensorFrame]:
    rng = random.Random(2)
    return [
        SensorFrame(
            100 * number,
            reed,
            tuple(
                round(rng.gauss(change.get(square, 0.0), noise.get(square, FIRMWARE_G)), 1)
                for square in range(64)
            ),
        )
        for number in range(READINGS)
    ]


def judged(frames: list[SensorFrame]) -> list[str]:
    return texts(check_cells(BoardInfo(SHAPE, WEIGHT), frames))


def test_quiet_cells_near_zero_are_well() -> None:
    noise, zeros = judged(still({}, {}))
    assert noise.startswith("ok       cells     noise 0.")
    assert zeros.startswith("ok       zeros     all within 0.")


def test_a_noisy_and_a_silent_cell_are_named() -> None:
    lines = judged(still({}, {E4: 2.0, C6: 0.0}))
    assert lines[0].startswith("FAULT    cells     noise over 0.75 g: e4 ")
    assert lines[1].startswith("FAULT    cells     always the same figure: c6; look at its HX711")


def test_a_cell_off_its_zero_is_named_unless_men_stand_there() -> None:
    assert judged(still({E4: -9.0}, {}))[1].startswith("FAULT    zeros     empty, and not near 0: e4 -9.0 g")
    men = dict.fromkeys(range(16), 12.0)
    assert judged(still(men, {}))[1].startswith("skipped  zeros     men stand on the board")
    with_reeds = BoardInfo(SHAPE, KITS["reed+weight"].sensors)
    [_, zeros] = check_cells(with_reeds, still({E4: 12.0}, {}, 1 << E4))
    assert zeros.state is State.SKIPPED


def test_corner_cells_are_judged_by_their_noise() -> None:
    info = BoardInfo(SHAPE, KITS["reed+corners"].sensors)
    rng = random.Random(3)
    frames = [
        SensorFrame(
            100 * number, 0, None, tuple(round(rng.gauss(64, sigma), 2) for sigma in (0.15, 0.15, 3, 0))
        )
        for number in range(READINGS)
    ]
    noisy, frozen = texts(check_cells(info, frames))
    assert noisy.startswith("FAULT    corners   noise over 0.45 g: corner 3 ")
    assert frozen.startswith("FAULT    corners   always the same figure: corner 4; ")


def test_older_firmware_is_to_be_flashed_anew() -> None:
    info = BoardInfo(SHAPE, WEIGHT, "demo 0.9")
    assert check_firmware(info, None).text == "ok       firmware  demo 0.9"
    assert check_firmware(info, MINOR).seen == f"demo 0.9, protocol {MAJOR}.{MINOR}"
    assert check_firmware(info, MINOR + 1).state is State.OK
    old = check_firmware(info, MINOR - 1)
    assert old.text.startswith(
        f"warning  firmware  demo 0.9, protocol {MAJOR}.{MINOR - 1}, this program knows"
    )
    assert "hardware/firmware" in old.cure


def test_the_line_and_the_lights() -> None:
    assert check_line({}).state is check_line({"gap": 4}).state is State.OK
    assert (
        "7 messages damaged or missed (4 crc, 3 gap)" in check_line({"crc": 4, "gap": 3, "refused": 9}).seen
    )
    assert check_lights(None, 0).state is State.SKIPPED
    assert check_lights(shown=True, refused=0).state is State.OK
    assert check_lights(shown=False, refused=2).state is State.WARNING
    assert check_lights(shown=False, refused=0).state is State.FAULT


# Over a real port


def examined(
    kit: Kit, *, walks: bool = True, line: type[BadLine] = BadLine, odds: float = 0, boots: bool = False
) -> tuple[list[str], SimulatedFirmware]:
    """All that is found on a simulated board, over which a hand walks; `odds` of each harm on its line."""
    board = WalkedBoard(SHAPE, kit)
    firmware = SimulatedFirmware(board)
    wire = Wire(firmware) if boots else line(firmware, 1, drop=odds, flip=odds)

    async def run() -> list[Finding]:
        found: list[Finding] = []
        port = SimulatedPort(wire, speed=25)
        async with asyncio.timeout(LIMIT_S), port, SerialLink(port.path) as link:
            await Examination(link, found.append, None, list, board.begin).run("serial:", walks=walks)
        return found

    return texts(run_in_virtual_time(run())), firmware


@pytest.mark.parametrize("name", KITS)
def test_every_kit_is_found_well_and_left_dark(name: str) -> None:
    lines, firmware = examined(find_kit(name))
    assert [line for line in lines if not line.startswith("ok")] == []
    assert set(firmware.lights) == {(0, 0, 0)}
    assert f"8x8 squares, {'reeds' if 'reed' in name else 'a weight cell'}" in lines[1]


def test_a_board_with_stuck_and_dead_switches_over_a_port() -> None:
    lines, _ = examined(replace(KITS["reed"], stuck=frozenset({E4}), dead=frozenset({C6})))
    assert [line.partition(";")[0] for line in lines if line.startswith("FAULT")] == [
        "FAULT    squares   e4: switch always closed (stuck)",
        "FAULT    squares   c6: switch never closes (dead)",
    ]


@pytest.mark.parametrize("begins", [2000, 13_000, 20_000])
def test_a_board_that_stalls_is_told_of_and_no_square_is_blamed_for_it(begins: int) -> None:
    """The hand needs 26 s for its walk, and goes on meanwhile."""

    class Stalling(BadLine):
        def tick(self, t: int) -> bytes:
            self.stalled = begins < t < begins + 80_000  # longer than 3 s of the wall's
            return super().tick(t)

    lines, _ = examined(KITS["reed+weight"], line=Stalling)
    [lost] = [line for line in lines if line.startswith("FAULT")]
    assert lost.startswith("FAULT    link      lost on the way: ")
    assert lost.endswith("nothing was heard from the board for 3 s; look at cable and plug")
    [squares] = [line for line in lines if line.startswith("skipped  squares")]
    assert squares.endswith(" of 64 answer; the board was away meanwhile: walk again")


def test_a_bad_line_is_told_of() -> None:
    lines, _ = examined(KITS["reed"], odds=0.2)
    assert [line for line in lines if line.startswith("FAULT    line      ")]


def test_junk_while_it_boots_is_no_bad_line() -> None:
    lines, _ = examined(KITS["reed"], boots=True)
    assert "ok       line      heard well" in lines


def test_without_anybody_to_walk_the_squares_are_skipped() -> None:
    lines, _ = examined(KITS["reed"], walks=False)
    assert [line for line in lines if line.startswith("skipped  squares   nobody is there")]
