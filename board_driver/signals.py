"""The end of a game, said with the magi (kings): both are lifted and set on the centre squares.

As on DGT boards: on the two light ones White has won, on the two dark ones Black, on one of each it is a
draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from board_driver.evidence import Evidence
from board_driver.lines import Line
from engine.types import BoardShape, Colour, Square, Stack

LIGHT, DARK, MIXED = "1-0", "0-1", "1/2-1/2"


@dataclass(frozen=True, slots=True)
class Signal:
    """What the magi say.

    `game`: the record without what only brought a magus to the centre: a move, an amendment or a takeback.
    """

    result: str
    game: Line


def end_signal(record: Line, before: Line, shape: BoardShape, evidence: Evidence) -> Signal | None:
    """What the magi say, every other man standing as the record has it; None: nothing.

    `before`: the record before its last change.
    """
    for game in (before, record) if only_centred(before, record, shape) else (record,):
        for squares in permutations(_centre(shape), 2):
            if _is_shown(game.position.stacks, squares, evidence):
                return Signal(_result(shape, squares), game)
    return None


def only_centred(before: Line, after: Line, shape: BoardShape) -> bool:
    """True if two records differ on the board in nothing but a magus that has come to the centre.

    Men below it may have been turned over.
    """
    old, new = before.position.stacks, after.position.stacks
    changed = {square: len(new[square]) - len(old[square]) for square in range(len(shape))}
    gone, come = ([square for square, men in changed.items() if men == by] for by in (-1, 1))
    if len(gone) != 1 or len(come) != 1 or any(abs(men) > 1 for men in changed.values()):
        return False
    man = old[gone[0]][-1]
    return man.kind == "K" and new[come[0]][-1] == man and come[0] in _centre(shape)


def _centre(shape: BoardShape) -> list[Square]:
    file, rank = shape.files // 2, shape.ranks // 2
    return [shape.files * y + x for y in (rank - 1, rank) for x in (file - 1, file)]


def _is_magus(stack: Stack) -> bool:
    return bool(stack) and stack[-1].kind == "K"


def _is_shown(stacks: Sequence[Stack], squares: Sequence[Square], evidence: Evidence) -> bool:
    """True if both magi were lifted, and the board agrees with their standing on these squares.

    Where a square has no cell of its own, men are seen only if they come to an empty one.
    """
    magi = [square for square, stack in enumerate(stacks) if _is_magus(stack)]
    if len(magi) != len(Colour) or not all(
        square not in squares or evidence.has_moved(square) for square in magi
    ):
        return False
    shown = [stack[:-1] if square in magi else stack for square, stack in enumerate(stacks)]
    if not evidence.weighs_squares and any(shown[square] for square in squares):
        return False
    for magus, square in zip(magi, squares, strict=True):
        shown[square] += stacks[magus][-1:]
    return all(not evidence.is_odd(square, stack) for square, stack in enumerate(shown))


def _result(shape: BoardShape, squares: Sequence[Square]) -> str:
    light = {(square % shape.files + square // shape.files) % 2 for square in squares}
    if len(light) == 2:
        return MIXED
    return LIGHT if 1 in light else DARK
