"""The game of tavreli and its option."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.game import Position as AnyPosition
from engine.tavreli.board import SHAPE
from engine.tavreli.position import Position
from engine.tavreli.text import START
from engine.types import BoardShape, Outcome


class Tavreli:
    """The rules of tavreli (Russian chess).

    `double_step_over_own`: a warrior's double step may pass over an own man.
    """

    name = "tavreli"
    shape: BoardShape = SHAPE

    def __init__(self, *, double_step_over_own: bool = False) -> None:
        self._over_own = double_step_over_own

    @property
    def options(self) -> Mapping[str, object]:
        """The options that differ from the defaults."""
        return {"double_step_over_own": True} if self._over_own else {}

    def start(self) -> Position:
        """The position a game starts from."""
        return self.position(START)

    def position(self, text: str) -> Position:
        """A position from its text; PositionError says which rule it breaks."""
        return Position.from_text(text, over_own=self._over_own)

    def claim(self, positions: Sequence[AnyPosition]) -> Outcome | None:
        """A draw, if the last position is on the board for the third time."""
        now = positions[-1].key
        if sum(position.key == now for position in positions) >= 3:
            return Outcome("1/2-1/2", "threefold repetition")
        return None
