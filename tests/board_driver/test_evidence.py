"""How well stacks explain what the sensors say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from board_driver.balance import LEANT
from board_driver.evidence import BUMPED, LADEN, LADEN_MS, ODD, UNCALLED, UNSEEN, Evidence
from board_driver.observation import Observer
from board_driver.weigher import LEANED, MEN_OR_HAND
from engine.types import Colour, Man, Stack
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.kits import find_kit
from tests.board_driver.test_observation import REED, observer, switches

SHAPE_SQUARES = 64
MAN = Man(Colour.WHITE, "R")


def tower(men: int) -> Stack:
    return (MAN,) * men


class Table:
    """A simulated board and the evidence of it."""

    def __init__(self, kit: str, heights: dict[int, int], seed: int = 1) -> None:
        self.stacks = [tower(heights.get(square, 0)) for square in range(SHAPE_SQUARES)]
        parts = find_kit(kit)
        parts = replace(parts, cells=replace(parts.cells, outliers=0.0))
        self.board = SimulatedBoard(observer().info.shape, self.stacks, parts, seed)
        self.observer = Observer(self.board.info)
        self.evidence = Evidence(self.observer)
        self.t = 0
        self.rest()

    def rest(self) -> None:
        for _ in range(50):
            self.feed()

    def feed(self) -> None:
        self.t += 20
        if frame := self.board.frame(self.t):
            self.observer.feed(frame)

    def move(self, origin: int, target: int, count: int) -> None:
        self.board.take(self.t, origin, count)
        self.rest()
        self.board.put(self.t, target)
        self.rest()


@pytest.mark.parametrize("kit", ["weight", "reed+weight"])
@pytest.mark.parametrize("height", [0, 1, 2, 4])
def test_the_true_height_fits_and_no_other(kit: str, height: int) -> None:
    for seed in range(10):
        evidence = Table(kit, {5: height}, seed).evidence
        costs = {men: evidence.misfit(5, tower(men)) for men in range(height + 3)}
        assert min(costs, key=costs.__getitem__) == height
        assert costs[height] < ODD
        assert all(cost > ODD for men, cost in costs.items() if men >= height - MEN_OR_HAND and men != height)
        assert all(cost >= LEANED for men, cost in costs.items() if men != height)


@pytest.mark.parametrize("seed", range(10))
def test_what_is_learnt_makes_high_towers_sure(seed: int) -> None:
    table = Table("weight", {5: 30, 6: 1}, seed)
    table.evidence.learn(table.stacks, table.t)
    table.move(6, 5, 1)
    assert table.evidence.misfit(5, tower(31)) < ODD < table.evidence.misfit(5, tower(30))
    assert table.evidence.misfit(5, tower(31)) < table.evidence.misfit(5, tower(32))


def test_a_square_that_does_not_agree_teaches_nothing() -> None:
    table = Table("weight", {5: 1, 6: 1})
    table.board.take(table.t, 5, 1)
    table.rest()
    table.evidence.learn(table.stacks, table.t)
    assert table.evidence.misfit(5, ()) < ODD < table.evidence.misfit(5, tower(1))
    assert table.observer.stepped == {5}


def test_a_switch_tells_presence_only() -> None:
    board = observer(REED)
    board.feed(switches(0, 5))
    evidence = Evidence(board)
    assert evidence.misfit(5, tower(1)) == evidence.misfit(5, tower(7)) == evidence.misfit(6, ()) == 0.0
    assert min(evidence.misfit(5, ()), evidence.misfit(6, tower(1))) > ODD
    assert evidence.men(5, tower(1)) is None
    assert not evidence.weighs
    assert evidence.load(tower(1)) == evidence.load(tower(2)) != evidence.load(())


def test_men_are_counted_by_weight() -> None:
    table = Table("weight", {5: 4})
    assert table.evidence.men(5, tower(2)) == pytest.approx(4.0, abs=0.4)
    assert table.evidence.men(6, ()) == pytest.approx(0.0, abs=0.2)


def test_traces_cost_what_they_contradict() -> None:
    board = observer(REED)
    board.feed(switches(0, 1, 2, 3))
    board.feed(switches(1000, 2, 3, 9))
    evidence = Evidence(board)
    moved = 1 << 1 | 1 << 9
    assert evidence.traces(moved, moved) == 0.0
    assert evidence.traces(0, moved) == 0.0
    assert evidence.traces(moved | 1 << 20, moved | 1 << 20) == UNSEEN
    assert evidence.traces(0, 1 << 1) == UNCALLED
    evidence.rest_here()
    assert evidence.traces(0, 0) == 0.0


def test_a_man_that_stood_where_none_belongs_costs_as_much_as_a_move_and_a_takeback() -> None:
    board = observer(REED)
    board.feed(switches(0, 1))
    board.feed(switches(1000, 1, 2))
    board.feed(switches(1000 + LADEN_MS // 2, 1))
    evidence = Evidence(board)
    assert evidence.traces(0, 0) == UNCALLED
    board.feed(switches(2000, 1, 2))
    board.feed(switches(2000 + LADEN_MS, 1))
    assert evidence.traces(0, 0) == LADEN


def test_a_bumped_board_is_one_event() -> None:
    board = observer(REED)
    board.feed(switches(0, *range(16)))
    board.feed(switches(1000))
    board.feed(switches(1040, *range(16)))
    assert Evidence(board).traces(0, 0) == BUMPED < 16 * UNCALLED


def test_what_weighs_more_than_any_stack_of_the_game_is_a_hand() -> None:
    table = Table("weight", {5: 1})
    table.board.push(table.t, 5, 24.0, 60_000)
    table.rest()
    chess, towers = Evidence(table.observer, 1), table.evidence
    assert not chess.is_odd(5, tower(1))
    assert chess.is_pressed(5, tower(1))
    assert towers.is_odd(5, tower(1))
    assert not towers.is_pressed(5, tower(1))


@pytest.mark.parametrize("seed", range(10))
def test_corners_tell_how_many_men_went(seed: int) -> None:
    table = Table("reed+corners", {0: 3, 63: 3, 36: 1}, seed)
    table.evidence.mark()
    table.move(0, 32, 2)

    def shifted(men: int) -> float:
        return table.evidence.shift([(0, tower(3), tower(3 - men)), (32, (), tower(men))])

    assert shifted(2) < ODD < min(shifted(1), shifted(3))


def test_corners_that_drift_before_a_move_still_count_its_men() -> None:
    """From the last known rest to the move its shift is measured just before the first man goes."""
    table = Table("reed+corners", {0: 3, 63: 3, 36: 1})
    table.evidence.mark()
    for _ in range(100):
        table.board._zeros = [zero + 0.006 * (corner - 1) for corner, zero in enumerate(table.board._zeros)]
        table.t += 1000
        table.observer.feed(table.board.snapshot(table.t))
    table.move(0, 32, 2)
    costs = [
        table.evidence.shift([(0, tower(3), tower(3 - men)), (32, (), tower(men))]) for men in range(1, 4)
    ]
    assert costs[1] < ODD < min(costs[0], costs[2])


def test_a_hand_that_leans_on_the_board_says_nothing_and_shifts_go_on_counting_from_before() -> None:
    table = Table("reed+corners", {0: 3, 63: 3, 36: 1})
    evidence = table.evidence
    evidence.mark()
    table.board.push(table.t, 14, 300.0, 4000)
    table.move(0, 32, 2)
    two, three = ([(0, tower(3), tower(3 - men)), (32, (), tower(men))] for men in (2, 3))
    assert evidence.leans()
    assert evidence.shift(two) == evidence.shift(three) == LEANT
    marks = evidence.marks
    evidence.mark()
    assert evidence.marks == marks
    for _ in range(3):
        table.rest()
    assert not evidence.leans()
    assert evidence.shift(two) < ODD < evidence.shift(three)
    evidence.mark()
    assert evidence.marks > marks
    assert evidence.shift(()) < ODD


@pytest.mark.parametrize("seed", range(10))
def test_a_light_finger_on_the_board_hides_no_move_and_shifts_do_not_count_from_under_it(seed: int) -> None:
    table = Table("reed+corners", {0: 3, 63: 3, 36: 1}, seed)
    evidence = table.evidence
    evidence.mark()
    marks = evidence.marks
    table.board.push(table.t, 6, 3.0, 4000)
    table.move(0, 32, 2)
    costs = [evidence.shift([(0, tower(3), tower(3 - men)), (32, (), tower(men))]) for men in (1, 2, 3)]
    assert costs[1] < ODD
    assert costs[1] == min(costs)
    evidence.mark()
    assert evidence.marks == marks


@pytest.mark.parametrize("seed", range(10))
def test_a_light_finger_on_a_man_that_has_just_landed_is_no_gain(seed: int) -> None:
    table = Table("weight", {5: 4}, seed)
    table.evidence.learn(table.stacks, table.t)
    table.board.take(table.t, 5, 4)
    table.rest()
    table.board.put(table.t, 6)
    table.board.push(table.t, 6, 3.0, 500)
    for _ in range(20):
        table.feed()
    table.stacks[5], table.stacks[6] = (), tower(4)
    table.evidence.learn(table.stacks, table.t)
    table.rest()
    assert (
        table.evidence.misfit(6, tower(4)) < ODD < min(table.evidence.misfit(6, tower(men)) for men in (3, 5))
    )


def test_corners_know_when_a_man_is_missing() -> None:
    table = Table("reed+corners", {0: 3, 63: 3})
    table.evidence.mark()
    assert table.evidence.shift(()) < ODD
    table.board.take(table.t, 0, 1)
    table.rest()
    assert table.evidence.shift(()) > ODD
