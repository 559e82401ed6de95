"""The time of a game in SGF: TM and OT, and after each move BL or WL, with OB or OW in byo-yomi."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from engine.capture_go.sgf import Play
from engine.clock import Left, Mode, TimeControl, Timing
from engine.types import Colour

_OVERTIME = re.compile(
    r"""(?P<periods>[0-9]{1,2}) x (?P<period>[0-9]{1,4}) [ ] byo-?yomi
        | (?P<extra>[0-9]{1,4}) [ ] (?P<mode>fischer|bronstein)""",
    re.VERBOSE,
)
_SECONDS = re.compile(r"[0-9]{1,6}(?:\.[0-9]+)?")


def control_properties(control: TimeControl) -> dict[str, str]:
    """TM and OT of a time control; OT is free text, for which this is what Go servers write."""
    seconds = control.extra_ms // 1000
    match control.mode:
        case Mode.SUDDEN_DEATH:
            overtime = {}
        case Mode.BYOYOMI:
            overtime = {"OT": f"{control.periods}x{seconds} byo-yomi"}
        case mode:
            overtime = {"OT": f"{seconds} {mode.value.lower()}"}
    return {"TM": f"{control.main_ms / 1000:g}"} | overtime


def left_properties(colour: Colour, left: Left) -> dict[str, str]:
    """BL and WL: the seconds left; OB and OW: the periods, the one that runs included."""
    side = colour.letter.upper()
    times = {f"{side}L": f"{left.ms / 1000:.3f}".rstrip("0").rstrip(".")}
    return times | ({f"O{side}": str(left.periods + 1)} if left.in_period else {})


def read_timing(root: Mapping[str, str], plays: Iterable[Play]) -> Timing | None:
    """What the properties say of the time; None unless it is all that a clock needs."""
    control = _control(root.get("TM", ""), root.get("OT", ""))
    if control is None:
        return None
    left = [_left(control, play) for play in plays]
    known = tuple(each for each in left if each)
    return Timing(control, known) if known and len(known) == len(left) else None


def _control(main: str, overtime: str) -> TimeControl | None:
    if not _SECONDS.fullmatch(main):
        return None
    main_ms = round(1000 * float(main))
    if not overtime:
        return TimeControl(main_ms) if main_ms else None
    found = _OVERTIME.fullmatch(overtime.lower())
    if found is None:
        return None
    if found["mode"]:
        mode = Mode.FISCHER if found["mode"] == "fischer" else Mode.BRONSTEIN
        return TimeControl(main_ms, mode, 1000 * int(found["extra"]))
    return TimeControl(main_ms, Mode.BYOYOMI, 1000 * int(found["period"]), int(found["periods"]))


def _left(control: TimeControl, play: Play) -> Left | None:
    """What the player of a move had left after it."""
    times, side = play.times or {}, play.colour.letter.upper()
    seconds, periods = times.get(f"{side}L", ""), times.get(f"O{side}", "")
    if not _SECONDS.fullmatch(seconds):
        return None
    ms = round(1000 * float(seconds))
    if control.mode is Mode.BYOYOMI and periods.isdecimal():
        return Left(ms, max(int(periods) - 1, 0), in_period=True)
    return Left(ms, control.periods)
