"""Switches that open and close by themselves, so that the board never seems to rest. Pure; times are ms."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable
from functools import partial

from engine.types import Square

FLIPS, FLIPS_MS = 16, 4000
"""A switch that opens and closes so many times in so long is restless: no hand does that, and a man that
lands chatters but once or twice."""
CALM_MS = 10_000
"""It is believed again when it has said the same for so long."""


class Restless:
    """Which switches are restless."""

    def __init__(self) -> None:
        self.squares: set[Square] = set()
        self._flips: defaultdict[Square, deque[int]] = defaultdict(partial(deque, maxlen=FLIPS))

    def hear(self, changed: Iterable[Square], t: int) -> set[Square]:
        """Some switches have changed at `t`; those that have become restless by that."""
        calm = {square for square in self.squares if t - self._flips[square][-1] >= CALM_MS}
        newly = set()
        for square in changed:
            flips = self._flips[square]
            flips.append(t)
            if len(flips) == FLIPS and t - flips[0] <= FLIPS_MS:
                newly.add(square)
        newly -= self.squares
        self.squares = self.squares - calm | newly
        return newly
