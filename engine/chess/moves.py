"""A move of chess as hands make it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache, reduce
from operator import or_
from typing import TypeAlias

import chess

from engine.types import Colour, Man, Move, Square, Stack, Transfer

_MEN: dict[tuple[chess.PieceType | None, chess.Color], Stack] = {
    (kind, colour is Colour.WHITE): (Man(colour, letter),)
    for kind, letter in enumerate("PNBRQK", chess.PAWN)
    for colour in Colour
} | {(None, False): ()}

_Change: TypeAlias = tuple[Square, Stack]


def stack_at(board: chess.Board, square: Square) -> Stack:
    """The man on a square, or none."""
    return _MEN[board.piece_type_at(square), bool(board.occupied_co[chess.WHITE] >> square & 1)]


def stacks_of(board: chess.Board) -> tuple[Stack, ...]:
    """The man of each square, a1 first."""
    return tuple([stack_at(board, square) for square in chess.SQUARES])


def played(board: chess.Board, step: chess.Move) -> chess.Board:
    """The board after a legal move, without its past."""
    after = board.copy(stack=False)
    after.push(step)
    after.clear_stack()
    return after


def hand_moves(board: chess.Board) -> tuple[Move, ...]:
    """All legal moves, as the library orders them, with what their hands do."""
    steps = tuple(board.legal_moves)
    kinds = {step.from_square: _kind(board, step) for step in steps}
    origins = defaultdict[tuple[int | None, Square], int](int)
    for step in steps:
        origins[kinds[step.from_square], step.to_square] |= chess.BB_SQUARES[step.from_square]
    return tuple([_move(board, step, origins[kinds[step.from_square], step.to_square]) for step in steps])


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
    origin, target = step.from_square, step.to_square
    if not step.promotion and not board.is_castling(step) and not board.is_en_passant(step):
        others = origins & ~chess.BB_SQUARES[origin]
        return _plain_move(origin, target, stack_at(board, origin), board.occupied >> target & 1, others)
    transfers = tuple(_transfers(board, step))
    return Move(_name(board, step), transfers, tuple(sorted(_changes(board, step, transfers))))


@lru_cache(maxsize=4096)
def _plain_move(origin: Square, target: Square, stack: Stack, takes: int, others: int) -> Move:
    """A man goes to another square, and may take one there; most such moves recur in the next position.

    `others`: bitboard of the others of his kind that may go there.
    """
    file, rank = chess.FILE_NAMES[chess.square_file(origin)], chess.RANK_NAMES[chess.square_rank(origin)]
    letter, victim = stack[0].kind, (Transfer(target, None),) if takes else ()
    if letter == "P":
        begins = file if takes else ""
    else:
        in_file = others & chess.BB_FILES[chess.square_file(origin)]
        in_rank = others & chess.BB_RANKS[chess.square_rank(origin)]
        begins = letter + (file if in_rank or (others and not in_file) else "") + (rank if in_file else "")
    return Move(
        name=begins + ("x" if takes else "") + chess.square_name(target),
        transfers=(*victim, Transfer(origin, target)),
        changes=tuple(sorted([(origin, ()), (target, stack)])),
    )


def _name(board: chess.Board, step: chess.Move) -> str:
    """The SAN of castling, en passant or a promotion, without check marks, which would need it to be made."""
    if board.is_castling(step):
        return "O-O" if board.is_kingside_castling(step) else "O-O-O"
    takes = chess.FILE_NAMES[chess.square_file(step.from_square)] + "x" if board.is_capture(step) else ""
    promoted = f"={chess.piece_symbol(step.promotion).upper()}" if step.promotion else ""
    return takes + chess.square_name(step.to_square) + promoted


def _changes(board: chess.Board, step: chess.Move, transfers: Iterable[Transfer]) -> Iterable[_Change]:
    """What stands on each square in the end. A man that is brought is what a pawn became, or a rook."""
    brought = step.promotion or chess.ROOK, board.turn
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
