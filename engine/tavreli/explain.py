"""Why a move is not legal, in words a player understands."""

from __future__ import annotations

from engine.tavreli.attacks import BETWEEN, BIT, WARRIOR_LEAPS, attacked_from, squares_of
from engine.tavreli.board import CORNERS, HOME, SHAPE, Board, Step
from engine.tavreli.men import ALL, LAYER, MAGUS, MOVER_NAMES, WARRIOR
from engine.tavreli.notation import Spelling
from engine.types import Square

_SIDES = ("White", "Black")
_GAITS = (
    "one step to any side; castling is written 0-0 or 0-0-0",
    "along ranks, files and diagonals",
    "along ranks and files",
    "along diagonals",
    "two squares along a rank or file and one aside",
    "",
    "like a prince or a rider",
)
"""How each man moves, the warrior aside, by `LAYER`."""


def why_illegal(board: Board, spelling: Spelling) -> str:
    """Why a move that is not legal is not, castling aside."""
    origin, target, count = spelling.origin, spelling.target, spelling.count
    stack = board.stacks[origin]
    if not stack or stack[-1] >> 4 != board.turn:
        return f"no man of {_SIDES[board.turn]} on {SHAPE.name(origin)}"
    if count is not None and not 1 <= count <= len(stack):
        men = "1 man stands" if len(stack) == 1 else f"{len(stack)} men stand"
        return f"only {men} on {SHAPE.name(origin)}" if count else "a move takes one man or more"
    if origin == target:
        return "a move ends on another square"
    if BIT[target] & (board.tops[MAGUS] | board.tops[8 | MAGUS]):
        return "no man may be set on a magus"
    mover = LAYER[stack[-1]] & 7
    why_out_of_reach = _why_out_of_warriors_reach if mover == WARRIOR else _why_out_of_reach
    step = Step(origin, target, count or len(stack))
    return why_out_of_reach(board, origin, target) or _why_attacked(board.after(step))


def why_no_castling(board: Board, *, short: bool) -> str:
    """Why castling to a side is not legal."""
    us, home = board.turn, HOME[board.turn]
    corner = home + 3 if short else home - 4
    crossed, landing = (home + 1, home + 2) if short else (home - 1, home - 2)
    if board.magus(us) != home:
        return f"the magus has left {SHAPE.name(home)}"
    if not board.unmoved & CORNERS[us] & BIT[corner]:
        return f"the magus or the champion of {SHAPE.name(corner)} has moved before"
    if len(board.stacks[corner]) > 1:
        return f"the champion on {SHAPE.name(corner)} is covered"
    for square in squares_of(BETWEEN[home][corner]):
        if board.stacks[square]:
            return f"{SHAPE.name(square)}, between magus and champion, is not empty"
    for square in (home, crossed, landing):
        if attackers := board.attackers(square, 1 - us):
            return f"{SHAPE.name(square)} is attacked by {_man_on(board, next(squares_of(attackers)))}"
    raise AssertionError("castling is legal")


def _why_out_of_reach(board: Board, origin: Square, target: Square) -> str:
    man = board.stacks[origin][-1]
    mover = LAYER[man] & 7
    if not attacked_from(man, origin, 0) & BIT[target]:
        return f"the {MOVER_NAMES[mover]} moves {_GAITS[mover]}"
    obstacles = BETWEEN[origin][target] & (board.tops[ALL] | board.tops[8 | ALL])
    if obstacles:
        return f"{_man_on(board, next(squares_of(obstacles)))} is in the way"
    return ""


def _why_out_of_warriors_reach(board: Board, origin: Square, target: Square) -> str:
    us, base = board.turn, board.stacks[target]
    forward = -8 if us else 8
    enemy = bool(base) and base[-1] >> 4 != us
    may_leap = bool(board.unmoved & BIT[origin]) and len(board.stacks[origin]) == 1
    if BIT[target] & WARRIOR_LEAPS[us][origin]:
        if enemy or target == board.crossed:
            return ""
        return "a warrior goes diagonally only onto an enemy man or en passant"
    if target - origin not in ((forward, 2 * forward) if may_leap else (forward,)):
        if target - origin == 2 * forward and origin // 8 == (6 if us else 1):
            return f"the warrior on {SHAPE.name(origin)} has lost its double step, it can go one step"
        return f"the warrior can go one{' or two steps' if may_leap else ' step'} straight ahead"
    if enemy:
        return "a warrior goes straight ahead only onto a free square or an own man"
    middle = board.stacks[origin + forward]
    if target - origin == 2 * forward and middle and (not board.over_own or middle[-1] >> 4 != us):
        return f"{_man_on(board, origin + forward)} is in the way of the double step"
    return ""


def _why_attacked(after: Board) -> str:
    us = 1 - after.turn
    magus = after.magus(us)
    attacker = next(squares_of(after.attackers(magus, after.turn)))
    return f"leaves the magus on {SHAPE.name(magus)} attacked by {_man_on(after, attacker)}"


def _man_on(board: Board, square: Square) -> str:
    return f"the {MOVER_NAMES[LAYER[board.stacks[square][-1]] & 7]} on {SHAPE.name(square)}"
