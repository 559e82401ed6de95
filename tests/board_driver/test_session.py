"""What hands do on a board that is no move, what is said of it, and when."""

from __future__ import annotations

from dataclasses import replace

import pytest

from board_driver.cells import QUIET_MS
from board_driver.follower import ASK_MS, ASTRAY_MS
from board_driver.session import Session
from engine.game import Position
from engine.games import open_game
from engine.types import BoardShape, Stack
from firmware_bridge.frames import BoardInfo, SensorFrame, Sensors, WeightCells
from tests.board_driver.driving import REST, Driver, move

# Nothing happened


def test_lifted_and_put_back_is_nothing(kit: str) -> None:
    board = Driver(kit)
    board.carry("e2", "e2")
    board.take("e2", then=5000)
    board.put("e2")
    assert board.news() == []


def test_another_man_is_lifted_first(kit: str) -> None:
    board = Driver(kit)
    board.carry("d2", "d2", then=100)
    board.carry("e2", "e4")
    assert board.news() == [move("e2-e4", 1)]


def test_another_man_is_lifted_and_put_back_at_leisure(kit: str) -> None:
    board = Driver(kit)
    board.carry("d2", "d2")
    board.carry("e2", "e4")
    assert board.news() == [move("e2-e4", 1)]


def test_a_man_is_set_again_on_its_square_after_the_move(kit: str) -> None:
    board = Driver(kit)
    board.play("e2-e4")
    board.carry("e4", "e4")
    board.carry("d7", "d7")
    assert board.news() == [move("e2-e4", 1)]


def test_a_finger_on_the_board_is_nothing(kit: str) -> None:
    board = Driver(kit)
    board.board.push(board.t, 28, 150.0, 1500)
    board.wait(4000)
    assert board.news() == []


def test_outliers_are_nothing(kit: str) -> None:
    board = Driver(kit, outliers=0.002)
    board.wait(60_000)
    board.play("e2-e4")
    board.wait(20_000)
    assert board.news() == [move("e2-e4", 1)]


# Astray


def test_a_man_astray_is_named_when_it_has_stood_two_seconds(kit: str) -> None:
    board = Driver(kit)
    board.take("e2")
    landed = board.t
    board.put("e5", then=QUIET_MS + ASTRAY_MS - 60)
    assert board.news() == []
    board.wait(REST)
    [line] = board.timed_news()
    assert line["astray"] == {"e2": "-1", "e5": "+1"}
    assert QUIET_MS + ASTRAY_MS <= line["t"] - landed <= QUIET_MS + ASTRAY_MS + 200


@pytest.mark.parametrize("home", ["e2", "e3", "e4"])
def test_a_man_astray_is_put_right(kit: str, home: str) -> None:
    board = Driver(kit)
    board.carry("e2", "e5", then=4000)
    board.news()
    board.carry("e5", home)
    assert board.news() == ([] if home == "e2" else [move(f"e2-{home}", 1)])


def test_many_men_astray_are_all_named_and_the_game_goes_on(kit: str) -> None:
    board = Driver(kit)
    board.carry("a1", "a4", then=100)
    board.carry("h8", "h5", then=100)
    board.carry("d8", "c8", then=4000)
    [line] = board.news()
    assert line == {"astray": {"a1": "-1", "a4": "+1", "c8": "+1", "d8": "-1", "h5": "+1", "h8": "-1"}}
    board.carry("a4", "a1", then=100)
    board.carry("h5", "h8", then=100)
    board.carry("c8", "d8", 1)
    board.play("e2-e4")
    assert board.moves == ["e2-e4"]


def test_a_man_taken_away_for_long_is_named(kit: str) -> None:
    board = Driver(kit)
    board.take("e2", 1, then=60)
    board.board.put(board.t, None)
    board.wait(6000)
    assert board.moves == []
    assert all(line == {"astray": {"e2": "-1"}} for line in board.news())


# Presence only


def test_a_question_and_its_answer() -> None:
    board = Driver("reed")
    board.carry("a1", "b1")
    board.press("confirm")
    board.wait(REST)
    [question] = board.news()
    assert "a1xb1" in question["ask"]
    board.pick("a1xb1")
    assert board.news() == [move("a1xb1", 1)]


def test_a_question_is_answered_by_none_and_by_what_is_no_candidate_with_silence() -> None:
    board = Driver("reed")
    board.carry("a1", "b1")
    board.wait(REST)
    board.news()
    for text in ("none", "e2-e4", "nonsense"):
        board.pick(text)
    assert board.news() == []
    assert board.moves == []


# Time


def weighed(stacks: tuple[Stack, ...], t: int, **more: float) -> SensorFrame:
    """What men of 12 g weigh, and more on some squares; no two frames are quite the same."""
    grams = [12.0 * len(stack) + t // 40 % 2 / 10 for stack in stacks]
    for square, excess in more.items():
        grams[BoardShape().square(square)] += excess
    return SensorFrame(t, sum(1 << square for square, stack in enumerate(stacks) if stack), tuple(grams))


def test_a_decision_is_dated_when_it_fell_due_though_no_frame_came() -> None:
    game = open_game("tavreli")
    start = game.start()
    session = Session(game, start, BoardInfo(game.shape, Sensors(weight=WeightCells(12.0, 0.25))))
    after = start.after(start.find_move("e2-e4")).stacks
    assert session.feed(weighed(start.stacks, 0)) == []
    assert session.feed(weighed(after, 2000)) == []
    [moved] = session.feed(weighed(after, 60_000))
    assert (session.texts(), moved.t) == (("e2-e4",), 2000 + QUIET_MS)
    assert session.due is None


def weighing_session(text: str | None = None) -> tuple[Session, Position]:
    """A board of weight cells, that has said each second for a while what stands on it."""
    game = open_game("tavreli")
    start = game.start() if text is None else game.position(text)
    session = Session(game, start, BoardInfo(game.shape, Sensors(reed=True, weight=WeightCells(12.0, 0.25))))
    for t in (0, 1000, 2000):
        assert session.feed(weighed(start.stacks, t)) == []
    return session, start


def test_a_wild_reading_in_the_last_frame_hides_no_move() -> None:
    session, start = weighing_session()
    after = start.after(start.find_move("e2-e4")).stacks
    for t in range(2040, 2200, 40):
        session.feed(weighed(after, t))
    [moved] = [*session.feed(weighed(after, 2200, b1=-30.0)), *session.advance(6000)]
    assert (session.texts(), moved.t) == (("e2-e4",), 2040 + QUIET_MS)


def test_a_reading_that_was_wild_twice_is_no_noise() -> None:
    session, start = weighing_session()
    after = start.after(start.find_move("e2-e4")).stacks
    for t in (2040, 2080, 2120):
        session.feed(weighed(after, t, b1=-12.0))
    session.advance(2120 + QUIET_MS + ASK_MS + ASTRAY_MS)
    assert session.texts() == ("e2-e4",)
    assert session.differences() == ((1, -1),)


def test_no_move_is_taken_from_under_a_finger_because_a_reading_elsewhere_was_wild() -> None:
    """With 33 g on c4 one man there and another in the hand would fit, too."""
    session, start = weighing_session("7k/8/8/8/4(NRr)3/8/8/3K4 b - - - 1")
    lifted = start.after(start.find_move("e4(2)-a4")).stacks
    t = 2040
    for _ in range(10):
        held = replace(weighed(lifted, t, a4=-24.0), reed=weighed(start.stacks, t).reed)
        session.feed(held)
        t += 40
    for _ in range(5):
        session.feed(weighed(lifted, t, a4=21.0))
        t += 40
    session.feed(weighed(lifted, t, a4=21.0, h1=20.0))
    assert session.texts() == ()
    for _ in range(10):
        t += 40
        session.feed(weighed(lifted, t))
    assert session.texts() == ("e4(2)-a4",)
