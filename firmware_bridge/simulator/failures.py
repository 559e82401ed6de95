"""Reed switches that fail, from the beginning or in the middle of a game."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from engine.errors import UsageError
from engine.types import BoardShape, Square

FLIPS = 0.5
"""How often a restless switch is found in its other state, each time it is looked at."""
_FAILURE = re.compile(r"(?P<square>\w+)=(?P<fault>\w+)(?:@(?P<ply>\d+))?")


class Fault(StrEnum):
    """What a switch does from some moment on."""

    STUCK = "stuck"
    """It is always closed."""
    DEAD = "dead"
    """It never closes."""
    RESTLESS = "restless"
    """It opens and closes many times a second."""
    WHOLE = "whole"
    """It says what is so, again."""


@dataclass(frozen=True, slots=True)
class Failure:
    """The switch of a square fails just before a ply (from 1) is played."""

    square: Square
    fault: Fault
    ply: int = 1


def read_failure(text: str, shape: BoardShape) -> Failure:
    """`e4=dead`, or `e4=dead@20`: before ply 20; UsageError says what is wrong with another text."""
    found = _FAILURE.fullmatch(text)
    if found and found["fault"] in set(Fault):
        try:
            return Failure(shape.square(found["square"]), Fault(found["fault"]), int(found["ply"] or 1))
        except ValueError:
            pass
    raise UsageError(
        f"no failure of a switch: {text!r}; write e4=dead or e4=stuck@20, which is a square of the board, "
        f"one of {', '.join(Fault)}, and the ply before which it happens"
    )


class Switches:
    """What the switches of a board show, some of them having failed."""

    def __init__(self, stuck: Iterable[Square], dead: Iterable[Square]) -> None:
        self._faults = dict.fromkeys(stuck, Fault.STUCK) | dict.fromkeys(dead, Fault.DEAD)
        self._flipped = 0

    @property
    def are_restless(self) -> bool:
        """True if any of them changes by itself."""
        return Fault.RESTLESS in self._faults.values()

    def fail(self, square: Square, fault: Fault) -> None:
        """From now on the switch of a square does that."""
        self._faults[square] = fault
        self._flipped &= ~(1 << square)

    def shown(self, closed: int) -> int:
        """What they show, as a bitmap, if the magnets keep those switches closed."""
        for square, fault in self._faults.items():
            if fault is Fault.STUCK:
                closed |= 1 << square
            elif fault is Fault.DEAD:
                closed &= ~(1 << square)
        return closed ^ self._flipped

    def flicker(self, rng: random.Random) -> None:
        """Let time pass: those that are restless flip, or do not."""
        restless = (square for square, fault in self._faults.items() if fault is Fault.RESTLESS)
        self._flipped = sum(1 << square for square in restless if rng.random() < FLIPS)
