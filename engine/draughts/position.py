"""The position of a draughts game, as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import pairwise

from draughts import Move as Jump
from draughts import RussianBoard

from engine.clock import lost_on_time
from engine.draughts.board import SQUARES, STACKS, play, to_move
from engine.draughts.explain import why_illegal, why_several
from engine.draughts.notation import read_route, write_move
from engine.draughts.routes import find_jumps
from engine.draughts.text import read_position, write_position
from engine.errors import MoveError
from engine.types import Colour, Move, Outcome, Square, Stack, Transfer


class Position:
    """An immutable position, made by `Draughts.start`, `Draughts.position` or `after`."""

    __slots__ = ("_board", "_number", "_stacks")

    def __init__(self, board: RussianBoard, number: int) -> None:
        self._board = board
        self._number = number
        self._stacks: tuple[Stack, ...] | None = None

    @classmethod
    def from_text(cls, text: str) -> Position:
        """The position of a text; PositionError says which rule the text breaks."""
        return cls(*read_position(text))

    @property
    def turn(self) -> Colour:
        """The side to move."""
        return to_move(self._board)

    @property
    def number(self) -> int:
        """The move number: up by one after Black's move."""
        return self._number

    @property
    def stacks(self) -> tuple[Stack, ...]:
        """The stack of each square, a1 first; a king is a man `M` with a crown `C` on it."""
        if self._stacks is None:
            men = {square: STACKS[self._board[index]] for index, square in enumerate(SQUARES)}
            self._stacks = tuple(men.get(square, ()) for square in range(64))
        return self._stacks

    @property
    def key(self) -> Hashable:
        """Men, kings and side to move."""
        board = self._board
        return board.white_men, board.white_kings, board.black_men, board.black_kings, int(self.turn)

    @property
    def only_kings_moved(self) -> bool:
        """Fifteen moves of each side have passed in which only kings moved and nothing was taken."""
        return self._board.is_15_moves_rule or self._board.is_3_kings_vs_1_rule

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._number == other.number and self.key == other.key

    def __hash__(self) -> int:
        return hash((self._number, self.key))

    def __repr__(self) -> str:
        return f"Position({self.text()!r})"

    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves, in the order of the library; captures by another route are one move."""
        return tuple(map(self._move, self._board.legal_moves))

    def count_moves(self) -> int:
        """`len(self.legal_moves())`, without making the moves."""
        return len(self._board.legal_moves)

    def successors(self) -> Iterator[Position]:
        """The position after each legal move, in the order of `legal_moves`."""
        return map(self._after, self._board.legal_moves)

    def after(self, move: Move) -> Position:
        """The position after a legal move (not checked)."""
        return self._after(next(jump for jump in self._board.legal_moves if write_move(jump) == move.name))

    def outcome(self) -> Outcome | None:
        """The loss of the side to move if it has no move, or None."""
        if self.count_moves():
            return None
        left = any(stack and stack[0].colour is self.turn for stack in self.stacks)
        return Outcome(
            "1-0" if self.turn is Colour.BLACK else "0-1", "no move left" if left else "no man left"
        )

    def out_of_time(self, side: Colour) -> Outcome:
        """How the game ends when the time of a side has run out: it has lost."""
        return lost_on_time(side)

    def checks(self) -> tuple[tuple[Square, Square], ...]:
        """None: draughts has no check."""
        return ()

    def find_move(self, text: str) -> Move:
        """The legal move that a text means, in any accepted spelling and by any route.

        MoveError says why there is none: of a forgotten capture, which men must capture.
        """
        written = read_route(text)
        found = find_jumps(self._board, written)
        if len(found) == 1:
            return self._move(found[0])
        why = why_several(found) if found else why_illegal(self._board, written)
        raise MoveError(text, why)

    def move_text(self, move: Move) -> str:
        """A legal move in the project's notation."""
        return move.name

    def text(self) -> str:
        """The position as FEN; `Draughts.position` reads it back."""
        return write_position(self._board, self._number)

    def _after(self, jump: Jump) -> Position:
        return Position(play(self._board, jump), self._number + self.turn)

    def _move(self, jump: Jump) -> Move:
        route = [SQUARES[index] for index in jump.square_list]
        victims = [SQUARES[index] for index in jump.captured_list]
        moved = STACKS[self._board[jump.square_list[0]]]
        landed = STACKS[play(self._board, jump)[jump.square_list[-1]]]
        transfers = [Transfer(origin, target, len(moved)) for origin, target in pairwise(route)]
        transfers += [Transfer(victim, None, len(self.stacks[victim])) for victim in victims]
        if landed != moved:
            transfers.append(Transfer(None, route[-1]))
        changes = {route[0]: (), **dict.fromkeys(victims, ()), route[-1]: landed}
        return Move(
            name=write_move(jump),
            transfers=tuple(transfers),
            changes=tuple(
                (square, stack) for square, stack in sorted(changes.items()) if stack != self.stacks[square]
            ),
        )
