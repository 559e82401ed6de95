"""Why a move is not legal, in words a player understands."""

from __future__ import annotations

from engine.phrase import Phrase, phrase, phrases
from engine.tavreli.attacks import BETWEEN, BIT, WARRIOR_LEAPS, attacked_from, squares_of
from engine.tavreli.board import CORNERS, HOME, SHAPE, Board, Step
from engine.tavreli.men import ALL, LAYER, MAGUS, MOVER_NAMES, WARRIOR
from engine.tavreli.notation import Spelling
from engine.types import Square

_GAITS = (
    phrase("the magus moves one step to any side; castling is written 0-0 or 0-0-0"),
    phrase("the prince moves along ranks, files and diagonals"),
    phrase("the champion moves along ranks and files"),
    phrase("the archer moves along diagonals"),
    phrase("the rider moves two squares along a rank or file and one aside"),
    None,
    phrase("the helgi moves like a prince or a rider"),
)
"""How each man moves, the warrior aside, by `LAYER`."""


def why_illegal(board: Board, spelling: Spelling) -> Phrase:
    """Why a move that is not legal is not, castling aside."""
    return _why_impossible(board, spelling) or _why_attacked(board.after(_step(board, spelling)))


def attacks_left(board: Board, spelling: Spelling) -> tuple[tuple[Square, Square], ...]:
    """(attacker, magus) where a move is not legal only because it leaves the own magus attacked."""
    if _why_impossible(board, spelling):
        return ()
    after = board.after(_step(board, spelling))
    magus = after.magus(1 - after.turn)
    return tuple((attacker, magus) for attacker in squares_of(after.attackers(magus, after.turn)))


def _step(board: Board, spelling: Spelling) -> Step:
    origin, target, count = spelling.origin, spelling.target, spelling.count
    return Step(origin, target, count or len(board.stacks[origin]))


def _why_impossible(board: Board, spelling: Spelling) -> Phrase | None:
    """Why a move can't be made, even if the own magus might be left attacked."""
    origin, target, count = spelling.origin, spelling.target, spelling.count
    where = SHAPE.name(origin)
    stack = board.stacks[origin]
    if not stack or stack[-1] >> 4 != board.turn:
        white, black = (
            phrase("no man of White on {square}", square=where),
            phrase("no man of Black on {square}", square=where),
        )
        return black if board.turn else white
    if count is not None and not 1 <= count <= len(stack):
        if not count:
            return phrase("a move takes one man or more")
        return phrases(
            "only 1 man stands on {square}", "only {n} men stand on {square}", len(stack), square=where
        )
    if origin == target:
        return phrase("a move ends on another square")
    if BIT[target] & (board.tops[MAGUS] | board.tops[8 | MAGUS]):
        return phrase("no man may be set on a magus")
    mover = LAYER[stack[-1]] & 7
    why_out_of_reach = _why_out_of_warriors_reach if mover == WARRIOR else _why_out_of_reach
    return why_out_of_reach(board, origin, target)


def why_no_castling(board: Board, *, short: bool) -> Phrase:
    """Why castling to a side is not legal."""
    us, home = board.turn, HOME[board.turn]
    corner = home + 3 if short else home - 4
    crossed, landing = (home + 1, home + 2) if short else (home - 1, home - 2)
    if board.magus(us) != home:
        return phrase("the magus has left {square}", square=SHAPE.name(home))
    if not board.unmoved & CORNERS[us] & BIT[corner]:
        return phrase("the magus or the champion of {square} has moved before", square=SHAPE.name(corner))
    if len(board.stacks[corner]) > 1:
        return phrase("the champion on {square} is covered", square=SHAPE.name(corner))
    for square in squares_of(BETWEEN[home][corner]):
        if board.stacks[square]:
            return phrase("{square}, between magus and champion, is not empty", square=SHAPE.name(square))
    for square in (home, crossed, landing):
        if attackers := board.attackers(square, 1 - us):
            attacker = _man_on(board, next(squares_of(attackers)))
            return phrase("{square} is attacked by {man}", square=SHAPE.name(square), man=attacker)
    raise AssertionError("castling is legal")


def _why_out_of_reach(board: Board, origin: Square, target: Square) -> Phrase | None:
    man = board.stacks[origin][-1]
    mover = LAYER[man] & 7
    if not attacked_from(man, origin, 0) & BIT[target]:
        return _GAITS[mover]
    obstacles = BETWEEN[origin][target] & (board.tops[ALL] | board.tops[8 | ALL])
    if obstacles:
        return phrase("{man} is in the way", man=_man_on(board, next(squares_of(obstacles))))
    return None


def _why_out_of_warriors_reach(board: Board, origin: Square, target: Square) -> Phrase | None:
    us, base = board.turn, board.stacks[target]
    forward = -8 if us else 8
    enemy = bool(base) and base[-1] >> 4 != us
    may_leap = bool(board.unmoved & BIT[origin]) and len(board.stacks[origin]) == 1
    if BIT[target] & WARRIOR_LEAPS[us][origin]:
        if enemy or target == board.crossed:
            return None
        return phrase("a warrior goes diagonally only onto an enemy man or en passant")
    if target - origin not in ((forward, 2 * forward) if may_leap else (forward,)):
        if target - origin == 2 * forward and origin // 8 == (6 if us else 1):
            where = SHAPE.name(origin)
            return phrase(
                "the warrior on {square} has lost its double step, it can go one step", square=where
            )
        if may_leap:
            return phrase("the warrior can go one or two steps straight ahead")
        return phrase("the warrior can go one step straight ahead")
    if enemy:
        return phrase("a warrior goes straight ahead only onto a free square or an own man")
    middle = board.stacks[origin + forward]
    if target - origin == 2 * forward and middle and (not board.over_own or middle[-1] >> 4 != us):
        return phrase("{man} is in the way of the double step", man=_man_on(board, origin + forward))
    return None


def _why_attacked(after: Board) -> Phrase:
    us = 1 - after.turn
    magus = after.magus(us)
    attacker = next(squares_of(after.attackers(magus, after.turn)))
    return phrase(
        "leaves the magus on {square} attacked by {man}",
        square=SHAPE.name(magus),
        man=_man_on(after, attacker),
    )


def _man_on(board: Board, square: Square) -> Phrase:
    man = MOVER_NAMES[LAYER[board.stacks[square][-1]] & 7]
    return phrase("the {man} on {square}", man=man, square=SHAPE.name(square))
