"""What the players are asked and told when the sensors alone don't settle it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from board_driver.lines import Line, become_alike
from board_driver.reports import Asked

NEW, TAKEBACK = "new", "takeback"
"""The answers to "the start has been set up in the middle of a game"."""
TURN = "turn the board"
"""The answer to "the first move came from the far side"."""
CROWNED = "crowned"
"""What the players say when a king of draughts has its second man, which a switch alone can't see."""
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

    The candidates have no doubles, the likeliest comes first; a line that ends there has none. What a man can
    become is in the order of its game.
    """
    longer = [line for line in lines if len(line.moves) > shared]
    moves = {line.moves[shared].name: line.moves[shared] for line in longer}
    before = lines[0].positions[shared]
    promotion = len(moves) > 1 and become_alike([*moves.values()])
    if promotion:
        moves = {move.name: move for move in before.legal_moves() if move.name in moves}
    return Asked(t, shared + 1, tuple(map(before.move_text, moves.values())), promotion=promotion)
