"""What the players are told to do, or did wrong, where the rules say more than the men that differ. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from board_driver.choices import Choice, choices
from board_driver.evidence import CROWN
from board_driver.questions import Guide
from board_driver.session import Session
from board_driver.words import outcome_text, reason_words
from display.language import Language
from display.scene import Line, Mark, Mood
from engine.errors import MoveError
from engine.games import GAMES
from engine.types import Colour, Square, Stack

TAVRELI, DRAUGHTS, GO = "tavreli", "draughts", "capture-go"


@dataclass(frozen=True, slots=True)
class Advice:
    """A line for the players, and the squares that it is about."""

    line: Line
    marks: tuple[tuple[Square, Mark], ...] = ()
    attacks: tuple[tuple[Square, Square], ...] = ()
    """(attacker, attacked): the check that a move would leave."""


def advise(session: Session, lifted: Mapping[Square, int], language: Language) -> Iterator[Advice]:
    """What there is to say; `lifted`: the men in the hand, by square."""
    if session.outcome is None:
        yield from _refusals(session, language)
        yield from _duties(session, lifted, language)
        yield from _captives(session, language)
        yield from _claims(session, language)
    yield from _crowns(session, language)
    yield from _count(session, language)
    if session.game.name == GO:
        yield _captured(session, language)


def _claims(session: Session, language: Language) -> Iterator[Advice]:
    """That the side to move may claim a draw."""
    if session.plies and (outcome := session.game.claim(session.record.positions)):
        reason = reason_words(outcome.reason)
        words = language.gettext("A draw can be claimed, by the menu: {reason}", reason=reason)
        yield Advice(Line(words, Mood.ASK))


def _refusals(session: Session, language: Language) -> Iterator[Advice]:
    """Why what stands on the board is no move, where one man went from one square to another or was set."""
    if session.guide is not Guide.ASTRAY:
        return
    name = session.game.shape.name
    differences = session.differences()
    gone = [_men_text(session, square, -men) for square, men in differences if men < 0]
    come = [name(square) for square, men in differences if men > 0]
    if len(come) == 1 and len(gone) == (0 if session.game.name == GO else 1):
        try:
            session.standing.position.find_move("-".join(gone + come))
        except MoveError as fault:
            marks = tuple((square, Mark.ORIGIN) for square in _captors(session))
            yield Advice(
                Line(language.say(fault.told), Mood.WARN), marks + _check_marks(fault), fault.attacks
            )


def why_stuck(session: Session, square: Square, count: int, language: Language) -> Advice | None:
    """The check that keeps the men in the hand from any move; None if it is something else."""
    name, origin = session.game.shape.name, _men_text(session, square, count)
    for target in range(len(session.game.shape)):
        try:
            session.standing.position.find_move(f"{origin}-{name(target)}")
        except MoveError as fault:
            if fault.attacks:
                words = language.gettext("{square}: {why}", square=name(square), why=fault.why)
                return Advice(Line(words, Mood.WARN), _check_marks(fault), fault.attacks)
    return None


def _men_text(session: Session, square: Square, count: int) -> str:
    """Where men come from, as a move text begins: with their number, if others stay behind."""
    name, stack = session.game.shape.name(square), session.standing.position.stacks[square]
    return f"{name}({count})" if session.game.name == TAVRELI and count < len(stack) else name


def _check_marks(fault: MoveError) -> tuple[tuple[Square, Mark], ...]:
    return tuple(
        pair
        for attacker, attacked in fault.attacks
        for pair in ((attacker, Mark.CHECKER), (attacked, Mark.CHECK))
    )


def _duties(session: Session, lifted: Mapping[Square, int], language: Language) -> Iterator[Advice]:
    """Which men of draughts must capture, when another one is in the hand."""
    captors = _captors(session)
    own = [
        square
        for square in lifted
        if session.standing.position.stacks[square][0].colour is session.standing.position.turn
    ]
    if captors and own and not set(own) & set(captors):
        names = ", ".join(map(session.game.shape.name, captors))
        words = language.gettext("A capture may not be left: {squares} must capture", squares=names)
        yield Advice(Line(words, Mood.WARN), tuple((square, Mark.ORIGIN) for square in captors))


def _captors(session: Session) -> list[Square]:
    """The men of draughts that must capture; none in other games."""
    if session.game.name != DRAUGHTS:
        return []
    moves = [choice.move for choice in choices(session.standing.position)]
    return sorted({move.transfers[0].origin or 0 for move in moves if _victims(move.changes, session)})


def _captives(session: Session, language: Language) -> Iterator[Advice]:
    """The captured men that still stand when the man that captures them has arrived."""
    found = {
        standing: choice
        for choice in choices(session.standing.position)
        if (standing := _standing(session, choice)) is not None
    }
    if len(found) != 1:
        return
    ((squares, choice),) = found.items()
    if squares:
        names = ", ".join(map(session.game.shape.name, squares))
        words = language.gettext(
            "{move}: take off {squares}", move=session.standing.position.move_text(choice.move), squares=names
        )
        yield Advice(Line(words, Mood.ASK), tuple((square, Mark.EXTRA) for square in squares))


def _standing(session: Session, choice: Choice) -> tuple[Square, ...] | None:
    """The victims of a capture that still stand, if all else of it has been done; else None."""
    victims = _victims(choice.move.changes, session)
    if not victims:
        return None
    evidence, before = session.evidence, session.standing.position.stacks
    done = [(square, stack) for square, stack in choice.move.changes if square not in victims]
    if any(evidence.is_odd(square, stack) for square, stack in done):
        return None
    if not any(evidence.is_odd(square, before[square]) for square, _ in done):
        return None
    return tuple(square for square in victims if not evidence.is_odd(square, before[square]))


def _victims(changes: tuple[tuple[Square, Stack], ...], session: Session) -> list[Square]:
    """The squares of enemy men that a move leaves empty."""
    before, turn = session.standing.position.stacks, session.standing.position.turn
    return [square for square, stack in changes if not stack and before[square][0].colour is not turn]


def _crowns(session: Session, language: Language) -> Iterator[Advice]:
    """The kings of draughts that have no second man yet."""
    new = new_kings(session)
    for square, stack in enumerate(session.standing.position.stacks):
        if not stack or stack[-1].kind != CROWN:
            continue
        men = session.evidence.men(square, stack)
        if square in new if men is None else round(men) == len(stack) - 1:
            words = language.gettext(
                "{square}: set a second man on it, a king", square=session.game.shape.name(square)
            )
            yield Advice(Line(words, Mood.ASK), ((square, Mark.MISSING),))


def new_kings(session: Session) -> set[Square]:
    """Where men became kings that have not moved since, if only the players can say that they are crowned."""
    new = set[Square]()
    if session.game.name != DRAUGHTS or session.evidence.weighs_squares:
        return new
    for move in session.standing.moves[session.standing.same_moves(session.crowned) :]:
        new -= {transfer.origin for transfer in move.transfers if transfer.origin is not None}
        new |= {
            transfer.target
            for transfer in move.transfers
            if transfer.origin is None and transfer.target is not None
        }
    return new


def _count(session: Session, language: Language) -> Iterator[Advice]:
    """What the count at the end of Go comes to, and what the players are to do for it."""
    if (count := session.count) is None or count.is_agreed:
        return
    outcome = outcome_text(language, count.outcome)
    words = language.gettext("Touch the dead stones or take them off. {outcome}?", outcome=outcome)
    yield Advice(Line(words, Mood.ASK))


def _captured(session: Session, language: Language) -> Advice:
    """How many stones each side has captured, and how many win."""
    taken = dict.fromkeys(Colour, 0)
    for position, move in zip(session.standing.positions, session.standing.moves, strict=False):
        taken[position.turn] += sum(transfer.target is None for transfer in move.transfers)
    black, white = taken[Colour.BLACK], taken[Colour.WHITE]
    target = {**GAMES[GO].options, **session.game.options}["target"]
    if not target:
        return Advice(
            Line(language.gettext("Captured: Black {black}, White {white}", black=black, white=white))
        )
    words = language.gettext(
        "Captured, {target} to win: Black {black}, White {white}", target=target, black=black, white=white
    )
    return Advice(Line(words))
