"""Position texts: FEN as PDN has it, `W:Wc3,Kd4:Bb6:H0:F1`, with the halfmove clock and the move number.

Read also: without these two, numbers for squares and ranges of them (`W:W21-32:B1-12`), Black's men before
White's, a full stop at the end, and `[FEN "..."]` round it all. `H` counts the halfmoves since a man moved or
was taken, `F` the moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from draughts import RussianBoard

from engine.draughts.board import NAMES, SIDES, SQUARES, STACKS, find_square, to_move
from engine.errors import PositionError, one_line
from engine.types import Colour

START = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8:H0:F1"
MOST_MEN = 12
"""The men of a side in a set."""

_FEN = re.compile(
    r"(?P<turn>[wb])(?:(?P<white>:w[^:]*)|(?P<black>:b[^:]*)){2}(?::h(?P<clock>[0-9]{1,4}))?"
    r"(?::f(?P<number>[1-9][0-9]{0,4}))?\.?",
    re.ASCII,
)
_MEN = re.compile(r"(?P<king>k?)(?P<square>[a-z][0-9]+|[0-9]+)(?:-(?P<last>[0-9]+))?", re.ASCII)


def read_position(text: str) -> tuple[RussianBoard, int]:
    """The board and the move number of a text; PositionError says which rule it breaks."""
    plain = "".join(text.split()).lower().removeprefix('[fen"').removesuffix('"]')
    found = _FEN.fullmatch(plain)
    if not (found and found["white"] and found["black"]):
        raise PositionError(f"{one_line(text)}: not a position; write it like W:Wc3,Kd4:Bb6")
    kings: dict[int, bool] = {}
    fields = [found["turn"].upper()]
    for colour in Colour:
        men = list(_read_men(found[colour.name.lower()][2:].rstrip(".")))
        for square, king in men:
            _check(colour, square, king=king, taken=square in kings)
            kings[square] = king
        if len(men) > MOST_MEN:
            raise PositionError(f"{SIDES[colour]} has {len(men)} men, and a set has {MOST_MEN}")
        fields.append(colour.letter.upper() + ",".join(f"{'K' * king}{square + 1}" for square, king in men))
    board = cast(RussianBoard, RussianBoard.from_fen(":".join(fields)))
    board.halfmove_clock = int(found["clock"] or 0)
    return board, int(found["number"] or 1)


def write_position(board: RussianBoard, number: int) -> str:
    """The text of a board and a move number; `read_position` reads it back."""
    fields = [to_move(board).letter.upper()]
    for colour in Colour:
        men = []
        for index in sorted(range(len(SQUARES)), key=SQUARES.__getitem__):
            stack = STACKS[board[index]]
            if stack and stack[0].colour is colour:
                men.append("K" * (len(stack) - 1) + NAMES[index])
        fields.append(colour.letter.upper() + ",".join(men))
    return ":".join([*fields, f"H{board.halfmove_clock}", f"F{number}"])


def _read_men(text: str) -> Iterator[tuple[int, bool]]:
    """The square of each man of a side, and whether it is a king."""
    for name in text.split(",") if text else ():
        found = _MEN.fullmatch(name)
        if not found:
            raise PositionError(f"{one_line(name)}: not a man; write it like c3, or a king like Kd4")
        try:
            first = find_square(found["square"])
            last = find_square(found["last"]) if found["last"] else first
        except ValueError as error:
            raise PositionError(str(error)) from None
        if last < first:
            raise PositionError(f"{one_line(name)}: a range goes up")
        for square in range(first, last + 1):
            yield square, bool(found["king"])


def _check(colour: Colour, square: int, *, king: bool, taken: bool) -> None:
    name = NAMES[square]
    if taken:
        raise PositionError(f"{name} is occupied twice")
    crown_row = (RussianBoard.PROMO_WHITE, RussianBoard.PROMO_BLACK)[colour]
    if not king and crown_row >> square & 1:
        raise PositionError(f"{SIDES[colour]}'s man on {name} is a king, write K{name}")
