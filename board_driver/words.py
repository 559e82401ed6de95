"""The words of the games, and sentences for the players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from board_driver.counted import MISSING, MISSING_EACH, TOO_MANY, TOO_MANY_EACH, counted
from board_driver.questions import CROWNED, NEW, TAKEBACK, TURN, Guide
from board_driver.reports import (
    Amended,
    Asked,
    Ended,
    Moved,
    NewGame,
    Offered,
    Report,
    SwitchJudged,
    TakenBack,
    Turned,
    WentAstray,
)
from board_driver.switches import SwitchFault
from display.language import ENGLISH, Language
from engine.clock import DEAD
from engine.game import Game, Position
from engine.phrase import Phrase, phrase
from engine.record import number_text, numbered_side
from engine.types import Man, Outcome, Square, Turn

TO_MOVE = (phrase("White to move"), phrase("Black to move"))
IN_CHECK = (phrase("White to move, in check"), phrase("Black to move, in check"))
OFFERS = (phrase("White offers a draw"), phrase("Black offers a draw"))

WHICH_MOVE = (
    phrase("Which was White's move {number}?"),
    phrase("Which was Black's move {number}?"),
)
BECOMING = (
    phrase("White's move {number}: what does the pawn become?"),
    phrase("Black's move {number}: what does the pawn become?"),
)
"""What is asked about a move, by the side that made it."""

AGREES = (phrase("White agrees"), phrase("Black agrees"))

ENDINGS = {
    "1-0": phrase("White wins"),
    "0-1": phrase("Black wins"),
    "1/2-1/2": phrase("Draw"),
}
REASONS = {
    str(reason): reason
    for reason in (
        phrase("checkmate"),
        phrase("stalemate"),
        phrase("resignation"),
        phrase("agreement"),
        phrase("agreement at the board"),
        phrase("threefold repetition"),
        phrase("time"),
        phrase("time, and no men to mate with"),
        phrase("fifty-move rule"),
        phrase("fifteen moves of kings only"),
        phrase("dead position"),
        phrase("no move left"),
        phrase("no man left"),
        phrase("stones captured"),
        phrase("two passes"),
        phrase("equal areas"),
    )
}
"""The reasons of outcomes, by their words in the record."""
MOST_SQUARES = 12
"""No more squares are named in one line; all of them are marked."""
AREA_COUNT = "area count, by "

ANSWERS = {
    NEW: phrase("a new game"),
    TAKEBACK: phrase("all moves taken back"),
    TURN: phrase("turn the board"),
    CROWNED: phrase("The second man is on it"),
}
GUIDES = {
    Guide.SET_UP: phrase("Set up:"),
    Guide.RESUME: phrase("The game goes on. Put right:"),
    Guide.PUT_BACK: phrase("Taken back. Put right:"),
    Guide.ASTRAY: phrase("This is no move from here. Put right:"),
}


BECOMES = {
    "Q": phrase("becomes prince"),
    "R": phrase("becomes champion"),
    "B": phrase("becomes archer"),
    "N": phrase("becomes rider"),
    "H": phrase("becomes helgi"),
}
"""What a warrior promotes to, by its sign."""


def man_note(language: Language, man: Man) -> str:
    """What is to be known of a man in a tower: what it becomes, or that it has; "" for nothing."""
    if man.turned:
        return language.gettext("promoted")
    return language.say(BECOMES[man.sign]) if man.sign else ""


def outcome_text(language: Language, outcome: Outcome) -> str:
    """How a game ended: `White wins: checkmate`, or only `White wins` where the reason is not known."""
    ending = language.say(ENDINGS[outcome.result])
    if not outcome.reason:
        return ending
    return language.gettext("{ending}: {reason}", ending=ending, reason=reason_words(outcome.reason))


def reason_words(words: str) -> Phrase | str:
    """The reason of an outcome, as the record has it, in words for any language."""
    words, _, dead = words.partition(DEAD)
    if dead:
        return phrase("{reason}; dead: {squares}", reason=reason_words(words), squares=dead)
    if words.startswith(AREA_COUNT):
        return phrase("area count, by {points}", points=words.removeprefix(AREA_COUNT))
    return REASONS.get(words, words)


def differences(game: Game, men: Iterable[tuple[Square, int]]) -> list[Phrase]:
    """What is too much or too little on each square."""
    return [_difference(game, game.shape.name(square), count) for square, count in men]


def _difference(game: Game, square: str, men: int) -> Phrase:
    return counted(TOO_MANY if men > 0 else MISSING, game.name, abs(men), square=square)


def guidance(game: Game, men: Iterable[tuple[Square, int]]) -> list[Phrase]:
    """What the players are to put right: squares of which the same is true stand together."""
    groups: dict[int, list[str]] = {}
    for square, count in men:
        groups.setdefault(count, []).append(game.shape.name(square))
    return [_group(game, names, count) for count, names in groups.items()]


def _group(game: Game, names: list[str], men: int) -> Phrase:
    if len(names) == 1:
        return _difference(game, names[0], men)
    squares = ", ".join(names[:MOST_SQUARES]) + (" …" if len(names) > MOST_SQUARES else "")
    return counted(TOO_MANY_EACH if men > 0 else MISSING_EACH, game.name, abs(men), squares=squares)


def question_text(language: Language, game: Game, start: Position, question: Asked) -> str:
    """What the players are asked in a game from `start`; the candidates stand beside it."""
    first = question.candidates[0]
    if first == TURN:
        return language.gettext(
            "The first move came from the far side: does the board lie the other way round?"
        )
    if first == NEW:
        return language.gettext("The start is set up: a new game?")
    if first in ENDINGS:
        return language.gettext(
            "Both magi (kings) in the centre: {ending}. Is that so?", ending=ENDINGS[first]
        )
    number, side = numbered_side(game, start, question.ply)
    return language.say((BECOMING if question.promotion else WHICH_MOVE)[side].about(number=number))


def answer_text(language: Language, answer: str) -> str:
    """What stands on the button of an answer; a move is written as it is in the record."""
    if answer in ANSWERS:
        return language.say(ANSWERS[answer])
    move, _, result = answer.rpartition(" ")
    if result not in ENDINGS:
        return answer
    if not move:
        return language.say(ENDINGS[result])
    if move == TAKEBACK:
        return language.gettext("the last move taken back, then: {ending}", ending=ENDINGS[result])
    return language.gettext("{move}, then: {ending}", move=move, ending=ENDINGS[result])


def turn_text(language: Language, square: str, turn: Turn) -> str:
    """Which man is to be turned over."""
    if turn.now.turned:
        becomes = BECOMES[turn.now.sign]
        return language.gettext(
            "{square}: turn the warrior over, it {becomes}", square=square, becomes=becomes
        )
    back = {
        "Q": phrase("{square}: turn the prince back", square=square),
        "R": phrase("{square}: turn the champion back", square=square),
        "B": phrase("{square}: turn the archer back", square=square),
        "N": phrase("{square}: turn the rider back", square=square),
        "H": phrase("{square}: turn the helgi back", square=square),
    }
    return language.say(back[turn.was.sign])


def seeming_text(squares: Sequence[str], fault: SwitchFault) -> Phrase:
    """What seems to be wrong with a switch, one of those of these squares."""
    if len(squares) == 1:
        return phrase("{square}: it seems, {fault}", square=squares[0], fault=fault.words)
    names = ", ".join(squares[:MOST_SQUARES]) + (" …" if len(squares) > MOST_SQUARES else "")
    return phrase("One of {squares}: it seems, {fault}", squares=names, fault=fault.words)


def switch_text(square: str, fault: SwitchFault) -> Phrase:
    """What is wrong with the switch of a square, and what to look for."""
    if fault is SwitchFault.NONE:
        return phrase("{square}: its switch is believed again", square=square)
    return phrase("{square}: {fault}; {cure}", square=square, fault=fault.words, cure=fault.cure)


def report_text(game: Game, start: Position, report: Report) -> str:
    """A report of a game from `start` as one line for a terminal, in English as all commands are."""
    match report:
        case Moved(_, ply, text):
            return f"{number_text(game, start, ply)} {text}"
        case Amended(_, ply, text):
            return f"amended: {number_text(game, start, ply)} {text}"
        case TakenBack(_, plies):
            return "taken back: the last move" if plies == 1 else f"taken back: the last {plies} moves"
        case Asked(candidates=candidates):
            return f"{question_text(ENGLISH, game, start, report)} {', '.join(candidates)}"
        case WentAstray(_, men):
            return f"no move leads there; {'; '.join(map(str, differences(game, men)))}"
        case Offered(_, by):
            return str(OFFERS[by])
        case Ended(_, outcome):
            return outcome_text(ENGLISH, outcome) if outcome else "the game goes on"
        case Turned():
            return 'the board lies the other way round; side = "h8" or "a1" under [board] keeps it so'
        case SwitchJudged(_, square, fault):
            return str(switch_text(game.shape.name(square), fault))
        case NewGame(_, number):
            return f"game {number} of this session begins"
