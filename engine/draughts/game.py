"""The game of Russian draughts; it has no options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.draughts.board import SHAPE
from engine.draughts.position import Position
from engine.draughts.text import START
from engine.game import Position as AnyPosition
from engine.types import BoardShape, Outcome


@dataclass(frozen=True)
class Draughts:
    """The rules of Russian draughts, 8x8, as py-draughts has them."""

    name: ClassVar[str] = "draughts"
    shape: ClassVar[BoardShape] = SHAPE
    towers: ClassVar[bool] = False
    tallest: ClassVar[int] = 2

    @property
    def options(self) -> Mapping[str, object]:
        """The options that differ from the defaults: there are none."""
        return {}

    def start(self) -> Position:
        """The position a game starts from."""
        return self.position(START)

    def position(self, text: str) -> Position:
        """A position from its text; PositionError says which rule it breaks."""
        return Position.from_text(text)

    def claim(self, positions: Sequence[AnyPosition]) -> Outcome | None:
        """A draw by the rules that py-draughts has.

        The last position is on the board for the third time; or, for fifteen moves of each side, only kings
        have moved and nothing was taken, which holds for three kings or more against one too.
        """
        last = positions[-1]
        if sum(position.key == last.key for position in positions) >= 3:
            return Outcome("1/2-1/2", "threefold repetition")
        if isinstance(last, Position) and last.only_kings_moved:
            return Outcome("1/2-1/2", "fifteen moves of kings only")
        return None


def open_game(options: Mapping[str, object]) -> Draughts:  # noqa: ARG001 (it has none)
    """The game; it has no options."""
    return Draughts()
