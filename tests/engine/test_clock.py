"""Time controls: their texts, and the arithmetic of all kinds, by worked examples and a clock that ticks."""

from __future__ import annotations

from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clock import Left, Mode, TimeControl, parse_time_control
from engine.errors import UsageError
from engine.games import open_game
from engine.types import Colour, Outcome

S, M = 1000, 60_000

seconds = st.integers(1, 90).map(lambda each: each * S)
main_times = st.integers(0, 500).map(lambda each: each * 600)
controls = st.one_of(
    st.builds(TimeControl, main_times.filter(bool)),
    st.builds(TimeControl, main_times, st.sampled_from([Mode.FISCHER, Mode.BRONSTEIN]), seconds),
    st.builds(TimeControl, main_times, st.just(Mode.BYOYOMI), seconds, st.integers(1, 9)),
)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("5", TimeControl(5 * M)),
        ("0.5", TimeControl(30 * S)),
        ("15+0", TimeControl(15 * M)),
        ("5+3", TimeControl(5 * M, Mode.FISCHER, 3 * S)),
        ("0+5", TimeControl(0, Mode.FISCHER, 5 * S)),
        ("5d3", TimeControl(5 * M, Mode.BRONSTEIN, 3 * S)),
        (" 90 D 30 ", TimeControl(90 * M, Mode.BRONSTEIN, 30 * S)),
        ("30+5x30", TimeControl(30 * M, Mode.BYOYOMI, 30 * S, 5)),
        ("0+3×10", TimeControl(0, Mode.BYOYOMI, 10 * S, 3)),
        ("none", None),
        ("None", None),
    ],
)
def test_texts_of_time_controls(text: str, control: TimeControl | None) -> None:
    assert parse_time_control(text) == control


@given(controls)
def test_a_time_control_is_read_back_from_its_text(control: TimeControl) -> None:
    assert parse_time_control(control.text) == control


@pytest.mark.parametrize("text", ["", "five", "5+", "5d", "-5", "5+3+3", "5d3x30", "1000", "5:00", "5 min"])
def test_what_is_no_time_control_names_the_forms(text: str) -> None:
    with pytest.raises(UsageError) as failure:
        parse_time_control(text)
    assert str(failure.value).startswith(f'clock "{text}": write none, 5 (minutes), 5+3 ')
    assert "5d3" in str(failure.value)
    assert "30+5x30" in str(failure.value)


@pytest.mark.parametrize("text", ["0", "0+0", "0d0", "0+0x30", "5+0x30", "5+3x0"])
def test_no_time_is_no_time_control(text: str) -> None:
    with pytest.raises(UsageError, match="has no time in it: write none, 5"):
        parse_time_control(text)


def turns(text: str, *used: float) -> list[float | tuple[float, int]]:
    """Seconds left after each turn that took so many seconds; in byo-yomi with the periods after this one."""
    control = parse_time_control(text)
    assert control
    left = list(accumulate((round(each * S) for each in used), control.after, initial=control.start()))
    return [(each.ms / S, each.periods) if each.in_period else each.ms / S for each in left]


def test_sudden_death() -> None:
    assert turns("5", 10, 0, 289.999, 0.001, 0) == [300, 290, 290, 0.001, 0, 0]


def test_fischer_adds_before_each_turn_from_the_first() -> None:
    assert turns("5+3", 10, 1, 299) == [303, 296, 298, 0]
    assert turns("0+5", 4, 1, 5, 7) == [5, 6, 10, 10, 8]


def test_bronstein_gives_back_what_was_used_up_to_the_delay() -> None:
    assert turns("5d3", 2, 3, 10, 0, 296) == [303, 303, 303, 296, 296, 0]


def test_byoyomi_gives_a_period_back_that_is_not_used_up() -> None:
    main = turns("1+3x30", 50, 9.999)
    assert main == [60, 10, pytest.approx(0.001)]
    within = [(30, 2), (30, 2), (30, 1), (30, 0), (30, 0), (0, 0)]
    assert turns("1+3x30", 60, 29.999, 30, 59, 29.999, 30) == [60, *within]
    assert turns("0+2x10", 5, 12, 10) == [(10, 1), (10, 1), (10, 0), (0, 0)]


def test_a_turn_may_go_through_several_periods() -> None:
    assert turns("1+3x30", 100, 61) == [60, (30, 1), (0, 0)]
    assert turns("1+3x30", 150) == [60, (0, 0)]


class Ticking:
    """A clock as a watchmaker builds one: it is told each step that passes, and each press of its lever."""

    def __init__(self, control: TimeControl) -> None:
        self.control, self.main, self.periods = control, control.main_ms, control.periods
        self.extra, self.turn, self.fell = control.extra_ms, 0, False
        if control.mode is not Mode.BYOYOMI:
            self.main += control.extra_ms

    def tick(self, ms: int) -> None:
        self.turn += ms
        if self.main:
            self.main -= ms
        elif self.periods:
            self.extra -= ms
            if not self.extra:
                self.periods -= 1
                self.extra = self.control.extra_ms
        self.fell = not self.main and not self.periods

    def press(self) -> None:
        if not self.fell:
            match self.control.mode:
                case Mode.FISCHER:
                    self.main += self.control.extra_ms
                case Mode.BRONSTEIN:
                    self.main += min(self.turn, self.control.extra_ms)
                case Mode.BYOYOMI:
                    self.extra = self.control.extra_ms
        self.turn = 0

    @property
    def left(self) -> Left:
        if self.main or not self.control.periods:
            return Left(self.main, self.periods)
        return Left(self.extra if self.periods else 0, max(self.periods - 1, 0), in_period=True)


STEP = 200


@given(controls, st.lists(st.integers(0, 400), max_size=12))
def test_all_kinds_agree_with_a_clock_that_ticks(control: TimeControl, steps: list[int]) -> None:
    ticking, left = Ticking(control), control.start()
    for count in steps:
        lasts = control.lasts(left)
        for passed in range(1, count + 1):
            ticking.tick(STEP)
            now = control.during(left, passed * STEP)
            assert now == ticking.left
            assert now.is_flagged == ticking.fell == (passed * STEP >= lasts)
            if ticking.fell:
                assert control.after(left, passed * STEP) == now
                return
        left = control.after(left, count * STEP)
        ticking.press()
        assert left == ticking.left


def test_the_clock_that_ticks_sees_a_fault() -> None:
    ticking = Ticking(TimeControl(2 * S, Mode.FISCHER, S))
    ticking.tick(STEP)
    ticking.press()
    assert ticking.left == Left(4 * S - STEP)
    assert ticking.left != TimeControl(2 * S, Mode.BRONSTEIN, S).after(Left(3 * S), STEP)


# The end of a game by the clock


@pytest.mark.parametrize("game", ["tavreli", "draughts", "capture-go", "chess"])
def test_a_side_without_time_has_lost(game: str) -> None:
    start = open_game(game).start()
    assert start.out_of_time(Colour.WHITE) == Outcome("0-1", "time")
    assert start.out_of_time(Colour.BLACK) == Outcome("1-0", "time")


@pytest.mark.parametrize(
    ("position", "white_out", "black_out"),
    [
        ("4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1", "1/2-1/2", "1-0"),
        ("4k2n/8/8/8/8/8/8/4K2R w - - 0 1", "0-1", "1-0"),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "1/2-1/2", "1/2-1/2"),
        ("4k3/p7/8/8/8/8/8/N3K3 w - - 0 1", "0-1", "1-0"),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", "1/2-1/2", "1/2-1/2"),
    ],
)
def test_in_chess_it_is_a_draw_if_the_other_side_can_never_mate(
    position: str, white_out: str, black_out: str
) -> None:
    here = open_game("chess").position(position)
    assert here.out_of_time(Colour.WHITE).result == white_out
    assert here.out_of_time(Colour.BLACK).result == black_out
