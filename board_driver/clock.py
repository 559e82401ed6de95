"""The clock of one game: what each side has left, computed from when its moves came to rest. Pure.

Nothing is counted down. A `Clock` knows when each turn ended and which stretches of time count for nobody;
what is left follows from these, so that an answer, an amendment or a takeback corrects nothing.

Sides are numbered by who begins: 0 moves first. Times are ms on the board's clock.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from pydantic import TypeAdapter, ValidationError

from engine.clock import Left, TimeControl, Timing
from engine.errors import JournalError


@dataclass(frozen=True, slots=True)
class Reading:
    """What a clock shows: what sides 0 and 1 have left, and whose time runs; None: it stands still."""

    left: tuple[Left, Left]
    runs: int | None

    @property
    def flagged(self) -> int | None:
        """The side whose flag has fallen."""
        return next((side for side, left in enumerate(self.left) if left.is_flagged), None)


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock, and all that has happened to it.

    `ends`: when the last man of each ply came to rest, which ended its turn. `began`: when somebody set the
    first turn going; None: the first move does, and takes no time. `pauses`: stretches (from, to) that count
    for nobody; to None: until the next move. `stopped`: when the game ended. `given`: what the movers of the
    first plies had left after them, where this clock did not stand beside those moves: a file says so, or it
    was set in mid-game.
    """

    control: TimeControl
    ends: tuple[int, ...] = ()
    began: int | None = None
    pauses: tuple[tuple[int, int | None], ...] = ()
    stopped: int | None = None
    given: tuple[Left, ...] = ()

    @classmethod
    def in_mid_game(cls, control: TimeControl, plies: int) -> Clock:
        """A clock that nobody has set going, beside a game that begins after so many plies."""
        return cls(control, (0,) * plies, given=(control.start(),) * plies)

    @classmethod
    def of(cls, timing: Timing) -> Clock:
        """The clock of a game of which a record tells how its time went."""
        return cls(timing.control, (0,) * len(timing.left), given=timing.left)

    # What happens to it

    def pressed(self, t: int) -> Clock:
        """The button: sets a clock going that waits for its game or is paused, pauses one that runs."""
        if self.stopped is not None:
            return self
        if self._first is None:
            return replace(self, began=t)
        if self.is_paused:
            return replace(self, pauses=(*self.pauses[:-1], (self.pauses[-1][0], t)))
        return replace(self, pauses=(*self.stretches, (t, None)))

    def taken_back(self, plies: int, t: int) -> Clock:
        """The last moves went back at `t`: both sides have what they had when the first of them was made.

        It is the turn of the side that made it, whose thinking till then counts; what has passed since counts
        for nobody. A clock that was paused stays so.
        """
        keep = len(self.ends) - plies
        given = self.given[:keep]
        if keep <= len(self.given) and self.began is None:
            return Clock(self.control, self.ends[:keep], given=given)
        since = self.ends[keep]
        before = (pause for pause in self.stretches if pause[0] < since)
        gone = (since, None if self.is_paused else t)
        return Clock(self.control, self.ends[:keep], self.began, (*before, gone), given=given)

    def shifted(self, ms: int) -> Clock:
        """The same clock for a board whose time is so much later."""
        return Clock(
            self.control,
            tuple(end + ms for end in self.ends),
            None if self.began is None else self.began + ms,
            tuple((begin + ms, None if end is None else end + ms) for begin, end in self.pauses),
            None if self.stopped is None else self.stopped + ms,
            self.given,
        )

    def resumed(self, t: int) -> Clock:
        """The clock of a game that is gone on with at `t`: it stands as it was left, till it is pressed.

        What passed between the last that is known of it and then counts for nobody.
        """
        if self.stopped is not None or self._first is None:
            return self
        if self.is_paused:
            return self.shifted(t - self.pauses[-1][0])
        return self.pressed(t)

    # What it shows

    @property
    def is_waiting(self) -> bool:
        """True if nobody has set it going yet."""
        return self._first is None

    @property
    def is_paused(self) -> bool:
        """True if it stands still until it is pressed, or the next move is made."""
        return bool(self.pauses) and self.stretches[-1][1] is None

    @property
    def stretches(self) -> tuple[tuple[int, int | None], ...]:
        """The pauses in order; one that has no end yet ends with the first turn that ended in it."""
        return tuple(
            (begin, next((turn for turn in self.ends if turn > begin), None) if end is None else end)
            for begin, end in self.pauses
        )

    def after_each(self) -> tuple[Left, ...]:
        """What the mover of each ply had left after it."""
        return _after_each(self)

    @property
    def timing(self) -> Timing:
        """How the time went, for the record."""
        return Timing(self.control, self.after_each())

    def read(self, t: int) -> Reading:
        """What it shows at a time that is no earlier than anything that happened to it."""
        left, turn = self._left()
        begin = self._turn_began
        if begin is not None and not any(each.is_flagged for each in left):
            now = t if self.stopped is None else self.stopped
            left[turn] = self.control.during(left[turn], _counted(self.stretches, begin, now))
        flagged = any(each.is_flagged for each in left)
        stands = begin is None or flagged or self.is_paused or self.stopped is not None
        return Reading((left[0], left[1]), None if stands else turn)

    def falls_at(self) -> int | None:
        """When a flag falls, or has fallen, if nothing more happens to the clock."""
        left, turn = self._left()
        at = self._turn_began
        if at is None or self.stopped is not None:
            return None
        if any(each.is_flagged for each in left):
            return at
        lasts = self.control.lasts(left[turn])
        for begin, end in self.stretches:
            if begin - at >= lasts:
                break
            if end is None:
                return None
            lasts -= max(begin - at, 0)
            at = max(at, end)
        return at + lasts

    @property
    def _timed(self) -> tuple[int, ...]:
        """When the turns ended that the clock stood beside."""
        return self.ends[len(self.given) :]

    @property
    def _first(self) -> int | None:
        """When the first turn began."""
        return self._timed[0] if self.began is None and self._timed else self.began

    @property
    def _turn_began(self) -> int | None:
        """When the turn began that now is."""
        return self._timed[-1] if self._timed else self.began

    def _left(self) -> tuple[list[Left], int]:
        """What both sides had when the turn began that now is, and whose it is."""
        left, plies = [self.control.start()] * 2, len(self.ends)
        for ply, each in enumerate(self.after_each()[-2:], max(plies - 2, 0)):
            left[ply % 2] = each
        return left, plies % 2


@lru_cache(maxsize=16)
def _after_each(clock: Clock) -> tuple[Left, ...]:
    """`Clock.after_each`; kept, for it is asked for whenever somebody looks at the clock."""
    control, stretches, ends = clock.control, clock.stretches, clock.ends[len(clock.given) :]
    found = [*clock.given[: len(clock.ends)]]
    sides = [control.start()] * 2
    for ply, left in enumerate(found):
        sides[ply % 2] = left
    begin = ends[:1] if clock.began is None else (clock.began,)
    for ply, (start, end) in enumerate(pairwise((*begin, *ends)), len(found)):
        sides[ply % 2] = control.after(sides[ply % 2], _counted(stretches, start, end))
        found.append(sides[ply % 2])
    return tuple(found)


def _counted(stretches: Iterable[tuple[int, int | None]], begin: int, end: int) -> int:
    """How much of the time between is in none of these stretches, which are in order."""
    counted, at = 0, begin
    for start, stop in stretches:
        counted += max(min(start, end) - at, 0)
        at = max(at, end if stop is None else stop)
    return counted + max(end - at, 0)


_CLOCKS = TypeAdapter(Clock | None)


def clock_to_json(clock: Clock | None) -> object:
    """A clock as JSON values, for the archive; None: a game without one."""
    return _CLOCKS.dump_python(clock, mode="json")


def clock_from_json(values: object) -> Clock | None:
    """The clock of such values; JournalError if they are none."""
    try:
        return _CLOCKS.validate_python(values)
    except ValidationError as fault:
        raise JournalError(f"its clock can't be read ({fault.error_count()} faults)") from None
