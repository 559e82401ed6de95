"""The notation of moves: every spelling that is read, and the one that is written.

Read: `c3-d4`, `c3:e5:g7`, `c3xe5`, `22-18`, `c3:g7` where it can mean one capture only; any dash, any letter
case, spaces anywhere, Cyrillic letters that look Latin, and the marks `! ? *` at the end. `-`, `:` and `x`
mean the same.
"""

from __future__ import annotations

import re

from draughts import Move as Jump

from engine.draughts.board import NAMES, find_square
from engine.draughts.routes import Route
from engine.errors import MoveError, one_line
from engine.movetext import DASH
from engine.phrase import phrase

_LATIN = str.maketrans("асевн", "acebh")
"""Cyrillic letters that look like Latin ones; of в and н the capitals do."""
STEP = f"(?:{DASH}|[x×х:])"
"""Pattern (ignoring case) of what stands between two squares."""

_SQUARE = "(?:[a-wyzасевн]?[0-9]+)"
_ROUTE = re.compile(f"{_SQUARE}(?:{STEP}{_SQUARE})+")


def read_route(text: str) -> Route:
    """The squares that a move text names, two or more; MoveError if it is no move at all."""
    plain = "".join(text.split()).lower().rstrip("!?*")
    if not _ROUTE.fullmatch(plain):
        raise MoveError(text, phrase("not a move; write it like {examples}", examples="c3-d4, c3:e5:g7"))
    return tuple(_square(name.translate(_LATIN), text) for name in re.split(STEP, plain))


def _square(name: str, text: str) -> int:
    try:
        return find_square(name)
    except ValueError:
        raise MoveError(text, phrase("there is no dark square {square}", square=one_line(name))) from None


def write_route(route: Route) -> str:
    """A capture as the project writes it, or the part of one."""
    return ":".join(NAMES[square] for square in route)


def write_move(jump: Jump) -> str:
    """A move as the project writes it: a capture with every square, on the route that the library gives."""
    route = tuple(jump.square_list)
    return write_route(route) if jump.captured_list else "-".join(NAMES[square] for square in route)
