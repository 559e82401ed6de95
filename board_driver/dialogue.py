"""What the players are asked beside the moves, and what their answers do to the game. Pure.

The start set up again, a board that lies the other way round, the end said with the magi, a board that
nothing explains, a ply to be corrected.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from board_driver.counting import Count
from board_driver.follower import Follower
from board_driver.inference import Astray, differences
from board_driver.lines import corrected, distinct, move_texts, played
from board_driver.naming import Naming
from board_driver.orientation import from_far_side
from board_driver.priors import MARGIN
from board_driver.questions import CROWNED, NEW, NONE, TAKEBACK, TURN, Guide
from board_driver.reports import Asked, NewGame, Report, Turned, WentAstray
from board_driver.signals import Signal, end_signal
from engine.game import Counted, Game, Position
from engine.types import Colour, Outcome, Square, Stack
from firmware_bridge.frames import BoardInfo


class Dialogue(Follower):
    """A game that is followed, and talked about."""

    def __init__(self, game: Game, start: Position, info: BoardInfo) -> None:
        super().__init__(game, start, info)
        self.number = 1
        self.may_be_turned = False
        """Whether to ask, when the first move comes from the far side; a log is the right way round."""
        self._first = start

    def _open(self, start: Position) -> None:
        super()._open(start)
        self._signal: Signal | None = None
        self._count: Count | None = None
        self._said: dict[Square, Stack] = {}
        self.crowned = self.record
        """The record when the players last said that the kings of draughts have their second man."""

    # New games, other positions

    def new_game(self, t: int) -> list[Report]:
        """Begin a new game from the same start."""
        return self._begin_next(t, self._first)

    def accept(self, t: int, position: Position) -> list[Report]:
        """Go on from a position that the players have named, as a new game; this one stays unfinished."""
        return self._begin_next(t, position)

    def _begin_next(self, t: int, start: Position) -> list[Report]:
        self.number += 1
        self.revision += 1
        self._open(start)
        return [NewGame(t, self.number)]

    def correct(self, t: int, ply: int, text: str) -> list[Report]:
        """Replace the move of a decided ply; what follows is kept as far as it is still legal.

        The rest is reported as taken back; what is still asked about is asked about as far as it is legal.
        The board has to be made to agree, and is told how. MoveError if there is no such ply or no such move.
        """
        before, line = self.lines[0], corrected(self.record, ply, text)
        ways = distinct([corrected(each, ply, text) for each in self.lines])
        reports = self._replace(t, ply, line)
        if reports:
            self.shadows = ()
            self.question = self.verdict = self._signal = None
            reports += self._follow(t, ways)
            self.guide, self._undone = Guide.PUT_BACK, before
            self.revision += 1
        return reports

    # Moves taken back by hand

    def take_back(self, t: int, plies: int = 1) -> list[Report]:
        """Take moves back, whatever stands on the board; those that are still asked about come first."""
        longest = max(len(line.moves) for line in self.lines)
        plies = min(plies, longest)
        if not plies:
            return []
        left = [line.back(max(len(line.moves) - longest + plies, 0)) for line in self.lines]
        return self._follow(t, distinct(left))

    def _undo(self, t: int) -> list[Report]:
        """Take a move back while it still stands on the board; the players are told what to put back."""
        undone, before = self._undone or self.lines[0], self.lines
        reports = self.take_back(t)
        if self.lines != before:
            self.guide, self._undone = Guide.PUT_BACK, undone
            self._takeback_seen = False
        return reports

    # The count of Go

    @property
    def count(self) -> Count | None:
        """What the players have said of the stones that are counted; None while nothing is."""
        position: object = self.position
        if self._count and self._count.position is position:
            return self._count
        if isinstance(position, Counted) and position.is_counted and not self._is_closed:
            return Count(position)
        return None

    def _mark_dead(self, points: Iterable[str]) -> None:
        if self.count:
            self._count = self.count.mark(map(self.game.shape.square, points))
            self.revision += 1

    def _look_for_dead(self, t: int) -> list[Report]:
        """Stones that are taken off while they are counted are dead; when all are, a new game may begin."""
        self._judged = True
        self.revision += 1
        wrong = differences(self.record, self.evidence)
        standing = sum(map(bool, self.position.stacks))
        if standing and len(wrong) == standing and all(men < 0 for _, men in wrong):
            return self.new_game(t)
        if self.count and all(men < 0 for _, men in wrong):
            self._count = self.count.lift(square for square, _ in wrong)
        return []

    def _agree_to_count(self, t: int, side: Colour | None) -> list[Report]:
        if self.count is None or self.count.is_agreed:
            return []
        self._count = count = self.count.agree(side)
        return self._end(t, count.outcome) if count.is_agreed else []

    # Boards that no move explains

    def _go_astray(self, t: int) -> list[Report]:
        if not isinstance(self.verdict, Astray):
            return []
        if self._signal or (self.question and self.question.candidates == (TURN,)):
            self._signal = self.question = None
        if self.guide is None:
            self.guide, self._said = Guide.ASTRAY, {}
        return [WentAstray(t, self.verdict.differences)]

    def _read_signal(self, t: int) -> list[Report]:
        """Ask whether the game has ended, if the magi (kings) stand in the centre to say so."""
        if len(self.lines) > 1:
            return self._go_astray(t)
        signal = end_signal(self.record, self._before, self.game.shape, self.evidence)
        if signal is None:
            return self._offer_to_turn(t) or self._go_astray(t)
        if signal == self._signal:
            return []
        candidates = [signal.result]
        if not signal.game.same_as(self.record):
            back = len(signal.game.moves) > len(self.record.moves)
            step = TAKEBACK if back else move_texts(self.record)[-1]
            candidates.append(f"{step} {signal.result}")
        self.guide, self._signal = None, signal
        self.question = Asked(t, len(self.record.moves) + 1, tuple(candidates))
        return [self.question]

    def _offer_to_turn(self, t: int) -> list[Report]:
        """Ask whether the board lies the other way round, if the first move came from the far side."""
        first = self.may_be_turned and not self.record.moves and self.guide is None
        if not first or not from_far_side(self.position, self.evidence):
            return []
        self.question = Asked(t, 1, (TURN,))
        return [self.question]

    def _answer_signal(self, t: int, signal: Signal, question: Asked, text: str) -> list[Report]:
        """The game has ended, without or with what brought a magus to the centre; or it has not."""
        if text == NONE:
            return self._go_astray(t)
        if text not in question.candidates:
            return []
        self._signal = self.question = None
        reports = self._follow(t, (signal.game,)) if text == signal.result else []
        return reports + self._end(t, Outcome(signal.result, "agreement at the board"))

    def _pick(self, t: int, text: str) -> list[Report]:
        question = self.question
        if text == CROWNED:
            self.crowned = self.record
            return []
        if question and question.candidates == (NEW, TAKEBACK):
            self.question = None
            if text == NEW:
                return self.new_game(t)
            return self.take_back(t, len(self.record.moves)) if text == TAKEBACK else []
        if question and question.candidates == (TURN,):
            self.question = None
            return [Turned(t)] if text == TURN else self._go_astray(t)
        if question and self._signal:
            return self._answer_signal(t, self._signal, question, text)
        if not question:
            return self._name(t, text)
        if text == NONE:
            return self._none_of_these(t, question)
        chosen, maybes = (
            tuple(line for line in lines if played(line, question.ply - 1, text))
            for lines in (self.lines, self.maybes)
        )
        if not chosen:
            return []
        self.verdict = None
        likely = min(line.cost for line in chosen) + MARGIN  # what was too improbable to be asked about
        chosen += tuple(line for line in maybes if line.cost < likely)
        maybes = tuple(line for line in maybes if line.cost >= likely)
        if len(chosen) == 1:
            answered = chosen[0].moves[question.ply - 1]
            still = self.observer.is_still(t) and self._fits_best(chosen[0])
            chosen = (self._learn(t, chosen[0], proven=answered.touched, still=still),)
        return self._follow(t, chosen, maybes)

    @property
    def naming(self) -> Naming | None:
        """What the players have said of a board astray; None if it is not.

        What they have said of a square is forgotten when it does not agree with it any more.
        """
        if self.guide is not Guide.ASTRAY or self.question:
            return None
        said = {square: men for square, men in self._said.items() if not self.evidence.is_odd(square, men)}
        return Naming(self.game, self.position, dict(self.differences()), said)

    def _name(self, t: int, text: str) -> list[Report]:
        """On a board astray, the players say what stands on a square, or all of the position."""
        if (naming := self.naming) is None:
            return []
        square, _, men = text.partition("=")
        if men and not text.count(" "):
            with suppress(ValueError):
                place = self.game.shape.square(square)
                if text in (choices := naming.choices(place)):
                    self._said = {**naming.said, place: choices[text]}
            return []
        named = naming.read(text)
        return self.accept(t, named) if named else []

    def _none_of_these(self, t: int, question: Asked) -> list[Report]:
        """The ply has not been played yet, if that may be; or else the board is astray."""
        before = self.lines[0].back(max(len(self.lines[0].moves) - question.ply + 1, 0))
        may_wait = any(len(line.moves) < question.ply for line in self.lines)
        wrong = () if may_wait else differences(before, self.evidence)
        self.verdict = Astray(wrong) if wrong else None
        self._unsettled = False
        self.shadows = ()
        if any(line.faults & ~self.record.faults for line in self.lines):
            self._denied = before
        denied = [(question.ply - 1, text) for text in question.candidates]
        maybes = (line for line in self.maybes if not any(played(line, *each) for each in denied))
        return self._follow(t, (before,), tuple(maybes))
