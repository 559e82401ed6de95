"""Bitboard geometry: which squares a man reaches from a square. Bit 0 is a1, bit 63 is h8.

Sliding men look their squares up by the men that stand on their lines: for each square a mask of the
squares that can block, and a table from the blockers to the squares reached, the first blocker included.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.tavreli.men import ARCHER, CHAMPION, HELGI, LAYER, MAGUS, RIDER, WARRIOR

BOARD = (1 << 64) - 1
BIT = tuple(1 << square for square in range(64))

DIAGONAL_STEPS = ((1, 1), (-1, 1), (1, -1), (-1, -1))
RANK_STEPS, FILE_STEPS = ((1, 0), (-1, 0)), ((0, 1), (0, -1))
STRAIGHT_STEPS = RANK_STEPS + FILE_STEPS

Steps = tuple[tuple[int, int], ...]
Lookup = dict[int, int]


def squares_of(bitboard: int) -> Iterator[int]:
    """The squares of a bitboard, ascending."""
    while bitboard:
        bit = bitboard & -bitboard
        yield bit.bit_length() - 1
        bitboard ^= bit


def _ray(square: int, step: tuple[int, int]) -> list[int]:
    file, rank = square % 8 + step[0], square // 8 + step[1]
    ray = []
    while 0 <= file < 8 and 0 <= rank < 8:
        ray.append(rank * 8 + file)
        file, rank = file + step[0], rank + step[1]
    return ray


def _slide(square: int, steps: Steps, occupied: int) -> int:
    reached = 0
    for step in steps:
        for target in _ray(square, step):
            reached |= BIT[target]
            if occupied & BIT[target]:
                break
    return reached


def _blockers(square: int, steps: Steps) -> int:
    return sum(BIT[target] for step in steps for target in _ray(square, step)[:-1])


def _lookup(square: int, steps: Steps) -> Lookup:
    mask, table, blockers = _blockers(square, steps), {}, 0
    while True:
        table[blockers] = _slide(square, steps, blockers)
        blockers = (blockers - mask) & mask  # the next subset of the mask
        if not blockers:
            return table


def _leap(steps: Steps) -> tuple[int, ...]:
    return tuple(sum(BIT[ray[0]] for step in steps if (ray := _ray(square, step))) for square in range(64))


DIAGONAL_MASK = tuple(_blockers(square, DIAGONAL_STEPS) for square in range(64))
DIAGONAL = tuple(_lookup(square, DIAGONAL_STEPS) for square in range(64))
RANK_MASK = tuple(_blockers(square, RANK_STEPS) for square in range(64))
RANK = tuple(_lookup(square, RANK_STEPS) for square in range(64))
FILE_MASK = tuple(_blockers(square, FILE_STEPS) for square in range(64))
FILE = tuple(_lookup(square, FILE_STEPS) for square in range(64))

OPEN_DIAGONAL = tuple(DIAGONAL[square][0] for square in range(64))
OPEN_STRAIGHT = tuple(RANK[square][0] | FILE[square][0] for square in range(64))

MAGUS_LEAPS = _leap(DIAGONAL_STEPS + STRAIGHT_STEPS)
RIDER_LEAPS = _leap(((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)))
WARRIOR_LEAPS = (_leap(((-1, 1), (1, 1))), _leap(((-1, -1), (1, -1))))
"""The squares a warrior attacks, by colour and square."""


def _between(origin: int) -> tuple[int, ...]:
    row = [0] * 64
    for step in DIAGONAL_STEPS + STRAIGHT_STEPS:
        passed = 0
        for target in _ray(origin, step):
            row[target] = passed
            passed |= BIT[target]
    return tuple(row)


BETWEEN = tuple(_between(origin) for origin in range(64))
"""The squares strictly between two squares of a line; 0 where they share none."""


def diagonal(square: int, occupied: int) -> int:
    """The squares reached along the diagonals."""
    return DIAGONAL[square][DIAGONAL_MASK[square] & occupied]


def straight(square: int, occupied: int) -> int:
    """The squares reached along rank and file."""
    return RANK[square][RANK_MASK[square] & occupied] | FILE[square][FILE_MASK[square] & occupied]


def attacked_from(code: int, square: int, occupied: int) -> int:
    """The squares that a man on top of a square attacks while `occupied` blocks the lines."""
    mover = LAYER[code] & 7
    if mover == WARRIOR:
        return WARRIOR_LEAPS[code >> 4][square]
    if mover == RIDER:
        return RIDER_LEAPS[square]
    if mover == MAGUS:
        return MAGUS_LEAPS[square]
    attacked = RIDER_LEAPS[square] if mover == HELGI else 0
    if mover != CHAMPION:
        attacked |= diagonal(square, occupied)
    if mover != ARCHER:
        attacked |= straight(square, occupied)
    return attacked
