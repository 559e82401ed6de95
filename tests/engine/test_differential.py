"""The engine against the slow rules, over random positions with towers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from engine.tavreli import Position, Tavreli
from engine.types import Man, Move, Stack
from tests.engine import slow_rules
from tests.engine.positions import playout, set_up

GAMES = {False: Tavreli(), True: Tavreli(double_step_over_own=True)}


def assert_same_moves(position: Position, *, over_own: bool) -> None:
    """Fail unless both programs see the same moves, leading to the same positions."""
    where = position.text()
    expected = slow_rules.legal_moves(where, over_own)
    moves = position.legal_moves()
    found = {move.name: position.after(move).text() for move in moves}
    assert found.keys() == expected.keys(), where
    assert found == expected, where
    assert len(moves) == len(expected), where
    assert position.count_moves() == len(expected), where


def random_games(seed: int, plies: int) -> Iterator[Position]:
    game = GAMES[seed % 3 == 2]
    return playout(game, game.start(), random.Random(seed), plies)


def random_set_ups(seed: int, count: int) -> Iterator[Position]:
    game, rng = GAMES[seed % 3 == 2], random.Random(seed)
    for _ in range(count):
        yield from playout(game, set_up(game, rng), rng, 2)


@pytest.mark.parametrize("seed", range(8))
def test_random_games(seed: int) -> None:
    for position in random_games(seed, 90):
        assert_same_moves(position, over_own=seed % 3 == 2)


@pytest.mark.parametrize("seed", range(8))
def test_random_set_ups(seed: int) -> None:
    for position in random_set_ups(seed, 60):
        assert_same_moves(position, over_own=seed % 3 == 2)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 160))
def test_many_more(seed: int) -> None:
    for position in random_games(seed, 200):
        assert_same_moves(position, over_own=seed % 3 == 2)
    for position in random_set_ups(seed, 200):
        assert_same_moves(position, over_own=seed % 3 == 2)


def test_the_random_positions_hold_the_rare_cases() -> None:
    """Without these the tests above would prove little."""
    seen: Counter[str] = Counter()
    for seed in range(8):
        for position in random_set_ups(seed, 60):
            seen["check"] += bool(position.checks())
            seen["double check"] += len(position.checks()) > 1
            seen["no move"] += not position.count_moves()
            for move in position.legal_moves():
                seen.update(_rarities(position, move))
    assert min(seen.values()) >= 5, seen
    assert set(seen) == {
        "check",
        "double check",
        "no move",
        "castling",
        "en passant",
        "en passant with some men",
        "magus splits off",
        "promotion by moving",
        "return to warrior",
        "own warrior uncovered promotes",
        "enemy warrior uncovered promotes",
    }


def _rarities(position: Position, move: Move) -> Iterator[str]:
    if move.name.startswith("0"):
        yield "castling"
    elif len(move.transfers) == 2:
        yield "en passant with some men" if "(" in move.name else "en passant"
    origin = move.transfers[-1].origin
    assert origin is not None
    if position.stacks[origin][-1].kind == "K" and "(" in move.name:
        yield "magus splits off"
    for turn in move.turns:
        if turn.square != origin:
            yield "promotion by moving" if turn.now.turned else "return to warrior"
        else:
            own = turn.now.colour is position.turn
            yield f"{'own' if own else 'enemy'} warrior uncovered promotes"


def test_a_missing_rule_is_noticed() -> None:
    position = GAMES[True].position("4k3/8/8/8/8/4N3/4PH3/4K3 w - e:- - 1")
    assert_same_moves(position, over_own=True)
    with pytest.raises(AssertionError):
        assert_same_moves(position, over_own=False)


def test_a_wrong_position_after_a_move_is_noticed() -> None:
    class Forgetful(Position):
        """Forgets the en passant that a double step allows."""

        def after(self, move: Move) -> Position:
            fields = super().after(move).text().split()
            return Position.from_text(" ".join([*fields[:4], "-", fields[5]]))

    with pytest.raises(AssertionError):
        assert_same_moves(Forgetful.from_text(GAMES[False].start().text()), over_own=False)


def test_a_wrong_count_is_noticed() -> None:
    class Miscounting(Position):
        def count_moves(self) -> int:
            return super().count_moves() + 1

    with pytest.raises(AssertionError):
        assert_same_moves(Miscounting.from_text(GAMES[False].start().text()), over_own=False)


@pytest.mark.parametrize("seed", range(4))
def test_transfers_and_turns_by_hand_make_the_changes(seed: int) -> None:
    """What a hand does to the men, move by move, is what `changes` say."""
    for position in random_set_ups(seed, 40):
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
        assert transfer.origin is not None
        assert transfer.target is not None
        stack = stacks[transfer.origin]
        stacks[transfer.origin] = stack[: -transfer.count]
        stacks[transfer.target] += stack[-transfer.count :]
    for turn in move.turns:
        men: list[Man] = list(stacks[turn.square])
        men[len(men) - 1 - men[::-1].index(turn.was)] = turn.now
        stacks[turn.square] = tuple(men)
    return stacks
