"""The legal moves as hands make them: what changes, what may stand meanwhile, and what is seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, reduce
from operator import or_
from typing import TypeAlias

from board_driver.evidence import CROWN
from engine.game import Position
from engine.types import Colour, Move, Square, Stack, Transfer

Changes: TypeAlias = dict[Square, Stack]


@dataclass(frozen=True, eq=False)
class Choice:
    """A legal move where these `stacks` stand, a1 first; what hands do in it is found but once."""

    move: Move
    stacks: tuple[Stack, ...]

    @property
    def squares(self) -> frozenset[Square]:
        """All squares on which a hand does something."""
        return self.move.squares

    @cached_property
    def changes(self) -> Changes:
        """What stands afterwards on the squares that it changes."""
        return dict(self.move.changes)

    @cached_property
    def before(self) -> Changes:
        """What stands before on its squares."""
        return {square: self.stacks[square] for square in self.squares}

    @cached_property
    def men(self) -> int:
        """How many men stand before on its squares."""
        return sum(map(len, self.before.values()))

    @cached_property
    def brought(self) -> int:
        """How many men come from beside the board."""
        return sum(each.count for each in self.move.transfers if each.origin is None)

    @cached_property
    def halves(self) -> tuple[tuple[Square, dict[Stack, bool]], ...]:
        """What may stand on each of its squares while it is made, and whether that will not do at its end."""
        ends = self.before | self.changes
        options = halfway(self.before, self.move).items()
        return tuple(
            (square, {stack: not stands_for(stack, ends[square]) for stack in stacks})
            for square, stacks in options
        )

    def halves_without(self, blind: int) -> tuple[tuple[Square, dict[Stack, bool]], ...]:
        """The same where nothing tells what stands on some squares (a bitmap).

        Men that come there are still in the hand, for they may be; men that go have gone.
        """
        if not blind & self.move.changed:
            return self.halves
        coming = {transfer.target for transfer in self.move.transfers}
        unseen = {
            square: {self.before[square]: True} if square in coming else {stack: False}
            for square, stack in self.changes.items()
            if blind >> square & 1
        }
        return tuple((square, unseen.get(square, stacks)) for square, stacks in self.halves)

    @cached_property
    def steps(self) -> tuple[tuple[Square, list[Stack]], ...]:
        """The stacks that each square it changes shows one after the other."""
        return tuple(steps(self.before, self.move).items())


@lru_cache(maxsize=256)
def choices(position: Position) -> tuple[Choice, ...]:
    """The legal moves that change the board, none when the game is over; the last answers are kept."""
    moves = () if position.outcome() else position.legal_moves()
    stacks = position.stacks
    return tuple([Choice(move, stacks) for move in moves if move.changes])


def touched_by(moves: Iterable[Move]) -> int:
    """Bitmap of the squares on which hands do something in some moves."""
    return reduce(or_, (move.touched for move in moves), 0)


def hands_on(touched: int, moves: Iterable[Move], files: int) -> int:
    """Bitmap of some squares, and those that the men of some moves pass if they are slid straight to their
    targets; `files`: how many the board has."""
    for move in moves:
        for transfer in move.transfers:
            touched |= _passed(transfer.origin, transfer.target, files)
    return touched


@cache
def _passed(origin: Square | None, target: Square | None, files: int) -> int:
    if origin is None or target is None:
        return 0
    (rank, file), (to_rank, to_file) = divmod(origin, files), divmod(target, files)
    up, across = to_rank - rank, to_file - file
    if up and across and abs(up) != abs(across):
        return 0
    steps = max(abs(up), abs(across))
    squares = (
        (rank + up * step // steps) * files + file + across * step // steps for step in range(1, steps)
    )
    return sum(1 << square for square in squares)


def begins_alike(move: Move, other: Move) -> bool:
    """True if two moves lift the same men, so that one may have become the other in the hand."""
    origins, others = ({transfer.origin for transfer in each.transfers} for each in (move, other))
    return bool(origins & others)


def _colours(stack: Stack) -> list[Colour]:
    return [man.colour for man in stack]


def stands_for(stack: Stack, end: Stack) -> bool:
    """True if a stack will do at a move's end: a promoted man may still be the old one, a crown late."""
    if end and end[-1].kind == CROWN and len(stack) < len(end):
        end = end[:-1]
    return _colours(stack) == _colours(end)


def seen(
    stacks: Sequence[Stack], after: Changes, undone: Sequence[Move], made: Sequence[Move], *, every: bool
) -> int:
    """Bitmap of the squares whose sensor must have seen something when moves were undone and others made.

    `stacks`: those before; `after`: those then, where moves changed them. `every`: all squares whose stack
    changes; otherwise those that become empty or occupied. A man need not rest on the squares it only passes.
    An undone move followed by another is a man that goes on: only where other men stand than before has
    something been seen. Where a move only exchanged men, it may never have been made, but given up.
    """
    if undone and made:
        other = [square for square, stack in after.items() if _colours(stack) != _colours(stacks[square])]
        lone = {square for square in other if len(stacks[square]) == len(after[square]) == 1}
        filled = {square for square in other if not stacks[square] or not after[square]}
        return sum(1 << square for square in other if every or square in lone | filled)
    changed = {square for move in (*undone, *made) for square, _ in move.changes}
    transfers = [transfer for move in made for transfer in move.transfers]
    if not made:
        back = reversed([transfer for move in undone for transfer in move.transfers])
        transfers = [Transfer(transfer.target, transfer.origin, transfer.count) for transfer in back]
    heights: dict[Square, int] = {}
    squares = 0
    for transfer in transfers:
        for square, men in ((transfer.origin, -transfer.count), (transfer.target, transfer.count)):
            if square is None or square not in changed:
                continue
            if not made and len(after[square]) == len(stacks[square]):
                continue
            before = heights.get(square, len(stacks[square]))
            heights[square] = before + men
            if every or not before or not heights[square]:
                squares |= 1 << square
    return squares


def halfway(before: Changes, move: Move) -> dict[Square, list[Stack]]:
    """The stacks that may stand on each square of a move while it is being made; `before`: those before it.

    Each transfer is not begun, in the hand or done; a man that is turned over may be in the hand, too.
    """
    options = {square: [stack] for square, stack in before.items()}
    after = dict(move.changes)
    for transfer in move.transfers:
        origin, target, count = transfer.origin, transfer.target, transfer.count
        carried = after.get(target, ())[-count:] if target is not None else ()
        if origin is not None:
            enough = [stack for stack in options[origin] if len(stack) >= count]
            carried = enough[-1][-count:] if enough else carried
            options[origin] += [stack[:-count] for stack in enough]
        if target is not None:
            options[target] += [stack + carried for stack in options[target]]
    for turn in move.turns:
        options[turn.square] += [each[:-1] for each in options[turn.square] if each]
    return options


def carried(before: Changes, now: Changes, move: Move) -> set[Stack]:
    """The men that a hand may carry from square to square in mid-move; `now`: what stands then."""
    lifts = [(each.origin, each.count) for each in move.transfers if each.target is not None]
    return {
        before[origin][-count:]
        for origin, count in lifts
        if origin is not None and len(now.get(origin, before[origin])) <= len(before[origin]) - count
    }


def steps(before: Changes, move: Move) -> dict[Square, list[Stack]]:
    """The stacks that each square changed by a move shows one after the other; `before`: those before it."""
    shown: dict[Square, list[Stack]] = {square: [] for square, _ in move.changes}
    now = dict(before)
    after = dict(move.changes)
    for transfer in move.transfers:
        origin, target, count = transfer.origin, transfer.target, transfer.count
        carried = after.get(target, ())[-count:] if target is not None else ()
        if origin is not None:
            stack = now[origin]
            carried, now[origin] = stack[len(stack) - count :], stack[: len(stack) - count]
            if origin in shown:
                shown[origin].append(now[origin])
        if target is not None:
            now[target] += carried
            if target in shown:
                shown[target].append(now[target])
    for square, stack in move.changes:
        shown[square][-1:] = [stack]
    return shown
