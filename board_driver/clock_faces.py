"""What the clocks on the screen show. Pure: the time is an argument (ms)."""

from __future__ import annotations

from board_driver.session import Session
from display.scene import ClockFace
from engine.clock import Left
from engine.types import Colour

LAST_MS = 10_000
"""The last seconds are shown in tenths."""


def clock_faces(session: Session, now: int) -> tuple[ClockFace, ...]:
    """White's clock and Black's; () for a game without a clock."""
    reading = session.read_clock(now)
    if reading is None:
        return ()
    first = session.start.turn
    return tuple(
        ClockFace(
            side,
            left_text(reading.left[side ^ first]),
            runs=reading.runs == side ^ first,
            low=_is_low(reading.left[side ^ first], runs=reading.runs == side ^ first),
        )
        for side in Colour
    )


def left_text(left: Left) -> str:
    """What is left: `1:30:00`, `4:58`, `9.3`, in byo-yomi with the periods, this one included: `0:25 ×3`."""
    if left.ms < LAST_MS and not left.periods:
        text = f"{left.ms // 1000}.{left.ms % 1000 // 100}"
    else:
        minutes, seconds = divmod(left.ms // 1000, 60)
        hours, minutes = divmod(minutes, 60)
        text = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return f"{text} ×{left.periods + 1}" if left.in_period and left.ms else text


def _is_low(left: Left, *, runs: bool) -> bool:
    return left.is_flagged or (runs and left.ms < LAST_MS and not left.periods)
