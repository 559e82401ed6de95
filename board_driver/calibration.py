"""What is known of a weight cell: its zero and gain, learnt from the stacks that are known to stand on it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from operator import itemgetter

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
SETTLED_MS = 10_000
"""A load that has stood for so long has settled, and no finger rests on it: what changes then is drift."""
MOST_LOADS = 12
"""So many different loads of a cell are remembered; the one that was set down the longest ago goes first."""
MOST_VISITS = 4
"""The reading of a load is the mean of about so many times that it stood there."""


class Scale:
    """Grams of men and stacks, as the kit says; the sums are kept, for stacks recur."""

    def __init__(self, cells: WeightCells) -> None:
        self.man_g = cells.man_g
        self._men_g = cells.men_g
        self._known: dict[Stack, float] = {}
        self.load: Callable[[Stack], Hashable] = self.grams if self._men_g else len
        """What is the same for stacks of the same nominal grams, and quickly found."""

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
        return replace(self, zero_variance=min(self.zero_variance + wandered(1000.0 * seconds), ZERO_G**2))


def wandered(ms: float) -> float:
    """The variance of a zero's wandering over a time, g^2."""
    return WALK_G**2 * max(ms, 0.0) / 1000.0


def own_variance(man_g: float, grams: float) -> float:
    """The variance of what men of so many grams in all weigh, g^2, if one weighs `man_g`."""
    return MEN_SPREAD**2 * man_g * grams


UNKNOWN = CellState()
"""A cell as the makers say."""


@dataclass(slots=True)
class _Load:
    """What is known of a load: the mean of its readings (g), its variance but for the men's own errors (g^2),
    and when it was seen last (ms). `settled`: the mean of the `visits` when it stood until it was settled.
    """

    reading: float = 0.0
    variance: float = 0.0
    seen_at: int = 0
    settled: float = 0.0
    visits: int = 0

    def take(self, reading: float, variance: float, t: int) -> None:
        self.reading = self.settled + (reading - self.settled) / (self.visits + 1)
        self.variance, self.seen_at = variance, t

    def leave(self, t: int) -> None:
        """It stood there until `t`, and was settled."""
        self.settled, self.seen_at, self.visits = self.reading, t, min(self.visits + 1, MOST_VISITS)


class CellModel:
    """One cell: reading = zero + gain * grams + what its men weigh more than they should.

    The men's own errors are no noise that averages out, for the same men come and go. So the readings of each
    load are kept as one, and zero and gain are fitted to them by generalised least squares: a load is taken
    for a part of each higher one, and only the errors of the men between the two are new (a Brownian motion
    over the grams). While a load stays, the zero follows its reading.

    All in g, g^2 and ms. `man_g`: grams of a man, from which the men's own errors follow.
    """

    def __init__(self, prior: CellState = UNKNOWN, man_g: float = 0.0) -> None:
        self._man_g = man_g
        self._prior = prior
        self._zero, self._gain = prior.zero, prior.gain
        self._spread = [prior.zero_variance, prior.covariance, prior.gain_variance]
        self._loads: dict[float, _Load] = {}
        self._load: float | None = None
        self._segment = self._set_at = self._at = 0
        self._drift = 0.0
        self._excess = 0.0

    @property
    def state(self) -> CellState:
        """What is known of the cell now."""
        return CellState(self._zero, self._gain, *self._spread)

    def predict(self, grams: float) -> tuple[float, float]:
        """The reading to expect of a load, and its variance without that of the reading and of its men."""
        zero, both, gain = self._spread
        return self._zero + self._gain * grams, zero + 2.0 * grams * both + grams * grams * gain

    def learn(self, grams: float, reading: float, variance: float, t: int, segment: int = 0) -> None:
        """A known load read so much, with that variance (but for its men's own), at `t` ms.

        `segment` is that of the reading: in another one other men may stand there.
        """
        last, self._at = self._at, t
        if (grams, segment) != (self._load, self._segment):
            if self._load is not None and last - self._set_at > SETTLED_MS:
                self._loads[self._load].leave(last)
            self._load, self._segment, self._set_at = grams, segment, t
        elif t - self._set_at > SETTLED_MS:
            self._follow(grams, reading, t - last)
            return
        known = self._loads.pop(grams, None) or _Load()
        known.take(reading - self._drift, variance, t)
        self._loads[grams] = known
        if len(self._loads) > MOST_LOADS:
            del self._loads[next(iter(self._loads))]
        self._fit(t)
        self._excess = reading - self.predict(grams)[0]

    def _follow(self, grams: float, reading: float, ms: int) -> None:
        """The same load reads so much after some time more: the zero goes with it."""
        self._spread[0] = min(self._spread[0] + wandered(ms), ZERO_G**2)
        step = FOLLOW * (reading - self.predict(grams)[0] - self._excess)
        self._zero += step
        self._drift += step

    def _fit(self, t: int) -> None:
        """Find zero, gain and, beside them, the error of the men, from the lowest load to the highest."""
        prior = self._prior.aged(t / 1000.0)
        state = [prior.zero, prior.gain, 0.0]
        spread = [
            [prior.zero_variance, prior.covariance, 0.0],
            [prior.covariance, prior.gain_variance, 0.0],
            [0.0, 0.0, 0.0],
        ]
        before = 0.0
        for grams, load in sorted(self._loads.items(), key=itemgetter(0)):
            spread[2][2] += own_variance(self._man_g, grams - before)
            before = grams
            shares = [row[0] + grams * row[1] + row[2] for row in spread]
            total = shares[0] + grams * shares[1] + shares[2] + load.variance + wandered(t - load.seen_at)
            error = load.reading - state[0] - grams * state[1] - state[2]
            state = [value + share * error / total for value, share in zip(state, shares, strict=True)]
            spread = [
                [value - mine * other / total for value, other in zip(row, shares, strict=True)]
                for row, mine in zip(spread, shares, strict=True)
            ]
        self._zero, self._gain = state[0] + self._drift, state[1]
        self._spread = [spread[0][0], spread[0][1], spread[1][1]]
