"""The legal moves of a board, as bitboards of targets.

A move is legal if it does not leave the mover's own magus attacked. That is decided without making it:

- a whole tower may leave a line to the magus open: a pinned one stays on the line;
- a split leaves its square occupied, so pins don't matter, but the man it uncovers may be an enemy, or an
  enemy warrior that promotes there and then: only squares between that man and the magus are left;
- in check from one man only its square and those between are left, in check from two only the magus moves;
- the magus must not be attacked where it lands, nor by the man that its split uncovers;
- en passant changes three squares: it is made and looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.tavreli.attacks import (
    BETWEEN,
    BIT,
    BOARD,
    MAGUS_LEAPS,
    OPEN_DIAGONAL,
    OPEN_STRAIGHT,
    RIDER_LEAPS,
    WARRIOR_LEAPS,
    attacked_from,
    squares_of,
)
from engine.tavreli.board import CORNERS, Board, Step, attackers
from engine.tavreli.men import ALL, ARCHER, CHAMPION, HELGI, MAGUS, PRINCE, RIDER, WARRIOR, is_warrior, on_top
from engine.types import Square

Targets = tuple[Square, int, int]
"""(origin, count, bitboard of targets): as many moves as the bitboard has squares."""


def steps_to(found: Iterable[Targets]) -> Iterator[Step]:
    """Every move of `legal_targets`, in that order."""
    for origin, count, targets in found:
        for target in squares_of(targets):
            yield Step(origin, target, count)


def legal_targets(board: Board) -> list[Targets]:
    """Every legal move, those of the same men together, by origin and count; en passant and castling last."""
    stacks, tops = board.stacks, board.tops
    us = board.turn << 3
    own, occupied = tops[us | ALL], tops[ALL] | tops[8 | ALL]
    magus = board.magus(board.turn)
    checkers, pins = _checkers_and_pins(board, magus, own, occupied)
    allowed = _answers(magus, checkers) & ~(tops[MAGUS] | tops[8 | MAGUS])
    found: list[Targets] = []
    movers = own ^ BIT[magus]
    while movers and allowed:
        bit = movers & -movers
        movers ^= bit
        origin = bit.bit_length() - 1
        stack = stacks[origin]
        if is_warrior(stack[-1]):
            targets = allowed & _warrior_targets(board, origin, own, occupied)
        else:
            targets = allowed & attacked_from(stack[-1], origin, occupied)
        if not targets:
            continue
        for count in range(1, len(stack)):
            uncovered = stack[-count - 1]
            left = targets
            if uncovered >> 4 != board.turn:
                left &= _shields(on_top(uncovered, origin), origin, magus, occupied)
            if left:
                found.append((origin, count, left))
        if bit in pins:
            targets &= pins[bit]
        if targets:
            found.append((origin, len(stack), targets))
    found += _magus_targets(board, magus, occupied)
    if board.crossed is not None:
        found += _en_passant(board, board.crossed, tops[us | WARRIOR])
    if not checkers and board.unmoved & CORNERS[board.turn]:
        found += _castling(board, magus, occupied)
    return found


def _checkers_and_pins(board: Board, magus: Square, own: int, occupied: int) -> tuple[int, dict[int, int]]:
    """The men that give check, and for each pinned own man's bit the squares it may go to."""
    tops = board.tops
    them = (1 - board.turn) << 3
    princes, helgis = tops[them | PRINCE], tops[them | HELGI]
    checkers = (
        RIDER_LEAPS[magus] & (tops[them | RIDER] | helgis)
        | WARRIOR_LEAPS[board.turn][magus] & tops[them | WARRIOR]
    )
    pins = {}
    snipers = OPEN_DIAGONAL[magus] & (tops[them | ARCHER] | princes | helgis)
    snipers |= OPEN_STRAIGHT[magus] & (tops[them | CHAMPION] | princes | helgis)
    while snipers:
        sniper = snipers & -snipers
        snipers ^= sniper
        line = BETWEEN[magus][sniper.bit_length() - 1]
        blockers = line & occupied
        if not blockers:
            checkers |= sniper
        elif blockers & own and not blockers & (blockers - 1):
            pins[blockers] = line | sniper
    return checkers, pins


def _answers(magus: Square, checkers: int) -> int:
    """Where a man other than the magus may land."""
    if not checkers:
        return BOARD
    if checkers & (checkers - 1):
        return 0
    return checkers | BETWEEN[magus][checkers.bit_length() - 1]


def _shields(code: int, square: Square, magus: Square, occupied: int) -> int:
    """Where to land so that the enemy man uncovered on `square` does not attack the magus."""
    if not attacked_from(code, square, occupied) & BIT[magus]:
        return BOARD
    return BETWEEN[square][magus]


def _warrior_targets(board: Board, origin: Square, own: int, occupied: int) -> int:
    """Where a warrior may step, en passant aside."""
    forward = -8 if board.turn else 8
    targets = WARRIOR_LEAPS[board.turn][origin] & occupied & ~own
    if not 0 <= origin + forward < 64:
        return targets
    free_or_own = ~occupied | own
    targets |= BIT[origin + forward] & free_or_own
    # the warrior that never moved may be the lowest man of a tower that another warrior leads
    never_moved = board.unmoved & BIT[origin] and len(board.stacks[origin]) == 1
    if never_moved and BIT[origin + forward] & (free_or_own if board.over_own else ~occupied):
        targets |= BIT[origin + 2 * forward] & free_or_own
    return targets


def _magus_targets(board: Board, magus: Square, occupied: int) -> list[Targets]:
    """The moves of the magus, castling aside: alone, with some of its tower, with all of it."""
    stack, tops, them = board.stacks[magus], board.tops, 1 - board.turn
    leaps = MAGUS_LEAPS[magus] & ~tops[them << 3]
    found = []
    for count in range(1, len(stack)):
        uncovered = on_top(stack[-count - 1], magus)
        targets = leaps
        if uncovered >> 4 == them:
            targets &= ~attacked_from(uncovered, magus, occupied)
        found.append((magus, count, _safe(board, targets, occupied)))
    found.append((magus, len(stack), _safe(board, leaps, occupied ^ BIT[magus])))
    return [targets for targets in found if targets[2]]


def _safe(board: Board, targets: int, occupied: int) -> int:
    """Those of the squares that no enemy attacks while `occupied` blocks the lines."""
    safe = 0
    for target in squares_of(targets):
        if not attackers(board.tops, target, 1 - board.turn, occupied):
            safe |= BIT[target]
    return safe


def _en_passant(board: Board, crossed: Square, warriors: int) -> Iterator[Targets]:
    for origin in squares_of(WARRIOR_LEAPS[1 - board.turn][crossed] & warriors):
        for count in range(1, len(board.stacks[origin]) + 1):
            after = board.after(Step(origin, crossed, count))
            if not after.attackers(after.magus(board.turn), after.turn):
                yield origin, count, BIT[crossed]


def _castling(board: Board, magus: Square, occupied: int) -> Iterator[Targets]:
    """Castling while the magus is not in check; `unmoved` says that magus and champion never moved."""
    for corner in squares_of(board.unmoved & CORNERS[board.turn]):
        crossed, landing = (magus + 1, magus + 2) if corner > magus else (magus - 1, magus - 2)
        way = BIT[crossed] | BIT[landing]
        free = len(board.stacks[corner]) == 1 and not BETWEEN[magus][corner] & occupied
        if free and _safe(board, way, occupied) == way:
            yield magus, 1, BIT[landing]
