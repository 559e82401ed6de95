"""The men of tavreli as small ints, and stacks of them as bytes, bottom to top.

A code is `colour << 4 | figure`. The figures are the five officers, the five warriors, named by what
they promote to, and the same five promoted, so that promoting adds `PROMOTION` and returning takes it off.
`LAYER[code]` is the bitboard a man belongs to while it is on top: `colour << 3 | mover`.
"""

from __future__ import annotations

from functools import lru_cache

from engine.phrase import phrase
from engine.types import Colour, Man, Stack

MAGUS, PRINCE, CHAMPION, ARCHER, RIDER, WARRIOR, HELGI, ALL = range(8)
"""How a man moves, and the index of its layer; `ALL` is the layer of all tops of a colour."""

MOVER_LETTERS = "KQRBNPH"
MOVER_NAMES = (
    phrase("magus"),
    phrase("prince"),
    phrase("champion"),
    phrase("archer"),
    phrase("rider"),
    phrase("warrior"),
    phrase("helgi"),
)
FIGURES = ("", "K", "Q", "R", "B", "N", "PR", "PN", "PB", "PQ", "PH", "+R", "+N", "+B", "+Q", "+H")

PROMOTION = 5
FIRST_WARRIOR = FIGURES.index("PR")
FIRST_PROMOTED = FIRST_WARRIOR + PROMOTION
FIGURE = 15
"""Mask of a code's figure."""
BLACK = 16
"""Bit of a code that says the man is Black's."""

WARRIOR_SIGNS = "RNBQHBNR"
"""What the warrior that starts on each file promotes to, a to h (rules, "Men")."""
SET = {"K": 1, "Q": 1, "R": 2, "B": 2, "N": 2, "PR": 2, "PN": 2, "PB": 2, "PQ": 1, "PH": 1}
"""How many men of a kind a side has."""


def _mover(figure: str) -> int:
    return MOVER_LETTERS.index(figure[1] if figure.startswith("+") else figure[0])


def _man(code: int) -> Man:
    figure, colour = FIGURES[code & FIGURE], Colour(code >> 4)
    if figure.startswith("+"):
        return Man(colour, figure[1], figure[1], turned=True)
    return Man(colour, figure[0], figure[1:])


CODES = tuple(code for code in range(32) if code & FIGURE)
LAYER = tuple(_mover(FIGURES[code & FIGURE]) | code >> 4 << 3 if code & FIGURE else -1 for code in range(32))
MEN = {code: _man(code) for code in CODES}
CODE_OF_TEXT = {man.text: code for code, man in MEN.items()}


def is_warrior(code: int) -> bool:
    """Whether a man is a warrior that has not promoted."""
    return FIRST_WARRIOR <= code & FIGURE < FIRST_PROMOTED


def is_promoted(code: int) -> bool:
    """Whether a man is a warrior that shows what it was promoted to."""
    return code & FIGURE >= FIRST_PROMOTED


def on_top(code: int, square: int) -> int:
    """What a man becomes on top of a square: a warrior on its last rank promotes."""
    last_rank = square < 8 if code & BLACK else square >= 56
    return code + PROMOTION if last_rank and is_warrior(code) else code


@lru_cache(maxsize=4096)
def men_of(stack: bytes) -> Stack:
    """A stack of codes as men."""
    return tuple(MEN[code] for code in stack)
