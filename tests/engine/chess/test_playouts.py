"""Random games: what moves, texts and counts promise each other, and beside the library's own board."""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chess import Chess, Position
from engine.record import GameRecord, read_record, write_record
from engine.types import Move, Stack

SET_UPS = 960


def playout(start: Position, rng: random.Random, plies: int) -> Iterator[tuple[Position, Move]]:
    """A random game that likes captures, castling and promotions: each position and the move made there."""
    position = start
    for _ in range(plies):
        moves = position.legal_moves()
        if position.outcome() or not moves:
            return
        move = rng.choices(moves, [(len(move.transfers) * len(move.changes)) ** 2 for move in moves])[0]
        yield position, move
        position = position.after(move)


def set_up(number: int) -> tuple[Chess, Position]:
    """The game and start of a Chess960 set-up; of `SET_UPS`, the usual start by the usual rules."""
    if number == SET_UPS:
        return Chess(), Chess().start()
    game = Chess(chess960=True)
    return game, game.position(chess.Board.from_chess960_pos(number).fen())


def by_hand(stacks: tuple[Stack, ...], move: Move) -> tuple[Stack, ...]:
    """The stacks after a move's transfers, one by one; a man from beside the board is the one due."""
    board, after = list(stacks), dict(move.changes)
    for transfer in move.transfers:
        if transfer.origin is None:
            assert transfer.target is not None
            men = after[transfer.target]
        else:
            men = board[transfer.origin][-transfer.count :]
            assert len(men) == transfer.count, move
            board[transfer.origin] = board[transfer.origin][: -transfer.count]
        if transfer.target is not None:
            assert not board[transfer.target], move
            board[transfer.target] = men
    return tuple(board)


def assert_consistent(game: Chess, position: Position) -> None:
    """Fail unless all moves of a position do what they say, and all texts come back."""
    moves = position.legal_moves()
    assert len({move.name for move in moves}) == len(moves) == position.count_moves()
    assert list(position.successors()) == [position.after(move) for move in moves]
    for move in moves:
        after = position.after(move)
        assert by_hand(position.stacks, move) == after.stacks
        changed = [
            sq for sq, (old, new) in enumerate(zip(position.stacks, after.stacks, strict=True)) if old != new
        ]
        assert [square for square, _ in move.changes] == changed
        text = position.move_text(move)
        assert text.rstrip("+#") == move.name
        assert text.endswith(("+", "#")) == bool(after.checks())
        assert position.find_move(text) == position.find_move(move.name) == move
    assert game.position(position.text()) == position


@settings(max_examples=6, deadline=None)
@given(st.integers(0, SET_UPS), st.randoms(use_true_random=False))
def test_positions_of_random_games(number: int, rng: random.Random) -> None:
    game, start = set_up(number)
    for position, _ in playout(start, rng, 25):
        assert_consistent(game, position)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(40))
def test_positions_of_many_random_games(seed: int) -> None:
    rng = random.Random(seed)
    game, start = set_up(rng.choice((SET_UPS, rng.randrange(SET_UPS))))
    for position, _ in playout(start, rng, 300):
        assert_consistent(game, position)


def test_the_board_of_the_library_goes_the_same_way_through_every_kind_of_move() -> None:
    kinds = set()
    for seed in range(15):
        board = chess.Board()
        for position, move in playout(Chess().start(), random.Random(seed), 150):
            assert position.text() == board.fen()
            kinds.add((len(move.transfers), len(move.changes), move.name.startswith("O-O")))
            board.push_san(move.name)
    # quiet, capture, en passant, castling, promotion, and that with a capture
    assert kinds == {(1, 2, False), (2, 2, False), (2, 3, False), (2, 4, True), (3, 2, False), (4, 2, False)}


@settings(max_examples=12, deadline=None)
@given(st.integers(0, SET_UPS), st.randoms(use_true_random=False), st.integers(0, 60))
def test_records_come_back(number: int, rng: random.Random, plies: int) -> None:
    game, start = set_up(number)
    moves = tuple(move for _, move in playout(start, rng, plies))
    record = GameRecord(game, moves, "*", {}, None if number == SET_UPS else start)
    text = write_record(record)
    again = read_record(text, name_hint="game.pgn")
    assert (again.game, again.moves, again.start) == (game, moves, record.start)
    assert write_record(again) == text


def test_a_move_that_does_not_do_what_it_says_is_seen() -> None:
    class Forgetful(Position):
        def legal_moves(self) -> tuple[Move, ...]:
            return tuple(
                Move(move.name, move.transfers[1:] or move.transfers, move.changes)
                for move in super().legal_moves()
            )

    board = chess.Board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    assert_consistent(Chess(), Position(board))
    with pytest.raises(AssertionError):
        assert_consistent(Chess(), Forgetful(board))
