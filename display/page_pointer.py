"""What mouse, touch, wheel and keys mean on a page, where no men can be taken."""

from __future__ import annotations

from display.inputs import Escape, Focus, Input, Nav, Press, Touch, Typed
from display.layout import Meaning
from display.pointer import NAV
from engine.types import Square

PAGE_KEYS: dict[str, Input] = {**NAV, "escape": Escape()}
BACKSPACE = "\b"


def press_on_page(square: Square | None, button: Meaning | Focus | None) -> list[Input]:
    """The mouse or a finger went down on a button, on a square of the board beside it, or on nothing."""
    if button is not None:
        return [button]
    return [] if square is None else [Touch(square)]


def wheel_on_page(steps: int) -> list[Input]:
    """The wheel was turned: the focus goes up or down."""
    return [Nav("up" if steps > 0 else "down")] * abs(steps)


def key_on_page(name: str, letters: str, *, writing: bool) -> list[Input]:
    """A key was pressed: its name, "" for one that has none here, and the letters that it writes.

    `writing`: the page takes letters.
    """
    if writing and name == "backspace":
        return [Typed(BACKSPACE)]
    if name in PAGE_KEYS:
        return [PAGE_KEYS[name]]
    if writing and letters.isprintable() and letters:
        return [Typed(letters)]
    return [Press("menu")] if name == "m" else []
