"""The end of ordinary Go: dead stones are touched or taken off; the result is what both sides agree to."""

from __future__ import annotations

import pytest

from board_driver.config import ScreenTable
from board_driver.counting import Count
from board_driver.front import Front
from board_driver.presenter import View, present
from board_driver.replay import session_record
from display.scene import Mark, Scene
from engine.games import open_game
from engine.record import read_record, write_record
from engine.types import Colour
from firmware_bridge.frames import DeadStones
from tests.board_driver.driving import REST, Driver

OPTIONS = {"size": 5, "target": 0, "komi": 2.5}
START = "AB b1,b2,b3,b4,b5,d3,e5 AW c1,c2,c3,c4,c5,a3"
"""Black has two files of five, with a dead stone of White in them; two dead Black stones stand in White's."""


@pytest.fixture(params=["reed", "weight", "reed+weight"])
def board(request: pytest.FixtureRequest) -> Driver:
    """A game in which both sides have passed."""
    board = Driver(request.param, START, game_name="capture-go", options=OPTIONS)
    board.press("pass")
    board.press("pass")
    return board


def shown(board: Driver) -> Scene:
    return present(board.session, View())


def dead(board: Driver) -> set[str]:
    name = board.session.game.shape.name
    return {name(square) for square, mark in shown(board).marks if mark is Mark.QUESTION}


def buttons(board: Driver) -> dict[str, str]:
    return {button.key: button.text for button in shown(board).buttons}


def take_off(board: Driver, *squares: str) -> None:
    for square in squares:
        board.take(square)
        board.board.put(board.t, None)
        board.wait(REST)


def test_until_they_agree_every_stone_is_alive(board: Driver) -> None:
    assert board.news()[-1] == {"end": "1-0", "reason": "area count, by 1.5"}
    [line] = [line.text for line in shown(board).lines if line.text.startswith("Touch")]
    assert line == "Touch the dead stones or take them off. White wins: area count, by 1.5?"
    assert buttons(board).items() > {"takeback": "Take back", "confirm": "Black agrees"}.items()


def test_the_groups_that_are_touched_are_dead_when_both_agree(board: Driver) -> None:
    board.news()
    board.mark_dead("a3")
    assert dead(board) == {"a3"}
    board.mark_dead("a3", "d3", "e5")
    board.press("confirm")
    assert buttons(board)["confirm"] == "White agrees"
    assert board.news() == []
    board.press("confirm")
    assert board.news() == [{"end": "1-0", "reason": "area count, by 7.5; dead a3,d3,e5"}]
    assert shown(board).title == "White wins: area count, by 7.5; dead: a3,d3,e5"
    assert "confirm" not in buttons(board)
    board.mark_dead()
    board.press("confirm")
    assert board.news() == []


def test_a_side_agrees_by_its_own_button_and_to_that_count_alone(board: Driver) -> None:
    board.press("confirm", "w")
    assert buttons(board)["confirm"] == "Black agrees"
    board.mark_dead("a3")
    board.press("confirm", "b")
    board.press("confirm", "b")
    board.news()
    assert buttons(board)["confirm"] == "White agrees"
    board.press("confirm", "w")
    assert board.news()[0]["reason"].endswith("dead a3")


def test_stones_that_are_taken_off_are_dead_till_they_are_set_back(board: Driver) -> None:
    take_off(board, "d3", "e5")
    assert dead(board) == {"d3", "e5"}
    board.board.bring(board.session.position.stacks[board.session.game.shape.square("d3")][0])
    board.put("d3")
    assert dead(board) == {"e5"}
    board.mark_dead("a3")
    assert dead(board) == {"a3", "e5"}
    board.press("confirm")
    board.press("confirm")
    assert board.session.outcome
    assert board.session.outcome.reason.endswith("; dead a3,e5")
    assert board.moves == ["pass", "pass"]


def test_a_board_that_is_cleared_begins_a_new_game_and_counts_nothing(board: Driver) -> None:
    before = board.session.outcome
    names = [board.session.game.shape.name(q) for q, stack in enumerate(board.board.stacks) if stack]
    take_off(board, *names[:-1])
    assert board.session.outcome == before
    take_off(board, names[-1])
    assert board.news()[-1] == {"game": 2}


def test_a_takeback_goes_on_with_the_game(board: Driver) -> None:
    board.mark_dead("a3")
    board.press("confirm")
    board.press("confirm")
    board.news()
    board.press("takeback")
    assert board.news() == [{"takeback": 1}, {"end": "*"}]
    assert board.session.count is None
    assert dead(board) == set()


def test_in_capture_go_nothing_is_counted() -> None:
    board = Driver("reed", game_name="capture-go", options={"size": 5})
    board.press("pass")
    board.press("pass")
    assert board.session.count is None
    assert board.session.result == "1/2-1/2"


def test_the_record_tells_what_was_agreed(board: Driver) -> None:
    board.mark_dead("a3", "d3", "e5")
    board.press("confirm")
    board.press("confirm")
    text = write_record(session_record(board.session))
    assert "RE[W+7.5]" in text
    assert "TB[" in text
    again = read_record(text)
    assert (again.result, again.tags["Dead"]) == ("1-0", "a3,d3,e5")
    assert write_record(again) == text


def test_a_touched_group_is_dead_and_a_second_touch_takes_that_back() -> None:
    game = open_game("capture-go", OPTIONS)
    position = game.position(f"{START} PS 2")
    b1, b5, a3 = map(game.shape.square, ("b1", "b5", "a3"))
    count = Count(position).touch(b1)  # type: ignore[arg-type] # it is one that is counted
    assert b5 in count.dead
    assert len(count.touch(a3).dead) == 6
    assert count.touch(a3).touch(b5).dead == {a3}
    assert count.agree(None).agreed == {Colour.BLACK}
    assert count.agree(None).touch(a3).agreed == set()


def test_the_touch_of_a_stone_on_the_screen_marks_its_group(board: Driver) -> None:
    screen, square = Front(ScreenTable()), board.session.game.shape.square
    said = screen.touch(board.session, square("b3"), board.t)
    assert said == DeadStones(board.t, ("b1", "b2", "b3", "b4", "b5"))
    board.mark_dead(*said.points)
    assert dead(board) == set(said.points)
    said = screen.touch(board.session, square("b1"), board.t)
    assert said == DeadStones(board.t, ())
