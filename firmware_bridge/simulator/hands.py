"""The hands of the two players, and the few things of which all they do is made.

Each thing takes some time; `t` moves on with it. All that is left to chance is drawn from the figures of a
style, so that the same seed gives the same game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from engine.types import BoardShape, Colour, Man, Square
from firmware_bridge.frames import KeyName, KeyPress
from firmware_bridge.simulator.actions import Action, Bring, Push, Put, Take, TurnOver
from firmware_bridge.simulator.styles import Span, Style

FINGER_G = (3.0, 40.0)


class Hands:
    """Hands that play in a style on a board of some shape; `t` is when the last thing has ended (ms)."""

    def __init__(self, rng: random.Random, style: Style, shape: BoardShape, t: int = 0) -> None:
        self.rng, self.style, self.shape, self.t = rng, style, shape, t

    def chance(self, probability: float) -> bool:
        """True so often; what never happens draws nothing."""
        return probability > 0 and self.rng.random() < probability

    def wait(self, span: Span) -> None:
        """Let some time pass."""
        self.t += self.rng.randint(*span)

    def lift(self, square: Square, count: int, hand: int) -> Iterator[Action]:
        """Grip and lift the top `count` men of a square, all at once or counted off."""
        yield from self._finger(square, self.style.grip_ms)
        if count > 1 and self.chance(self.style.counted):
            while count > 1:
                yield Take(self.t, square, 1, hand)
                self.wait(self.style.pause_ms)
                count -= 1
        yield Take(self.t, square, count, hand)

    def bring(self, men: Sequence[Man], hand: int) -> Iterator[Action]:
        """Take men from beside the board, the bottom one first."""
        for man in men:
            yield Bring(self.t, man, hand)

    def set_down(self, square: Square | None, hand: int) -> Iterator[Action]:
        """Set down what is in a hand; beside the board with None."""
        yield Put(self.t, square, hand)
        if square is not None:
            yield from self._finger(square, self.style.press_ms)

    def turn(self, square: Square, man: Man, above: int, hand: int) -> Iterator[Action]:
        """Turn the man over that stands on a square under `above` others."""
        if above:
            yield from self.lift(square, above, hand + 1)
            self.wait(self.style.pause_ms)
        yield from self.lift(square, 1, hand)
        self.wait(self.style.carry_ms)
        yield TurnOver(self.t, man, hand)
        yield from self.set_down(square, hand)
        self.wait(self.style.pause_ms)
        if above:
            yield from self.set_down(square, hand + 1)
            self.wait(self.style.pause_ms)

    def press(self, key: KeyName, by: Colour) -> Iterator[Action]:
        """Press a button."""
        self.wait(self.style.key_ms)
        yield KeyPress(self.t, key, by.letter)

    def _finger(self, square: Square, span: Span) -> Iterator[Action]:
        ms = self.rng.randint(*span)
        yield Push(self.t, square, self.rng.uniform(*FINGER_G), ms)
        self.t += ms


def right_hand(of: Colour) -> int:
    """The number of a player's first hand; the other one is the next number."""
    return 2 * of


BYSTANDER = 4
"""Hands from this number on are nobody's: they hold men that are knocked or have fallen."""
