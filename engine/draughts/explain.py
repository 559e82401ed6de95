"""Why a move is not legal, in words a player understands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from draughts import Move as Jump
from draughts import RussianBoard

from engine.draughts.board import NAMES, STACKS, to_move
from engine.draughts.notation import write_move, write_route
from engine.draughts.routes import Route, routes_of
from engine.phrase import Phrase, phrase, phrase_in

_MOST = 6
"""No more moves are named in a message."""
_OVER = (
    phrase("the game is over, White cannot move"),
    phrase("the game is over, Black cannot move"),
)


def why_illegal(board: RussianBoard, written: Route) -> Phrase:
    """Why no legal move is meant by a route."""
    legal = board.legal_moves
    side, origin = to_move(board), written[0]
    stack = STACKS[board[origin]]
    if not legal:
        return _OVER[side]
    if not stack or stack[0].colour is not side:
        where = NAMES[origin]
        no_own_man = (
            phrase("no man of White on {square}", square=where),
            phrase("no man of Black on {square}", square=where),
        )
        return no_own_man[side]
    own = [jump for jump in legal if jump.square_list[0] == origin]
    if not legal[0].captured_list:
        if not own:
            return phrase("{man} cannot move", man=_man(board, origin))
        targets = [NAMES[jump.square_list[-1]] for jump in own]
        return phrase("{man} can go to {squares}", man=_man(board, origin), squares=_any(targets))
    if not own:
        able = dict.fromkeys(jump.square_list[0] for jump in legal)
        men = _any([_man(board, square) for square in able])
        must = (
            phrase("White must capture, with {men}", men=men),
            phrase("Black must capture, with {men}", men=men),
        )
        return must[side]
    if longer := _begun(board, own, written):
        return phrase("the capture goes on: {moves}", moves=_any(longer))
    return phrase(
        "{man} must capture: {moves}", man=_man(board, origin), moves=_any(list(map(write_move, own)))
    )


def why_several(found: Sequence[Jump]) -> Phrase:
    """That a route means several moves, and which."""
    return phrase("this may be {moves}; write every square", moves=_any(list(map(write_move, found))))


def _begun(board: RussianBoard, jumps: Iterable[Jump], written: Route) -> list[str]:
    """The captures of which a route is the beginning."""
    routes = (route for jump in jumps for route in routes_of(board, jump))
    return [write_route(route) for route in routes if route[: len(written)] == written]


def _man(board: RussianBoard, square: int) -> Phrase:
    man = phrase_in("draughts", "king") if len(STACKS[board[square]]) > 1 else phrase_in("draughts", "man")
    return phrase("the {man} on {square}", man=man, square=NAMES[square])


def _any(choices: Sequence[str | Phrase]) -> str | Phrase:
    """`a`, `a or b`, `a, b or c`; of many the first ones."""
    listed, last = choices[0], choices[-1]
    for choice in choices[1:_MOST] if len(choices) > _MOST else choices[1:-1]:
        listed = phrase("{one}, {other}", one=listed, other=choice)
    if len(choices) > _MOST:
        return phrase("{moves} ...", moves=listed)
    return phrase("{one} or {other}", one=listed, other=last) if len(choices) > 1 else listed
