"""The clock of a game, computed from when its moves came to rest, against one that is wound back by hand."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_driver.clock import Clock, Reading, clock_from_json, clock_to_json
from engine.clock import Left, TimeControl, Timing, parse_time_control
from engine.errors import JournalError
from tests.engine.test_clock import controls

S = 1000


def clock(text: str, *ends: float, **fields: object) -> Clock:
    """A clock whose moves came to rest at these seconds."""
    control = parse_time_control(text)
    assert control
    return replace(Clock(control, tuple(round(end * S) for end in ends)), **fields)  # type: ignore[arg-type]


def shown(clock: Clock, t: float) -> tuple[float, float, int | None]:
    """The seconds that both sides have left, and whose time runs."""
    reading = clock.read(round(t * S))
    return reading.left[0].ms / S, reading.left[1].ms / S, reading.runs


def test_a_clock_waits_for_the_first_move_which_takes_no_time() -> None:
    assert shown(clock("5"), 1000) == (300, 300, None)
    assert shown(clock("5", 1000), 1002) == (300, 298, 1)


def test_a_clock_that_was_set_going_counts_the_first_move() -> None:
    begun = clock("5").pressed(10 * S)
    assert shown(begun, 14) == (296, 300, 0)
    assert shown(replace(begun, ends=(15 * S,)), 16) == (295, 299, 1)


def test_each_turn_ends_when_the_last_man_has_come_to_rest() -> None:
    assert shown(clock("5+3", 10, 14, 20), 21) == (303 + 3 - 6 + 3, 303 - 4 + 3 - 1, 1)
    assert shown(clock("5d3", 10, 14, 20), 21) == (303 - 6 + 3, 303 - 4 + 3 - 1, 1)


def test_an_amendment_computes_both_sides_anew() -> None:
    decided = clock("5", 10, 14, 20)
    amended = replace(decided, ends=(10 * S, 14 * S, 22 * S))
    assert shown(decided, 25) == (294, 291, 1)
    assert shown(amended, 25) == (292, 293, 1)


def test_a_pause_counts_for_nobody() -> None:
    paused = clock("5", 10, 14).pressed(15 * S)
    assert shown(paused, 1000) == (299, 296, None)
    assert paused.falls_at() is None
    going = paused.pressed(1000 * S)
    assert shown(going, 1001) == (298, 296, 0)
    assert going.falls_at() == (1000 + 299) * S


def test_a_move_ends_a_pause() -> None:
    paused = clock("5", 10, 14).pressed(15 * S)
    moved = replace(paused, ends=(*paused.ends, 500 * S))
    assert shown(moved, 502) == (299, 294, 1)
    assert shown(moved.pressed(503 * S), 600) == (299, 293, None)


def test_a_takeback_gives_the_time_since_the_move_back() -> None:
    played = clock("5+3", 10, 14, 20)
    back = played.taken_back(1, 60 * S)
    assert shown(played, 20) == (303, 302, 1)
    assert shown(back, 60) == (300, 302, 0)
    assert shown(back, 61) == (299, 302, 0)
    assert shown(replace(back, ends=(*back.ends, 62 * S)), 62) == (301, 302, 1)
    assert shown(played.taken_back(2, 60 * S), 61) == (306, 298, 1)


def test_a_takeback_to_the_start_makes_a_clock_wait_that_nobody_had_set_going() -> None:
    assert shown(clock("5", 10, 14).taken_back(2, 60 * S), 100) == (300, 300, None)
    assert shown(clock("5", 10, 14, began=0).taken_back(2, 60 * S), 61) == (289, 300, 0)


def test_a_paused_clock_stays_paused_when_moves_go_back() -> None:
    back = clock("5", 10, 14).pressed(20 * S).taken_back(1, 30 * S)
    assert shown(back, 100) == (300, 296, None)
    assert shown(back.pressed(100 * S), 101) == (300, 295, 1)


def test_a_game_that_has_ended_stops_its_clock() -> None:
    ended = clock("5", 10, 14, stopped=16 * S)
    assert shown(ended, 1000) == (298, 296, None)
    assert ended.falls_at() is None
    assert ended.pressed(1000 * S) == ended


def test_a_flag_falls_once_and_stays_down() -> None:
    late = clock("1", 10, 14)
    assert late.falls_at() == 74 * S
    assert late.read(74 * S - 1).flagged is None
    assert late.read(74 * S) == Reading((Left(0), Left(56 * S)), None)
    assert late.read(74 * S).flagged == 0
    too_late = replace(late, ends=(*late.ends, 75 * S))
    assert too_late.read(80 * S).flagged == 0
    assert shown(too_late, 80) == (0, 56, None)


def test_a_game_gone_on_with_has_the_time_that_it_had_when_it_was_put_off() -> None:
    put_off = clock("5", 10, 14).pressed(20 * S)
    assert shown(put_off.resumed(14 * S), 5000) == shown(put_off, 20) == (294, 296, None)
    assert shown(put_off.resumed(14 * S).pressed(50 * S), 51) == (293, 296, 0)
    cut_off = clock("5", 10, 14)
    assert shown(cut_off.resumed(15 * S), 5000) == (299, 296, None)
    for waiting in (clock("5"), clock("5", 10, stopped=20 * S)):
        assert waiting.resumed(5000 * S) == waiting


def test_what_is_no_clock_can_not_be_read() -> None:
    assert clock_from_json(None) is None
    with pytest.raises(JournalError, match="its clock can't be read"):
        clock_from_json({"control": "5+3"})


def test_what_the_mover_of_each_ply_had_left() -> None:
    left = clock("1+2x10", 10, 14, 72, 74, 84).after_each()
    assert left == (
        Left(60 * S, 2),
        Left(56 * S, 2),
        Left(2 * S, 2),
        Left(54 * S, 2),
        Left(10 * S, 1, in_period=True),
    )


class Wound:
    """A clock that is counted down, and wound back by hand to what it showed."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.left = [control.start(), control.start()]
        self.turn = self.used = 0
        self.begun = self.runs = False
        self.made: list[tuple[list[Left], int]] = []

    def wait(self, ms: int) -> None:
        self.used += ms * self.runs

    def press(self) -> None:
        self.begun = self.begun or not self.made
        self.runs = not self.runs

    def move(self) -> None:
        self.made.append((self.left.copy(), self.used))
        self.left[self.turn] = self.control.after(self.left[self.turn], self.used)
        self.turn, self.used, self.runs = 1 - self.turn, 0, True

    def take_back(self, plies: int) -> None:
        self.left, self.used = self.made[-plies]
        del self.made[-plies:]
        self.turn = len(self.made) % 2
        if not self.made and not self.begun:
            self.runs, self.used = False, 0

    @property
    def reading(self) -> Reading:
        left = self.left.copy()
        left[self.turn] = self.control.during(left[self.turn], self.used)
        return Reading((left[0], left[1]), self.turn if self.runs else None)

    @property
    def lasts(self) -> int | None:
        return self.control.lasts(self.left[self.turn]) - self.used if self.runs else None


events = st.lists(
    st.tuples(st.integers(1, 40_000), st.sampled_from(["move", "move", "move", "press", "back"])), max_size=25
)


@given(controls, events, st.data(), st.integers(-(10**9), 10**9))
def test_it_shows_what_a_clock_wound_by_hand_shows(
    control: TimeControl, events: list[tuple[int, str]], data: st.DataObject, shift: int
) -> None:
    wound, computed, t = Wound(control), Clock(control), 0
    for ms, event in events:
        t += ms
        wound.wait(ms)
        if wound.reading.flagged is not None:
            assert computed.read(t).flagged == wound.reading.flagged
            return
        match event:
            case "press":
                wound.press()
                computed = computed.pressed(t)
            case "back" if wound.made:
                plies = data.draw(st.integers(1, len(wound.made)))
                wound.take_back(plies)
                computed = computed.taken_back(plies, t)
            case "move":
                wound.move()
                computed = replace(computed, ends=(*computed.ends, t))
        assert computed.read(t) == wound.reading
        falls = computed.falls_at()
        assert (None if falls is None else falls - t) == wound.lasts
        assert clock_from_json(json.loads(json.dumps(clock_to_json(computed)))) == computed
        assert computed.shifted(shift).read(t + shift) == computed.read(t)


def test_a_clock_set_in_mid_game_waits_for_the_next_move() -> None:
    control = parse_time_control("5+3")
    assert control
    begun = Clock.in_mid_game(control, 3)
    assert begun.is_waiting
    assert shown(begun, 1000) == (303, 303, None)
    moved = replace(begun, ends=(*begun.ends, 1000 * S, 1010 * S))
    assert shown(moved, 1014) == (303 - 10 + 3, 303 + 3 - 4, 1)
    assert moved.taken_back(2, 1020 * S) == begun
    assert moved.taken_back(4, 1020 * S) == Clock.in_mid_game(control, 1)
    assert shown(begun.pressed(50 * S), 52) == (303, 301, 1)


def test_a_clock_goes_on_from_what_a_record_tells() -> None:
    control = parse_time_control("5")
    assert control
    timing = Timing(control, (Left(290 * S), Left(280 * S), Left(270 * S)))
    kept = Clock.of(timing)
    assert kept.timing == timing
    assert shown(kept.resumed(0), 99) == (270, 280, None)
    moved = replace(kept, ends=(*kept.ends, 100 * S))
    assert shown(moved, 107) == (263, 280, 0)
    assert shown(moved.shifted(50 * S), 157) == (263, 280, 0)
    assert clock_from_json(json.loads(json.dumps(clock_to_json(moved)))) == moved
