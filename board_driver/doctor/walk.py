"""A magnet, or a man, is walked over the empty board: which squares answer, and which don't. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

from board_driver.doctor.findings import Finding, fault, ok, skipped
from board_driver.switches import switch_faults
from engine.types import BoardShape, Square
from firmware_bridge.frames import BoardInfo, SensorFrame

LOADED = 0.5
"""A cell that bears this part of a man or more is loaded."""
IDLE_MS = 30_000
"""When nothing new has been seen for so long, nobody walks any more; at a terminal only Enter says so."""
MOST_STANDING = 8
"""More squares than this that are closed from the first are men, not faults."""


class _Channel(Protocol):
    """What one kind of sensor has said."""

    @property
    def now(self) -> frozenset[Square]:
        """Where something is now."""
        ...

    @property
    def moved(self) -> set[Square]:
        """The squares that have been both empty and not."""
        ...


@dataclass(slots=True)
class _Switches:
    """Squares that were closed now, ever and always; that closed by themselves, and which closed together.

    `fresh`: what closes until the next reading does so unseen.
    """

    fresh: bool = True
    now: frozenset[Square] = frozenset()
    ever: set[Square] = field(default_factory=set)
    always: set[Square] | None = None
    alone: set[Square] = field(default_factory=set)
    together: dict[Square, set[Square]] = field(default_factory=dict)

    def feed(self, closed: frozenset[Square]) -> None:
        began = frozenset() if self.fresh else closed - self.now
        self.now, self.fresh = closed, False
        self.ever |= closed
        self.always = set(closed) if self.always is None else self.always & closed
        if len(began) == 1:
            self.alone |= began
        for square in began:
            others = set(began - {square})
            self.together[square] = self.together.get(square, others) & others

    @property
    def stuck(self) -> set[Square]:
        return set(self.always or ())

    @property
    def moved(self) -> set[Square]:
        return self.ever - self.stuck


class _Cells:
    """The lowest and the highest that each cell has read, in two readings that follow each other.

    So one wild reading does not count, nor where a cell has its zero.
    """

    def __init__(self, limit_g: float) -> None:
        self._limit = limit_g
        self._before: tuple[float, ...] = ()
        self._low: tuple[float, ...] = ()
        self._high: tuple[float, ...] = ()
        self.now: frozenset[Square] = frozenset()
        self.moved: set[Square] = set()

    def feed(self, grams: tuple[float, ...]) -> None:
        before = self._before or grams
        low, high = map(max, grams, before), map(min, grams, before)
        self._low = tuple(map(min, self._low, low)) if self._low else tuple(low)
        self._high = tuple(map(max, self._high, high)) if self._high else tuple(high)
        self._before = grams
        self.now = self._above(grams)
        self.moved |= self._above(self._high)

    def _above(self, grams: tuple[float, ...]) -> frozenset[Square]:
        pairs = enumerate(zip(grams, self._low, strict=True))
        return frozenset(square for square, (reading, low) in pairs if reading - low > self._limit)


class Walk:
    """The walk over one board, frame by frame."""

    def __init__(self, info: BoardInfo) -> None:
        self._shape = info.shape
        weight = info.sensors.weight
        self._reeds = _Switches() if info.sensors.reed else None
        self._cells = _Cells(weight.man_g * LOADED) if weight else None
        self._news_at: int | None = None
        self._t = 0
        self._was_away = False

    def miss(self) -> None:
        """The board is away, and who walks over it is not seen."""
        self._was_away = True
        if self._reeds:
            self._reeds.fresh = True

    def feed(self, frame: SensorFrame) -> None:
        """Take a frame in."""
        before = self.answered()
        if self._reeds and frame.reed is not None:
            bits = frame.reed
            self._reeds.feed(frozenset(s for s in range(len(self._shape)) if bits >> s & 1))
        if self._cells and frame.grams is not None:
            self._cells.feed(frame.grams)
        self._t = frame.t
        if self._news_at is None or self.answered() != before:
            self._news_at = frame.t

    @property
    def _channels(self) -> list[_Channel]:
        return [channel for channel in (self._reeds, self._cells) if channel]

    @property
    def standing(self) -> int:
        """How many switches have been closed from the first: men, if they are many."""
        return len(self._reeds.stuck) if self._reeds else 0

    @property
    def complete(self) -> bool:
        """Every square has answered, or is stuck."""
        stuck = self._reeds.stuck if self._reeds else set()
        return len(self.answered() | stuck) == len(self._shape)

    @property
    def idle(self) -> bool:
        """Nothing new has been seen for long."""
        return self._news_at is not None and self._t - self._news_at >= IDLE_MS

    def answered(self) -> set[Square]:
        """The squares of which every sensor has answered."""
        moved = [channel.moved for channel in self._channels]
        return set.intersection(*moved) if moved else set()

    def now(self) -> set[Square]:
        """The squares where something is now."""
        return set().union(*(channel.now for channel in self._channels))

    def picture(self) -> str:
        """The board in letters, the last rank on top: `#` something is there, `+` seen, `.` not yet."""
        shape, answered, now = self._shape, self.answered(), self.now()

        def sign(square: Square) -> str:
            return "#" if square in now else "+" if square in answered else "."

        rows = [
            f"{rank + 1:3} " + " ".join(sign(rank * shape.files + file) for file in range(shape.files))
            for rank in reversed(range(shape.ranks))
        ]
        letters = " ".join(shape.name(file)[0] for file in range(shape.files))
        return "\n".join([*rows, f"    {letters}"])

    def findings(self) -> Iterator[Finding]:
        """What is wrong with which squares."""
        squares, answered = len(self._shape), len(self.answered())
        if self.standing > MOST_STANDING:
            yield skipped(
                "squares", f"{self.standing} squares were never empty: take all men off, and walk again"
            )
        elif self._was_away and not self.complete:
            yield skipped(
                "squares", f"{answered} of {squares} answer; the board was away meanwhile: walk again"
            )
        elif answered < squares / 2:
            yield skipped("squares", f"{answered} of {squares} were tried")
        else:
            found = [*_switches(self._shape, self._reeds), *_cells(self._shape, self._cells)]
            yield from found or [ok("squares", f"all {squares} answer")]


def _switches(shape: BoardShape, reeds: _Switches | None) -> Iterator[Finding]:
    if reeds is None:
        return
    dead = set(range(len(shape))) - reeds.ever
    for seen, cure in switch_faults(shape, reeds.stuck, dead):
        yield fault("squares", seen, cure)
    for one, others in sorted(reeds.together.items()):
        far = {other for other in others if one not in reeds.alone and not _touch(shape, one, other)}
        if far and one < min(far):
            names = ", ".join(shape.name(square) for square in sorted({one, *far}))
            yield fault("squares", f"{names}: close together", "look for wires that touch, a missing diode")


def _cells(shape: BoardShape, cells: _Cells | None) -> Iterator[Finding]:
    if cells is None:
        return
    if never := sorted(set(range(len(shape))) - cells.moved):
        names = ", ".join(shape.name(square) for square in never)
        yield fault("cells", f"{names}: no weight felt", "look at the cell's wires, and that it bends freely")


def _touch(shape: BoardShape, one: Square, other: Square) -> bool:
    """A magnet between two squares may close both."""
    (rank, file), (rank2, file2) = divmod(one, shape.files), divmod(other, shape.files)
    return abs(rank - rank2) <= 1 and abs(file - file2) <= 1
