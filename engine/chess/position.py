"""The position of a chess game, as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cached_property

import chess

from engine.chess.moves import hand_move, hand_moves, played, stacks_of
from engine.chess.text import read_move
from engine.clock import lost_on_time
from engine.types import BoardShape, Colour, Move, Outcome, Square, Stack

SHAPE = BoardShape(8, 8)


class Position:
    """An immutable position, made by `Chess.start`, `Chess.position` or `after`."""

    def __init__(self, board: chess.Board) -> None:
        self._board = board

    @property
    def turn(self) -> Colour:
        """The side to move."""
        return Colour.WHITE if self._board.turn else Colour.BLACK

    @property
    def number(self) -> int:
        """The move number, as in FEN: up by one after Black's move."""
        return self._board.fullmove_number

    @cached_property
    def stacks(self) -> tuple[Stack, ...]:
        """The stack of each square, a1 first: one man or none."""
        return stacks_of(self._board)

    @cached_property
    def key(self) -> Hashable:
        """Men, side to move, castling rights, and the en passant square where that is legal."""
        board = self._board
        men = board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings
        crossed = board.ep_square if board.has_legal_en_passant() else None
        return *men, board.occupied_co[chess.WHITE], board.turn, board.clean_castling_rights(), crossed

    @property
    def is_fifty_moves(self) -> bool:
        """50 moves by each side without a pawn's move or a capture, and the game is not over."""
        return self._board.is_fifty_moves()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.number == other.number and self.key == other.key

    def __hash__(self) -> int:
        board = self._board  # the key would take longer than finding the moves
        return hash((self.number, board.turn, board.occupied_co[chess.WHITE], board.occupied))

    def __repr__(self) -> str:
        return f"Position({self.text()!r})"

    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves, as the library orders them; those of a dead position too, as perft counts them."""
        return hand_moves(self._board)

    def count_moves(self) -> int:
        """`len(self.legal_moves())`, without making the moves."""
        return self._board.legal_moves.count()

    def successors(self) -> Iterator[Position]:
        """The position after each legal move, in the order of `legal_moves`."""
        return (Position(played(self._board, step)) for step in self._board.legal_moves)

    def after(self, move: Move) -> Position:
        """The position after a legal move (not checked)."""
        return Position(played(self._board, self._step(move)))

    def outcome(self) -> Outcome | None:
        """Checkmate, stalemate, or a dead position: neither side has the men to mate (FIDE Laws 5.2.2)."""
        board = self._board
        if board.is_checkmate():
            return Outcome("0-1" if board.turn else "1-0", "checkmate")
        if board.is_stalemate():
            return Outcome("1/2-1/2", "stalemate")
        if board.is_insufficient_material():
            return Outcome("1/2-1/2", "dead position")
        return None

    def out_of_time(self, side: Colour) -> Outcome:
        """How the game ends when the time of a side has run out: it has lost.

        If the other side has not the men to mate, whatever is played, it is a draw (FIDE Laws 6.9).
        """
        if self._board.has_insufficient_material(side is Colour.BLACK):
            return Outcome("1/2-1/2", "time, and no men to mate with")
        return lost_on_time(side)

    def checks(self) -> tuple[tuple[Square, Square], ...]:
        """(attacker, king) for every man that gives check to the side to move."""
        king = self._board.king(self._board.turn)
        assert king is not None
        return tuple((attacker, king) for attacker in self._board.checkers())

    def find_move(self, text: str) -> Move:
        """The legal move that a text means: SAN, long algebraic or UCI; MoveError says why there is none."""
        return hand_move(self._board, read_move(self._board, text))

    def move_text(self, move: Move) -> str:
        """A legal move in SAN, with `+` or `#`."""
        return self._board.san(self._step(move))

    def text(self) -> str:
        """The FEN; `Chess.position` reads it back."""
        return self._board.fen()

    def _step(self, move: Move) -> chess.Move:
        last = move.transfers[-1]
        if last.origin is None or last.target is None or move.name.startswith("O-O"):
            return self._board.parse_san(move.name)
        return chess.Move(last.origin, last.target)
