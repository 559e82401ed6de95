"""The rules a second time, over sgfmill's boards: slow and plain, for tests to compare with.

sgfmill's boards capture and count areas, but let a stone take its own life and know no superko; both are
looked at here, each by playing the move on a copy.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sgfmill import boards  # type: ignore[import-untyped]

from engine.types import Colour, Square

Stones = frozenset[tuple[str, tuple[int, int]]]


@dataclass
class SlowGame:
    """A game being played; stones as sgfmill lists them."""

    size: int
    turn: Colour = Colour.BLACK
    captured: list[int] = field(default_factory=lambda: [0, 0])
    board: Any = None
    seen: set[Stones] = field(default_factory=set)
    bans: int = 0
    """How many moves superko has forbidden so far."""

    def __post_init__(self) -> None:
        self.board = self.board or boards.Board(self.size)
        self.seen.add(self.stones(self.board))

    @staticmethod
    def stones(board: Any) -> Stones:
        return frozenset(board.list_occupied_points())

    def squares(self, colour: Colour) -> set[Square]:
        stones = self.stones(self.board)
        return {rank * self.size + file for letter, (rank, file) in stones if letter == colour.letter}

    def tried(self, square: Square) -> Any:
        """The board after a stone on an empty square, or None if the stone doesn't live."""
        rank, file = divmod(square, self.size)
        board = self.board.copy()
        board.play(rank, file, self.turn.letter)
        return board if board.get(rank, file) else None

    def legal(self) -> set[Square]:
        """Where the side to move may play."""
        legal = set()
        for square in range(self.size**2):
            if self.board.get(*divmod(square, self.size)) or not (board := self.tried(square)):
                continue
            if self.stones(board) in self.seen:
                self.bans += 1
            else:
                legal.add(square)
        return legal

    def play(self, square: Square | None) -> None:
        """Play a legal move; None is a pass."""
        if square is not None:
            board = self.tried(square)
            before, after = len(self.stones(self.board)), len(self.stones(board))
            self.captured[self.turn] += before + 1 - after
            self.board = board
            self.seen.add(self.stones(board))
        self.turn = self.turn.other


def legal_positions(size: int) -> int:
    """How many of the 3 ** (size * size) fillings of a board leave each group a liberty, by sgfmill."""
    points = [divmod(square, size) for square in range(size * size)]
    count = 0
    for filling in range(3 ** len(points)):
        colours = [filling // 3**i % 3 for i in range(len(points))]
        black, white = ([point for point, c in zip(points, colours, strict=True) if c == k] for k in (1, 2))
        count += boards.Board(size).apply_setup(black, white, [])
    return count
