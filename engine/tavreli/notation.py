"""The notation of moves: every spelling that is read, and the one that is written.

Read: `e2-e4`, `b2xd4`, `b2:d4`, `b1 e1`, `f3(2)xf6`, `0-0`, `O-O-O`; any dash, any letter case, spaces
anywhere, Cyrillic letters that look Latin, and the marks `+ # ! ? x *` at the end. `-` and `x` mean the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.errors import MoveError, one_line
from engine.movetext import DASH
from engine.phrase import phrase
from engine.tavreli.board import SHAPE
from engine.types import Square

SHORT, LONG = "0-0", "0-0-0"

_LATIN = str.maketrans("асеохвн", "aceoxbh")
"""Cyrillic letters that look like Latin ones; of в and н the capitals do."""
_MARKS = "[+#!?x*]*"
_MOVE = re.compile(rf"([a-z][0-9]+)(?:\(([0-9]{{1,3}})\))?(?:{DASH}|[x×:])?([a-z][0-9]+){_MARKS}")
_CASTLING = re.compile(rf"[0o]{DASH}[0o](?P<long>{DASH}[0o])?{_MARKS}")
_SQUARE = r"[a-zасеохвн] ?[0-9]+"

MOVE_TOKEN = (
    rf"{_SQUARE} ?(?:\( ?[0-9]+ ?\) ?)?(?:{DASH} ?|[x×х:] ?)?{_SQUARE}(?: ?[+#!?])*[x×х*]?"
    rf"|[0oо] ?{DASH} ?[0oо](?: ?{DASH} ?[0oо])?(?: ?[+#!?])*[x×х*]?(?!\w)"
)
"""Pattern (ignoring case) of a move in any spelling, legal or not, in a text of single spaces."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """What a move text says: the top `count` men (None: the whole tower) of `origin` go to `target`."""

    origin: Square
    target: Square
    count: int | None


def read_spelling(text: str) -> Spelling | str:
    """What a move text says; `0-0` or `0-0-0` for castling. MoveError if it is no move at all."""
    plain = "".join(text.split()).lower().translate(_LATIN)
    if castling := _CASTLING.fullmatch(plain):
        return LONG if castling["long"] else SHORT
    move = _MOVE.fullmatch(plain)
    if move is None:
        raise MoveError(text, phrase("not a move; write it like {examples}", examples="e2-e4, f3(2)xf6, 0-0"))
    origin, count, target = move.groups()
    return Spelling(_square(origin, text), _square(target, text), None if count is None else int(count))


def _square(name: str, text: str) -> Square:
    try:
        return SHAPE.square(name)
    except ValueError:
        raise MoveError(text, phrase("there is no square {square}", square=one_line(name))) from None


def write_move(origin: Square, target: Square, split: int, *, onto: bool) -> str:
    """A move as the project writes it; `split` 0 for the whole tower, `onto` if a tower forms."""
    men = f"({split})" if split else ""
    return f"{_NAMES[origin]}{men}{'x' if onto else '-'}{_NAMES[target]}"


_NAMES = tuple(SHAPE.name(square) for square in range(len(SHAPE)))
