"""The words of the games, and sentences for the players."""

from __future__ import annotations

from collections.abc import Iterable

from board_driver.questions import NEW, TURN, Guide
from board_driver.reports import (
    Amended,
    Asked,
    Ended,
    Moved,
    NewGame,
    Offered,
    Report,
    TakenBack,
    Turned,
    WentAstray,
)
from engine.game import Game, Position
from engine.record import number_text
from engine.types import BoardShape, Colour, Outcome, Square

SIDES = {Colour.WHITE: "White", Colour.BLACK: "Black"}

ENDINGS = {
    "1-0": "White wins",
    "0-1": "Black wins",
    "1/2-1/2": "Draw",
}

GUIDES = {
    Guide.SET_UP: "Set up:",
    Guide.RESUME: "The game goes on. Put right:",
    Guide.PUT_BACK: "Taken back. Put right:",
    Guide.ASTRAY: "This is no move from here. Put right:",
}


def outcome_text(outcome: Outcome) -> str:
    """How a game ended: `White wins: checkmate`, or only `White wins` where the reason is not known."""
    return ": ".join(filter(None, (ENDINGS[outcome.result], outcome.reason)))


def count_text(men: int) -> str:
    """`1 man`, `3 men`."""
    return "1 man" if men == 1 else f"{men} men"


def differences_text(shape: BoardShape, differences: Iterable[tuple[Square, int]]) -> list[str]:
    """What is too much or too little on each square, in words."""
    return [
        f"{shape.name(square)}: {count_text(abs(men))} {'too many' if men > 0 else 'missing'}"
        for square, men in differences
    ]


def guide_lines(guide: Guide, shape: BoardShape, differences: Iterable[tuple[Square, int]]) -> list[str]:
    """What the players are to put right, and why, in words."""
    return [GUIDES[guide], *differences_text(shape, differences)]


def question_text(question: Asked) -> str:
    """What the players are asked; the candidates stand beside it."""
    first = question.candidates[0]
    if first == TURN:
        return "The first move came from the far side: does the board lie the other way round?"
    if first == NEW:
        return "The start is set up: a new game?"
    if first in ENDINGS:
        return f"Both magi (kings) in the centre: {ENDINGS[first]}. Is that so?"
    return f"{'What does the man become' if question.promotion else 'Which move was it'}, ply {question.ply}?"


def report_text(game: Game, start: Position, report: Report) -> str:
    """A report of a game from `start` as one line for a terminal."""
    match report:
        case Moved(_, ply, text):
            return f"{number_text(game, start, ply)} {text}"
        case Amended(_, ply, text):
            return f"amended: {report_text(game, start, Moved(0, ply, text))}"
        case TakenBack(_, plies):
            return "taken back: the last move" if plies == 1 else f"taken back: the last {plies} moves"
        case Asked(candidates=candidates):
            return f"{question_text(report)} {', '.join(candidates)}"
        case WentAstray(_, differences):
            return f"no move leads there; {'; '.join(differences_text(game.shape, differences))}"
        case Offered(_, by):
            return f"{SIDES[by]} offers a draw"
        case Ended(_, outcome):
            return outcome_text(outcome) if outcome else "the game goes on"
        case Turned():
            return 'the board lies the other way round; side = "h8" or "a1" under [board] keeps it so'
        case NewGame(_, number):
            return f"game {number} of this session begins"
