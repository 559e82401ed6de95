"""Following a game on the board: the ways it may have gone, and the part of them that is decided.

Pure. What a rest of the board means is left to `inference`; here it is weighed against what the players have
been told to put right, and what has been believed becomes the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce
from operator import and_

from board_driver.cells import QUIET_MS
from board_driver.clock import Reading
from board_driver.doubts import doubt, odd, with_rivals
from board_driver.evidence import SOUND, Evidence
from board_driver.inference import (
    MOST_HASTY,
    Agreed,
    Astray,
    Unclear,
    Underway,
    Verdict,
    differences,
    judge,
)
from board_driver.lines import Line, move_texts, standing, touched
from board_driver.midway import Midway
from board_driver.observation import Observer, as_needed, squares_of
from board_driver.pauses import is_beyond_doubt, is_whole
from board_driver.questions import BEGINNINGS, Guide, which_move
from board_driver.reports import Asked, Ended, Report, TakenBack
from board_driver.scoresheet import ScoreSheet
from board_driver.signals import only_centred
from board_driver.timing import timed
from engine.game import Game, Position
from engine.types import Colour, Square
from firmware_bridge.frames import BoardInfo, SensorFrame

ASTRAY_MS = 2000
"""A board that nothing explains is spoken of when it has stood so long at rest."""
ASK_MS = 2500
"""A man that may be in the hand, or may have been put down unseen, is asked about after so long at rest."""
HEARD_MS = 60
"""What the board said before a key was pressed may be heard so much later, a message having been lost."""
HELD_MS = 20_000
"""A man that seems to be in the hand for so long may have been put down where a switch is dead."""


class Follower(ScoreSheet):
    """A scoresheet that is kept by the board."""

    def __init__(self, game: Game, start: Position, info: BoardInfo) -> None:
        self.info = info  # with all sensors
        self.observer = Observer(as_needed(info, towers=game.towers))
        self.evidence = Evidence(self.observer, game.tallest)
        self.revision = 0
        """Goes up whenever something may have changed that a player could see."""
        self.verdict: Verdict | None = None
        super().__init__(game, start)

    def _open(self, start: Position) -> None:
        super()._open(start)
        self.evidence.unmark()
        self._marks = 0
        self.lines: tuple[Line, ...] = (self.record,)
        self.shadows: tuple[Line, ...] = ()
        self.maybes: tuple[Line, ...] = ()
        self.question: Asked | None = None
        self.guide: Guide | None = Guide.SET_UP
        self._judged = False
        self._confirmed: tuple[int, Colour] | None = None
        """When a player pressed the key that says "I have moved", and whose it is, until that is judged."""
        self._patient = True
        self._told = self._unsettled = False
        self._undone: Line | None = None
        self._before = self.record
        """The record before its last change; what brought a magus to the centre is told from it."""
        self._takeback_seen = False
        self._denied: Line | None = None
        """The record when the players last said that no move fits that only a broken switch would hide."""

    # What is known

    def open_lines(self) -> tuple[tuple[str, ...], ...]:
        """The moves after the decided ones, in each way the game may have gone; () if all is decided."""
        if len(self.lines) == 1:
            return ()
        return tuple(move_texts(line, len(self.record.moves)) for line in self.lines)

    @property
    def standing(self) -> Line:
        """The decided moves, and those after them while nothing but what a man became is open (a queen)."""
        return standing(self.lines) if self.question and self.question.promotion else self.record

    def missing(self) -> dict[Square, int]:
        """How many men seem to have been lifted from each square of the game as it stands."""
        lifted, evidence = {}, self.evidence.without(self.standing.faults)
        for square, stack in enumerate(self.standing.position.stacks):
            if not stack:
                continue
            men: float | None = None
            if evidence.reads_wrong(square, stack):
                men = 0.0  # a switch opens at once, a cell takes its time to settle
            elif square in self.observer.stepped:
                men = evidence.men(square, stack)
            if men is not None and (count := len(stack) - max(round(men), 0)) > 0:
                lifted[square] = count
        return lifted

    def differences(self) -> tuple[tuple[Square, int], ...]:
        """What the players are to put right: by how many men (+ too many, - too few) squares differ now."""
        if self.guide is None or self.outcome:
            return ()
        return differences(self.standing, self.evidence)

    @property
    def due(self) -> int | None:
        """When something will happen without another event, if anything will."""
        dues = [self.observer.due()]
        if (rest := self.observer.rest_at) is not None:
            if not self._judged:
                dues.append(max(rest, self._confirmed[0] + HEARD_MS) if self._confirmed else rest)
            elif isinstance(self.verdict, Astray) and not self._told and not self.outcome:
                dues.append(rest + ASTRAY_MS)
            elif self._patient and self._may_ask:
                dues.append(rest + ASK_MS)
            elif isinstance(self.verdict, Underway) and self._patient and self.evidence.may_doubt:
                dues.append(rest + HELD_MS)
        dues.append(self._flag_due())
        return min((due for due in dues if due is not None), default=None)

    @property
    def _may_ask(self) -> bool:
        """True if there is something to be asked about once the board has stood so for long."""
        if isinstance(self.verdict, Underway):
            return self.verdict.askable
        return isinstance(self.verdict, Agreed) and not self.verdict.askable and len(self.lines) > 1

    # The clock

    def read_clock(self, t: int) -> Reading | None:
        """What the clock shows, if there is one; a move that is still asked about has ended its turn."""
        return replace(self.clock, ends=self.lines[0].rests).read(t) if self.clock else None

    def _flag_due(self) -> int | None:
        """When it is known that a flag has fallen, in every way the game may have gone.

        What came to rest before is known so much later, and a board that may show a move is judged first.
        """
        asks = isinstance(self.verdict, Underway) and self.verdict.askable and self._patient
        if self.clock is None or self.outcome or not self._judged or asks:
            return None
        falls = [replace(self.clock, ends=line.rests).falls_at() for line in self.lines]
        latest = max((fall for fall in falls if fall is not None), default=None)
        return None if latest is None or None in falls else latest + QUIET_MS

    def _flag(self, t: int) -> list[Report]:
        """End the game if a flag has fallen by `t`."""
        due = self._flag_due()
        reading = self.read_clock(t)
        if due is None or due > t or reading is None or reading.flagged is None:
            return []
        self.revision += 1
        first = self.start.turn
        loser = first.other if reading.flagged else first
        return self._end(t, self.lines[0].position.out_of_time(loser), at=due - QUIET_MS)

    # From the board to lines

    def _disturbed(self) -> None:
        """Something has changed on the board: its next rest is to be judged."""
        self._judged = self._told = False
        self._unsettled = self.evidence.balances or self.evidence.may_doubt
        self._patient = True
        self.revision += 1

    def _look(self, t: int) -> tuple[Line, ...]:
        """The ways the game may have gone, as the board at rest has it; () if it does not say, or not yet."""
        self._judged = True
        self.revision += 1
        pressed, self._confirmed = self._confirmed, None
        pressed_at, by = pressed or (None, None)
        if (isinstance(self.verdict, Unclear) and self.question) or (
            pressed is None and self._is_still_astray()
        ):
            return ()
        ways = (*self.lines, *self.shadows)
        hasty = 0 if self.guide is Guide.SET_UP else MOST_HASTY  # men being set up may look like any moves
        self.verdict = judge(
            ways, self.evidence, maybes=self.maybes, confirmed=by, patient=self._patient, hasty=hasty
        )
        if isinstance(self.verdict, Astray | Underway) and self.evidence.may_doubt:
            self.verdict = self._doubt(t, confirmed=by) or self.verdict
        elif isinstance(self.verdict, Agreed) and self.evidence.may_doubt and self.guide not in BEGINNINGS:
            self.verdict = with_rivals(self.verdict, self.lines, self.evidence, confirmed=by)
        self._carry_on(self.verdict.maybes, pressed_at)
        if isinstance(self.verdict, Underway) and self.guide is Guide.ASTRAY:
            self.guide = None
        if not isinstance(self.verdict, Agreed):
            return ()
        lines = tuple(timed(line, self.observer, pressed_at) for line in self.verdict.lines)
        if not self._is_set_up(lines) or (pressed is None and any(map(self._is_undone, lines))):
            return ()
        self.shadows, self.guide, self._undone = self.verdict.shadows, None, None
        return lines

    @property
    def _is_guided(self) -> bool:
        """True while the players have been told what to put where."""
        return self.guide in {*BEGINNINGS, Guide.PUT_BACK}

    @property
    def _sees_men(self) -> bool:
        """False if towers stand on switches that can't tell them apart."""
        return self.evidence.weighs or not self.game.towers

    def _doubt(self, t: int, *, confirmed: Colour | None) -> Agreed | None:
        """What the board says if a switch is not believed, once it has been long at rest; None if nothing.

        A switch that has long said what is not so is not waited for again.
        """
        rest = self.observer.rest_at
        if rest is None or self._is_guided or self._denied is self.record:
            return None
        lines, only = self.lines, None
        if isinstance(self.verdict, Underway) and t < rest + HELD_MS and confirmed is None:
            return None
        if isinstance(self.verdict, Astray) and t < rest + ASTRAY_MS and confirmed is None:
            long_ago, changed_at = rest - ASTRAY_MS, self.observer.changed_at
            contradicts = set.intersection(*(odd(line, self.evidence) for line in lines))
            only = {square for square in contradicts if changed_at.get(square, 0) < long_ago}
        return doubt(lines, self.evidence, only, confirmed=confirmed, patient=self._patient)

    def _is_still_astray(self) -> bool:
        """True if all that was to be put right, and has been told, is so still: a wild reading is no news."""
        told = self.guide is Guide.ASTRAY and isinstance(self.verdict, Astray) and not self.evidence.balances
        return told and self.verdict == Astray(differences(self.lines[0], self.evidence))

    def _glance(self, t: int, frame: SensorFrame | None = None) -> list[Report]:
        """Judge what stood on the board between two men that moved: in fast play it never rests.

        Only a move that is beyond doubt is taken from it: each of its squares must agree with its end, and
        the hand must have gone on to others.
        """
        if self._judged or self._is_guided or self._is_closed:
            return []
        news, balances = self.observer.breaks_pause(t, frame), self.evidence.balances
        if balances:  # all men must be down
            broken = self.observer.breaks_balance(t, frame) and self.evidence.is_whole()
        else:
            tells = self.evidence.weighs_squares or not self.game.towers
            broken = tells and bool(news) and len(self.lines) == 1
        if not broken:
            return []
        ways, hasty = (*self.lines, *self.shadows), MOST_HASTY if balances else 4
        verdict = judge(ways, self.evidence, maybes=self.maybes, hasty=hasty, pause=True)
        if not isinstance(verdict, Agreed) or not (
            is_whole(verdict, self.lines, self.record, self._changing(frame))
            if balances
            else is_beyond_doubt(verdict, self.record, self.evidence, news)
        ):
            self._carry_on(verdict.otherwise)
            return []
        lines = tuple(timed(line, self.observer) for line in verdict.lines)
        self._carry_on(verdict.maybes)
        self.shadows, self.guide = verdict.shadows, None
        if balances:
            return self._agree(t, lines)
        self.evidence.forget(self._touched(lines))
        return self._follow(t, lines, self.maybes)

    def _changing(self, frame: SensorFrame | None) -> set[Square]:
        """The squares whose switch changes with a frame."""
        reed = self.observer.reed
        return squares_of(reed ^ frame.reed) if frame and frame.reed and reed else set()

    def _carry_on(self, maybes: Sequence[Line], pressed: int | None = None) -> None:
        """Remember what else may be so, unless the players have been told what to put where."""
        told = self._is_guided or self._undone is not None
        kept = [line for line in maybes if not any(line.same_as(each) for each in self.lines)]
        kept = [] if told or not self._sees_men else kept
        self.maybes = tuple(timed(line, self.observer, pressed) for line in kept)

    def _is_set_up(self, lines: tuple[Line, ...]) -> bool:
        """A move is believed once what is set up has stood there: men being set up may look like one."""
        return self.guide is not Guide.SET_UP or any(line.same_as(self.record) for line in lines)

    def _is_undone(self, line: Line) -> bool:
        """The board still shows what was taken back by the key, or corrected: a move of it, or its end."""
        if self._undone is None or line.same_as(self.record):
            return False
        known = self.record.same_moves(line)
        undone, moves = self._undone.moves[known:], line.moves[known:]
        shared = {move.name for move in undone} & {move.name for move in moves}
        return bool(shared) or line.position.stacks == self._undone.position.stacks

    # From lines to the record

    def _agree(self, t: int, lines: tuple[Line, ...]) -> list[Report]:
        """The board at rest agrees with these lines: learn from it, and follow them."""
        if len(lines) == 1:
            lines = (self._learn(t, lines[0]),)
        else:
            unsound = set().union(*(self.evidence.unsound(line.position.stacks) for line in lines))
            elsewhere = frozenset(range(len(self.game.shape))) - (self._touched(lines) - unsound)
            self._mark(lines)
            self.evidence.rest_here(elsewhere)
        if len(lines) == 1 and differences(lines[0], self.evidence):
            self.verdict = Underway(askable=True)  # a man in the hand, or gone
        return self._follow(t, lines, self.maybes)

    def _learn(self, t: int, line: Line, *, proven: int = 0, still: bool = True) -> Line:
        """The board stands as at the end of a line; the line, without the doubts that this has settled.

        `proven`: bitmap of the squares of which the players have said so; a man that moved just now may have
        been put down meanwhile. `still`: nothing moves just now, which would teach what is not so.
        """
        reed, stacks = self.observer.reed or 0, line.position.stacks
        doubted = squares_of(line.faults & ~self.evidence.broken)
        for square in doubted:
            closed = bool(reed >> square & 1)
            if closed == bool(stacks[square]):
                if square in self.observer.changed_at:
                    line = replace(line, faults=line.faults & ~(1 << square))
                    self.evidence.trust.forgive(square)
            elif proven >> square & 1 or len(line.moves) > len(self.record.moves):
                steady = self.observer.changed_at.get(square, 0) < t - ASTRAY_MS
                said = steady and bool(proven >> square & 1)
                self.evidence.trust.contradict(square, closed=closed, proven=said)
        if still:
            self._mark([line])
            self.evidence.learn(stacks, t, keep_trace=bool(self.shadows), faults=line.faults)
        return line

    def _mark(self, lines: Iterable[Line]) -> None:
        """Let shifts on corner cells count from here, if they agree with the end of each of these lines."""
        if self.evidence.balances and all(self._shift(line) <= SOUND for line in lines):
            self.evidence.mark()

    def _fits_best(self, line: Line) -> bool:
        """True if corner cells agree with the end of one of the lines as well as with any other's: men may
        still be in a hand that is asked about."""
        return self._shift(line) <= min(map(self._shift, self.lines)) + 1.0

    def _shift(self, line: Line) -> float:
        return Midway(self.evidence, line.position.stacks, line.weighed).shift({})

    def _touched(self, lines: Iterable[Line]) -> set[Square]:
        """The squares where hands were, if any of these lines is how the game has gone on."""
        return {square for line in lines for square in touched(line, [self.record])}

    def _follow(self, t: int, lines: tuple[Line, ...], maybes: tuple[Line, ...] = ()) -> list[Report]:
        """Let these be the ways the game may have gone, and report what that changes in the record."""
        if self.evidence.marks != self._marks:
            self._marks = self.evidence.marks
            each = (lines, self.shadows, maybes)
            lines, self.shadows, maybes = (tuple(line.marked() for line in some) for some in each)
        self.maybes = maybes
        self.lines = lines = tuple(line.at_rest(t) for line in lines)
        if len(lines) == 1 and self.observer.reed is not None:
            self.evidence.trust.follow(lines[0].position.stacks, self.observer.reed)
        shared = min(lines[0].same_moves(line) for line in lines)
        faults = reduce(and_, (line.faults for line in lines))
        decided = replace(lines[0].back(len(lines[0].moves) - shared), faults=faults)
        reports: list[Report] = []
        former = self.record
        if len(lines) == 1 or not len(self.record.moves) > self.record.same_moves(decided):
            reports += self._decide(t, decided)
        if reports and not all(
            only_centred(self._before, line, self.game.shape) for line in (former, self.record)
        ):
            self._before = former
        if reports:
            self._takeback_seen = {type(report) for report in reports} <= {TakenBack, Ended}
        reports += self._ask(t, shared)
        return reports

    def _ask(self, t: int, shared: int) -> list[Report]:
        if len(self.lines) == 1:
            self.question = None
            return []
        question = which_move(t, self.lines, shared)
        before = self.question
        if before and (before.ply, set(before.candidates)) == (question.ply, set(question.candidates)):
            return []
        waits = self._patient and isinstance(self.verdict, Agreed) and not self.verdict.askable
        self.question = None if waits else question
        return [] if waits else [question]
