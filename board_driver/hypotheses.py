"""What may have happened to the game, as lines of play with a cost, and what a hand may be in the middle of.

A line is scored by what it predicts for every sensor, plus a prior for how unusual it is. No game has a
detector of its own: captures, castling, splits and takebacks all are differences of stacks.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, islice, product
from math import inf
from typing import TypeAlias

from board_driver.evidence import Evidence
from engine.game import Position
from engine.types import Move, Square, Stack, Transfer

ODD = 6.0
"""A square whose cost is higher than this doesn't agree with its stack."""
TAKEBACK, TAKEBACK_PLY = 3.0, 0.5
"""Prior costs of taking moves back, and of each ply of it."""
MOVE, SECOND_MOVE = 1.0, 3.0
"""Prior costs of a move, and of another one before the board came to rest."""
HELD = 1.0
"""Prior cost of the board resting while men are in the hand."""
UNNOTICED = 12.0
"""Prior cost of what the players' confirm key contradicts: a move that changed no sensor, without the key."""
DEEP_ODD = 4
"""A move after a takeback of several plies is looked for where no more than this many squares disagree."""

Changes: TypeAlias = dict[Square, Stack]


@lru_cache(maxsize=256)
def legal_moves(position: Position) -> Sequence[Move]:
    """The legal moves of a position; the last ones asked for are kept."""
    return position.legal_moves()


@dataclass(frozen=True, slots=True)
class Line:
    """One way the game may have gone: its positions, the start first, and the moves between them."""

    positions: tuple[Position, ...]
    moves: tuple[Move, ...] = ()
    cost: float = 0.0

    @property
    def position(self) -> Position:
        """The position at its end."""
        return self.positions[-1]

    def play(self, move: Move) -> Line:
        """The line with a legal move more."""
        return Line((*self.positions, self.position.after(move)), (*self.moves, move), self.cost)

    def back(self, plies: int) -> Line:
        """The line with its last plies taken back."""
        keep = len(self.moves) - plies
        return Line(self.positions[: keep + 1], self.moves[:keep], self.cost)

    def same_moves(self, other: Line) -> int:
        """How many moves from the start on the two lines share."""
        same = 0
        for mine, theirs in zip(self.moves, other.moves, strict=False):
            if mine.name != theirs.name:
                break
            same += 1
        return same


@dataclass(frozen=True, slots=True)
class _Base:
    """A position of the record from which something may have been played, `back` plies before its end.

    `costs`: those of each square, a1 first; `odd`: the squares that don't agree.
    """

    position: Position
    back: int
    costs: list[float]
    odd: frozenset[Square]


class Explainer:
    """The explanations of one rest of the board, for one line of play."""

    def __init__(self, line: Line, evidence: Evidence, *, confirmed: bool) -> None:
        self._line = line
        self._evidence = evidence
        self._confirmed = confirmed
        self._stacks = line.position.stacks
        self._known: dict[tuple[Square, Hashable], float] = {}

    def explanations(self) -> list[Line]:
        """All lines that agree with the board, with their costs, in no order; none if nothing agrees."""
        found: list[Line] = []
        for base in self._bases():
            found += self._ending(base, {}, ())
            if not base.back and found and not self._confirmed and self._evidence.shift(()) < ODD:
                return found
            if base.back <= 1 or len(base.odd) <= DEEP_ODD:
                found += self._singles(base)
        return found

    def underway(self) -> float:
        """The least cost of a hand being in the middle of a move, or of undoing or amending the last one."""
        return min(
            (
                self._cost(base, part, traces=self._evidence.traces(0, self._touched(part))) + HELD
                for base in islice(self._bases(), 2)
                for move in legal_moves(base.position)
                for part in self._halves(base, {}, move)
            ),
            default=inf,
        )

    def hasty(self) -> list[Line]:
        """Lines with two moves made before the board came to rest, or one and a second that is underway."""
        found: list[Line] = []
        for base in islice(self._bases(), 2):
            for first in legal_moves(base.position):
                if not self._may_be_first(base, first):
                    continue
                changes = dict(first.changes)
                for second in legal_moves(base.position.after(first)):
                    if self._agrees(base, changes | dict(second.changes)):
                        found += self._ending(base, changes | dict(second.changes), (first, second))
                    elif not base.back and any(self._halves(base, changes, second)):
                        found += self._ending(base, changes, (first,), held=True)
                        break
        return found

    def _bases(self) -> Iterator[_Base]:
        positions, moves = self._line.positions, self._line.moves
        costs = [self._misfit(square, stack) for square, stack in enumerate(self._stacks)]
        odd = {square for square, cost in enumerate(costs) if cost > ODD}
        yield _Base(positions[-1], 0, costs, frozenset(odd))
        for back in range(1, len(positions)):
            position = positions[-1 - back]
            costs = costs.copy()
            stacks = position.stacks
            for square, _ in moves[-back].changes:
                costs[square] = self._misfit(square, stacks[square])
                (odd.add if costs[square] > ODD else odd.discard)(square)
            yield _Base(position, back, costs, frozenset(odd))

    def _misfit(self, square: Square, stack: Stack) -> float:
        key = (square, self._evidence.load(stack))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._evidence.misfit(square, stack)
        return known

    def _cost(self, base: _Base, changes: Changes, *, traces: float) -> float:
        """The cost of the line, all squares after some changes, and the traces."""
        squares = sum(self._misfit(square, stack) - base.costs[square] for square, stack in changes.items())
        return self._line.cost + sum(base.costs) + squares + traces

    def _touched(self, changes: Changes) -> int:
        return sum(1 << square for square, stack in changes.items() if stack != self._stacks[square])

    def _agrees(self, base: _Base, changes: Changes) -> bool:
        return base.odd <= changes.keys() and all(
            self._misfit(square, stack) <= ODD for square, stack in changes.items()
        )

    def _singles(self, base: _Base) -> Iterator[Line]:
        for move in legal_moves(base.position):
            changes = dict(move.changes)
            if self._agrees(base, changes):
                yield from self._ending(base, changes, (move,))

    def _halves(self, base: _Base, changes: Changes, move: Move) -> Iterator[Changes]:
        """What agrees with the board of a base, those changes made, and a part of a move after them."""
        if base.odd <= changes.keys() | {square for square, _ in move.changes}:
            before = {square: changes.get(square, base.position.stacks[square]) for square, _ in move.changes}
            for part in halfway(before, move):
                if self._agrees(base, changes | part):
                    yield changes | part

    def _may_be_first(self, base: _Base, move: Move) -> bool:
        """A first move mends something, and leaves little for the second."""
        wrong = [square for square, stack in move.changes if self._misfit(square, stack) > ODD]
        left = base.odd.difference(square for square, _ in move.changes)
        return len(wrong) <= 2 and len(left) <= DEEP_ODD and any(sq in base.odd for sq, _ in move.changes)

    def _ending(
        self, base: _Base, changes: Changes, moves: tuple[Move, ...], *, held: bool = False
    ) -> Iterator[Line]:
        """The line of a base and the moves from there, if the board agrees with its end.

        `held`: other men are in the hand, so that not all need agree.
        """
        if base.odd - changes.keys() and not held:
            return
        evidence, now = self._evidence, self._stacks
        undone = self._line.moves[len(self._line.moves) - base.back :]
        target = {square: base.position.stacks[square] for move in undone for square, _ in move.changes}
        target |= changes
        shift = evidence.shift((square, now[square], stack) for square, stack in target.items())
        if shift > 2 * ODD and not held:
            return
        shown = _seen(now, undone, moves, every=evidence.weighs_squares)
        traces = evidence.traces(shown, _concerned(chain(undone, moves, self._line.moves[-1:])))
        prior = self._prior(base.back, moves, noticed=bool(shown) or evidence.weighs)
        line = self._line.back(base.back)
        for move in moves:
            line = line.play(move)
        yield replace(line, cost=self._cost(base, changes, traces=traces) + shift + prior)

    def _prior(self, back: int, moves: tuple[Move, ...], *, noticed: bool) -> float:
        cost = TAKEBACK + TAKEBACK_PLY * back if back else 0.0
        if moves:
            cost += MOVE + SECOND_MOVE * (len(moves) - 1)
        if self._confirmed:
            return cost + UNNOTICED * (not moves)
        return cost + UNNOTICED * (bool(moves or back) and not noticed)


def _concerned(moves: Iterable[Move]) -> int:
    """Bitmap of the squares on which a hand may have done something in these moves."""
    squares = 0
    for move in moves:
        for transfer in move.transfers:
            for square in (transfer.origin, transfer.target):
                squares |= 0 if square is None else 1 << square
        for turn in move.turns:
            squares |= 1 << turn.square
    return squares


def _seen(stacks: Sequence[Stack], undone: Sequence[Move], made: Sequence[Move], *, every: bool) -> int:
    """Bitmap of the squares whose sensor must have seen something when moves were undone and others made.

    `every`: all squares that men come to or leave; otherwise those that become empty or occupied. An undone
    move followed by another is a man that goes on, so only the made one counts.
    """
    transfers = [transfer for move in made for transfer in move.transfers]
    if not made:
        back = reversed([transfer for move in undone for transfer in move.transfers])
        transfers = [Transfer(transfer.target, transfer.origin, transfer.count) for transfer in back]
    elif undone:
        return 0
    heights: dict[Square, int] = {}
    squares = 0
    for transfer in transfers:
        for square, men in ((transfer.origin, -transfer.count), (transfer.target, transfer.count)):
            if square is None:
                continue
            before = heights.get(square, len(stacks[square]))
            heights[square] = before + men
            if every or not before or not heights[square]:
                squares |= 1 << square
    return squares


def halfway(stacks: Mapping[Square, Stack], move: Move) -> Iterator[Changes]:
    """The stacks, on the squares that a move changes, while it is being made; `stacks`: those before.

    Each of its transfers is not begun, in the hand or done, in any order; or a man that it turns over is in
    the hand before or after all of them.
    """
    after = dict(move.changes)
    for turn in move.turns:
        for changes in (dict(stacks), after):
            yield changes | {turn.square: changes[turn.square][:-1]}
    for stages in product(("before", "held", "done"), repeat=len(move.transfers)):
        changes = {square: stacks[square] for square, _ in move.changes}
        if set(stages) in ({"before"}, {"done"}):
            continue
        for stage, transfer in zip(stages, move.transfers, strict=True):
            origin, target = transfer.origin, transfer.target
            if stage == "before" or (stage == "held" and origin is None):
                continue
            men: Stack = ()
            if origin is not None:
                tower = changes.get(origin, ())
                men = tower[len(tower) - transfer.count :]
                changes[origin] = tower[: len(tower) - transfer.count]
            if stage == "done" and target is not None:
                changes[target] = changes.get(target, ()) + men
        yield changes
