"""Which reed switches are believed. Pure.

A switch that says again and again what is not so of known stacks is broken; it is believed again when it has
followed the men for a while.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from board_driver.switches import SwitchFault
from engine.types import Square, Stack

BROKEN_AFTER = 3
"""A switch is broken when it has contradicted what is known of its square at so many rests or moves."""
FORGIVEN_AFTER = 3
"""A broken switch is believed again when it has followed so many comings and goings of men in a row."""


class Trust:
    """The switches that are broken, with what is wrong with them, and what speaks for and against each.

    `broken`: bitmap of their squares.
    """

    def __init__(self) -> None:
        self.broken = 0
        self.faults: dict[Square, SwitchFault] = {}
        self._against: Counter[Square] = Counter()
        self._followed: Counter[Square] = Counter()
        self._known: dict[Square, bool] = {}

    def contradict(self, square: Square, *, closed: bool, proven: bool = False) -> None:
        """A switch is closed, or open, and should not be; `proven`: that is beyond doubt."""
        self._against[square] += 1
        if proven or self._against[square] >= BROKEN_AFTER:
            fault = SwitchFault.of(closed=closed)
            same = self.faults.setdefault(square, fault) is fault
            self.faults[square] = fault if same else SwitchFault.UNSURE
            self.broken |= 1 << square

    def forgive(self, square: Square) -> None:
        """What a switch said was so."""
        del self._against[square]

    def follow(self, stacks: Sequence[Stack], reed: int) -> None:
        """Switches that come and go with the men of known stacks are believed again."""
        for square in list(self.faults):
            stands = bool(stacks[square])
            if self._known.setdefault(square, stands) == stands:
                continue
            self._known[square] = stands
            self._followed[square] += 1
            if stands != bool(reed >> square & 1):
                del self._followed[square]
            elif self._followed[square] >= FORGIVEN_AFTER:
                self.broken &= ~(1 << square)
                del self.faults[square], self._known[square]
                del self._followed[square], self._against[square]
