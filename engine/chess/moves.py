"""A move of chess as hands make it."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from engine.types import Colour, Man, Move, Square, Stack, Transfer

_MEN: dict[chess.Piece | None, Stack] = {
    chess.Piece(kind, colour is Colour.WHITE): (Man(colour, letter),)
    for kind, letter in enumerate("PNBRQK", chess.PAWN)
    for colour in Colour
}
_MEN[None] = ()


def stack_at(board: chess.Board, square: Square) -> Stack:
    """The man on a square, or none."""
    return _MEN[board.piece_at(square)]


def stacks_of(board: chess.Board) -> tuple[Stack, ...]:
    """The man of each square, a1 first."""
    return tuple(stack_at(board, square) for square in chess.SQUARES)


def played(board: chess.Board, step: chess.Move) -> chess.Board:
    """The board after a legal move, without its past."""
    after = board.copy(stack=False)
    after.push(step)
    after.clear_stack()
    return after


def hand_move(board: chess.Board, step: chess.Move) -> Move:
    """What a legal move does to the board, and what its hands do."""
    transfers = tuple(_transfers(board, step))
    after = played(board, step)
    touched = {square for each in transfers for square in (each.origin, each.target) if square is not None}
    return Move(
        name=board.san(step).rstrip("+#"),
        transfers=transfers,
        changes=tuple((square, stack_at(after, square)) for square in sorted(touched)),
    )


def _transfers(board: chess.Board, step: chess.Move) -> Iterator[Transfer]:
    """The usual order: the victim first; at a promotion the pawn arrives, then makes room for the new man."""
    if board.is_castling(step):
        yield from _castling(board, step)
        return
    if board.is_en_passant(step):
        yield Transfer(
            chess.square(chess.square_file(step.to_square), chess.square_rank(step.from_square)), None
        )
    elif board.is_capture(step):
        yield Transfer(step.to_square, None)
    yield Transfer(step.from_square, step.to_square)
    if step.promotion:
        yield Transfer(step.to_square, None)
        yield Transfer(None, step.to_square)


def _castling(board: chess.Board, step: chess.Move) -> Iterator[Transfer]:
    """The king, then the rook. In Chess960 one may stay where it is, or the rook makes room for the king."""
    rank = chess.square_rank(step.from_square)
    short = board.is_kingside_castling(step)
    rook = step.to_square if board.chess960 else chess.square(7 if short else 0, rank)
    king_target, rook_target = chess.square(6 if short else 2, rank), chess.square(5 if short else 3, rank)
    swapped = king_target == rook
    if swapped:
        yield Transfer(rook, None)
    if step.from_square != king_target:
        yield Transfer(step.from_square, king_target)
    if rook != rook_target:
        yield Transfer(None if swapped else rook, rook_target)
