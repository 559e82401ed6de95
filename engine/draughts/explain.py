"""Why a move is not legal, in words a player understands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from draughts import Move as Jump
from draughts import RussianBoard

from engine.draughts.board import NAMES, SIDES, STACKS, to_move
from engine.draughts.notation import write_move, write_route
from engine.draughts.routes import Route, routes_of

_MOST = 6
"""No more moves are named in a message."""


def why_illegal(board: RussianBoard, written: Route) -> str:
    """Why no legal move is meant by a route."""
    legal = board.legal_moves
    side, origin = SIDES[to_move(board)], written[0]
    stack = STACKS[board[origin]]
    if not legal:
        return f"the game is over, {side} cannot move"
    if not stack or stack[0].colour is not to_move(board):
        return f"no man of {side} on {NAMES[origin]}"
    own = [jump for jump in legal if jump.square_list[0] == origin]
    if not legal[0].captured_list:
        targets = [NAMES[jump.square_list[-1]] for jump in own]
        return f"{_man(board, origin)} {f'can go to {_any(targets)}' if own else 'cannot move'}"
    if not own:
        able = dict.fromkeys(jump.square_list[0] for jump in legal)
        return f"{side} must capture, with {_any([_man(board, square) for square in able])}"
    if longer := _begun(board, own, written):
        return f"the capture goes on: {_any(longer)}"
    return f"{_man(board, origin)} must capture: {_any(map(write_move, own))}"


def why_several(found: Sequence[Jump]) -> str:
    """That a route means several moves, and which."""
    return f"this may be {_any(map(write_move, found))}; write every square"


def _begun(board: RussianBoard, jumps: Iterable[Jump], written: Route) -> list[str]:
    """The captures of which a route is the beginning."""
    routes = (route for jump in jumps for route in routes_of(board, jump))
    return [write_route(route) for route in routes if route[: len(written)] == written]


def _man(board: RussianBoard, square: int) -> str:
    return f"the {'king' if len(STACKS[board[square]]) > 1 else 'man'} on {NAMES[square]}"


def _any(names: Iterable[str]) -> str:
    """`a`, `a or b`, `a, b or c`; of many the first ones."""
    listed = list(names)
    if len(listed) > _MOST:
        return f"{', '.join(listed[:_MOST])} ..."
    return " or ".join(filter(None, (", ".join(listed[:-1]), listed[-1])))
