"""The end of a game, said with the magi (kings): both are lifted and set on the centre squares.

As on DGT boards: on the two light ones White has won, on the two dark ones Black, on one of each it is a
draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from board_driver.evidence import Evidence
from engine.types import BoardShape, Colour, Square, Stack

LIGHT, DARK = "1-0", "0-1"


def end_signal(stacks: Sequence[Stack], shape: BoardShape, evidence: Evidence) -> str | None:
    """The result that the board shows, every other man standing as in `stacks`; None if it shows none."""
    magi = [square for square, stack in enumerate(stacks) if stack and stack[-1].kind == "K"]
    if len(magi) != len(Colour) or {stacks[square][-1].colour for square in magi} != set(Colour):
        return None
    file, rank = shape.files // 2, shape.ranks // 2
    centre = [shape.files * y + x for y in (rank - 1, rank) for x in (file - 1, file)]
    for squares in permutations(centre, 2):
        shown = _moved(stacks, magi, squares)
        if all(not evidence.is_odd(square, stack) for square, stack in enumerate(shown)):
            return _result(shape, squares)
    return None


def _moved(stacks: Sequence[Stack], magi: Sequence[Square], squares: Sequence[Square]) -> list[Stack]:
    shown = [stack[:-1] if square in magi else stack for square, stack in enumerate(stacks)]
    for magus, square in zip(magi, squares, strict=True):
        shown[square] += stacks[magus][-1:]
    return shown


def _result(shape: BoardShape, squares: Sequence[Square]) -> str:
    light = {(square % shape.files + square // shape.files) % 2 for square in squares}
    if len(light) == 2:
        return "1/2-1/2"
    return LIGHT if 1 in light else DARK
