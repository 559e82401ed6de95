"""From sensor frames to what is known of each square: debounced, averaged, and what has moved.

The board is at rest when no switch has changed and no cell has been loaded or relieved for `QUIET_MS`, and
the cells have settled.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace

from board_driver.cells import QUIET_MS, Cells
from board_driver.past import Past, Stay, Trace
from board_driver.restless import Restless
from engine.types import Square
from firmware_bridge.frames import BoardInfo, SensorFrame

SETTLE_MS = 120
"""A weight cell has settled when it has been about one mean for so long; the ramp to it is no new change."""
CORNERS_SETTLE_MS = 160
"""The same for cells under the corners, whose readings must be the surer for what they tell."""
PAUSE_MS = 100
"""Quiet as short as this between two men that move is not rest, but what it shows may be a move."""
LEAST_READINGS = 3
"""So many readings of cells under the corners are believed without rest."""
DOUBT_MS = 100
"""A single deviating reading is believed if no other has come for this long, from a board that sends on
change, or for this and the longest gap between its frames so far, from one that sends always."""
ALWAYS_MS = 1500
"""A board whose frames never are further apart sends always."""


class Observer:
    """What the frames so far say of the board. Pure: all times come from the frames and the caller (ms).

    `reed`: the switches now, None without them. `weight`, `corners`: the cells, None without them.
    `opened`, `closed`: bitmaps of the squares whose switch has opened or closed since `clear_trace`.
    `stepped`: the squares whose weight has changed since then. `changed_at`: when each of all these squares
    changed last, ms. `ever_open`, `ever_closed`: bitmaps of the switches that have been so at all.
    `restless`: bitmap of those that change by themselves, which is no change of the board.
    """

    def __init__(self, info: BoardInfo) -> None:
        self.info = info
        self.reed: int | None = None
        self.weight: Cells | None = None
        self.corners: Cells | None = None
        self.opened = 0
        self.closed = 0
        self.ever_open = 0
        self.ever_closed = 0
        self.restless = 0
        self._restless = Restless()
        self.stepped: set[Square] = set()
        self.changed_at: dict[Square, int] = {}
        self._ever_changed_at: dict[Square, int] = {}
        self._switched: defaultdict[Square, Past] = defaultdict(Past)
        self.started_at: int | None = None
        self.revision = 0
        """Goes up with everything that is heard or believed."""
        self._reed_changed_at = 0
        self._latest = 0
        self._longest_gap = 0

    def feed(self, frame: SensorFrame) -> bool:
        """Take one frame in; True if anything changed by more than noise."""
        self.revision += 1
        changed = self._feed_reed(frame)
        changed |= self.settle(frame.t)
        if self.started_at is not None:
            self._longest_gap = max(self._longest_gap, frame.t - self._latest)
        self._latest = frame.t
        sensors = self.info.sensors
        if frame.grams is not None and sensors.weight:
            if self.weight is None:
                self.weight = Cells(frame.grams, frame.t, sensors.weight.sigma_g)
            stepped = self.weight.feed(frame.grams, frame.t)
            self._step(stepped, frame.t)
            changed |= bool(stepped)
        if frame.corners is not None and sensors.corners:
            if self.corners is None:
                self.corners = Cells(frame.corners, frame.t, sensors.corners.sigma_g)
            self.corners.settle(frame.t)
            changed |= bool(self.corners.feed(frame.corners, frame.t))
        if self.started_at is None:
            self.started_at = frame.t
            return True
        return changed

    def _step(self, squares: list[Square], t: int) -> None:
        self.stepped.update(squares)
        self._visit(squares, t)

    def _visit(self, squares: Iterable[Square], t: int) -> None:
        for square in squares:
            self.changed_at[square] = self._ever_changed_at[square] = t

    def changed_last(self, squares: Set[Square] = frozenset()) -> int:
        """When one of these squares changed last; if none has, when anything did."""
        times = [self.changed_at[square] for square in squares if square in self.changed_at]
        return max(times or self._steps(), default=0)

    def breaks_pause(self, t: int, frame: SensorFrame | None = None) -> set[Square]:
        """The squares whose change ends a short quiet, told just before `frame`, if any, is fed or settled.

        A cell's first deviating reading ends none, for it may be wild.
        """
        began = {}
        if self.weight:
            began = self.weight.believable(t - self._doubt_ms(), frame.grams if frame else None)
        if frame:
            began |= dict.fromkeys(squares_of(((frame.reed or 0) ^ (self.reed or 0)) & ~self.restless), t)
        last = max(self._steps(), default=t)
        return set(began) if began and min(began.values()) >= last + PAUSE_MS else set()

    def breaks_balance(self, t: int, frame: SensorFrame | None = None) -> bool:
        """True if a change ends a short quiet of the cells under the corners, told as by `breaks_pause`."""
        if self.corners is None or min(self.corners.counts) < LEAST_READINGS:
            return False
        stepped = self.corners.believable(t - self._doubt_ms(), frame.corners if frame else None)
        return bool(stepped) or (frame is not None and frame.reed != self.reed)

    def _feed_reed(self, frame: SensorFrame) -> bool:
        before, self.reed = self.reed, frame.reed
        if frame.reed is not None:
            self.ever_open |= ~frame.reed
            self.ever_closed |= frame.reed
        if before is None or frame.reed is None:
            return False
        changed = before ^ frame.reed
        if changed or self.restless:
            if newly := self._restless.hear(squares_of(changed), frame.t):
                self.clear_trace(frozenset(range(len(self.info.shape))) - newly)
            self.restless = sum(1 << square for square in self._restless.squares)
            changed &= ~self.restless
        if not changed:
            return False
        self.opened |= changed & before
        self.closed |= changed & frame.reed
        self._reed_changed_at = frame.t
        if self.corners:
            self.corners.restart()
        switched = squares_of(changed)
        self._visit(switched, frame.t)
        for square in switched:
            self._switched[square].add(Stay(frame.t, float(frame.reed >> square & 1)))
        return True

    def changes(self, square: Square) -> list[Stay]:
        """What the cell of a square, or else its switch, has said since `clear_trace`, in order of time."""
        if self.weight:
            return self.weight.changes(square)
        return self._switched[square].recent if square in self._switched else []

    @property
    def now(self) -> int:
        """When the last frame came, ms."""
        return self._latest

    @property
    def latest_change(self) -> int:
        """When any square changed last, ms."""
        return max(self._ever_changed_at.values(), default=0)

    def since(self, t: int) -> Trace:
        """What moved after `t`, though it has been cleared, as long as nothing more is heard."""
        changed_at = {square: at for square, at in self._ever_changed_at.items() if at > t}
        return _Later(changed_at, self, t)

    def changes_since(self, square: Square, t: int) -> list[Stay]:
        """What the sensor of a square has begun to say after `t`, in order of time."""
        if self.weight:
            return self.weight.since_when(square, t)
        return [stay for stay in self._switched[square].stays if stay.since > t]

    def settle(self, t: int) -> bool:
        """Let time pass without a frame; True if a reading that was in doubt is now believed."""
        doubt_ms = self._doubt_ms()
        stepped = self.weight.settle_doubts(t, doubt_ms) if self.weight else []
        shifted = self.corners.settle_doubts(t, doubt_ms) if self.corners else []
        self._step(stepped, t)
        self.revision += bool(stepped or shifted)
        return bool(stepped or shifted)

    def _doubt_ms(self) -> int:
        return DOUBT_MS + (self._longest_gap if self._longest_gap <= ALWAYS_MS else 0)

    def _steps(self) -> Iterator[int]:
        if self.started_at is not None:
            yield self.started_at
            yield self._reed_changed_at
        yield from (cells.changed_at for cells in (self.weight, self.corners) if cells)

    @property
    def rest_at(self) -> int | None:
        """When the board came to rest, or will if nothing more changes; None: no frame yet.

        A reading in doubt puts it off on a square that has moved; elsewhere it is wild, or the next move.
        """
        if self.started_at is None:
            return None
        rests = [self.started_at + QUIET_MS, self._reed_changed_at + QUIET_MS]
        if self.weight:
            rests += [self.weight.pushed_at + QUIET_MS, self.weight.changed_at + SETTLE_MS]
            doubts = self.weight.doubts.items()
            rests += [since + QUIET_MS for square, since in doubts if square in self.changed_at]
        if self.corners:
            rests += [self.corners.pushed_at + QUIET_MS, self.corners.changed_at + CORNERS_SETTLE_MS]
            rests += [since + QUIET_MS for since in self.corners.doubts.values()]
        return max(rests)

    def is_still(self, t: int) -> bool:
        """True if the board is at rest at that time."""
        rest = self.rest_at
        return rest is not None and rest <= t

    def due(self) -> int | None:
        """The next moment at which `settle` will change something, if no frame comes before."""
        doubts = [t for cells in (self.weight, self.corners) if cells for t in cells.doubts.values()]
        return min(doubts) + self._doubt_ms() if doubts else None

    def clear_trace(self, keep: frozenset[Square] = frozenset()) -> None:
        """Forget what moved, but for some squares: the rest of the board stands as the record has it."""
        kept = sum(1 << square for square in keep)
        self.opened &= kept
        self.closed &= kept
        self.stepped &= keep
        self.changed_at = {square: t for square, t in self.changed_at.items() if square in keep}
        for trail in (self._switched, self.weight.ended if self.weight else {}):
            for square in trail.keys() - keep:
                trail[square].forget()


@dataclass(frozen=True, slots=True)
class _Later:
    changed_at: Mapping[Square, int]
    observer: Observer
    t: int

    def changes(self, square: Square) -> list[Stay]:
        return self.observer.changes_since(square, self.t)


def squares_of(bitmap: int) -> set[Square]:
    """The squares whose bit is set."""
    return {square for square in range(bitmap.bit_length()) if bitmap >> square & 1}


def neighbours(square: Square, files: int) -> set[Square]:
    """The squares beside, above and below one; some may be off the board."""
    beside = {square + step for step in (-1, 1) if (square + step) // files == square // files}
    return beside | {square - files, square + files}


def as_needed(info: BoardInfo, *, towers: bool) -> BoardInfo:
    """What is heard of a board: without towers no cells under its corners, if there are switches. Those tell
    all there is to know, and what hands do to such a board would only be in the way."""
    told = info.sensors.reed and not towers
    return replace(info, sensors=replace(info.sensors, corners=None)) if told else info
