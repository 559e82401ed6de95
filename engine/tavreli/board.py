"""A tavreli position in the engine's own terms: stacks as bytes, tops as bitboards."""

from __future__ import annotations

from typing import NamedTuple

from engine.tavreli.attacks import (
    BIT,
    MAGUS_LEAPS,
    RIDER_LEAPS,
    WARRIOR_LEAPS,
    diagonal,
    straight,
)
from engine.tavreli.men import (
    ALL,
    ARCHER,
    CHAMPION,
    HELGI,
    LAYER,
    MAGUS,
    PRINCE,
    PROMOTION,
    RIDER,
    WARRIOR,
    is_promoted,
    on_top,
)
from engine.types import BoardShape, Square

SHAPE = BoardShape(8, 8)
CORNERS = (BIT[0] | BIT[7], BIT[56] | BIT[63])
"""Where the champions of a colour start."""
HOME = (4, 60)
"""Where the magus of a colour starts."""

Changes = tuple[tuple[Square, bytes], ...]


class Step(NamedTuple):
    """A move as the engine plays it: the top `men` of `origin` go to `target`.

    Castling is the step of the magus over two files; en passant a warrior's diagonal step to an empty square.
    """

    origin: Square
    target: Square
    men: int


def layers(stacks: tuple[bytes, ...]) -> tuple[int, ...]:
    """The bitboards of the men on top, indexed by `LAYER` of a man, or colour << 3 | `ALL`."""
    tops = [0] * 16
    for square, stack in enumerate(stacks):
        if stack:
            tops[LAYER[stack[-1]]] |= BIT[square]
            tops[LAYER[stack[-1]] | ALL] |= BIT[square]
    return tuple(tops)


class Board(NamedTuple):
    """All that decides which moves are legal.

    `tops` are the bitboards of `layers(stacks)`. `unmoved` holds the squares of the warriors that never
    moved and of the champions that may still castle. `crossed` is the square that a double step has just
    passed over, None without one. `turn` is 0 or 1. `over_own` is the option `double_step_over_own`.
    """

    stacks: tuple[bytes, ...]
    tops: tuple[int, ...]
    turn: int
    unmoved: int
    crossed: Square | None
    over_own: bool

    def magus(self, colour: int) -> Square:
        """Where the magus of a colour stands."""
        return self.tops[colour << 3].bit_length() - 1

    def attackers(self, square: Square, by: int) -> int:
        """The squares of the men of colour `by` that attack a square."""
        return attackers(self.tops, square, by, self.tops[ALL] | self.tops[8 | ALL])

    def checkers(self) -> int:
        """The squares of the men that give check to the side to move."""
        return self.attackers(self.magus(self.turn), 1 - self.turn)

    def is_en_passant(self, step: Step) -> bool:
        """Whether a step takes the warrior that has just made a double step."""
        return (
            step.target == self.crossed
            and LAYER[self.stacks[step.origin][-1]] & 7 == WARRIOR
            and (step.origin - step.target) % 8 != 0
        )

    def is_castling(self, step: Step) -> bool:
        """Whether a step is the magus' part of castling."""
        return abs(step.origin - step.target) == 2 and LAYER[self.stacks[step.origin][-1]] & 7 == MAGUS

    def victim(self) -> Square:
        """Where the warrior stands that has just made a double step; only if `crossed`."""
        assert self.crossed is not None
        return self.crossed + 8 if self.turn else self.crossed - 8

    def changes(self, step: Step) -> Changes:
        """The squares that a step changes, with the stacks then on them; a promotion is part of it."""
        origin, target, men = step
        stack, base = self.stacks[origin], self.stacks[target]
        plain = moved(step, stack, base)
        if base:
            return plain
        if target == self.crossed and self.is_en_passant(step):
            victim = self.victim()
            captured = self.stacks[victim]
            return plain[0], (target, captured[-1:] + stack[-men:]), (victim, captured[:-1])
        if abs(origin - target) == 2 and self.is_castling(step):
            corner = origin + 3 if target > origin else origin - 4
            return *plain, (corner, b""), ((origin + target) // 2, self.stacks[corner])
        return plain

    def after(self, step: Step) -> Board:
        """The board after a step, legal or not, with the other side to move."""
        origin, target, men = step
        stack = self.stacks[origin]
        stacks, tops = list(self.stacks), list(self.tops)
        for square, new in self.changes(step):
            bit, old = BIT[square], stacks[square]
            if old:
                layer = LAYER[old[-1]]
                tops[layer] ^= bit
                tops[layer | ALL] ^= bit
            if new:
                layer = LAYER[new[-1]]
                tops[layer] ^= bit
                tops[layer | ALL] ^= bit
            stacks[square] = new
        unmoved, crossed = self.unmoved, None
        layer = LAYER[stack[-1]]
        if layer & 7 == MAGUS:
            unmoved &= ~CORNERS[self.turn]
        if men == len(stack):
            if layer & 7 == WARRIOR and unmoved & BIT[origin] and abs(origin - target) == 16:
                middle = (origin + target) // 2
                crossed = None if self.stacks[middle] else middle
            unmoved &= ~BIT[origin]
        return Board(tuple(stacks), tuple(tops), 1 - self.turn, unmoved, crossed, self.over_own)


def moved(step: Step, stack: bytes, base: bytes) -> Changes:
    """What a step from `stack` to `base` makes of both, castling and en passant aside."""
    origin, target, men = step
    rest, top = stack[:-men], stack[-men:]
    if rest and not 8 <= origin < 56:
        rest = rest[:-1] + bytes((on_top(rest[-1], origin),))
    if base and is_promoted(base[-1]):
        base = base[:-1] + bytes((base[-1] - PROMOTION,))
    if not 8 <= target < 56:
        top = top[:-1] + bytes((on_top(top[-1], target),))
    return (origin, rest), (target, base + top)


def attackers(tops: tuple[int, ...], square: Square, by: int, occupied: int) -> int:
    """The squares of the tops of colour `by` that attack a square while `occupied` blocks the lines."""
    side = by << 3
    princes, helgis = tops[side | PRINCE], tops[side | HELGI]
    leapers = (
        RIDER_LEAPS[square] & (tops[side | RIDER] | helgis)
        | WARRIOR_LEAPS[1 - by][square] & tops[side | WARRIOR]
        | MAGUS_LEAPS[square] & tops[side | MAGUS]
    )
    return (
        leapers
        | diagonal(square, occupied) & (tops[side | ARCHER] | princes | helgis)
        | straight(square, occupied) & (tops[side | CHAMPION] | princes | helgis)
    )
