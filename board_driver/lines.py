"""Lines of play and the texts of their moves."""

from __future__ import annotations

from board_driver.hypotheses import Line
from engine.errors import MoveError


def move_texts(line: Line, first: int = 0) -> tuple[str, ...]:
    """The moves of a line in the project's notation, without its first ones."""
    plies = zip(line.positions[first:], line.moves[first:], strict=False)
    return tuple(position.move_text(move) for position, move in plies)


def played(line: Line, ply: int, text: str) -> bool:
    """True if `text`, in any spelling, is the move of that line after `ply` plies."""
    if ply >= len(line.moves):
        return False
    try:
        return line.positions[ply].find_move(text).name == line.moves[ply].name
    except MoveError:
        return False
