"""Positions as they are drawn: `X` is Black, `O` White, `.` empty; the first row is the board's top."""

from __future__ import annotations

from engine.capture_go import CaptureGo, Position, Rules
from engine.types import BoardShape, Colour


def drawn(diagram: str, turn: str = "B", *, target: int = 1, komi: float = 0.0, more: str = "") -> Position:
    """The position of a diagram; `more` is added to its text."""
    rows = diagram.split()
    shape = BoardShape(len(rows), len(rows))
    stones: dict[str, list[str]] = {"X": [], "O": []}
    for rank, row in enumerate(reversed(rows)):
        assert len(row) == len(rows)
        for file, letter in enumerate(row):
            if letter != ".":
                stones[letter].append(shape.name(rank * len(rows) + file))
    lists = [
        f"{code} {','.join(stones[letter])}" for code, letter in (("AB", "X"), ("AW", "O")) if stones[letter]
    ]
    game = CaptureGo(Rules(size=len(rows), target=target, komi=komi))
    return game.position(" ".join([*lists, f"PL {turn}", more]))


def drawing(position: Position) -> str:
    """The diagram of a position, a row a line."""
    size = position.rules.size
    letters = [
        "." if not stack else "X" if stack[0].colour is Colour.BLACK else "O" for stack in position.stacks
    ]
    rows = ["".join(letters[rank * size : (rank + 1) * size]) for rank in range(size)]
    return "\n".join(reversed(rows))


def played(position: Position, *moves: str) -> Position:
    """The position after moves given by their names."""
    for move in moves:
        position = position.after(position.find_move(move))
    return position


def names(position: Position) -> list[str]:
    """The names of all legal moves."""
    return [move.name for move in position.legal_moves()]
