"""What the players are asked and told when the sensors alone don't settle it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from board_driver.lines import Line, move_texts
from board_driver.reports import Asked

NEW, TAKEBACK = "new", "takeback"
"""The answers to "the start has been set up in the middle of a game"."""
TURN = "turn the board"
"""The answer to "the first move came from the far side"."""
NONE = "none"
"""The answer to any question: none of these."""


class Guide(Enum):
    """Why the players are told what to put right on the board."""

    SET_UP = "set up"
    """The board has not agreed with the game yet."""
    RESUME = "resume"
    """A game that was interrupted goes on, and the board has not agreed with it yet."""
    PUT_BACK = "put back"
    """Moves were taken back in the record, and still stand on the board."""
    ASTRAY = "astray"
    """No move explains the board."""


BEGINNINGS = {Guide.SET_UP, Guide.RESUME}
"""Why something is to be put right before the first move of a session."""


def which_move(t: int, lines: Sequence[Line], shared: int) -> Asked:
    """The question which move followed the first `shared` plies, that all the lines have in common.

    The candidates have no doubles; a line that ends there has none.
    """
    longer = [line for line in lines if len(line.moves) > shared]
    texts = [move_texts(line.back(len(line.moves) - shared - 1), shared)[0] for line in longer]
    candidates = tuple(dict.fromkeys(texts))
    moves = [line.moves[shared] for line in longer]
    heights = {tuple((square, len(stack)) for square, stack in move.changes) for move in moves}
    alike = len(heights) == 1 and len({move.transfers for move in moves}) == 1
    return Asked(t, shared + 1, candidates, promotion=len(candidates) > 1 and alike)
