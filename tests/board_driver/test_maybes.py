"""What the board may have meant, too: carried on, and proven right or wrong by what is played next."""

from __future__ import annotations

import pytest

from board_driver.follower import HEARD_MS
from tests.board_driver.driving import REST, Driver, amend, move


@pytest.mark.parametrize("kit", ["reed", "weight", "reed+weight"])
def test_a_capture_that_no_sensor_saw_is_told_by_the_reply(kit: str) -> None:
    """The knight may be in somebody's hand, or have taken on e5: only from there it comes to f7."""
    board = Driver(kit, "4k3/5p2/8/4p3/2p5/8/8/2K3N1 w - - 0 1", game_name="chess")
    board.play("Nf3", "Kd8")
    exchange(board, "f3", "e5")
    assert board.news()[-1] == move("Kd8", 2)
    board.carry("d8", "e8")
    board.carry("e5", "f7", then=0)
    board.wait(REST)
    assert board.moves[:4] == ["Nf3", "Kd8", "Nxe5", "Ke8"]


def exchange(board: Driver, origin: str, target: str) -> None:
    """A capture with both hands at one instant: on the target nothing seems to have happened."""
    thing, shape = board.board, board.session.game.shape
    thing.take(board.t, shape.square(target), 1)
    thing.put(board.t, None)
    thing.take(board.t, shape.square(origin), 1)
    thing.put(board.t, shape.square(target))
    board.wait(REST)


def test_the_key_of_the_side_that_has_moved_tells_that_its_man_slid_on_to_another() -> None:
    board = Driver("reed")
    board.play("e2-e4", "d7-d5")
    board.news()
    board.carry("e4", "e5")
    assert board.news() == [move("e4-e5", 3)]
    board.carry("e5", "d5")
    board.press("confirm", "w")
    board.wait(HEARD_MS)
    assert board.news() == [amend("e4xd5", 3)]


@pytest.mark.parametrize("kit", ["reed", "weight"])
def test_a_pass_comes_after_the_stones_that_stand_already(kit: str) -> None:
    """Which of two stones was first is still asked about; there are as many of each side."""
    board = Driver(kit, game_name="capture-go")
    place = board.session.game.shape.square
    first, start = board.session.position.find_move("c3"), board.session.position
    stone = start.after(first).stacks[place("c3")][0]
    for name in ("c3", "d3"):
        board.board.bring(stone)
        board.board.put(board.t, place(name))
    board.wait(100)
    board.press("pass", "b")
    board.wait(REST)
    board.press("pass", "b")
    board.pick("c3")
    assert board.moves == ["c3", "d3", "pass"]
