"""What chess texts mean: a FEN, and a move in any accepted spelling."""

from __future__ import annotations

import re
from contextlib import suppress

import chess

from engine.errors import MoveError, PositionError, one_line
from engine.movetext import DASH
from engine.phrase import Phrase, phrase, phrase_in

START = chess.STARTING_FEN

_FAULTS = {
    chess.Status.NO_WHITE_KING: "White has no king",
    chess.Status.NO_BLACK_KING: "Black has no king",
    chess.Status.TOO_MANY_KINGS: "there are more than two kings",
    chess.Status.TOO_MANY_WHITE_PAWNS: "White has more than 8 pawns",
    chess.Status.TOO_MANY_BLACK_PAWNS: "Black has more than 8 pawns",
    chess.Status.TOO_MANY_WHITE_PIECES: "White has more than 16 men",
    chess.Status.TOO_MANY_BLACK_PIECES: "Black has more than 16 men",
    chess.Status.PAWNS_ON_BACKRANK: "a pawn stands on the first or last rank",
    chess.Status.BAD_CASTLING_RIGHTS: "it allows a castling that king and rook don't stand for",
    chess.Status.INVALID_EP_SQUARE: "no pawn has just crossed the en passant square",
    chess.Status.OPPOSITE_CHECK: "the side that is not to move is in check",
}
"""What makes a position none of chess. Odd checks do no harm to the rules, so they are not here."""
_MEN = {
    chess.PAWN: phrase_in("chess", "pawn"),
    chess.KNIGHT: phrase_in("chess", "knight"),
    chess.BISHOP: phrase_in("chess", "bishop"),
    chess.ROOK: phrase_in("chess", "rook"),
    chess.QUEEN: phrase_in("chess", "queen"),
    chess.KING: phrase_in("chess", "king"),
}
_LIKE_X = str.maketrans("×:хХ", "xxxx")
_DASHES = re.compile(DASH)
_MARKS = "+#!?"
_CASTLING = re.compile(r"[0Oo](?:-[0Oo]){1,2}")
_SQUARE = re.compile("[a-h][1-8]")


def read_board(text: str, *, chess960: bool) -> chess.Board:
    """The board of a FEN; PositionError says which rule it breaks."""
    try:
        board = chess.Board(text, chess960=chess960)
    except ValueError as error:
        reason = str(error).partition(": ")[0]
        raise PositionError(f'"{one_line(text, 90)}": {reason}; write a FEN like "{START}"') from None
    status = board.status()
    faults = [fault for flag, fault in _FAULTS.items() if status & flag]
    if status & chess.Status.BAD_CASTLING_RIGHTS and board.has_chess960_castling_rights():
        faults = ["its castling is that of Chess960; choose the option chess960 (in a record: Variant)"]
    if faults:
        raise PositionError(f'"{one_line(text, 90)}": {", ".join(faults)}')
    return board


def read_move(board: chess.Board, text: str) -> chess.Move:
    """The legal move that a text means: SAN, long algebraic or UCI. MoveError says why there is none.

    Any dash, `x` or `:`, `0-0` or `O-O`, a `P` for the pawn; check marks, `e.p.`, `!` and `?` are not needed.
    """
    plain = _DASHES.sub("-", "".join(text.split())).translate(_LIKE_X)
    plain = plain.rstrip(_MARKS).removesuffix("e.p.").rstrip(_MARKS)
    plain = re.sub("[0o]", "O", plain) if _CASTLING.fullmatch(plain) else plain.removeprefix("P")
    move = chess.Move.null()
    with suppress(ValueError):
        move = board.parse_uci(plain)
    try:
        move = move or board.parse_san(plain)
    except chess.InvalidMoveError:
        move = chess.Move.null()
    except ValueError as error:
        if exposing := _exposing_move(board, plain):
            raise _exposed(board, text, exposing) from None
        raise MoveError(text, _why(board, plain, error)) from None
    if not move:
        raise MoveError(text, phrase("not a move; write it like {examples}", examples="Nf3, exd5, e8=Q, O-O"))
    return move


def _why(board: chess.Board, plain: str, error: ValueError) -> Phrase:
    """Why a text that looks like a move is none here, and what is."""
    if not any(board.legal_moves):
        return phrase("the game is over")
    fault = phrase("not legal here")
    if _CASTLING.fullmatch(plain):
        fault = phrase("this castling is not legal here")
    elif isinstance(error, chess.AmbiguousMoveError):
        fault = phrase("fits several moves")
    if board.is_check():
        check = phrase("White is in check") if board.turn else phrase("Black is in check")
        fault = phrase("{fault}, {check}", fault=fault, check=check)
    if _CASTLING.fullmatch(plain):
        return fault
    target = _SQUARE.findall(plain)[-1]
    there = [move for move in board.legal_moves if move.to_square == chess.parse_square(target)]
    if not there:
        return phrase("{fault}; no man can go to {square}", fault=fault, square=target)
    moves = ", ".join(map(board.san, there))
    return phrase("{fault}; to {square} go {moves}", fault=fault, square=target, moves=moves)


def _exposing_move(board: chess.Board, plain: str) -> chess.Move | None:
    """The move between two squares that would be legal if it did not leave the own king in check."""
    squares = [chess.parse_square(name) for name in _SQUARE.findall(plain)]
    moves = (move for move in board.pseudo_legal_moves if [move.from_square, move.to_square] == squares)
    return next((move for move in moves if board.is_into_check(move)), None)


def _exposed(board: chess.Board, text: str, move: chess.Move) -> MoveError:
    after = board.copy(stack=False)
    after.push(move)
    king = after.king(board.turn)
    assert king is not None
    attackers = list(after.attackers(after.turn, king))
    man = phrase(
        "the {man} on {square}",
        man=_MEN[after.piece_type_at(attackers[0]) or chess.PAWN],
        square=chess.square_name(attackers[0]),
    )
    why = phrase("leaves the king on {square} attacked by {man}", square=chess.square_name(king), man=man)
    return MoveError(text, why, tuple((attacker, king) for attacker in attackers))
