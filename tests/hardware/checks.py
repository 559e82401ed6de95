"""What must be true of the flashed firmware, as functions of its sources, so that mutants can be tried."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from firmware_bridge.codec import Decoder, encode
from firmware_bridge.conversation import Connected
from firmware_bridge.hello import Hello
from firmware_bridge.messages import RGB, Ack, Alive, HelloRequest, Lights, Message, State
from tests.hardware.chip import Chip
from tests.hardware.talk import Talk, expected_info, zigzag

BOOT_MS = 150
"""By then the firmware is up, and all cells have a reading."""
SETTLED_MS = 60
"""From a change of the sensors until the host has been told: 8 ms, a moment, and the line."""

Check: TypeAlias = Callable[[Path], None]


def connected(chip: Chip, ms: int = 400) -> Talk:
    """A chip that has just been connected to a host."""
    talk = Talk(chip)
    talk.run(ms)
    assert any(isinstance(event, Connected) for event in talk.events), talk.host.faults
    return talk


def said(chip: Chip, ms: float) -> list[Message]:
    """What a chip says, when all of it can be read."""
    decoder = Decoder()
    messages = [received.message for received in decoder.feed(chip.run(ms))]
    assert not decoder.faults
    return messages


def the_host_understands_the_board(sources: Path) -> None:
    """Hello, a snapshot and lights, without a fault on the line."""
    chip = Chip("reed", sources=sources)
    talk = connected(chip)
    talk.host.set_lights([(1, 2, 3)] * 64)
    talk.run(100)
    assert talk.info == expected_info("reed", chip.shape, "mega reed")
    assert talk.frames[-1].reed == 0
    assert set(chip.lights) == {(1, 2, 3)}
    assert not talk.host.faults


def any_pattern_of_men_is_seen(sources: Path) -> None:
    """Wires much slower than the data sheets let expect, diodes at all reeds."""
    chip = Chip("reed", fall_us=5.0, rise_us=18.0, sources=sources)
    talk = connected(chip)
    rng = random.Random(1)
    for _ in range(6):
        bitmap = rng.getrandbits(64)
        chip.reeds(bitmap)
        talk.run(SETTLED_MS)
        assert talk.frames[-1].reed == bitmap
    assert chip.counted.shorts == 0
    assert not talk.host.faults


def a_man_set_down_is_one_change(sources: Path) -> None:
    """The reed bounces for a ms, in pulses of 100 us, and chatters for some ms more."""
    chip = Chip("reed", sources=sources)
    chip.run(BOOT_MS)
    for flips in (10, 30, 50):
        for flip in range(flips):
            chip.reed(27, flip % 2 == 0)
            chip.run(0.1)
        for _ in range(4):
            chip.reed(27, True)
            chip.run(5)
            chip.reed(27, False)
            chip.run(2)
        assert [message for message in said(chip, 20) if isinstance(message, State)] == []
        chip.reed(27, True)
        (state,) = (message for message in said(chip, SETTLED_MS) if isinstance(message, State))
        assert state.bitmap == (1 << 27).to_bytes(8, "little")
        chip.reed(27, False)
        said(chip, SETTLED_MS)


def a_man_is_felt_on_his_square_alone(sources: Path) -> None:
    """FSRs behind multiplexers whose outputs take 7 us to follow."""
    chip = Chip("fsr", sources=sources)
    talk = connected(chip)
    for square in (0, 5, 16, 33, 63):
        chip.pressure(square, 4_500)
        talk.run(SETTLED_MS)
        assert talk.frames[-1].reed == 1 << square
        chip.pressure(square, 100)
        talk.run(SETTLED_MS)
    chip.pressure(20, 1_200)  # between both thresholds: as it was
    talk.run(SETTLED_MS)
    assert talk.frames[-1].reed == 0
    chip.pressure(20, 1_600)
    talk.run(SETTLED_MS)
    chip.pressure(20, 1_200)
    talk.run(SETTLED_MS)
    assert talk.frames[-1].reed == 1 << 20


def each_cell_weighs_its_tower(sources: Path) -> None:
    """Towers of different height on neighbouring cells, no converter disturbed while it has no reading."""
    chip = Chip("weight", sources=sources)
    talk = connected(chip)
    rng = random.Random(2)
    for _ in range(3):
        grams = [round(rng.choice([0, 12, 24, 36, 255]) + rng.gauss(0, 0.3), 1) for _ in range(64)]
        chip.weigh(grams)
        talk.run(3 * SETTLED_MS)
        assert talk.frames[-1].grams == tuple(grams)
    counted = chip.counted
    assert (counted.early_clocks, counted.power_downs) == (0, 0)
    assert counted.readings / 64 > 40 * chip.ms / 1000, "fewer than 40 readings a second"


def lights_are_sent_as_their_data_sheet_asks(sources: Path) -> None:
    """Of the Mega's own firmware."""
    pulses_are_right(Chip("reed", sources=sources), SETTLED_MS)


def pulses_are_right(chip: Chip, ms: int) -> None:
    """Widths that WS2812, WS2812B and SK6812 all take; the line low for under 5 us within a frame.

    `ms`: from a command until it is done.
    """
    talk = connected(chip)
    rng = random.Random(3)
    for _ in range(4):
        colours: list[RGB] = [(rng.randrange(90), rng.randrange(90), rng.randrange(90)) for _ in range(64)]
        talk.host.set_lights(colours)
        talk.run(ms)
        assert chip.lights == zigzag(colours, 8)
    counted = chip.counted
    nanoseconds = 1000 / 16
    assert 220 <= counted.zero_min * nanoseconds <= counted.zero_max * nanoseconds <= 450
    assert 650 <= counted.one_min * nanoseconds <= counted.one_max * nanoseconds <= 950
    assert 300 <= counted.gap_min * nanoseconds <= counted.gap_max * nanoseconds <= 5_000


def two_commands_in_a_row_are_both_done(sources: Path) -> None:
    """The second comes while the lights still get the first: no byte of it is lost, and both are shown."""
    for size in (8, 19):
        chip = Chip("reed", size, size, sources=sources)
        chip.run(BOOT_MS)
        lights = [Lights(0, ((number, 0, 0),), show=True) for number in range(1, 9)]
        chip.hear(b"".join(encode(message, number) for number, message in enumerate(lights)))
        answers = [message for message in said(chip, 200) if isinstance(message, Ack)]
        assert answers == [Ack(number) for number in range(8)]
        assert chip.lights == [(8, 0, 0)] + [(0, 0, 0)] * (size * size - 1)
        assert chip.counted.overruns == 0


def the_supply_is_not_asked_for_too_much(sources: Path) -> None:
    """All lights white: 3 A, not the 4.8 A that they could draw."""
    chip = Chip("reed", 9, 9, sources=sources)
    talk = connected(chip)
    talk.host.set_lights([(255, 255, 255)] * 81)
    talk.run(100)
    drawn_ma = sum(sum(colour) for colour in chip.lights) * 20 / 255 + 81
    assert 2_900 < drawn_ma <= 3_000


def lights_are_dimmed_when_the_host_is_silent(sources: Path) -> None:
    """After five seconds; its next word brings them back."""
    chip = Chip("reed", sources=sources)
    talk = connected(chip)
    talk.host.set_lights([(200, 100, 8)] * 64)
    talk.run(6_000, step=20)
    assert set(chip.lights) == {(200, 100, 8)}, "beats are answered"
    talk.silent = True
    talk.run(5_500, step=20)
    assert set(chip.lights) == {(50, 25, 2)}
    chip.hear(encode(Alive(), 0))
    talk.run(20)
    assert set(chip.lights) == {(200, 100, 8)}


def a_firmware_that_hangs_is_restarted(sources: Path) -> None:
    """By the watchdog, within half a second; it says Hello with another number."""
    chip = Chip("reed", sources=sources)
    talk = connected(chip)
    chip.reeds(0xFFFF)
    talk.run(SETTLED_MS)
    chip.hang()
    talk.run(1_200)
    assert chip.counted.restarts == 1
    assert sum(isinstance(event, Connected) for event in talk.events) == 2
    assert talk.frames[-1].reed == 0xFFFF


def boots_have_numbers(sources: Path) -> None:
    """Other ones after each boot, though the noise be the same; and other ones on another board."""
    numbers = []
    for noise in (0, 1, 2):
        chip = Chip("reed", noise=noise, sources=sources)
        for _ in range(3 if noise == 0 else 1):
            (hello,) = said(chip, BOOT_MS)
            assert isinstance(hello, Hello)
            numbers.append(hello.boot)
            chip.power_cycle()
    assert len(set(numbers)) == 5


def the_clock_goes_right_while_lights_are_sent(sources: Path) -> None:
    """361 lights keep interrupts off for 11 ms; still the board's ms are ms."""
    chip = Chip("reed", 19, 19, sources=sources)
    chip.run(BOOT_MS)
    seen = []
    for number in range(40):
        chip.hear(encode(Lights(0, ((number, 0, 0),), show=True), number) + encode(HelloRequest(), number))
        said_at = {message.ms: chip.ms for message in said(chip, 50) if hasattr(message, "ms")}
        seen += [at - ms for ms, at in said_at.items()]
    assert max(seen) - min(seen) < 50


CHECKS: tuple[Check, ...] = (
    the_host_understands_the_board,
    any_pattern_of_men_is_seen,
    a_man_set_down_is_one_change,
    a_man_is_felt_on_his_square_alone,
    each_cell_weighs_its_tower,
    lights_are_sent_as_their_data_sheet_asks,
    two_commands_in_a_row_are_both_done,
    the_supply_is_not_asked_for_too_much,
    lights_are_dimmed_when_the_host_is_silent,
    a_firmware_that_hangs_is_restarted,
    boots_have_numbers,
    the_clock_goes_right_while_lights_are_sent,
)
