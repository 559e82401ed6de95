"""A move of chess as hands make it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_
from typing import TypeAlias

import chess

from engine.types import Colour, Man, Move, Square, Stack, Transfer

_MEN: dict[chess.Piece | None, Stack] = {
    chess.Piece(kind, colour is Colour.WHITE): (Man(colour, letter),)
    for kind, letter in enumerate("PNBRQK", chess.PAWN)
    for colour in Colour
}
_MEN[None] = ()

_Change: TypeAlias = tuple[Square, Stack]


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


def hand_moves(board: chess.Board) -> tuple[Move, ...]:
    """All legal moves, as the library orders them, with what their hands do."""
    steps = tuple(board.legal_moves)
    origins = defaultdict[tuple[int | None, Square], int](int)
    for step in steps:
        origins[_kind(board, step), step.to_square] |= chess.BB_SQUARES[step.from_square]
    return tuple(_move(board, step, origins[_kind(board, step), step.to_square]) for step in steps)


def hand_move(board: chess.Board, step: chess.Move) -> Move:
    """What a legal move does to the board, and what its hands do."""
    kind = _kind(board, step)
    others = board.generate_legal_moves(to_mask=chess.BB_SQUARES[step.to_square])
    alike = (other for other in others if _kind(board, other) == kind)
    return _move(board, step, reduce(or_, (chess.BB_SQUARES[other.from_square] for other in alike), 0))


def _kind(board: chess.Board, step: chess.Move) -> chess.PieceType | None:
    return board.piece_type_at(step.from_square)


def _move(board: chess.Board, step: chess.Move, origins: int) -> Move:
    """`origins`: bitboard of the men of this kind that may go to that square."""
    transfers = tuple(_transfers(board, step))
    return Move(_name(board, step, origins), transfers, tuple(sorted(_changes(board, step, transfers))))


def _name(board: chess.Board, step: chess.Move, origins: int) -> str:
    """SAN without check marks, which alone would need the move to be made."""
    if board.is_castling(step):
        return "O-O" if board.is_kingside_castling(step) else "O-O-O"
    origin, target = chess.square_name(step.from_square), chess.square_name(step.to_square)
    takes = "x" if board.is_capture(step) else ""
    kind = _kind(board, step)
    assert kind
    if kind == chess.PAWN:
        promoted = f"={chess.piece_symbol(step.promotion).upper()}" if step.promotion else ""
        return (origin[0] + takes if takes else "") + target + promoted
    others = origins & ~chess.BB_SQUARES[step.from_square]
    in_file = others & chess.BB_FILES[chess.square_file(step.from_square)]
    in_rank = others & chess.BB_RANKS[chess.square_rank(step.from_square)]
    which = origin[0] if in_rank or (others and not in_file) else ""
    return chess.piece_symbol(kind).upper() + which + (origin[1] if in_file else "") + takes + target


def _changes(board: chess.Board, step: chess.Move, transfers: Iterable[Transfer]) -> Iterable[_Change]:
    """What stands on each square in the end. A man that is brought is what a pawn became, or a rook."""
    brought = chess.Piece(step.promotion or chess.ROOK, board.turn)
    after: dict[Square, Stack] = {}
    for transfer in transfers:
        men = _MEN[brought]
        if transfer.origin is not None:
            men = after.get(transfer.origin) or stack_at(board, transfer.origin)
            after[transfer.origin] = ()
        if transfer.target is not None:
            after[transfer.target] = men
    return after.items()


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
