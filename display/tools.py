"""What every part of a picture is drawn with."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from display.layout import Layout
from display.marks import Marks
from display.men import Men
from display.text import Type


@dataclass(frozen=True, slots=True)
class Tools:
    """The places of a screen, and the pictures in its size."""

    layout: Layout
    men: Men
    marks: Marks
    words: Type

    @property
    def gap(self) -> int:
        """The pixels between two parts of the panel."""
        return max(4, round(8 * self.layout.unit))

    def below(self, free: Rect, used: int) -> Rect:
        """What is left of the panel below a part that took `used` pixels."""
        taken = min(free.height, used + self.gap) if used else 0
        return Rect(free.x, free.y + taken, free.width, free.height - taken)
