"""The adapter, and py-draughts below it, against the slow rules, over random positions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from engine.draughts import Position
from engine.types import Man, Move, Stack
from tests.engine.draughts import slow_rules
from tests.engine.draughts.positions import GAME, playout, set_up

SHAPE = GAME.shape


def men_of(position: Position) -> slow_rules.Men:
    """The position as the slow rules have it."""
    men = {}
    for square, stack in enumerate(position.stacks):
        if stack:
            letter = stack[0].colour.letter
            men[square % 8, square // 8] = letter.upper() if len(stack) == 2 else letter
    return men


def name_of(route: slow_rules.Route, *, capture: bool) -> str:
    return (":" if capture else "-").join(SHAPE.name(file + 8 * rank) for file, rank in route)


def assert_same_moves(position: Position) -> None:
    """Fail unless both programs see the same moves, by the same routes, leading to the same positions."""
    men, where = men_of(position), position.text()
    expected = slow_rules.legal_moves(men, position.turn.letter)
    moves = {move.name: move for move in position.legal_moves()}
    assert len(moves) == position.count_moves() == len(expected), where
    for outcome, routes in expected.items():
        names = [name_of(route, capture=bool(outcome[2])) for route in routes]
        [name] = moves.keys() & set(names)
        for route in names:
            assert position.find_move(route) == moves[name], (where, route)
        assert men_of(position.after(moves[name])) == slow_rules.after(men, outcome), (where, name)


def random_positions(seed: int, count: int) -> Iterator[Position]:
    rng = random.Random(seed)
    yield from playout(GAME.start(), rng, count)
    for _ in range(count):
        yield from playout(set_up(rng), rng, 1)


@pytest.mark.parametrize("seed", range(8))
def test_random_positions(seed: int) -> None:
    for position in random_positions(seed, 100):
        assert_same_moves(position)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 160))
def test_many_more(seed: int) -> None:
    for position in random_positions(seed, 500):
        assert_same_moves(position)


def test_the_random_positions_hold_the_rare_cases() -> None:
    """Without these the tests above would prove little."""
    seen: Counter[str] = Counter()
    for seed in range(8):
        for position in random_positions(seed, 100):
            expected = slow_rules.legal_moves(men_of(position), position.turn.letter)
            seen["no move"] += not expected
            seen["free choice"] += len({len(taken) for _, _, taken, _ in expected}) > 1
            for (origin, target, taken, man), routes in expected.items():
                crowned = man.isupper() and men_of(position)[origin].islower()
                seen["king made by a step"] += crowned and not taken
                seen["king made by a capture"] += crowned and bool(taken)
                seen["king made in mid-capture"] += crowned and target[1] not in {0, 7}
                seen["several routes"] += len(routes) > 1
                seen["back where it began"] += origin == target
                seen["four men"] += len(taken) >= 4
    assert min(seen.values()) >= 5, seen
    assert len(seen) == 8


def test_a_wrong_position_after_a_move_is_noticed() -> None:
    class Forgetful(Position):
        """Leaves the men that were taken."""

        def after(self, move: Move) -> Position:
            left = ",".join(GAME.shape.name(square) for square, stack in move.changes if not stack)
            return self.from_text(super().after(move).text().replace(":B", f":B{left},").replace(",:", ":"))

    position = Forgetful.from_text("W:Wc3:Bd4,h8")
    with pytest.raises(AssertionError, match="c3:e5"):
        assert_same_moves(position)


def test_a_missing_move_is_noticed() -> None:
    class Shortsighted(Position):
        def legal_moves(self) -> tuple[Move, ...]:
            return super().legal_moves()[1:]

    with pytest.raises(AssertionError):
        assert_same_moves(Shortsighted.from_text(GAME.start().text()))


@pytest.mark.parametrize("seed", range(4))
def test_transfers_by_hand_make_the_changes(seed: int) -> None:
    """What a hand does to the men is what `changes` say; a crown comes from beside the board."""
    for position in random_positions(seed, 60):
        for move in position.legal_moves():
            stacks = by_hand(position, move)
            changed = tuple(
                (square, stack) for square, stack in enumerate(stacks) if stack != position.stacks[square]
            )
            assert move.changes == changed, (position.text(), move.name)
            assert tuple(stacks) == position.after(move).stacks


def by_hand(position: Position, move: Move) -> list[Stack]:
    stacks = list(position.stacks)
    for transfer in move.transfers:
        men: Stack = (Man(position.turn, "C"),)
        if transfer.origin is not None:
            stack = stacks[transfer.origin]
            assert len(stack) == transfer.count
            stacks[transfer.origin], men = (), stack
        if transfer.target is not None:
            stacks[transfer.target] += men
    return stacks
