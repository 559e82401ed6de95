"""py-draughts's board in our terms: its squares, 0 (b8) to 31 (g1) row by row, and what stands on them."""

from __future__ import annotations

from typing import cast

from draughts import Color, Figure, Move, RussianBoard

from engine.errors import one_line
from engine.types import BoardShape, Colour, Man, Square, Stack

SHAPE = BoardShape()
SIDES = ("White", "Black")
NAMES = tuple(RussianBoard.SQUARE_NAMES)
"""The names of the 32 squares, as the library counts them."""
_NUMBERS = tuple(str(number) for number in range(1, len(NAMES) + 1))
SQUARES: tuple[Square, ...] = tuple(map(SHAPE.square, NAMES))
"""The squares of our board, as the library counts them."""


def _figures() -> dict[int, Stack]:
    figures: dict[int, Stack] = {Figure.EMPTY: ()}
    for colour, man, king in (
        (Colour.WHITE, Figure.WHITE_MAN, Figure.WHITE_KING),
        (Colour.BLACK, Figure.BLACK_MAN, Figure.BLACK_KING),
    ):
        figures[man] = (Man(colour, "M"),)
        figures[king] = (Man(colour, "M"), Man(colour, "C"))
    return figures


STACKS = _figures()
"""The stack that shows what the library has on a square: a king is a man and, on it, its crown."""


def to_move(board: RussianBoard) -> Colour:
    """The side to move."""
    return Colour.WHITE if board.turn is Color.WHITE else Colour.BLACK


def play(board: RussianBoard, jump: Move) -> RussianBoard:
    """The board after a legal move; the board itself is left as it was."""
    after = cast(RussianBoard, board.copy())
    after.push(jump)
    return after


def find_square(name: str) -> int:
    """The square of a name (`c3`) or a number (`22`; 1 is b8, 32 is g1); ValueError if there is none."""
    for names in (NAMES, _NUMBERS):
        if name in names:
            return names.index(name)
    raise ValueError(f"there is no dark square {one_line(name)}")
