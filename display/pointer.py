"""What mouse, touch and digits mean: a state machine that turns them into Inputs, and knows no window.

Without a simulated board a press on a square shows its tower, and buttons are pressed. With one::

    free hand     press on men          take them: all, or the chosen n from the top      -> holding
                  hover over men        show their tower
                  wheel, digits         choose n: the wheel for the tower under the pointer, digits for
                                        the next one taken
    holding       release elsewhere     put down (drag and drop)                          -> free hand
                  release where taken   go on holding (click and click)
                  press on a square     put down                                          -> free hand
                  escape                put back where they came from                     -> free hand

Where men leave the board (`see`), they are also put down beside it, by a press or a release there, and taken
from there; where men come to it one by one (Go), a press on an empty square sets one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from display.inputs import BringMan, Escape, Input, Nav, Press, PutMen, TakeMen, Touch
from display.layout import Meaning
from engine.types import Man, Square, Stack

KEYS = {
    "t": "takeback",
    "n": "new",
    "d": "draw",
    "r": "resign",
    "c": "confirm",
    "p": "pass",
    "m": "menu",
}
"""The keys of a keyboard that are buttons of the screen."""
NAV = {
    "up": Nav("up"),
    "left": Nav("up"),
    "down": Nav("down"),
    "right": Nav("down"),
    "return": Nav("ok"),
    "kp_enter": Nav("ok"),
    "backspace": Nav("back"),
}
"""The keys of a keyboard that do what the four buttons do."""


@dataclass(frozen=True, slots=True)
class Spot:
    """What is under the pointer: a square, or a button, or (both None) nothing."""

    square: Square | None = None
    button: Meaning | None = None


class Pointer:
    """Follows the pointer; every method returns the Inputs that follow from what it was told."""

    def __init__(self, *, simulated: bool) -> None:
        self._simulated = simulated
        self._stacks: Sequence[Stack] = ()
        self._leaving = False
        self._spare: Man | None = None
        self._square: Square | None = None
        self._shown: Square | None = None
        self._holding = False
        self._origin: Square | None = None
        self._dragging = False
        self._chosen = 0
        self._chosen_for: Square | None = None

    def choice(self) -> tuple[int, int] | None:
        """(n, height): the top n of the tower under the pointer have been chosen; None: not a part of it."""
        height = self._height(self._square)
        count = self._count(self._square)
        return (count, height) if count and not self._holding else None

    def see(self, stacks: Sequence[Stack], *, leaving: bool = False, spare: Man | None = None) -> None:
        """Learn what stands on the simulated board now.

        `leaving`: men may be set down beside it. `spare`: the man that a press on an empty square sets there.
        """
        self._stacks, self._leaving, self._spare = stacks, leaving, spare

    def hold(self, held: Stack) -> None:
        """Learn what is in the simulated hand now; () if nothing."""
        self._holding = bool(held)

    def move(self, spot: Spot) -> list[Input]:
        """The pointer has moved to a place."""
        self._square = spot.square
        if not self._simulated:
            return []
        return self._show(spot.square if self._height(spot.square) else None)

    def press(self, spot: Spot, *, top_only: bool = False) -> list[Input]:
        """The button, or a finger, went down; `top_only`: the right one, which takes only the top man."""
        self._square = spot.square
        if isinstance(spot.button, BringMan):
            return self._put(None) if self._holding else self._bring(spot.button)
        if spot.button is not None:
            return [spot.button]
        if not self._simulated:
            return self._show(spot.square)
        if self._holding:
            return self._put(spot.square)
        height = self._height(spot.square)
        if spot.square is None:
            return []
        if not height:
            return [BringMan(self._spare, spot.square)] if self._spare else []
        count = 1 if top_only and height > 1 else self._count(spot.square)
        self._chosen = 0
        self._holding = self._dragging = True
        self._origin = spot.square
        return [TakeMen(spot.square, count)]

    def release(self, spot: Spot) -> list[Input]:
        """The button, or a finger, went up."""
        self._square = spot.square
        dragged, self._dragging = self._dragging, False
        if not dragged or spot.square == self._origin:
            return []
        return self._put(spot.square)

    def wheel(self, steps: int) -> list[Input]:
        """The wheel was turned: up for more men of the tower under the pointer, down for fewer."""
        height = self._height(self._square)
        if self._simulated and height > 1 and not self._holding:
            count = min(height, max(1, (self._count(self._square) or height) + steps))
            self._chosen, self._chosen_for = count % height, self._square
        return []

    def key(self, name: str) -> list[Input]:
        """A key was pressed: a letter, a digit or `escape`."""
        if name == "escape":
            return self._escape()
        if name in KEYS:
            return [Press(KEYS[name])]
        if name in NAV:
            return [NAV[name]]
        if self._simulated and name.isascii() and name.isdigit():
            height = self._height(self._square)
            longer = 10 * self._chosen + int(name)
            self._chosen = longer if longer <= height else int(name)
            self._chosen_for = None
        return []

    def _escape(self) -> list[Input]:
        if self._chosen:
            self._chosen = 0
            return []
        if not self._holding:
            return [Escape()]
        return self._put(self._origin)

    def _put(self, square: Square | None) -> list[Input]:
        if square is None and not self._leaving:
            return []
        self._holding = self._dragging = False
        return [PutMen(square)]

    def _bring(self, bring: BringMan) -> list[Input]:
        self._holding = self._dragging = True
        self._origin = None
        return [bring]

    def _show(self, square: Square | None) -> list[Input]:
        if square == self._shown:
            return []
        self._shown = square
        return [Touch(square)]

    def _height(self, square: Square | None) -> int:
        return len(self._stacks[square]) if square is not None and square < len(self._stacks) else 0

    def _count(self, square: Square | None) -> int:
        """How many men of a square would be taken; 0: all."""
        if self._chosen_for not in (None, square):
            return 0
        return self._chosen if 0 < self._chosen < self._height(square) else 0
