"""Time controls, and what a side has left under one. Pure; times are ms.

The extra time of a turn is there before it begins, from the first turn on, as FIDE defines an increment (Laws
of Chess, glossary) and as digital chess clocks show it: with 5+3 a clock starts at 5:03. A side that has used
all of its time when its move is made has lost on time: at zero there is none left.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum

from engine.errors import UsageError, one_line
from engine.types import Colour, Outcome

NONE = "none"
"""The text of a game without a clock."""
FORMS = (
    "none, 5 (minutes), 5+3 (3 seconds more each turn), 5d3 (up to 3 seconds of each turn given back), "
    "or 30+5x30 (then 5 periods of 30 seconds)"
)
"""The texts of time controls, as messages name them."""
_TEXT = re.compile(
    r"""(?P<minutes> [0-9]{1,3} (?: \.[0-9]{1,2} )? )
        (?: (?P<kind> \+ (?: (?P<periods> [0-9]{1,2} ) [x×] )? | d ) (?P<seconds> [0-9]{1,4} ) )?""",
    re.VERBOSE | re.IGNORECASE,
)
_MINUTE, _SECOND = 60_000, 1000
TIME_FORFEIT = "time forfeit"
"""The value of PGN's tag Termination where the clock has ended a game."""


DEAD = "; dead "
"""In the reason of an outcome of Go, before the names of a stone of each group that was agreed to be dead."""


class Mode(Enum):
    """What happens to the time that a turn takes."""

    SUDDEN_DEATH = "sudden death"
    """It is gone."""
    FISCHER = "Fischer"
    """Each turn brings an increment, used or not."""
    BRONSTEIN = "Bronstein"
    """What a turn takes is given back, up to the delay."""
    BYOYOMI = "byo-yomi"
    """When the main time is gone there are periods; a move made within one gives it back whole."""


@dataclass(frozen=True, slots=True)
class Left:
    """What a side has left: `ms`, and after them `periods` of byo-yomi.

    `in_period`: those ms are of a period, no more of the main time.
    """

    ms: int
    periods: int = 0
    in_period: bool = False

    @property
    def is_flagged(self) -> bool:
        """True if all time has been used."""
        return self.ms <= 0 and not self.periods


@dataclass(frozen=True, slots=True)
class TimeControl:
    """What each side has: `main_ms`, and by `mode` an increment, a delay, or periods of `extra_ms`."""

    main_ms: int
    mode: Mode = Mode.SUDDEN_DEATH
    extra_ms: int = 0
    periods: int = 0

    @property
    def text(self) -> str:
        """The text that `parse_time_control` reads back: `5+3`."""
        minutes = f"{self.main_ms / _MINUTE:.2f}".rstrip("0").rstrip(".")
        seconds = self.extra_ms // _SECOND
        match self.mode:
            case Mode.SUDDEN_DEATH:
                return minutes
            case Mode.FISCHER:
                return f"{minutes}+{seconds}"
            case Mode.BRONSTEIN:
                return f"{minutes}d{seconds}"
            case Mode.BYOYOMI:
                return f"{minutes}+{self.periods}x{seconds}"

    @property
    def pgn(self) -> str:
        """The value of PGN's tag TimeControl; the standard has none for a delay or periods, hence ours."""
        main, seconds = f"{self.main_ms / _SECOND:g}", self.extra_ms // _SECOND
        match self.mode:
            case Mode.SUDDEN_DEATH:
                return main
            case Mode.FISCHER:
                return f"{main}+{seconds}"
            case Mode.BRONSTEIN:
                return f"{main}d{seconds}"
            case Mode.BYOYOMI:
                return f"{main}+{self.periods}x{seconds}"

    def start(self) -> Left:
        """What a side has when its first turn begins."""
        if self.mode is Mode.BYOYOMI:
            return self.during(Left(self.main_ms, self.periods), 0)
        return Left(self.main_ms + self.extra_ms)

    def during(self, left: Left, used: int) -> Left:
        """What is left in a turn of which `used` ms have gone; `left`: what there was when it began."""
        ms, periods, in_period = left.ms - used, left.periods, left.in_period
        while ms <= 0 and periods:
            ms, periods, in_period = ms + self.extra_ms, periods - 1, True
        return Left(max(ms, 0), periods, in_period)

    def after(self, left: Left, used: int) -> Left:
        """What is left after a turn that took `used` ms; once the flag has fallen nothing is added."""
        rest = self.during(left, used)
        if rest.is_flagged:
            return rest
        match self.mode:
            case Mode.SUDDEN_DEATH:
                return rest
            case Mode.FISCHER:
                return replace(rest, ms=rest.ms + self.extra_ms)
            case Mode.BRONSTEIN:
                return replace(rest, ms=rest.ms + min(used, self.extra_ms))
            case Mode.BYOYOMI:
                return replace(rest, ms=self.extra_ms) if rest.in_period else rest

    def lasts(self, left: Left) -> int:
        """How many ms of a turn pass before the flag falls."""
        return left.ms + left.periods * self.extra_ms


@dataclass(frozen=True, slots=True)
class Timing:
    """How the time of a game went: `left` is what the mover of each ply had left after it."""

    control: TimeControl
    left: tuple[Left, ...] = ()


def parse_time_control(text: str) -> TimeControl | None:
    """The time control of a text, None for `none`; UsageError names the forms there are.

    The main time is in minutes (`0.5`: half a minute), all else in seconds.
    """
    plain = "".join(text.split())
    if plain.lower() == NONE:
        return None
    found = _TEXT.fullmatch(plain)
    if not found:
        raise UsageError(f'clock "{one_line(text)}": write {FORMS}')
    main = round(float(found["minutes"]) * _MINUTE)
    extra = int(found["seconds"] or 0) * _SECOND
    if found["periods"]:
        control = TimeControl(main, Mode.BYOYOMI, extra, int(found["periods"]))
    elif extra:
        control = TimeControl(main, Mode.FISCHER if found["kind"] == "+" else Mode.BRONSTEIN, extra)
    else:
        control = TimeControl(main)
    if not main + extra or (found["periods"] and not control.periods * extra):
        raise UsageError(f'clock "{one_line(text)}" has no time in it: write {FORMS}')
    return control


def end_tags(reason: str) -> dict[str, str]:
    """The tags that tell how a game ended for this reason: Termination as in PGN; Dead in Go."""
    if DEAD in reason:
        return {"Dead": reason.partition(DEAD)[2]}
    return {"Termination": TIME_FORFEIT} if reason.startswith("time") else {}


def lost_on_time(side: Colour) -> Outcome:
    """The outcome when a side has lost because its time has run out."""
    return Outcome("0-1" if side is Colour.WHITE else "1-0", "time")
