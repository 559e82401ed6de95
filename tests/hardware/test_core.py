"""The firmware's core, compiled for this machine with UBSan and ASan (test_asan): it speaks PROTOCOL.md."""

from __future__ import annotations

import random
import subprocess
from itertools import pairwise

import pytest

from engine.types import BoardShape
from firmware_bridge.codec import Decoder, encode
from firmware_bridge.hello import MAJOR, MINOR, Hello
from firmware_bridge.messages import (
    RGB,
    Ack,
    Alive,
    Beat,
    Corners,
    HelloRequest,
    Key,
    Lights,
    Message,
    Nak,
    Reason,
    SnapshotRequest,
    State,
    Tare,
    Unknown,
    Weights,
)
from firmware_bridge.simulator.firmware import moment_period
from tests.firmware_bridge.golden import BAD, FRAMES, GOOD
from tests.hardware import built
from tests.hardware.chip import CORNER_COUNTS_PER_G, COUNTS_PER_G
from tests.hardware.core import Core
from tests.hardware.talk import Talk, expected_info, zigzag

KITS = ["reed", "reed+corners", "weight", "reed+weight", "fsr", "fsr+corners"]
BOOT_MS = 400
"""By then a board is ready."""
START = 0xFFFF00000000FFFF


def ready(kit: str = "reed", files: int = 8, ranks: int = 8) -> Core:
    core = Core(kit, files, ranks)
    core.run(BOOT_MS)
    return core


def asked(core: Core, message: Message, seq: int = 7, ms: int = 1) -> list[Message]:
    core.hear(encode(message, seq))
    return [received.message for received in core.messages(ms)]


def test_the_firmware_reads_and_writes_all_golden_frames() -> None:
    names = [*GOOD, *BAD]
    done = subprocess.run(
        [built.on_pc("golden"), *(FRAMES / f"{name}.hex" for name in names)],
        check=True,
        capture_output=True,
        text=True,
    )
    wanted = ["whole"] * len(GOOD) + [BAD[name].replace("payload", "whole") for name in BAD]
    assert dict(zip(names, done.stdout.split("\n"), strict=False)) == dict(zip(names, wanted, strict=True))


@pytest.mark.parametrize("kit", KITS)
def test_a_board_says_what_it_is_at_boot_and_when_asked(kit: str) -> None:
    core = Core(kit)
    (hello,) = core.messages(BOOT_MS)
    assert isinstance(hello.message, Hello)
    assert (hello.message.boot, hello.message.minor, hello.seq) == (1, MINOR, 0)
    assert hello.message.info == expected_info(kit, BoardShape(), "pc")
    again, ack = asked(core, HelloRequest())
    assert isinstance(again, Hello)
    assert (again.info, ack) == (hello.message.info, Ack(7))


@pytest.mark.parametrize(
    ("kit", "size"),
    [*((kit, 8) for kit in KITS), ("reed", 19), ("weight", 11), ("weight", 16)],
)
def test_moments_leave_a_quarter_of_the_line_free(kit: str, size: int) -> None:
    core = Core(kit, size, size)
    info = expected_info(kit, BoardShape(size, size), "pc")
    assert core.moment_ms == moment_period(info.shape, info.sensors)


@pytest.mark.parametrize(("files", "ranks"), [(8, 8), (13, 9), (19, 19)])
def test_each_square_of_any_board_has_its_bit(files: int, ranks: int) -> None:
    core = ready("reed", files, ranks)
    for square in (0, 1, files - 1, files, 7, 8, files * ranks // 2, files * ranks - 2, files * ranks - 1):
        core.reeds(1 << square)
        states = [received.message for received in core.messages(60) if isinstance(received.message, State)]
        assert int.from_bytes(states[-1].bitmap, "little") == 1 << square
        assert len(states[-1].bitmap) == (files * ranks + 7) // 8


def test_a_change_is_believed_after_eight_equal_samples() -> None:
    core = ready()
    core.reeds(START)
    assert core.messages(7) == []
    (state,) = core.messages(1)
    assert state.message == State(core.ms, START.to_bytes(8, "little"))
    core.reeds(0)
    core.run(7)
    core.reeds(START)
    assert core.messages(100) == []


def test_changes_are_told_at_most_once_in_a_period_and_the_newest_is_told() -> None:
    core = ready()
    told = []
    for square in range(30):
        core.reeds(1 << square)
        told += core.messages(9)
    told += core.messages(40)
    states = [received.message for received in told if isinstance(received.message, State)]
    times = [state.ms for state in states]
    assert min(later - earlier for earlier, later in pairwise(times)) >= 20
    assert states[-1].bitmap == (1 << 29).to_bytes(8, "little")


def test_a_snapshot_is_one_moment_with_all_parts() -> None:
    core = ready("reed+weight")
    core.reeds(START)
    for cell in range(64):
        core.cell(cell, round(cell * COUNTS_PER_G))
    core.run(100)
    beat, weights, ack = asked(core, SnapshotRequest())
    assert isinstance(beat, Beat)
    assert (beat.bitmap, beat.more, beat.count) == (START.to_bytes(8, "little"), True, 1)
    assert weights == Weights(beat.ms, 0, tuple(10 * cell for cell in range(64)))
    assert ack == Ack(7)
    core = ready("fsr+corners")
    core.cell(2, round(-12.34 * CORNER_COUNTS_PER_G))
    core.run(20)
    beat, corners, ack = asked(core, SnapshotRequest())
    assert isinstance(beat, Beat)
    assert (corners, ack) == (Corners(beat.ms, (0, 0, -1234, 0)), Ack(7))


def test_weights_of_a_large_board_go_out_in_parts() -> None:
    core = ready("weight", 11, 11)
    core.cell(120, round(250 * COUNTS_PER_G))
    first, last = (received.message for received in core.messages(60))
    assert isinstance(first, Weights)
    assert isinstance(last, Weights)
    assert (first.first, len(first.units), first.more) == (0, 108, True)
    assert (last.first, last.units, last.more) == (108, (0,) * 12 + (2500,), False)
    assert first.ms == last.ms


def test_a_cell_without_readings_holds_up_no_other() -> None:
    core = ready("weight")
    core.cell(5, 0, answers=False)
    core.cell(6, round(12 * COUNTS_PER_G))
    core.run(400)
    for grams in (24, 36):
        core.cell(6, round(grams * COUNTS_PER_G))
        (weights,) = core.messages(30)
        assert isinstance(weights.message, Weights)
        assert weights.message.units[5:7] == (0, 10 * grams)
    core.cell(5, round(99 * COUNTS_PER_G))
    core.run(40)
    assert core.messages(1) == []
    _, weights_again, _ = asked(core, SnapshotRequest())
    assert isinstance(weights_again, Weights)
    assert weights_again.units[5:7] == (990, 360)


def test_a_board_with_a_dead_cell_boots_all_the_same() -> None:
    core = Core("weight")
    core.cell(9, 0, answers=False)
    assert isinstance(core.messages(BOOT_MS)[0].message, Hello)
    for grams in (30, 42):  # it comes to life: there was nothing on it, as on all others
        core.cell(9, round(grams * COUNTS_PER_G))
        core.run(40)
    _, weights, _ = asked(core, SnapshotRequest())
    assert isinstance(weights, Weights)
    assert weights.units[8:11] == (0, 120, 0)
    core = Core("reed+corners")
    for cell in range(4):
        core.cell(cell, 0, answers=False)
    assert isinstance(core.messages(1_500)[0].message, Hello)


def test_tare_outlives_a_boot() -> None:
    core = Core("weight")
    for cell in range(64):
        core.cell(cell, 5_000 * cell)
    core.boot(1)
    core.run(BOOT_MS)
    for cell in range(64):
        core.cell(cell, 5_000 * cell + round(7 * COUNTS_PER_G))
    core.run(20)
    _, weights, _ = asked(core, SnapshotRequest())
    assert isinstance(weights, Weights)
    assert set(weights.units) == {70}, "what there was at the first boot is nothing"
    core.run(1_000)
    ack, *weights_now = asked(core, Tare(), ms=20)
    assert ack == Ack(7)
    assert [set(part.units) for part in weights_now if isinstance(part, Weights)] == [{0}]
    core.run(600)
    for boot in (2, 3):
        core.boot(boot)
        for cell in range(64):
            core.cell(cell, 5_000 * cell + round((7 + boot) * COUNTS_PER_G))
        core.run(BOOT_MS)
        _, weights, _ = asked(core, SnapshotRequest())
        assert isinstance(weights, Weights)
        assert set(weights.units) == {10 * boot}


def test_a_press_is_said_at_once_and_again_with_three_beats() -> None:
    core = ready()
    core.keys(0b0010)
    told = [received.message for received in core.messages(4_500)]
    keys = [message for message in told if isinstance(message, Key)]
    assert keys == [Key(BOOT_MS + 8, "confirm", "b")] * 4
    assert [type(message) for message in told[1:]] == [Beat, Key, Beat, Key, Beat, Key, Beat]
    core.keys(0b1100)
    two = [received.message for received in core.messages(20)]
    assert [(key.key, key.by) for key in two if isinstance(key, Key)] == [("takeback", None), ("new", None)]


def test_lights_are_shown_when_all_have_come() -> None:
    core = ready("reed", 19, 19)
    colours: list[RGB] = [(square % 7, square // 7, 3) for square in range(361)]
    shows = core.shows
    for first in range(0, 361, 73):
        last = first + 73 >= 361
        assert asked(core, Lights(first, tuple(colours[first : first + 73]), show=last)) == [Ack(7)]
        assert core.shows == shows + last
    assert core.strip == zigzag(colours, 19)


def test_lights_of_no_square_and_commands_of_the_future_are_refused() -> None:
    core = ready()
    shows = core.shows
    assert asked(core, Lights(63, ((1, 2, 3), (4, 5, 6)))) == [Nak(7, Reason.RANGE)]
    assert asked(core, Lights(65_535, ((1, 2, 3),) * 73)) == [Nak(7, Reason.RANGE)]
    assert asked(core, Unknown(ord("z"), b"12")) == [Nak(7, Reason.UNKNOWN)]
    assert asked(core, Tare()) == [Nak(7, Reason.UNKNOWN)], "there are no cells"
    assert asked(core, Unknown(ord("l"), b"\0\0\1\1")) == []
    assert core.shows == shows


def test_all_lights_together_stay_within_the_supply() -> None:
    core = ready()
    white = ((255, 255, 255),) * 64
    asked(core, Lights(0, white))
    drawn_ma = sum(sum(colour) for colour in core.strip) * 20 / 255 + 64
    assert 2_900 < drawn_ma <= 3_000
    assert len(set(core.strip)) == 1
    asked(core, Lights(0, white[:10] + ((0, 0, 0),) * 54))
    assert zigzag(core.strip, 8)[:10] == [(255, 255, 255)] * 10


def test_lights_are_dimmed_after_five_seconds_of_silence() -> None:
    core = ready()
    asked(core, Lights(0, ((200, 100, 7),) * 64))
    core.run(4_990)
    assert core.strip[0] == (200, 100, 7)
    core.run(10)
    assert core.strip == [(50, 25, 1)] * 64
    core.hear(encode(Alive(), 1))
    core.run(2)
    assert core.strip == [(200, 100, 7)] * 64


def test_lights_of_before_a_boot_go_out() -> None:
    core = ready()
    asked(core, Lights(0, ((200, 100, 7),) * 64))
    core.boot(2)
    assert set(core.strip) == {(0, 0, 0)}


def test_the_clock_wraps_without_a_gap() -> None:
    core = Core("reed", ms=2**32 - 3_000)
    talk = Talk(core)
    talk.run(2_000)
    for square in range(40):
        core.reeds(1 << square)
        talk.run(100)
    assert [frame.reed for frame in talk.frames[-40:]] != []
    assert {frame.reed for frame in talk.frames} >= {1 << square for square in range(40)}
    assert not talk.host.faults


@pytest.mark.parametrize("kit", KITS)
def test_the_host_gets_to_know_what_the_board_senses(kit: str) -> None:
    core = Core(kit)
    talk = Talk(core)
    talk.host.set_lights([(9, 8, 7)] * 64)
    talk.run(1_500)
    rng = random.Random(kit)
    for _ in range(10):
        bitmap = rng.getrandbits(64)
        core.reeds(bitmap)
        for square in range(64):
            core.pressure(square, 900 if bitmap >> square & 1 else 50)
        grams = [round(rng.uniform(-5, 250), 1) for _ in range(64)]
        scale = CORNER_COUNTS_PER_G if "corners" in kit else COUNTS_PER_G
        for cell, weight in enumerate(grams):
            core.cell(cell, round(weight * scale))
        talk.run(120)
        frame = talk.frames[-1]
        assert frame.reed == (None if kit == "weight" else bitmap)
        assert frame.grams == (tuple(grams) if "weight" in kit else None)
        assert frame.corners == (tuple(grams[:4]) if "corners" in kit else None)
    assert set(core.strip) == {(9, 8, 7)}
    assert not talk.host.faults
    core.keys(1)
    talk.run(2_000)
    assert [(key.key, key.by) for key in talk.keys] == [("confirm", "w")]


def test_any_bytes_are_read_as_the_host_would_read_them() -> None:
    """The C reader and the Python one agree on what is a frame, whatever comes."""
    core = ready()
    rng = random.Random(1)
    for number in range(3_000):
        seq = number % 256
        block = bytearray(encode(Unknown(ord("z"), rng.randbytes(rng.choice([0, 1, 9, 222, 223, 224]))), seq))
        for _ in range(rng.choice([0, 0, 1, 2, 9])):
            block[rng.randrange(len(block))] = rng.choice([0, 1, 255, rng.randrange(256)])
        data = b"\0" + bytes(block) + b"\0"
        core.hear(data)
        wanted = [received.seq for received in Decoder().feed(data) if isinstance(received.message, Unknown)]
        assert [nak.message for nak in core.messages() if isinstance(nak.message, Nak)] == [
            Nak(seq, Reason.UNKNOWN) for seq in wanted
        ]


def test_a_builder_can_choose() -> None:
    core = Core("weight", options="-DMAN_CG=812 -DLIGHTS_ZIGZAG=0 -DBAUD=57600UL -DCELL_RATED_G=500")
    (hello,) = core.messages(BOOT_MS)
    assert isinstance(hello.message, Hello)
    weight = hello.message.info.sensors.weight
    assert weight
    assert weight.man_g == 8.12
    assert core.moment_ms == 40, "half the line, twice the time"
    colours: list[RGB] = [(square, 0, 0) for square in range(64)]
    asked(core, Lights(0, tuple(colours)))
    assert core.strip == colours
    core.cell(3, round(10 * COUNTS_PER_G))
    core.run(40)
    _, weights, _ = asked(core, SnapshotRequest())
    assert isinstance(weights, Weights)
    assert weights.units[3] == 500, "ten grams of a cell of 100 g are fifty of one of 500 g"


def test_both_sides_speak_the_same_version() -> None:
    config = (built.FIRMWARE / "core" / "config.h").read_text()
    assert f"#define PROTOCOL_MAJOR {MAJOR}\n#define PROTOCOL_MINOR {MINOR}\n" in config
