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
from engine.types import BoardShape, Colour, Move, Square, Stack

LIGHT, DARK, MIXED = "1-0", "0-1", "1/2-1/2"


@dataclass(frozen=True, slots=True)
class Signal:
    """What the magi say.

    `plies`: so many moves at the end of the record only brought a magus there, and may be a part of it.
    """

    result: str
    plies: int = 0


def end_signal(record: Line, shape: BoardShape, evidence: Evidence) -> Signal | None:
    """What the magi say, every other man standing as the record has it; None: nothing."""
    file, rank = shape.files // 2, shape.ranks // 2
    centre = [shape.files * y + x for y in (rank - 1, rank) for x in (file - 1, file)]
    plies = 1 if record.moves and _is_step(record, record.moves[-1], centre) else 0
    for back in range(plies, -1, -1):
        for squares in permutations(centre, 2):
            if _is_shown(record.back(back).position.stacks, squares, evidence):
                return Signal(_result(shape, squares), back)
    return None


def _is_step(record: Line, move: Move, centre: Sequence[Square]) -> bool:
    """True if the last move of a record only brought a magus to the centre.

    There are no two such moves: magi are never neighbours.
    """
    if len(move.transfers) != 1:
        return False
    target = move.transfers[0].target
    return target in centre and target is not None and _is_magus(record.position.stacks[target])


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
