"""The simulated board says what men of such weights would make such sensors say."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import fmean, stdev

import pytest

from engine.types import BoardShape, Colour, Man, Stack
from firmware_bridge.frames import SensorFrame
from firmware_bridge.simulator.board import AFTERGLOW_MS, SAMPLE_MS, STILL_MS, SimulatedBoard
from firmware_bridge.simulator.kits import KITS, CellPhysics, Kit, find_kit

SHAPE = BoardShape()
MAN = Man(Colour.WHITE, "R")
OTHER = Man(Colour.BLACK, "N")
EMPTY: list[Stack] = [()] * 64
TICK_MS = 20


def true_kit(name: str, **changes: object) -> Kit:
    """A kit without errors, but for those named."""
    cells = CellPhysics(zero_g=0.0, gain=0.0, walk_g=0.0, creep=0.0, outliers=0.0)
    kit = replace(find_kit(name), chatter=0.0, off_centre=0.0, men_spread=0.0, cells=cells)
    return replace(kit, **changes)  # type: ignore[arg-type]


def board_with(kit: Kit, stacks: dict[int, int], seed: int = 1) -> SimulatedBoard:
    """A board with towers of so many men on some squares."""
    return SimulatedBoard(SHAPE, [(MAN,) * stacks.get(square, 0) for square in range(64)], kit, seed)


def frames(board: SimulatedBoard, until: int, since: int = 0) -> list[SensorFrame]:
    """What the board sends after `since`, up to `until`."""
    said = (board.frame(t) for t in range(since + TICK_MS, until + 1, TICK_MS))
    return [frame for frame in said if frame]


def grams(said: Sequence[SensorFrame], square: int) -> list[float]:
    return [frame.grams[square] for frame in said if frame.grams]


# Frames


def test_a_still_board_speaks_once_a_second() -> None:
    said = frames(board_with(true_kit("reed+weight"), {0: 1}), 10_000, since=1000)
    times = [frame.t for frame in said]
    assert {later - sooner for sooner, later in pairwise(times)} == {STILL_MS}


@pytest.mark.parametrize("kit", ["weight", "reed+weight", "reed+corners"])
def test_a_board_with_cells_speaks_often_while_men_move_and_settle(kit: str) -> None:
    board = board_with(true_kit(kit), {0: 1})
    frames(board, 2000)
    board.take(2000, 0, 1)
    said = [frame.t for frame in frames(board, 4000, since=2000)]
    assert set(range(2000 + SAMPLE_MS, 2000 + AFTERGLOW_MS + 1, SAMPLE_MS)) <= set(said)
    assert len([t for t in said if t > 2000 + AFTERGLOW_MS]) <= 2


def test_a_board_of_reeds_speaks_when_one_switches() -> None:
    board = board_with(true_kit("reed"), {0: 1})
    frames(board, 1080)
    board.take(1100, 0, 1)
    assert [(frame.t, frame.reed) for frame in frames(board, 1900, since=1080)] == [(1100, 0)]


@pytest.mark.parametrize("kit", KITS)
def test_a_frame_has_the_readings_of_the_kit_and_no_others(kit: str) -> None:
    sensors = find_kit(kit).sensors
    frame = board_with(find_kit(kit), {0: 1}).snapshot(0)
    assert (frame.reed is not None) is sensors.reed
    assert len(frame.grams or ()) == (64 if sensors.weight else 0)
    assert len(frame.corners or ()) == (4 if sensors.corners else 0)


@pytest.mark.parametrize("kit", KITS)
def test_the_same_seed_says_the_same(kit: str) -> None:
    def said(seed: int) -> list[SensorFrame]:
        board = board_with(find_kit(kit), {0: 3, 9: 1}, seed)
        first = frames(board, 1500)
        board.take(1500, 0, 2)
        second = frames(board, 2000, since=1500)
        board.put(2000, 20)
        return first + second + frames(board, 6000, since=2000)

    assert said(4) == said(4)
    if kit != "reed":
        assert said(5) != said(4)


# Reeds


def test_reeds_tell_which_squares_are_occupied() -> None:
    board = board_with(true_kit("reed"), {0: 1, 63: 9})
    assert board.snapshot(0).reed == 1 | 1 << 63
    board.take(100, 63, 8)
    board.put(100, 5)
    assert board.snapshot(200).reed == 1 | 1 << 63 | 1 << 5


def test_a_reed_chatters_and_then_is_right() -> None:
    flips = 0
    for seed in range(20):
        board = board_with(true_kit("reed", chatter=1.0), {0: 1}, seed)
        board.take(100, 0, 1)
        states = [board.snapshot(t).reed for t in range(100, 150)]
        flips += sum(a != b for a, b in pairwise(states))
        assert states[-1] == 0
    assert flips == 20 * 2


@pytest.mark.parametrize("seed", range(5))
def test_reeds_are_right_in_the_end_however_quickly_men_are_moved(seed: int) -> None:
    board = board_with(true_kit("reed", chatter=1.0), {0: 2, 1: 1}, seed)
    rng, t = random.Random(seed), 0
    for _ in range(200):
        t += rng.choice((1, 3, 10, 20, 30))
        occupied = [square for square, stack in enumerate(board.stacks) if stack]
        if board.held:
            board.put(t, rng.randrange(4))
        elif occupied:
            board.take(t, rng.choice(occupied), 1)
        board.frame(t)
    now = board.snapshot(t + 100).reed
    assert now == sum(1 << square for square, stack in enumerate(board.stacks) if stack)


# Cells under the squares


@pytest.mark.parametrize("men", [0, 1, 2, 31])
def test_a_cell_weighs_its_tower(men: int) -> None:
    kit = find_kit("weight")
    said = grams(frames(board_with(true_kit("weight"), {7: men}), 60_000), 7)
    assert kit.sensors.weight
    sigma = kit.sensors.weight.sigma_g
    assert fmean(said) == pytest.approx(12.0 * men, abs=4 * sigma / len(said) ** 0.5)
    assert stdev(said) == pytest.approx(sigma, rel=0.4)


def test_a_cell_settles_when_men_come_and_go() -> None:
    board = board_with(true_kit("weight"), {0: 3})
    frames(board, 1000)
    board.take(1000, 0, 2)
    board.put(1000, 1)
    said = frames(board, 1480, since=1000)
    assert fmean(grams(said[-5:], 0)) == pytest.approx(12.0, abs=0.5)
    assert fmean(grams(said[-5:], 1)) == pytest.approx(24.0, abs=0.5)
    assert 12.5 < grams(said, 0)[0] < 36.0


def test_a_finger_presses_and_lets_go() -> None:
    board = board_with(true_kit("weight"), {0: 1})
    frames(board, 1000)
    board.push(1000, 0, 100.0, 500)
    board.push(1000, 3, 50.0, 500)
    pressed, free = frames(board, 1500, since=1000), frames(board, 3000, since=1500)
    assert grams(pressed, 0)[-2] == pytest.approx(112.0, abs=2.0)
    assert grams(pressed, 3)[-2] == pytest.approx(50.0, abs=2.0)
    assert grams(free, 0)[-1] == pytest.approx(12.0, abs=2.0)
    assert grams(free, 3)[-1] == pytest.approx(0.0, abs=2.0)


def test_cells_err_as_their_kit_says() -> None:
    kit = true_kit("weight", cells=CellPhysics(zero_g=1.0, gain=0.03, walk_g=0.0, outliers=0.0))
    zeros = [fmean(grams(frames(board_with(kit, {}, seed), 20_000), 0)) for seed in range(40)]
    assert stdev(zeros) == pytest.approx(1.0, rel=0.4)
    loaded = [fmean(grams(frames(board_with(kit, {0: 10}, seed), 20_000), 0)) for seed in range(40)]
    assert stdev(loaded) == pytest.approx((1.0 + (0.03 * 120) ** 2) ** 0.5, rel=0.4)


def test_zeros_wander() -> None:
    kit = true_kit("weight", cells=CellPhysics(zero_g=0.0, gain=0.0, walk_g=0.05, creep=0.0, outliers=0.0))
    said = frames(board_with(kit, {}), 400_000)
    ends = [fmean(grams(said[-20:], square)) for square in range(64)]
    assert stdev(ends) == pytest.approx(0.05 * 390**0.5, rel=0.4)


def test_a_reading_is_wild_now_and_then() -> None:
    kit = true_kit("weight", cells=replace(true_kit("weight").cells, outliers=0.01))
    said = frames(board_with(kit, {}), 100_000)
    wild = [reading for frame in said for reading in frame.grams or () if abs(reading) > 2.0]
    assert len(wild) / (64 * len(said)) == pytest.approx(0.01, rel=0.3)


# Cells under the corners


def centre(frame: SensorFrame) -> tuple[float, float, float]:
    """Grams in all, and where their centre of mass is, in squares."""
    assert frame.corners
    a, b, c, d = frame.corners
    total = a + b + c + d
    return total, (-0.6 * (a + c) + 7.6 * (b + d)) / total, (-0.6 * (a + b) + 7.6 * (c + d)) / total


@pytest.mark.parametrize("square", [0, 7, 27, 56, 63])
def test_corners_bear_the_men_at_their_place(square: int) -> None:
    total, x, y = centre(board_with(true_kit("reed+corners"), {square: 4}).snapshot(0))
    assert total == pytest.approx(32.0, abs=2.0)
    assert [x, y] == pytest.approx([square % 8, square // 8], abs=0.2)


def test_a_lean_on_the_board_is_weight_too_much() -> None:
    board = board_with(true_kit("reed+corners"), {0: 4})
    frames(board, 1000)
    board.push(1000, 63, 300.0, 1000)
    total, x, y = centre(frames(board, 1900, since=1000)[-1])
    assert total == pytest.approx(332.0, abs=3.0)
    assert min(x, y) > 6.0


# Men and hands


def test_men_keep_their_order_in_the_hand() -> None:
    stacks = [(MAN, OTHER, MAN), *EMPTY[1:]]
    board = SimulatedBoard(SHAPE, stacks, find_kit("reed"), 1)
    board.take(0, 0, 2)
    assert board.held == (OTHER, MAN)
    assert board.stacks[0] == (MAN,)
    board.put(100, 9)
    assert board.stacks[9] == (OTHER, MAN)
    assert not board.held


def test_no_more_men_are_taken_than_stand_there() -> None:
    board = board_with(find_kit("reed"), {0: 2})
    for count in (0, 3, -1):
        with pytest.raises(ValueError, match=f"2 men stand on a1, not {count}"):
            board.take(0, 0, count)
    assert len(board.stacks[0]) == 2


def test_a_man_put_aside_comes_back_with_his_own_weight() -> None:
    board = board_with(true_kit("weight", men_spread=0.2), {0: 1})
    before = fmean(grams(frames(board, 10_000), 0))
    board.take(10_000, 0, 1)
    board.put(10_000, None)
    board.bring(MAN)
    board.put(11_000, 5)
    after = fmean(grams(frames(board, 21_000, since=12_000), 5))
    assert after == pytest.approx(before, abs=0.5)
    assert abs(before - 12.0) > 0.5


def test_the_men_are_set_up_anew() -> None:
    stacks = [(MAN, OTHER), (OTHER,), *EMPTY[2:]]
    board = SimulatedBoard(SHAPE, stacks, find_kit("reed"), 1)
    board.take(0, 1, 1)
    board.set_up(500, [*EMPTY[:62], (OTHER, MAN), (OTHER,)])
    assert board.stacks == (*EMPTY[:62], (OTHER, MAN), (OTHER,))
    assert board.held == ()
    assert board.snapshot(600).reed == 1 << 62 | 1 << 63


def test_a_man_is_turned_over_in_the_hand() -> None:
    board = board_with(find_kit("reed"), {0: 2})
    board.take(0, 0, 1)
    board.turn_over(OTHER)
    board.put(0, 0)
    assert board.stacks[0] == (MAN, OTHER)
