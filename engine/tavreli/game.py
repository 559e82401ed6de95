"""The game of tavreli and its option."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from engine.game import Position as AnyPosition
from engine.tavreli.board import SHAPE
from engine.tavreli.position import Position
from engine.tavreli.text import START
from engine.types import BoardShape, Outcome


@dataclass(frozen=True, kw_only=True)
class Tavreli:
    """The rules of tavreli (Russian chess).

    `double_step_over_own`: a warrior's double step may pass over an own man.
    """

    double_step_over_own: bool = False

    name: ClassVar[str] = "tavreli"
    shape: ClassVar[BoardShape] = SHAPE
    towers: ClassVar[bool] = True
    tallest: ClassVar[int] = 32

    @property
    def options(self) -> Mapping[str, object]:
        """The options that differ from the defaults."""
        return {"double_step_over_own": True} if self.double_step_over_own else {}

    def start(self) -> Position:
        """The position a game starts from."""
        return _start(self.double_step_over_own)

    def position(self, text: str) -> Position:
        """A position from its text; PositionError says which rule it breaks."""
        return Position.from_text(text, over_own=self.double_step_over_own)

    def claim(self, positions: Sequence[AnyPosition]) -> Outcome | None:
        """A draw, if the last position is on the board for the third time."""
        now = positions[-1].key
        if sum(position.key == now for position in positions) >= 3:
            return Outcome("1/2-1/2", "threefold repetition")
        return None


@cache
def _start(over_own: bool) -> Position:
    return Position.from_text(START, over_own=over_own)


def open_game(options: Mapping[str, object]) -> Tavreli:
    """The game with its option."""
    return Tavreli(double_step_over_own=bool(options.get("double_step_over_own")))
