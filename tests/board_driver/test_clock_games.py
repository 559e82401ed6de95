"""Whole games with a clock: what moves, takebacks, amendments, answers and buttons do to it."""

from __future__ import annotations

from typing import Any

import pytest

from board_driver.cells import QUIET_MS
from board_driver.replay import Replay
from board_driver.session import Session
from board_driver.table import DEMOS
from engine.clock import parse_time_control
from engine.samples import sample_game
from firmware_bridge.frames import BoardInfo
from firmware_bridge.simulator.actions import Landed
from firmware_bridge.simulator.kits import find_kit
from firmware_bridge.simulator.script import script, simulate
from tests.board_driver.driving import REST, TICK_MS, Driver, amend, move

LAG_MS = 140
"""A landing is on the wire, and known to have been no wild reading, so soon."""
FLAG_W, FLAG_B = {"end": "0-1", "reason": "time"}, {"end": "1-0", "reason": "time"}


def timed(text: str = "5", kit: str = "reed+weight", **fields: Any) -> Driver:
    """A board with a clock beside it."""
    board = Driver(kit, **fields)
    board.session.set_clock(parse_time_control(text))
    return board


def left(board: Driver) -> tuple[int, int, int | None]:
    """What the sides have left now, ms, and whose time runs."""
    reading = board.session.read_clock(board.t)
    assert reading
    return reading.left[0].ms, reading.left[1].ms, reading.runs


def near(ms: int) -> object:
    return pytest.approx(ms, abs=LAG_MS)


@pytest.mark.parametrize("kit", ["reed", "reed+corners", "weight", "reed+weight"])
@pytest.mark.parametrize("game", ["chess", "tavreli"])
def test_a_turn_ends_when_the_man_stands_not_when_the_move_is_decided(kit: str, game: str) -> None:
    board = timed(kit=kit, game_name=game)
    board.take("e2")
    landed = board.t
    board.put("e4")
    board.press("confirm")
    board.wait(REST)
    [ply] = board.session.plies
    assert ply.rest == near(landed)
    assert ply.t >= ply.rest + QUIET_MS / 2
    assert left(board) == (300_000, near(300_000 - (board.t - landed)), 1)


def test_a_move_upon_a_tower_is_timed_by_the_cells(kit: str) -> None:
    board = timed(kit=kit)
    board.take("a1")
    landed = board.t
    board.put("b1", then=3000)
    assert board.moves == ["a1xb1"]
    assert board.session.plies[0].rest == near(landed)


def test_several_moves_before_a_rest_have_times_of_their_own(kit: str) -> None:
    board = timed(kit=kit)
    landed = []
    for origin, target in (("e2", "e4"), ("e7", "e5"), ("g1", "f3")):
        board.take(origin, then=60)
        landed.append(board.t)
        board.put(target, then=60)
    board.wait(REST)
    assert board.moves == ["e2-e4", "e7-e5", "g1-f3"]
    assert [ply.rest for ply in board.session.plies] == [near(t) for t in landed]


def test_a_man_adjusted_after_the_move_stops_no_clock(kit: str) -> None:
    board = timed(kit=kit)
    board.play("e2-e4")
    before = board.session.clock
    board.carry("e4", "e4")
    board.carry("d7", "d7")
    assert board.session.clock == before


def test_a_takeback_on_the_board_sets_both_clocks_back(kit: str) -> None:
    board = timed("5+3", kit)
    board.play("e2-e4")
    first = board.t
    board.play("e7-e5")
    board.wait(20_000)
    board.carry("e5", "e7", then=0)
    board.wait(600)
    white, black, runs = left(board)
    assert (white, runs) == (306_000, 1)
    assert black == pytest.approx(303_000 - REST - (board.t - first - 20_000 - REST), abs=1500)
    assert black < 303_000
    board.play("d7-d5")
    assert board.session.clock
    assert [t for t in board.session.clock.ends if t > first] == [board.session.plies[1].rest]
    assert left(board)[0] == near(306_000 - (board.t - board.session.plies[1].rest))


def test_a_takeback_by_the_key_sets_the_clock_back_at_once() -> None:
    board = timed()
    board.press("clock", "b")
    board.wait(4000)
    board.play("e2-e4")
    board.wait(10_000)
    made = board.session.plies[0].rest
    board.press("takeback")
    assert left(board) == (near(300_000 - (made - REST)), 300_000, 0)


def test_a_king_that_castles_after_the_rook_has_paused_ends_the_turn() -> None:
    board = timed(start="r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", game_name="chess")
    board.carry("h1", "f1", then=5000)
    assert board.news() == [move("Rf1", 1)]
    rook = board.session.plies[0].rest
    board.take("e1")
    landed = board.t
    board.put("g1")
    assert board.news() == [amend("O-O", 1)]
    assert board.session.plies[0].rest == near(landed) != near(rook)
    assert left(board)[1] == near(300_000 - (board.t - landed))


def test_an_answer_counts_from_when_the_mover_had_moved() -> None:
    board = timed(kit="reed")
    board.carry("a1", "b1", then=100)
    moved = board.t
    board.press("confirm")
    board.wait(20_000)
    assert board.session.question
    assert not board.moves
    assert left(board) == (300_000, 300_000 - (board.t - moved), 1)
    board.pick("a1xb1")
    board.wait(5000)
    assert board.session.plies[0].rest == moved
    assert left(board) == (300_000, 300_000 - (board.t - moved), 1)


def test_a_corrected_ply_keeps_its_time() -> None:
    board = timed()
    board.play("e2-e4", "e7-e5")
    before = [ply.rest for ply in board.session.plies]
    board.session.correct(board.t, 1, "e2-e3")
    assert [ply.rest for ply in board.session.plies] == before
    assert board.session.clock
    assert list(board.session.clock.ends) == before


def test_a_board_astray_does_not_stop_the_clock() -> None:
    board = timed()
    board.play("e2-e4")
    rest = board.session.plies[0].rest
    board.carry("d7", "d3", then=10_000)
    assert board.session.guide
    assert left(board) == (300_000, 300_000 - (board.t - rest), 1)


# Flags


def test_a_flag_falls_by_itself(kit: str) -> None:
    board = timed("0.2", kit)
    board.play("e2-e4")
    board.news()
    board.wait(20_000)
    [news] = board.timed_news()
    assert news == FLAG_B | {"t": board.session.plies[0].rest + 12_000 + QUIET_MS}
    assert left(board) == (12_000, 0, None)
    board.wait(20_000)
    assert board.news() == []


def test_a_man_that_stood_before_the_flag_fell_has_moved() -> None:
    board = timed("0.1+5")
    board.play("e2-e4")
    falls = board.session.plies[0].rest + 11_000
    board.take("e7", then=falls - board.t - 100)
    board.put("e5", then=2000)
    assert board.news() == [move("e2-e4", 1), move("e7-e5", 2)]
    assert left(board)[1] == pytest.approx(5100, abs=LAG_MS + TICK_MS)


def test_a_man_that_stood_after_it_has_not() -> None:
    board = timed("0.1+5")
    board.play("e2-e4")
    falls = board.session.plies[0].rest + 11_000
    board.take("e7", then=falls - board.t + 60)
    board.put("e5", then=2000)
    assert board.news()[-1] == FLAG_B
    assert left(board) == (16_000, 0, None)


def test_no_flag_falls_while_the_move_may_have_been_made() -> None:
    board = timed("0.1", kit="reed")
    board.press("clock", "b")
    board.carry("a1", "b1")
    board.press("confirm")
    board.wait(5400)
    assert [set(line) for line in board.news()] == [{"ask", "ply"}]
    board.wait(4000)
    assert board.news() == [FLAG_B], "whichever move it was, Black has not answered it"
    assert left(board)[0] > 4000
    board.pick("a1xb1")
    assert board.news() == [move("a1xb1", 1)]
    assert board.session.result == "1-0"


def test_a_game_lost_on_time_stays_so_whatever_the_men_do(kit: str) -> None:
    board = timed("0.1", kit)
    board.play("e2-e4", "e7-e5")
    board.wait(8000)
    assert board.news()[2:] == [FLAG_W]
    board.carry("g1", "f3")
    board.carry("b8", "c6")
    board.carry("c6", "b8")
    assert (board.news(), board.session.result) == ([], "0-1")
    board.board.set_up(board.t, board.session.start.stacks)
    board.wait(REST)
    assert board.news() == [{"game": 2}]
    assert left(board) == (6000, 6000, None)


def test_the_takeback_key_reopens_a_game_lost_on_time() -> None:
    board = timed("0.1")
    board.play("e2-e4", "e7-e5")
    used = board.session.plies[1].rest - board.session.plies[0].rest
    board.wait(8000)
    board.news()
    board.press("takeback")
    assert board.news() == [{"takeback": 1}, {"end": "*"}]
    assert left(board) == (6000, 6000 - used, 1)


def test_in_chess_the_flag_is_a_draw_if_nobody_can_mate() -> None:
    board = timed("0.1", start="4k3/8/8/8/8/8/8/4K2R w - - 0 1", game_name="chess")
    board.press("clock")
    board.wait(7000)
    assert board.news() == [{"end": "1/2-1/2", "reason": "time, and no men to mate with"}]


def test_a_mate_stops_the_clock_where_the_man_stood(kit: str) -> None:
    board = timed(kit=kit, start="7k/8/6K1/8/8/8/8/R7 w - - - 1")
    board.press("clock")
    board.play("a1-a8")
    board.wait(5000)
    assert board.session.result == "1-0"
    assert left(board) == (300_000 - (board.session.plies[0].rest - REST), 300_000, None)


def test_periods_of_byoyomi_are_used_up_one_by_one() -> None:
    board = timed("0.1+3x5", game_name="capture-go", kit="reed")
    board.press("clock")
    board.wait(6000 + 5000 + 1000)
    reading = board.session.read_clock(board.t)
    assert reading
    assert (reading.left[0].ms, reading.left[0].periods) == (4000, 1)
    board.wait(4000 + 5000 + 1000)
    assert board.news() == [{"end": "1-0", "reason": "time"}], "Black begins in Go"


# Buttons


def test_the_lever_of_the_other_side_sets_the_clock_going() -> None:
    board = timed()
    board.press("clock", "w")
    board.wait(1000)
    assert left(board) == (300_000, 300_000, None)
    board.press("clock", "b")
    board.wait(1000)
    assert left(board) == (299_000, 300_000, 0)


def test_the_lever_of_the_side_to_move_says_that_it_has_moved() -> None:
    board = timed(kit="reed")
    board.carry("a1", "b1", then=REST)
    board.press("clock", "w")
    board.wait(REST)
    assert board.session.question, "as with the key confirm"
    assert left(board)[1] == 300_000 - REST


def test_a_lever_pressed_again_does_nothing() -> None:
    board = timed()
    board.play("e2-e4")
    before = board.session.clock
    board.press("clock", "w")
    board.wait(REST)
    assert board.session.clock == before


def test_the_button_without_a_side_pauses_and_goes_on() -> None:
    board = timed()
    board.play("e2-e4", "e7-e5")
    board.press("clock")
    paused = left(board)
    assert paused[2] is None
    board.wait(600_000)
    assert left(board) == paused
    board.press("clock", "b")
    board.wait(1000)
    assert left(board) == (paused[0] - 1000, paused[1], 0)
    assert board.news()[2:] == []


def test_a_game_without_a_clock_hears_its_button_as_the_move_made() -> None:
    board = Driver("reed")
    board.carry("a1", "b1")
    board.press("clock")
    board.wait(REST)
    assert not board.session.question
    board.press("clock", "w")
    board.wait(REST)
    assert board.session.question
    assert board.session.read_clock(board.t) is None


# Whole games by simulated hands, which know when they let go


@pytest.mark.parametrize(
    ("game", "kit", "late_ms"),
    [
        ("chess", "reed", 40),
        ("capture-go", "reed", 40),
        ("chess", "weight", 200),
        ("tavreli", "weight", 200),
        ("tavreli", "reed+weight", 200),
    ],
)
@pytest.mark.parametrize("seed", [1, 2])
def test_turns_end_while_the_hand_leaves_the_last_man(game: str, kit: str, late_ms: int, seed: int) -> None:
    record, parts = sample_game(DEMOS[game], game), find_kit(kit)
    start = record.game.start()
    session = Session(record.game, start, BoardInfo(record.game.shape, parts.sensors))
    session.set_clock(parse_time_control("90+30"))
    for _ in Replay(session, record).lines(simulate(record.game, None, record.moves, parts, seed)):
        pass
    hands = script(record.game, start, record.moves, parts, seed + 1)
    stood = [action for action in hands if isinstance(action, Landed)]
    assert session.record.moves == record.moves
    ends = session.clock.ends if session.clock else ()
    late = [(end - each.t, end - each.free_t) for end, each in zip(ends, stood, strict=True)]
    assert all(landed >= 0 and left <= late_ms for landed, left in late), late
