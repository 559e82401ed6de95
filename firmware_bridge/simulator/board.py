"""A board as a thing: men of some grams stand on it, hands move them, and each sensor says what it sees.

All times are ms of the board's clock and are given by the caller; the same calls with the same seed give the
same readings. Nothing here knows a rule of a game.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.types import BoardShape, Man, Square, Stack
from firmware_bridge.frames import BoardInfo, SensorFrame
from firmware_bridge.simulator.failures import Fault, Switches
from firmware_bridge.simulator.kits import Kit

TICK_MS = 20
"""So often a board is asked for its news while anything moves."""
SAMPLE_MS = 40
"""Readings are taken, and sent while anything moves, at 25 Hz."""
STILL_MS = 1000
"""With nothing moving a frame is sent once a second."""
AFTERGLOW_MS = 480
"""How long frames go on at full rate after the last change, so that the reader can average."""
BETWEEN = 0.3
"""A man further off its square's centre than this stands on its neighbour too, and closes both switches."""
NEIGHBOURS_SHARE = 0.4
"""The part of its weight that the neighbour's cell bears then."""
JOLT = 0.6
"""A bump makes men press on their cells by up to this fraction of their weight more or less."""
WILD_G = 40.0
"""How far off a wild reading is at most."""
HOP = 0.1
"""The share of men that open their switch in a bump."""

_Corner: TypeAlias = tuple[float, float, float, float]
"""Its x and y, and the x and y of the opposite corner."""


@dataclass(slots=True)
class _Disc:
    man: Man
    grams: float
    dx: float = 0.0
    dy: float = 0.0


@dataclass(frozen=True, slots=True)
class _Push:
    square: Square
    grams: float
    until: int


class SimulatedBoard:
    """Stacks of men on a board with the sensors of a kit."""

    def __init__(self, shape: BoardShape, stacks: Sequence[Stack], kit: Kit, seed: int) -> None:
        self.info = BoardInfo(shape, kit.sensors, "simulated board")
        self._kit = kit
        self._rng = random.Random(seed)
        self._aside: list[_Disc] = []
        self._hands: defaultdict[int, list[_Disc]] = defaultdict(list)
        self._discs = [[self._disc(man) for man in stack] for stack in stacks]
        for tower in self._discs:
            self._set_off_centre(tower)
        self._reed = sum(1 << square for square, tower in enumerate(self._discs) if tower)
        self._switches = Switches(kit.stuck, kit.dead)
        self._edges: list[tuple[int, Square, bool]] = []
        self._straddled: dict[Square, Square] = {}
        self._pushes: list[_Push] = []
        self._loads = self._settled = self._weigh()
        gauss, physics = self._rng.gauss, kit.cells
        self._zeros = [gauss(0.0, physics.zero_g) for _ in self._loads]
        self._gains = [gauss(1.0, physics.gain) for _ in self._loads]
        drift = physics.drift_g_min / 60.0
        self._drifts = [self._rng.choice((-drift, drift)) if drift else 0.0 for _ in self._loads]
        self._creep = [0.0 for _ in self._loads]
        self._clock = 0
        self._last_second = 0
        self._busy_until = 0
        self._sent: SensorFrame | None = None
        self._disturbed: Callable[[], None] = lambda: None

    def watch(self, disturbed: Callable[[], None]) -> None:
        """Call this whenever hands disturb the board, which may be before it was `due`."""
        self._disturbed = disturbed

    # What stands where, and the hands

    @property
    def stacks(self) -> tuple[Stack, ...]:
        """The men on each square, a1 first, as they really stand."""
        return tuple(tuple(disc.man for disc in tower) for tower in self._discs)

    @property
    def held(self) -> Stack:
        """The men in all hands, bottom to top."""
        return tuple(disc.man for hand in sorted(self._hands) for disc in self._hands[hand])

    @property
    def aside(self) -> Stack:
        """The men beside the board, the one that was put there first first."""
        return tuple(disc.man for disc in self._aside)

    def set_aside(self, men: Iterable[Man]) -> None:
        """Lay more men of the set beside the board."""
        self._aside += map(self._disc, men)

    def exchange(self, square: Square, stack: Stack) -> None:
        """Let the men of a square be others of the same weight; ValueError if they are not as many."""
        for disc, man in zip(self._discs[square], stack, strict=True):
            disc.man = man

    def take(self, t: int, square: Square, count: int, hand: int = 0) -> None:
        """Lift the top `count` men of a square, under any men already in the hand; ValueError if too few."""
        tower = self._discs[square]
        if not 1 <= count <= len(tower):
            raise ValueError(f"{len(tower)} men stand on {self.info.shape.name(square)}, not {count}")
        self._hands[hand] = tower[-count:] + self._hands[hand]
        del tower[-count:]
        self._changed(t, square)
        self._straddle(t, square)

    def bring(self, man: Man, hand: int = 0) -> None:
        """Take a man from beside the board into the hand: one like it that was put there, or a new one."""
        for disc in self._aside:
            if disc.man == man:
                self._aside.remove(disc)
                self._hands[hand].append(disc)
                return
        self._hands[hand].append(self._disc(man))

    def put(self, t: int, square: Square | None, hand: int = 0) -> None:
        """Set all men in the hand down on top of a square, or beside the board."""
        men = self._hands.pop(hand, [])
        if square is None:
            self._aside += men
        else:
            self._set_off_centre(men)
            self._discs[square] += men
            self._changed(t, square)

    def join_hands(self) -> None:
        """Give all men that are held to the first hand."""
        men = [disc for hand in sorted(self._hands) for disc in self._hands[hand]]
        self._hands.clear()
        self._hands[0] = men

    def set_up(self, t: int, stacks: Sequence[Stack]) -> None:
        """Set all men up anew, from the hands and the board; new ones where there are too few."""
        self.join_hands()
        self._aside += self._hands.pop(0) + [disc for tower in self._discs for disc in tower]
        for square, stack in enumerate(stacks):
            self._discs[square] = []
            for man in stack:
                self.bring(man)
            self.put(t, square)

    def turn_over(self, man: Man, hand: int = 0) -> None:
        """Turn the top man in the hand over, so that it shows `man`."""
        self._hands[hand][-1].man = man

    def nudge(self, t: int, square: Square, dx: float, dy: float) -> None:
        """Slide the men of a square, that they stand so far off its centre (less than half a square)."""
        for disc in self._discs[square]:
            disc.dx, disc.dy = dx, dy
        self._straddle(t, square)

    def jolt(self, t: int, ms: int) -> None:
        """Bump the board: for some ms all men press more or less on it, and some hop."""
        for square, tower in enumerate(self._discs):
            if tower:
                grams = sum(disc.grams for disc in tower) * self._rng.uniform(-JOLT, JOLT)
                self._pushes.append(_Push(square, grams, t + ms))
                if self._rng.random() < HOP and not any(edge[1] == square for edge in self._edges):
                    self._edges.append((t, square, False))
                    self._edges.append((t + self._rng.randint(1, ms), square, True))
        self._disturb(t, ms)

    @property
    def is_pressed(self) -> bool:
        """True while a finger or a hand rests on it."""
        return any(push.until > self._clock for push in self._pushes)

    def push(self, t: int, square: Square, grams: float, ms: int) -> None:
        """A finger or a hand rests on a square with the weight of some grams for a time."""
        self._pushes.append(_Push(square, grams, t + ms))
        self._disturb(t, ms)

    def fail(self, t: int, square: Square, fault: Fault) -> None:
        """From now on the switch of a square is broken, or whole again."""
        self._switches.fail(square, fault)
        self._disturb(t)

    def _disturb(self, t: int, ms: int = 0) -> None:
        """From `t` on the cells bear other loads, which change for some ms."""
        self._loads = self._weigh()
        self._busy_until = max(self._busy_until, t + ms)
        self._clock = max(self._clock, (t - 1) // TICK_MS * TICK_MS)  # cells lag from here on
        self._disturbed()

    def _disc(self, man: Man) -> _Disc:
        return _Disc(man, self._kit.man_g * self._rng.gauss(1.0, self._kit.men_spread))

    def _set_off_centre(self, tower: list[_Disc]) -> None:
        dx, dy = (self._rng.gauss(0.0, self._kit.off_centre) for _ in range(2))
        for disc in tower:
            disc.dx, disc.dy = dx, dy

    def _straddle(self, t: int, square: Square) -> None:
        """The men of a square stand on its neighbour too, or no longer."""
        before, tower = self._straddled.pop(square, None), self._discs[square]
        across = next((disc for disc in tower if max(abs(disc.dx), abs(disc.dy)) > BETWEEN), None)
        if across:
            files = self.info.shape.files
            step = files if abs(across.dy) > abs(across.dx) else 1
            self._straddled[square] = square + (step if across.dx + across.dy > 0 else -step)
        for neighbour in {before, self._straddled.get(square)} - {None}:
            assert neighbour is not None
            self._changed(t, neighbour)

    def _changed(self, t: int, square: Square) -> None:
        self._disturb(t)
        closed = bool(self._discs[square]) or square in self._straddled.values()
        self._edges = [edge for edge in self._edges if edge[1] != square]
        if closed == bool(self._reed >> square & 1):
            return
        self._edges.append((t, square, closed))
        if self._rng.random() < self._kit.chatter:
            start = t + self._rng.randint(3, 15)
            self._edges.append((start, square, not closed))
            self._edges.append((start + self._rng.randint(2, 20), square, closed))

    # What the sensors make of it

    @property
    def due(self) -> int:
        """Until then `frame` need not be asked: it has nothing to say while nobody disturbs the board."""
        busy = self._clock <= self._busy_until + AFTERGLOW_MS or self._switches.are_restless
        if self._sent is None or busy:
            return self._clock
        news = self._sent.t + STILL_MS
        return min(news, self._last_second + 1000) if self._settled else news

    def frame(self, t: int) -> SensorFrame | None:
        """What the firmware sends at `t`, to be asked every 20 ms from `due` on; None: nothing new."""
        self._advance(t)
        due = self._sent is None or t - self._sent.t >= STILL_MS or self._sent.reed != self._shown()
        moving = t - self._busy_until <= AFTERGLOW_MS and t % SAMPLE_MS == 0 and bool(self._settled)
        return self.snapshot(t) if due or moving else None

    def snapshot(self, t: int) -> SensorFrame:
        """The state of all sensors at `t`."""
        self._advance(t)
        sensors = self._kit.sensors
        self._sent = SensorFrame(
            t,
            self._shown(),
            self._readings(sensors.weight.sigma_g, 1) if sensors.weight else None,
            self._readings(sensors.corners.sigma_g, 2) if sensors.corners else None,
        )
        return self._sent

    def _shown(self) -> int | None:
        """What the switches show, if there are any."""
        return self._switches.shown(self._reed) if self._kit.sensors.reed else None

    def _readings(self, sigma: float, digits: int) -> tuple[float, ...]:
        """What the cells read now, in grams."""
        chance, gauss, uniform = self._rng.random, self._rng.gauss, self._rng.uniform
        outliers = self._kit.cells.outliers
        cells = zip(self._settled, self._gains, self._creep, self._zeros, strict=True)
        true = (load * gain + creep + zero for load, gain, creep, zero in cells)
        return tuple(
            round(grams + (gauss(0.0, sigma) if chance() >= outliers else uniform(-WILD_G, WILD_G)), digits)
            for grams in true
        )

    def _advance(self, t: int) -> None:
        elapsed, self._clock = max(t - self._clock, 0), t
        self._edges.sort()
        while self._edges and self._edges[0][0] <= t:
            _, square, closed = self._edges.pop(0)
            self._reed = self._reed | 1 << square if closed else self._reed & ~(1 << square)
        if self._switches.are_restless:
            self._switches.flicker(self._rng)
        if not self._settled:
            return
        if any(push.until <= t for push in self._pushes):
            self._pushes = [push for push in self._pushes if push.until > t]
            self._loads = self._weigh()
        if t - self._busy_until > AFTERGLOW_MS:
            self._settled = self._loads
        elif self._settled is not self._loads:
            keep = math.exp(-elapsed / self._kit.cells.lag_ms)
            self._settled = [
                load + (now - load) * keep for now, load in zip(self._settled, self._loads, strict=True)
            ]
        while t - self._last_second >= 1000:
            self._last_second += 1000
            self._wander()

    def _wander(self) -> None:
        physics = self._kit.cells
        for cell, load in enumerate(self._settled):
            self._zeros[cell] += self._rng.gauss(self._drifts[cell], physics.walk_g)
            self._creep[cell] += (physics.creep * load - self._creep[cell]) / 60.0

    def _weigh(self) -> list[float]:
        """True grams on each cell: a cell a square, or the share of each corner."""
        if self._kit.sensors.weight:
            grams = [sum(disc.grams for disc in tower) for tower in self._discs]
            for square, neighbour in self._straddled.items():
                part = NEIGHBOURS_SHARE * grams[square]
                grams[square] -= part
                grams[neighbour] += part
            for push in self._pushes:
                grams[push.square] += push.grams
            return grams
        if not self._kit.sensors.corners:
            return []
        files = self.info.shape.files
        points: list[tuple[float, float, float]] = [
            (push.square % files, push.square // files, push.grams) for push in self._pushes
        ]
        for square, tower in enumerate(self._discs):
            x, y = square % files, square // files
            points += [(x + disc.dx, y + disc.dy, disc.grams) for disc in tower]
        return [_corner_load(points, corner) for corner in _corners(self._kit.sensors.corners.at)]


def _corner_load(points: Sequence[tuple[float, float, float]], corner: _Corner) -> float:
    """The part of point loads (x, y, grams) that a corner bears, shared in proportion along each side."""
    x0, y0, x1, y1 = corner
    return sum(grams * (x - x1) / (x0 - x1) * (y - y1) / (y0 - y1) for x, y, grams in points)


def _corners(at: tuple[tuple[float, float], ...]) -> list[_Corner]:
    left, right = min(x for x, _ in at), max(x for x, _ in at)
    low, high = min(y for _, y in at), max(y for _, y in at)
    return [(x, y, left + right - x, low + high - y) for x, y in at]
