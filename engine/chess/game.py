"""The game of chess and its option."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.chess.position import SHAPE, Position
from engine.chess.text import START, read_board
from engine.game import Position as AnyPosition
from engine.types import BoardShape, Outcome


@dataclass(frozen=True, kw_only=True)
class Chess:
    """The rules of chess.

    `chess960`: king and rooks may castle from where a Chess960 set-up has them, which its FEN tells; the
    game's own start is the usual one.
    """

    chess960: bool = False

    name: ClassVar[str] = "chess"
    shape: ClassVar[BoardShape] = SHAPE
    towers: ClassVar[bool] = False
    tallest: ClassVar[int] = 1

    @property
    def options(self) -> Mapping[str, object]:
        """The options that differ from the defaults."""
        return {"chess960": True} if self.chess960 else {}

    def start(self) -> Position:
        """The position a game starts from."""
        return self.position(START)

    def position(self, text: str) -> Position:
        """A position from its FEN; PositionError says which rule it breaks.

        Clocks, rights and side may be missing at the end; Chess960's rights are written as in X-FEN or
        Shredder-FEN. Checks that no game can lead to are let pass.
        """
        return Position(read_board(text, chess960=self.chess960))

    def claim(self, positions: Sequence[AnyPosition]) -> Outcome | None:
        """A draw, if the last position is there for the third time, or 50 moves were made by each side.

        Those are moves without a pawn's move or a capture, FIDE Laws 9.2 and 9.3. The position on the board
        counts, not one to be reached by a move that is only announced. Neither ends a game by itself.
        """
        now = positions[-1]
        assert isinstance(now, Position)
        if sum(position.key == now.key for position in positions) >= 3:
            return Outcome("1/2-1/2", "threefold repetition")
        if now.is_fifty_moves:
            return Outcome("1/2-1/2", "fifty-move rule")
        return None


def open_game(options: Mapping[str, object]) -> Chess:
    """The game with its option."""
    return Chess(chess960=bool(options.get("chess960")))
