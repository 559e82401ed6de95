"""Times in records of PGN's shape: the tag TimeControl, and after a move the comment `[%clk 0:04:58.3]`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.clock import Left, Mode, TimeControl, Timing

_SHOWN = re.compile(
    r"\[%clk\s+(?:(?P<hours>[0-9]{1,3}):)?(?P<minutes>[0-9]{1,2}):(?P<seconds>[0-9]{1,2}(?:\.[0-9]+)?)\s*\]"
)
_CONTROL = re.compile(r"(?P<main>[0-9]{1,6}(?:\.[0-9]+)?)(?:(?P<kind>[+d])(?P<extra>[0-9]{1,4}))?")
_MODES = {"+": Mode.FISCHER, "d": Mode.BRONSTEIN}


def shown_text(ms: int) -> str:
    """A time as `%clk` has it, in tenths where those are not 0."""
    minutes, tenths = divmod(ms // 100, 600)
    seconds = f"{tenths // 10:02}" + (f".{tenths % 10}" if tenths % 10 else "")
    return f"{minutes // 60}:{minutes % 60:02}:{seconds}"


def shown_in(comment: str) -> int | None:
    """The time (ms) that the mover's clock showed, if a comment says so."""
    found = _SHOWN.search(comment)
    if found is None:
        return None
    minutes = 60 * int(found["hours"] or 0) + int(found["minutes"])
    return 60_000 * minutes + round(1000 * float(found["seconds"]))


def read_timing(control: str, shown: Sequence[int | None]) -> Timing | None:
    """What a game's tag TimeControl and the times after its moves say; None unless that is all of it.

    Of periods of byo-yomi these times don't tell how many are left, and of several time controls one after
    the other there is no clock here.
    """
    found = _CONTROL.fullmatch(control.strip())
    times = [ms for ms in shown if ms is not None]
    if found is None or not times or len(times) < len(shown):
        return None
    main, extra = round(1000 * float(found["main"])), 1000 * int(found["extra"] or 0)
    if not main + extra:
        return None
    mode = _MODES[found["kind"]] if extra else Mode.SUDDEN_DEATH
    return Timing(TimeControl(main, mode, extra), tuple(map(Left, times)))
