"""What the buttons on the Pi's pins mean, and what its buzzer says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from board_driver.reports import Asked, Ended, Offered, Report, WentAstray
from board_driver.terminal import tell
from display.inputs import Input, Nav, Press
from engine.errors import LinkError
from firmware_bridge.frames import Side
from firmware_bridge.gpio.panel import Panel
from firmware_bridge.gpio.wiring import Wiring

_SIDES: dict[str, Side] = {side: side for side in get_args(Side)}
_BEEPS: dict[type[Report], int] = {Ended: 1, Asked: 2, Offered: 2, WentAstray: 3}


def open_panel(wiring: Wiring) -> Panel | None:
    """Buttons and buzzer, if there are any; if they can't be had a game goes on without them."""
    if not wiring.buttons and wiring.buzzer is None:
        return None
    try:
        return Panel(wiring)
    except LinkError as fault:
        tell(f"{fault}; going on without buttons and buzzer")
        return None


def button_action(name: str) -> Input:
    """What a button of `BUTTONS` means."""
    match name:
        case "up" | "down" | "ok" | "back":
            return Nav(name)
    key, _, side = name.partition("_")
    return Press(key, _SIDES.get(side))


def beeps(reports: Iterable[Report]) -> int:
    """How often the buzzer sounds: once at the end of a game, twice for a question, three times astray."""
    return max((_BEEPS.get(type(report), 0) for report in reports), default=0)
