"""The legal moves as hands make them: what changes, what may stand meanwhile, what is seen, in what order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from board_driver.evidence import CROWN
from engine.game import Position
from engine.types import Colour, Move, Square, Stack, Transfer

DISORDER, HASTE_MS = 10.0, 300
"""A man set down before the one that moved earlier; a reply may land before, by so little."""
BACKWARD, CHATTER_MS = 6.0, 60
"""A man set down before it was lifted, by more than a switch chatters."""

Changes: TypeAlias = dict[Square, Stack]


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move; `changes` are its own, `squares` all on which a hand does something."""

    move: Move
    changes: Changes
    squares: frozenset[Square]


@lru_cache(maxsize=128)
def choices(position: Position) -> tuple[Choice, ...]:
    """The legal moves that change the board, none when the game is over; the last answers are kept."""
    moves = () if position.outcome() else position.legal_moves()
    return tuple(Choice(move, dict(move.changes), frozenset(move.squares)) for move in moves if move.changes)


def begins_alike(move: Move, other: Move) -> bool:
    """True if two moves lift the same men, so that one may have become the other in the hand."""
    origins, others = ({transfer.origin for transfer in each.transfers} for each in (move, other))
    return bool(origins & others)


def disorder(moves: Sequence[Move], changed_at: Mapping[Square, int]) -> float:
    """The cost of moves in an order of time that they can't have had, as far as can be seen.

    A man lands after it was lifted, and after the men of its side that moved before; it may land a little
    before the other side's man that it replies to. Where a man is turned over, too, it may be late.
    `changed_at`: when each square changed last, ms.
    """
    cost = 0.0
    landings: list[int | None] = []
    for number, move in enumerate(moves):
        others = {square for other in (*moves[:number], *moves[number + 1 :]) for square in other.squares}
        others |= {turn.square for turn in move.turns}
        lifted, landed = (
            None if square is None or square in others else changed_at.get(square)
            for square in (move.transfers[-1].origin, move.transfers[-1].target)
        )
        landings.append(landed)
        if lifted is not None and landed is not None and lifted > landed + CHATTER_MS:
            cost += BACKWARD
    for ahead, late in ((1, HASTE_MS), (2, 0)):
        for first, second in zip(landings, landings[ahead:], strict=False):
            if first is not None and second is not None and first > second + late:
                cost += DISORDER
    return cost


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
    something been seen.
    """
    if undone and made:
        other = [square for square, stack in after.items() if _colours(stack) != _colours(stacks[square])]
        return sum(1 << square for square in other if every or len(stacks[square]) == len(after[square]) == 1)
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
