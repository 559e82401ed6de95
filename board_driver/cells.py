"""Readings of weight cells as segments: stretches about one mean, and what is still settling in them.

One wild reading starts no new segment, a second one does, or one that nothing contradicts for a while.
"""

from __future__ import annotations

from collections import defaultdict
from math import exp

from board_driver.past import Past, Stay

QUIET_MS = 240
"""Rest is this long without change: a man slid over a square trips it for 50-300 ms."""
TAIL = 0.75
"""A reading that goes on as the last one did, by less than this part of its step, is the end of a ramp."""
GAP_MS = 500
"""A reading that comes so long after the last one is of cells that have settled."""
LAG_MS = 100
"""The time constant of the slowest cells."""
RAMP_MS = 150
"""Readings of a cell that are further apart are not of one ramp."""
STEP_SIGMAS = 5.0
"""A reading this many sigmas from the mean of its segment may be the start of another one."""
LEAST_SIGMA_G = 0.1
"""No cell is better than this, whatever the board says: readings have one decimal."""
MEMORY = 16
"""The mean of a segment follows slow drift as an average over about this many readings."""
MOST = 2 * MEMORY - 1
"""So many readings of a segment are told apart: later ones count more, as the first are the end of a ramp."""


class Cells:
    """The readings of some weight cells: their means, and which of them have just stepped.

    `counts`: how many readings the segment of each cell has, up to `MOST`; `segments`: its number;
    `began`: when it did, ms.
    `changed_at`: when the last one began, ms; `pushed_at`: when the ramp to it did, for cells settle slowly.
    `surge`: what may still be missing of each cell's last changes of load, if it is as slow as cells are, g.
    `lone`: the cells whose segment is but one reading, believed for want of another, with the mean before it.
    `ended`: what each cell said before what it says now, with the readings that were not believed.
    """

    def __init__(self, first: tuple[float, ...], t: int, sigma_g: float) -> None:
        self.sigma_g = max(sigma_g, LEAST_SIGMA_G)
        self._latest = first
        self.means = list(first)
        self.counts = [1] * len(first)
        self.since = [t] * len(first)
        self.ended: defaultdict[int, Past] = defaultdict(Past)
        self.segments = [0] * len(first)
        self.began = [t] * len(first)
        self.lone: dict[int, float] = {}
        self.changed_at = self.pushed_at = t
        self._marked: list[float] | None = None
        self._ramps: dict[int, tuple[int, float, int]] = {}
        self._step_g = STEP_SIGMAS * self.sigma_g
        self.surge = [0.0] * len(first)
        self._fed_at = t
        self._doubts: dict[int, tuple[int, float]] = {}

    def mark(self) -> None:
        """What the cells say until one of them steps is what `marked` says from now on."""
        self._marked = self.believed if self.lone else None

    @property
    def believed(self) -> list[float]:
        """The means, but for readings that stand alone: those are wild, what does change is sent often."""
        return (
            [self.lone.get(cell, mean) for cell, mean in enumerate(self.means)] if self.lone else self.means
        )

    @property
    def marked(self) -> list[float]:
        """The means before the first step since `mark`."""
        return self._marked or self.means

    def restart(self) -> None:
        """Something moves: what the cells said before is no part of the means any more."""
        self._marked = self._marked or self.means.copy()
        self.counts = [0] * len(self.counts)

    def far(self, readings: tuple[float, ...]) -> list[int]:
        """The cells whose reading deviates from their mean by more than noise."""
        step = self._step_g
        return [
            cell
            for cell, (grams, mean) in enumerate(zip(readings, self.means, strict=True))
            if not -step < grams - mean < step
        ]

    def feed(self, readings: tuple[float, ...], t: int) -> list[int]:
        """Take one reading a cell in; the cells that have begun a new segment.

        The same readings again are a frame that was repeated, or came for the switches' sake: they tell
        nothing new, and confirm no wild one.
        """
        if readings == self._latest:
            return []
        far, means = self.far(readings), self.means
        doubts = {cell: self._doubts.get(cell, (t, readings[cell])) for cell in far}
        stepped = [cell for cell in far if cell in self._doubts]
        for cell in far:
            began = self._ramp(cell, readings[cell] - self._latest[cell], t)
            if cell in stepped:
                self._glimpse(cell, t)
                self._step(cell, doubts.pop(cell)[0], readings[cell])
                self.pushed_at = max(self.pushed_at, began)
        for cell in self._doubts.keys() - far:
            self._glimpse(cell, t)
        self._latest = readings
        self._doubts = doubts
        self.lone = {cell: mean for cell, mean in self.lone.items() if cell in doubts}
        kept = [(cell, means[cell], self.counts[cell]) for cell in doubts]
        self.counts = [count + 1 if count < MOST else MOST for count in self.counts]
        averaged = zip(means, readings, self.counts, strict=True)
        self.means = [mean + (grams - mean) * 2.0 / (count + 1) for mean, grams, count in averaged]
        for cell, mean, count in kept:
            self.means[cell], self.counts[cell] = mean, count
        return stepped

    def settle(self, t: int) -> None:
        """Time has passed until a reading, which is fed next; after a gap it is of cells that have settled.

        Only where `surge` is asked for.
        """
        left = exp((self._fed_at - t) / LAG_MS)
        if t - self._fed_at > GAP_MS and max(map(abs, self.surge)) > self.sigma_g:
            self.restart()
            left = 0.0
        self.surge = [grams * left for grams in self.surge]
        self._fed_at = t

    def settle_doubts(self, t: int, doubt_ms: int) -> list[int]:
        """Believe single deviating readings that have stood uncontradicted for so long; their cells."""
        stepped = list(self.believable(t - doubt_ms))
        for cell in stepped:
            since, grams = self._doubts.pop(cell)
            self.lone.setdefault(cell, self.means[cell])
            self._end(cell, since)
            self._step(cell, max(since, t - QUIET_MS // 2), grams)
            self.pushed_at = max(self.pushed_at, self.changed_at)
        return stepped

    def believable(self, until: int, readings: tuple[float, ...] | None = None) -> dict[int, int]:
        """The cells in doubt whose first deviating reading is as old as `until`, or has now been confirmed by
        `readings`, with the time of the first (ms)."""
        again = set(self.far(readings)) if readings and self._doubts else set()
        return {cell: since for cell, (since, _) in self._doubts.items() if since <= until or cell in again}

    def _ramp(self, cell: int, step: float, t: int) -> int:
        """When the ramp began that a cell is on, its reading having gone on by a step now."""
        began, before, at = self._ramps.get(cell, (t, 0.0, t))
        goes_on = abs(step) < self._step_g or 0.0 < step * before < TAIL * before * before
        if t - at > RAMP_MS or not goes_on:
            began = t
        self._ramps[cell] = (began, step, t)
        return began

    @property
    def doubts(self) -> dict[int, int]:
        """The cells with a deviating reading that is not believed yet, with its time."""
        return {cell: since for cell, (since, _) in self._doubts.items()}

    def changes(self, cell: int) -> list[Stay]:
        """What a cell has said since it was last forgotten, after what it said then, in order of time."""
        ended = self.ended[cell].recent if cell in self.ended else []
        return [*ended[1:], self._now(cell)] if ended else []

    def since_when(self, cell: int, t: int) -> list[Stay]:
        """What a cell has begun to say after `t`, in order of time."""
        ended = self.ended[cell].stays if cell in self.ended else []
        return [stay for stay in (*ended, self._now(cell)) if stay.since > t]

    def _now(self, cell: int) -> Stay:
        return Stay(self.since[cell], self.means[cell], self.counts[cell])

    def _end(self, cell: int, t: int) -> None:
        self.ended[cell].add(self._now(cell))
        self.since[cell] = t

    def _glimpse(self, cell: int, t: int) -> None:
        """What a cell said was a single reading, before what it says now."""
        since, grams = self._doubts[cell]
        self._end(cell, t)
        self.ended[cell].add(Stay(since, grams))

    def _step(self, cell: int, since: int, grams: float) -> None:
        self.surge[cell] += grams - self.means[cell]
        self._marked = self._marked or self.means.copy()
        self.means[cell] = grams
        self.counts[cell] = 0
        self.segments[cell] += 1
        self.began[cell] = since
        self.changed_at = max(self.changed_at, since)
