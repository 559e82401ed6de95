"""What is known of a weight cell: its zero and gain, learnt from the stacks that are known to stand on it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.types import Man, Stack
from firmware_bridge.frames import WeightCells

ZERO_G = 1.0
"""Cells are tared on the empty board, but zeros may be off by this much (one standard deviation)."""
GAIN = 0.03
"""Gains may be off by this fraction."""
MEN_SPREAD = 0.02
"""Men of one kind differ by this fraction of their grams (makers' tolerance)."""
WALK_G = 0.005
"""The standard deviation of a zero's wandering over one second (drift of 0.02 g a minute, and to spare)."""
FOLLOW = 0.2
"""The part of a change under the same load by which the zero follows it, at each rest."""
FLOOR_G = 0.25
"""What no model of ours explains: settling, creep, a man that leans on its neighbour."""


class Scale:
    """Grams of men and stacks, as the kit says; the sums are kept, for stacks recur."""

    def __init__(self, cells: WeightCells) -> None:
        self.man_g = cells.man_g
        self._men_g = cells.men_g
        self._known: dict[Stack, float] = {}

    def grams(self, stack: Stack) -> float:
        """The nominal grams of a stack."""
        if not self._men_g:
            return len(stack) * self.man_g
        if stack not in self._known:
            self._known[stack] = sum(map(self._man, stack))
        return self._known[stack]

    def _man(self, man: Man) -> float:
        kind = "P" if man.turned else man.kind
        return self._men_g.get(kind + man.sign, self._men_g.get(kind, self.man_g))


@dataclass(frozen=True, slots=True)
class CellState:
    """What is known of a cell: zero (g) and gain, their variances and their covariance."""

    zero: float = 0.0
    gain: float = 1.0
    zero_variance: float = ZERO_G**2
    covariance: float = 0.0
    gain_variance: float = GAIN**2

    def aged(self, seconds: float) -> CellState:
        """The same so much later: the zero has wandered."""
        return replace(self, zero_variance=min(self.zero_variance + WALK_G**2 * seconds, ZERO_G**2))


UNKNOWN = CellState()
"""A cell as the makers say."""


class CellModel:
    """One cell: reading = zero + gain * grams, with a 2x2 covariance (a Kalman filter of two states).

    A new load teaches zero and gain, once: its men's own weights are no noise that would average out. While
    the same men stay, only the zero follows; other men of the same load teach nothing but their own weight.
    """

    __slots__ = ("_at", "_excess", "_gain", "_load", "_pgg", "_pzg", "_pzz", "_segment", "_zero")

    def __init__(self, known: CellState = UNKNOWN) -> None:
        self._zero, self._gain = known.zero, known.gain
        self._pzz, self._pzg, self._pgg = known.zero_variance, known.covariance, known.gain_variance
        self._at = 0
        self._load: float | None = None
        self._segment = 0
        self._excess = 0.0

    @property
    def state(self) -> CellState:
        """What is known of the cell now."""
        return CellState(self._zero, self._gain, self._pzz, self._pzg, self._pgg)

    def predict(self, grams: float) -> tuple[float, float]:
        """The reading to expect of a load, and its variance (g, g^2), without the noise of the reading."""
        variance = self._pzz + 2.0 * grams * self._pzg + grams * grams * self._pgg
        return self._zero + self._gain * grams, variance

    def learn(self, grams: float, reading: float, variance: float, t: int, segment: int = 0) -> None:
        """A known load read so much, with that variance, at `t` ms.

        `segment` is that of the reading: in another one other men may stand there.
        """
        self._pzz = min(self._pzz + WALK_G**2 * (t - self._at) / 1000.0, ZERO_G**2)
        self._at = t
        expected, spread = self.predict(grams)
        same, self._segment = segment == self._segment, segment
        if grams == self._load:
            if same:
                self._zero += FOLLOW * (reading - expected - self._excess)
            else:
                self._excess = reading - expected
            return
        total = spread + variance
        zero = (self._pzz + grams * self._pzg) / total
        gain = (self._pzg + grams * self._pgg) / total
        error = reading - expected
        self._zero += zero * error
        self._gain += gain * error
        pzz, pzg, pgg = self._pzz, self._pzg, self._pgg
        self._pzz = pzz - zero * (pzz + grams * pzg)
        self._pzg = pzg - zero * (pzg + grams * pgg)
        self._pgg = pgg - gain * (pzg + grams * pgg)
        self._load = grams
        self._excess = reading - self.predict(grams)[0]
