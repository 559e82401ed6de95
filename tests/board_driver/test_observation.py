"""What is noise, what is a change, and when the board is at rest."""

from __future__ import annotations

import random
from dataclasses import replace
from math import exp

import pytest

from board_driver.cells import QUIET_MS
from board_driver.observation import DOUBT_MS, SETTLE_MS, Observer
from engine.types import BoardShape
from firmware_bridge.frames import BoardInfo, CornerCells, SensorFrame, Sensors, WeightCells

SIGMA = 0.25
WEIGHT = Sensors(weight=WeightCells(12.0, SIGMA))
REED = Sensors(reed=True)
CORNERS = Sensors(corners=CornerCells(((0, 0), (7, 0), (0, 7), (7, 7)), 8.0, 0.15))
SQUARES = 64


def observer(sensors: Sensors = WEIGHT) -> Observer:
    return Observer(BoardInfo(BoardShape(), sensors))


def frame(t: int, changes: dict[int, float] | None = None) -> SensorFrame:
    """All cells read 12 g, but for some; the last one tells one reading from another by its noise."""
    grams = [12.0] * (SQUARES - 1) + [12.0 + t % 70 / 100.0]
    for square, reading in (changes or {}).items():
        grams[square] = reading
    return SensorFrame(t, grams=tuple(grams))


def switches(t: int, *closed: int) -> SensorFrame:
    return SensorFrame(t, sum(1 << square for square in closed))


def means(board: Observer) -> list[float]:
    assert board.weight
    return board.weight.means


def test_before_the_first_frame_nothing_is_known() -> None:
    board = observer()
    assert (board.rest_at, board.due(), board.weight, board.reed) == (None, None, None, None)
    assert not board.settle(10_000)


@pytest.mark.parametrize("sensors", [WEIGHT, REED, CORNERS])
def test_the_first_frame_begins_a_rest(sensors: Sensors) -> None:
    board = observer(sensors)
    first = SensorFrame(500, 1, (12.0,) * SQUARES, (200.0,) * 4)
    assert board.feed(first)
    assert board.rest_at == 500 + QUIET_MS
    assert not board.stepped


def test_noise_changes_nothing_and_is_averaged() -> None:
    rng, board = random.Random(1), observer()
    board.feed(frame(0))
    for t in range(40, 40_000, 40):
        board.feed(SensorFrame(t, grams=tuple(rng.gauss(12.0, SIGMA) for _ in range(SQUARES))))
    assert not board.stepped
    assert max(abs(mean - 12.0) for mean in means(board)) < SIGMA


def test_slow_drift_is_followed_without_a_step() -> None:
    board = observer()
    for number in range(1000):
        board.feed(frame(40 * number, {3: 12.0 + 0.01 * number}))
    assert not board.stepped
    assert means(board)[3] == pytest.approx(22.0, abs=0.5)


def test_one_wild_reading_is_ignored() -> None:
    board = observer()
    board.feed(frame(0))
    assert not board.feed(frame(40, {3: 40.0}))
    assert not board.feed(frame(80))
    assert not board.settle(5000)
    assert (board.stepped, means(board)[3], board.rest_at) == (set(), 12.0, QUIET_MS)


def test_wild_readings_of_different_cells_are_ignored() -> None:
    board = observer()
    board.feed(frame(0))
    assert not any(board.feed(frame(40 * number, {number: -20.0})) for number in range(1, 20))
    assert not board.stepped


def test_a_second_deviating_reading_is_believed_from_the_first_on() -> None:
    board = observer()
    board.feed(frame(0))
    assert not board.feed(frame(1000, {3: 24.3}))
    assert board.feed(frame(1040, {3: 23.9}))
    assert board.stepped == {3}
    assert means(board)[3] == pytest.approx(24.0, abs=0.3)
    assert board.rest_at == 1000 + QUIET_MS


def test_a_doubtful_reading_puts_the_rest_off_only_where_something_has_moved() -> None:
    board = observer()
    board.feed(frame(0))
    for t in (1000, 1040):
        board.feed(frame(t, {3: 24.0}))
    for elsewhere in (3, 4):
        assert board.rest_at == 1000 + QUIET_MS
        board.feed(frame(1080 + elsewhere, {3: 24.0} | {elsewhere: 36.0}))
        assert board.rest_at == (1083 if elsewhere == 3 else 1000) + QUIET_MS
        board.feed(frame(1120 + elsewhere, {3: 24.0}))
    assert board.rest_at == 1000 + QUIET_MS


@pytest.mark.parametrize("lag_ms", [15, 25])
@pytest.mark.parametrize("first", [0, 20, 39])
def test_the_end_of_a_ramp_is_no_new_change(lag_ms: int, first: int) -> None:
    """A finger of 40 g leaves; its cell takes its time, and shows that up to a frame later."""
    rng, board = random.Random(first), observer()
    board.feed(frame(0))
    left = 1000 - first
    for t in range(200, 1600, 40):
        finger = 40.0 * (1 - exp((200 - t) / lag_ms)) if t < left else 40.0 * exp((left - t) / lag_ms)
        board.feed(frame(t, {3: 12.0 + finger + rng.gauss(0.0, SIGMA)}))
    assert board.rest_at is not None
    assert left + QUIET_MS <= board.rest_at <= left + QUIET_MS + 40
    assert means(board)[3] == pytest.approx(12.0, abs=4 * SIGMA)


def test_a_cell_that_has_not_settled_is_not_at_rest() -> None:
    board = observer()
    board.feed(frame(0))
    for number in range(10):
        board.feed(frame(1000 + 40 * number, {3: 12.0 + 60.0 * 0.7**number}))
    assert board.rest_at is not None
    assert board.rest_at >= 1000 + 40 * 7 + SETTLE_MS > 1000 + QUIET_MS


def test_one_man_after_the_other_is_a_change_each() -> None:
    board = observer()
    board.feed(frame(0))
    for number in range(1, 4):
        for t in (0, 40, 80):
            board.feed(frame(1000 + 120 * number + t, {3: 12.0 + 12.0 * number}))
    assert board.rest_at == 1360 + QUIET_MS


def test_a_lone_deviating_reading_is_believed_from_a_board_that_sends_on_change() -> None:
    board = observer()
    board.feed(frame(0))
    board.feed(frame(10_000, {3: 24.0}))
    assert board.due() == 10_000 + DOUBT_MS
    assert not board.settle(10_000 + DOUBT_MS - 1)
    assert board.settle(10_000 + DOUBT_MS)
    assert (board.stepped, means(board)[3], board.due()) == ({3}, 24.0, None)


def test_a_lone_deviating_reading_is_doubted_longer_from_a_board_that_sends_always() -> None:
    board = observer()
    for t in (0, 1000, 2000):
        board.feed(frame(t))
    board.feed(frame(3000, {3: 24.0}))
    assert not board.settle(3900)
    assert not board.feed(frame(4000))
    assert not board.stepped


def test_a_frame_that_is_repeated_confirms_no_wild_reading() -> None:
    board = observer()
    for t in (0, 500, 1000):
        board.feed(frame(t))
    wild = frame(1040, {3: 24.0})
    board.feed(wild)
    assert not board.feed(replace(wild, t=1060))
    board.feed(frame(1080))
    assert not board.stepped
    assert board.due() is None


def test_each_change_puts_the_rest_off() -> None:
    board = observer()
    board.feed(frame(0))
    for t, grams in ((1000, 60.0), (1040, 60.0), (1080, 90.0), (1120, 90.0)):
        board.feed(frame(t, {3: grams}))
    assert board.rest_at == 1080 + QUIET_MS


def test_switches_leave_a_trace_until_it_is_cleared() -> None:
    board = observer(REED)
    board.feed(switches(0, 1, 2))
    assert not board.feed(switches(500, 1, 2))
    assert board.feed(switches(1000, 2))
    assert board.feed(switches(1300, 2, 9))
    assert (board.reed, board.opened, board.closed) == (1 << 2 | 1 << 9, 1 << 1, 1 << 9)
    assert board.rest_at == 1300 + QUIET_MS
    board.clear_trace()
    assert (board.opened, board.closed, board.rest_at) == (0, 0, 1300 + QUIET_MS)


def test_a_switch_that_flickers_leaves_both_traces() -> None:
    board = observer(REED)
    board.feed(switches(0, 1))
    board.feed(switches(1000))
    board.feed(switches(1020, 1))
    assert (board.reed, board.opened, board.closed) == (1 << 1, 1 << 1, 1 << 1)


def test_the_trace_of_some_squares_can_be_kept() -> None:
    board = observer()
    board.feed(frame(0))
    for t in (1000, 1040):
        board.feed(frame(t, {3: 0.0, 4: 24.0}))
    board.clear_trace(frozenset({4}))
    assert board.stepped == {4}


def test_readings_of_cells_that_the_board_has_not_are_ignored() -> None:
    board = observer(REED)
    board.feed(SensorFrame(0, 1, grams=(12.0,) * SQUARES))
    board.feed(SensorFrame(40, 1, grams=(90.0,) * SQUARES))
    assert board.weight is None
    assert not board.stepped
