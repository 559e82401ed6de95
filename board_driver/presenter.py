"""From a session to a scene: what the players see and are told. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from board_driver.advice import GO, Advice, advise, new_kings, why_stuck
from board_driver.choices import choices
from board_driver.counted import NO_MOVE, counted
from board_driver.doubts import seeming
from board_driver.lines import move_texts
from board_driver.naming import Naming
from board_driver.questions import CROWNED, Guide
from board_driver.reports import Asked
from board_driver.session import Session
from board_driver.switches import switch_doubt
from board_driver.words import (
    AGREES,
    GUIDES,
    IN_CHECK,
    OFFERS,
    TO_MOVE,
    answer_text,
    guidance,
    man_note,
    outcome_text,
    question_text,
    seeming_text,
    switch_text,
    turn_text,
)
from display.language import ENGLISH, Language
from display.scene import Button, Line, Mark, Mood, Scene, TowerView
from display.words import man_name
from engine.phrase import phrase
from engine.types import Man, Move, Square, Stack

MOST_DOUBTS = 2
"""More squares than this that differ are men, not switches."""
BUTTONS = {
    "menu": phrase("Menu"),
    "takeback": phrase("Take back"),
    "draw": phrase("Draw"),
    "pass": phrase("Pass"),
    "resign": phrase("Resign"),
    "look": phrase("Review"),
    "new": phrase("New game"),
}
PLAY, GO_PLAY = ("menu", "takeback", "draw", "resign"), ("menu", "takeback", "pass", "resign")
ENDED, COUNTED = ("menu", "takeback", "look", "new"), ("menu", "takeback", "confirm", "new")
"""The buttons of play, in Go and in the other games, and those of a game that has ended or is counted."""


@dataclass(frozen=True, slots=True)
class View:
    """What the screen adds to the game.

    `stacks`: what really stands on a simulated board; None: show the position of the record. `aside`: the men
    beside it, as in `Scene`. `touched`: the square whose tower is to be shown. `notices`: lines about the
    board itself, such as a lost link, in the language of the players. `players`: their names, as in `Scene`,
    and so are the sides and the language.
    """

    stacks: tuple[Stack, ...] | None = None
    aside: tuple[tuple[Man, int], ...] | None = None
    touched: Square | None = None
    notices: tuple[Line, ...] = ()
    flipped: bool = False
    facing: bool = False
    language: Language = ENGLISH
    players: tuple[str, str] = ("", "")


def present(session: Session, view: View) -> Scene:
    """The scene of this moment."""
    return _Presenter(session, view).scene()


class _Presenter:
    def __init__(self, session: Session, view: View) -> None:
        self._session = session
        self._view = view
        self._language = view.language
        self._say = view.language.say
        self._standing = session.standing
        self._position = self._standing.position
        self._stacks = self._position.stacks
        self._name = session.game.shape.name
        self._checks = self._position.checks()
        self._differences = session.differences()
        misplaced = any(men > 0 for _, men in self._differences)
        self._seeming = seeming(session.lines, session.evidence)
        self._lifted = {} if misplaced else session.missing()
        self._continuations = self._possible()
        self._stuck = self._why_stuck()
        self._advice = (*advise(session, self._lifted, view.language), *self._stuck)

    def scene(self) -> Scene:
        session = self._session
        return Scene(
            game=session.game.name,
            shape=session.game.shape,
            stacks=self._stacks if self._view.stacks is None else self._view.stacks,
            turn=self._position.turn,
            title=self._title(),
            marks=frozenset(self._marks()),
            lines=(*self._view.notices, *self._lines()),
            candidates=self._candidates(),
            tower=self._tower(),
            moves=self._moves(),
            result=session.result,
            checks=(*self._checks, *(pair for advice in self._advice for pair in advice.attacks)),
            flipped=self._view.flipped,
            facing=self._view.facing,
            counts=tuple((square, abs(men)) for square, men in self._differences),
            buttons=self._buttons(),
            first=session.game.start().turn,
            number=session.start.number,
            aside=self._view.aside,
            spare=self._spare(),
            language=self._language,
            players=self._view.players,
        )

    def _moves(self) -> tuple[str, ...]:
        """The decided moves, and those after one that is open, in brackets."""
        decided = self._session.texts()
        return (*decided, *(f"({text})" for text in move_texts(self._standing, len(decided))))

    def _title(self) -> str:
        if self._session.outcome:
            return outcome_text(self._language, self._session.outcome)
        return self._say((IN_CHECK if self._checks else TO_MOVE)[self._position.turn])

    def _buttons(self) -> tuple[Button, ...]:
        session = self._session
        keys = GO_PLAY if session.game.name == GO else PLAY
        buttons = BUTTONS
        if (count := session.count) and not count.is_agreed:
            keys, buttons = COUNTED, {**BUTTONS, "confirm": AGREES[count.waits_for]}
        elif session.outcome:
            keys = ENDED
        return tuple(Button(key, self._say(buttons[key])) for key in keys)

    def _candidates(self) -> tuple[Button, ...]:
        """The answers to the open question; to a board astray, what the players can say of it."""
        session = self._session
        if question := session.question:
            men = self._becoming(question) if question.promotion else {}
            return tuple(
                Button(answer, answer_text(self._language, answer), men.get(answer))
                for answer in question.candidates
            )
        if naming := session.naming:
            return tuple(self._namings(naming))
        answers = (CROWNED,) if new_kings(session) else ()
        return tuple(Button(answer, answer_text(self._language, answer)) for answer in answers)

    def _namings(self, naming: Naming) -> Iterator[Button]:
        """What the players can say of a board astray: of the square that they touch, or all of it."""
        if (square := self._named_square(naming)) is None:
            yield from (Button(str(words), self._say(words)) for words in naming.positions())
        else:
            offered = naming.choices if square == self._view.touched else naming.likely
            for answer, stack in offered(square).items():
                man = stack[-1] if len(stack) == 1 else None
                yield Button(answer, self._say(naming.label(square, stack)), man)

    def _named_square(self, naming: Naming) -> Square | None:
        touched = self._view.touched
        return naming.asked() if touched is None or touched in naming.said else touched

    def _becoming(self, question: Asked) -> dict[str, Man]:
        """What a man becomes by each answer to what it becomes."""
        found = {}
        for line in self._session.lines:
            move, before = line.moves[question.ply - 1], line.positions[question.ply - 1]
            found[before.move_text(move)] = next(stack[-1] for _, stack in move.changes if stack)
        return found

    def _possible(self) -> list[Move]:
        """The legal moves that the men in the hand may be making."""
        if len(self._lifted) != 1:
            return []
        ((square, count),) = self._lifted.items()
        return [
            choice.move
            for choice in choices(self._position)
            if (choice.move.transfers[0].origin, choice.move.transfers[0].count) == (square, count)
        ]

    def _spare(self) -> Man | None:
        """The man that a move of this game brings to a simulated board."""
        if self._view.stacks is None:
            return None
        return next(
            (
                choice.changes[first.target][-1]
                for choice in choices(self._position)[:1]
                if (first := choice.move.transfers[0]).origin is None and first.target is not None
            ),
            None,
        )

    def _last(self) -> Move | None:
        moves = self._standing.moves
        return moves[-1] if moves else None

    def _marks(self) -> Iterator[tuple[Square, Mark]]:
        if last := self._last():
            yield from ((square, Mark.LAST) for square, _ in last.changes)
            yield from ((turn.square, Mark.TURN) for turn in last.turns)
        for attacker, magus in self._checks:
            yield attacker, Mark.CHECKER
            yield magus, Mark.CHECK
        yield from ((square, Mark.LIFTED) for square in self._lifted)
        for move in () if self._session.question else self._continuations:
            target = move.transfers[0].target
            if target is not None:
                yield target, Mark.TOWER if self._stacks[target] else Mark.TARGET
        for square, men in self._differences:
            yield square, Mark.EXTRA if men > 0 else Mark.MISSING
        yield from ((square, Mark.QUESTION) for square in self._asked_squares())
        if self._session.naming and (asked := self._named_square(self._session.naming)) is not None:
            yield asked, Mark.QUESTION
        for squares in self._seeming.values():
            yield from ((square, Mark.QUESTION) for square in squares)
        for advice in self._advice:
            yield from advice.marks
        if count := self._session.count:
            yield from ((square, Mark.QUESTION) for square in count.dead)

    def _asked_squares(self) -> set[Square]:
        """The squares in which the ways differ that are asked about; one may be that nobody has moved."""
        question = self._session.question
        if not question:
            return set()
        ways = [line.moves[question.ply - 1 : question.ply] for line in self._session.lines]
        changed = [{square for move in way for square, _ in move.changes} for way in ways]
        return set().union(*changed).difference(set(changed[0]).intersection(*changed))

    def _lines(self) -> Iterator[Line]:
        session = self._session
        if question := session.question:
            yield Line(question_text(self._language, session.game, session.start, question), Mood.ASK)
        if session.guide and self._differences:
            yield Line(self._say(GUIDES[session.guide]), Mood.WARN)
        yield from (advice.line for advice in self._advice if advice.line.mood is not Mood.PLAIN)
        if session.naming and (square := self._named_square(session.naming)) is not None:
            words = self._language.gettext("Or say what stands on {square}:", square=self._name(square))
            yield Line(words, Mood.ASK)
        if session.guide and self._differences:
            for said in guidance(session.game, self._differences):
                yield Line(self._say(said), Mood.WARN)
            yield from self._doubts()
        if session.offer is not None and session.outcome is None:
            words = self._language.gettext(
                "{side_offers}; the other side's Draw accepts it", side_offers=OFFERS[session.offer]
            )
            yield Line(words, Mood.ASK)
        if session.clock and session.clock.is_paused and session.outcome is None:
            yield Line(self._language.gettext("The clock is paused; touch it to go on"), Mood.ASK)
        yield from self._lifted_lines()
        yield from self._broken_lines()
        if last := self._last():
            for turn in last.turns:
                yield Line(turn_text(self._language, self._name(turn.square), turn), Mood.ASK)
        yield from (advice.line for advice in self._advice if advice.line.mood is Mood.PLAIN)

    def _broken_lines(self) -> Iterator[Line]:
        """Which switches are not believed, and which seem to be broken."""
        for fault, squares in self._seeming.items():
            names = [self._name(square) for square in squares]
            yield Line(self._say(seeming_text(names, fault)), Mood.WARN)
        for square, fault in sorted(self._session.evidence.faults.items()):
            if self._session.evidence.weighs_squares:
                words = self._language.gettext(
                    "{square}: {fault}; its cell is believed", square=self._name(square), fault=fault.words
                )
                yield Line(words, Mood.PLAIN)
            else:
                yield Line(self._say(switch_text(self._name(square), fault)), Mood.WARN)

    def _why_stuck(self) -> tuple[Advice, ...]:
        """Why the men in the hand, of the side to move, may go nowhere, if a check forbids it."""
        if len(self._lifted) != 1 or self._continuations or self._session.outcome:
            return ()
        ((square, count),) = self._lifted.items()
        if self._stacks[square][-1].colour is not self._position.turn:
            return ()
        advice = why_stuck(self._session, square, count, self._language)
        return (advice,) if advice else ()

    def _doubts(self) -> Iterator[Line]:
        """Where only switches tell, the last squares that differ may have a switch that is broken."""
        observer = self._session.observer
        if observer.reed is None or observer.weight or len(self._differences) > MOST_DOUBTS:
            return
        if self._session.guide is Guide.PUT_BACK:  # the men have not been moved yet
            return
        for square, men in self._differences:
            if doubt := switch_doubt(observer, square, men):
                yield Line(self._language.say(doubt), Mood.WARN)

    def _lifted_lines(self) -> Iterator[Line]:
        if len(self._lifted) != 1 or self._session.outcome:
            return
        ((square, count),) = self._lifted.items()
        stack = self._stacks[square]
        if stack[-1].colour is not self._position.turn:
            return
        name, ngettext = self._name(square), self._language.ngettext
        warned = any(advice.line.mood is Mood.WARN for advice in self._advice)
        if not self._continuations and not warned:
            words = self._say(counted(NO_MOVE, self._session.game.name, count, square=name))
            yield Line(words, Mood.WARN)
            return
        rest = stack[: len(stack) - count]
        if rest and rest[-1].colour is not self._position.turn:
            words = ngettext(
                "{square}, {n} man: the split frees an enemy {man}",
                "{square}, {n} men: the split frees an enemy {man}",
                count,
                square=name,
                man=man_name(self._session.game.name, rest[-1]),
            )
            yield Line(words, Mood.WARN)

    def _tower_made(self) -> Square | None:
        """Where the last move made a tower or promoted a man, if there is nothing more urgent to be said."""
        last = self._last()
        if last is None or not last.transfers or self._differences:
            return None
        square = last.transfers[-1].target
        stack = () if square is None else self._stacks[square]
        return square if len(stack) > 1 or (stack and stack[-1].turned) else None

    def _tower(self) -> TowerView | None:
        stacks: Sequence[Stack] = self._stacks
        lifted = dict(self._lifted)
        if lifted:
            square = max(lifted, key=lambda each: len(stacks[each]))
        elif self._view.touched is not None:
            square = self._view.touched
            stacks = stacks if self._view.stacks is None else self._view.stacks
        elif (made := self._tower_made()) is not None:
            square = made
        else:
            return None
        stack = stacks[square]
        if not stack:
            return None
        count = lifted.get(square, 0)
        notes = [man_note(self._language, man) for man in stack]
        if 0 < count < len(stack):
            freed = stack[-count - 1]
            own = freed.colour is self._position.turn
            free = self._say(phrase("free") if own else phrase("enemy, comes free"))
            notes[-count - 1] = f"{notes[-count - 1]}; {free}".removeprefix("; ")
        return TowerView(square, stack, count, tuple(notes))
