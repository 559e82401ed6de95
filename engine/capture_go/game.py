"""The game of capture Go and its options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from engine.capture_go.grid import points_of
from engine.capture_go.position import Position
from engine.capture_go.rules import Rules, handicap_points
from engine.capture_go.state import State
from engine.game import Position as AnyPosition
from engine.types import BoardShape, Outcome


@dataclass(frozen=True)
class CaptureGo:
    """Capture Go (Atari Go), and ordinary Go with target 0, by the options in `rules`.

    Stones without a liberty are taken off; a move may neither leave its own stone without one nor bring any
    earlier position back (positional superko). Two passes end the game.
    """

    rules: Rules = field(default_factory=Rules)

    name: ClassVar[str] = "capture-go"
    towers: ClassVar[bool] = False
    tallest: ClassVar[int] = 1

    @property
    def shape(self) -> BoardShape:
        """The board; stones stand on its squares, as on points."""
        return self.rules.shape

    @property
    def options(self) -> Mapping[str, object]:
        """The options that differ from the defaults."""
        return self.rules.options

    def start(self) -> Position:
        """The empty board, or the handicap stones with White to move."""
        handicap = points_of(handicap_points(self.rules.size, self.rules.handicap))
        state = State(stones=(0, handicap), turn=self.rules.first)
        return Position(self.rules, state, frozenset((state.stones,)))

    def position(self, text: str) -> Position:
        """A position from its text; PositionError says which rule it breaks."""
        return Position.from_text(self.rules, text)

    def claim(self, positions: Sequence[AnyPosition]) -> Outcome | None:  # noqa: ARG002
        """No draw can be claimed: no position comes again."""
        return None


def open_game(options: Mapping[str, object]) -> CaptureGo:
    """The game with its options; UsageError says which is out of range."""
    return CaptureGo(Rules(**options))  # type: ignore[arg-type] # their types are known to be right
