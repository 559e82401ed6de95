"""The position of a tavreli game, as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cached_property, lru_cache

from engine.clock import lost_on_time
from engine.errors import MoveError
from engine.tavreli.attacks import squares_of
from engine.tavreli.board import Board, Changes, Step, moved
from engine.tavreli.explain import attacks_left, why_illegal, why_no_castling
from engine.tavreli.men import MEN, PROMOTION, is_promoted, men_of
from engine.tavreli.moves import Targets, legal_targets, steps_to
from engine.tavreli.notation import LONG, SHORT, Spelling, read_spelling, write_move
from engine.tavreli.text import read_position, write_position
from engine.types import Colour, Move, Outcome, Square, Stack, Transfer, Turn


class Position:
    """An immutable position, made by `Tavreli.start`, `Tavreli.position` or `after`."""

    def __init__(self, board: Board, number: int) -> None:
        self._board = board
        self._number = number

    @classmethod
    def from_text(cls, text: str, *, over_own: bool = False) -> Position:
        """The position of a text; PositionError says which rule the text breaks."""
        return cls(*read_position(text, over_own=over_own))

    @property
    def turn(self) -> Colour:
        """The side to move."""
        return Colour(self._board.turn)

    @property
    def number(self) -> int:
        """The move number, as in FEN: up by one after Black's move."""
        return self._number

    @cached_property
    def stacks(self) -> tuple[Stack, ...]:
        """The stack of each square, a1 first."""
        return tuple(map(men_of, self._board.stacks))

    @property
    def key(self) -> Hashable:
        """Towers, side to move, castling rights and unmoved warriors, and en passant where it is legal."""
        board = self._board
        return board.stacks, board.turn, board.unmoved, self._takeable()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._number == other.number and self.key == other.key

    def __hash__(self) -> int:
        return hash((self._number, self.key))

    def __repr__(self) -> str:
        return f"Position({self.text()!r})"

    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves, by origin, number of men and target; en passant and castling last."""
        return tuple(map(self._move, steps_to(self._targets)))

    def count_moves(self) -> int:
        """`len(self.legal_moves())`, without making the moves."""
        return sum([targets.bit_count() for _, _, targets in self._targets])

    def successors(self) -> Iterator[Position]:
        """The position after each legal move, in the order of `legal_moves`."""
        return map(self._after, steps_to(self._targets))

    def after(self, move: Move) -> Position:
        """The position after a legal move (not checked)."""
        return self._after(self._step(move))

    def outcome(self) -> Outcome | None:
        """Checkmate or stalemate, or None."""
        if self.count_moves():
            return None
        if self._board.checkers():
            return Outcome("1-0" if self.turn is Colour.BLACK else "0-1", "checkmate")
        return Outcome("1/2-1/2", "stalemate")

    def out_of_time(self, side: Colour) -> Outcome:
        """How the game ends when the time of a side has run out: it has lost."""
        return lost_on_time(side)

    def checks(self) -> tuple[tuple[Square, Square], ...]:
        """(attacker, magus) for every man that gives check to the side to move."""
        magus = self._board.magus(self._board.turn)
        return tuple((attacker, magus) for attacker in squares_of(self._board.checkers()))

    def find_move(self, text: str) -> Move:
        """The legal move that a text means, in any accepted spelling; MoveError says why there is none."""
        spelling = read_spelling(text)
        if isinstance(spelling, Spelling):
            step = self._find_step(spelling)
            if step is None:
                raise MoveError(text, why_illegal(self._board, spelling), attacks_left(self._board, spelling))
        else:
            step = self._find_castling(spelling)
            if step is None:
                raise MoveError(text, why_no_castling(self._board, short=spelling == SHORT))
        return self._move(step)

    def move_text(self, move: Move) -> str:
        """A legal move in the project's notation, with `+` or `#`."""
        after = self.after(move)
        if not after.checks():
            return move.name
        return move.name + ("+" if after.count_moves() else "#")

    def text(self) -> str:
        """The position text; `Tavreli.position` reads it back."""
        return write_position(self._board, self._number)

    @cached_property
    def _targets(self) -> list[Targets]:
        return legal_targets(self._board)

    def _after(self, step: Step) -> Position:
        return Position(self._board.after(step), self._number + self._board.turn)

    def _takeable(self) -> Square | None:
        """The square just crossed, if an en passant to it is legal."""
        if self._board.crossed is None:
            return None
        taken = any(self._board.is_en_passant(step) for step in steps_to(self._targets))
        return self._board.crossed if taken else None

    def _find_step(self, spelling: Spelling) -> Step | None:
        count = len(self._board.stacks[spelling.origin]) if spelling.count is None else spelling.count
        wanted = Step(spelling.origin, spelling.target, count)
        steps = steps_to(self._targets)
        return next((step for step in steps if step == wanted and not self._board.is_castling(step)), None)

    def _find_castling(self, spelling: str) -> Step | None:
        castling = [step for step in steps_to(self._targets) if self._board.is_castling(step)]
        return next((step for step in castling if (step.target > step.origin) is (spelling == SHORT)), None)

    def _step(self, move: Move) -> Step:
        """The step of a legal move. Of two transfers the first is the magus' or an en passant's victim's."""
        first, last = move.transfers[0], move.transfers[-1]
        assert first.origin is not None
        own = self._board.stacks[first.origin][-1] >> 4 == self._board.turn
        transfer = first if own else last
        assert transfer.origin is not None
        assert transfer.target is not None
        return Step(transfer.origin, transfer.target, transfer.count)

    def _move(self, step: Step) -> Move:
        board = self._board
        stack, covered = board.stacks[step.origin], board.stacks[step.target]
        if board.is_castling(step):
            name = SHORT if step.target > step.origin else LONG
        elif board.is_en_passant(step):
            name = _name(step, stack, onto=True)
        else:
            return _plain_move(step, stack, covered)
        changes = board.changes(step)
        return _made(name, _transfers(board, step, changes), changes, _turns(step, stack, covered, changes))


@lru_cache(maxsize=4096)
def _plain_move(step: Step, stack: bytes, covered: bytes) -> Move:
    """A step from `stack` onto `covered`, castling and en passant aside; most recur in the next position."""
    changes = moved(step, stack, covered)
    name = _name(step, stack, onto=bool(covered))
    return _made(name, (Transfer(*step),), changes, _turns(step, stack, covered, changes))


def _name(step: Step, stack: bytes, *, onto: bool) -> str:
    return write_move(step.origin, step.target, step.men if step.men < len(stack) else 0, onto=onto)


def _made(name: str, transfers: tuple[Transfer, ...], changes: Changes, turns: tuple[Turn, ...]) -> Move:
    return Move(name, transfers, tuple((square, men_of(stack)) for square, stack in sorted(changes)), turns)


def _transfers(board: Board, step: Step, changes: Changes) -> tuple[Transfer, ...]:
    """The usual order: the victim of an en passant before its captor, the magus before the champion."""
    carried = Transfer(*step)
    if len(changes) == 3:
        return Transfer(board.victim(), step.target), carried
    (_, _), (_, _), (corner, _), (beside, _) = changes
    return carried, Transfer(corner, beside)


def _turns(step: Step, before: bytes, covered: bytes, changes: Changes) -> tuple[Turn, ...]:
    """The men that a step turns over, on the squares where they stand then."""
    (origin, rest), (target, reached) = changes[:2]
    turns = []
    if covered and is_promoted(covered[-1]):
        turns.append(Turn(target, MEN[covered[-1]], MEN[covered[-1] - PROMOTION]))
    if reached[-1] != before[-1]:
        turns.append(Turn(target, MEN[before[-1]], MEN[reached[-1]]))
    if rest and rest[-1] != before[-step.men - 1]:
        turns.append(Turn(origin, MEN[before[-step.men - 1]], MEN[rest[-1]]))
    return tuple(turns)
