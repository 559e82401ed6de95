"""The game being played: what the board says becomes a record, and whatever changes in it is reported.

Pure: events and times come in (ms on the board's clock), reports go out. Feed events in order; `advance` lets
time pass between them, and `due` says until when nothing will happen by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from board_driver.clock import Clock
from board_driver.dialogue import Dialogue
from board_driver.inference import Agreed, Astray, differences
from board_driver.lines import Line
from board_driver.questions import BEGINNINGS, NEW, TAKEBACK, Guide
from board_driver.reports import Asked, Ply, Report, SwitchJudged
from board_driver.switches import SwitchFault
from engine.errors import MoveError
from engine.game import Game, Position
from engine.types import Colour, Outcome, Square
from firmware_bridge.frames import BoardEvent, BoardInfo, Correction, DeadStones, KeyPress, Pick, SensorFrame


class Session(Dialogue):
    """The game on one board."""

    def __init__(self, game: Game, start: Position, info: BoardInfo) -> None:
        super().__init__(game, start, info)
        self._now = 0
        self._told_faults: dict[Square, SwitchFault] = {}
        self._pressed: KeyPress | None = None
        """A key that waits till the board has been judged."""

    def feed(self, event: BoardEvent) -> list[Report]:
        """Take one event in; what it changes."""
        reports = self.advance(event.t - 1)
        match event:
            case SensorFrame():
                reports += self._glance(event.t, event)
                if self.observer.feed(event):
                    self._disturbed()
                if self.guide in BEGINNINGS and not differences(self.record, self.evidence):
                    self.guide = None
            case KeyPress(t):
                self.revision += 1
                self._now = max(self._now, t)
                reports += self._key(event)
            case Pick(t, text):
                self.revision += 1
                reports += self._pick(t, text)
            case Correction(t, ply, text):
                with suppress(MoveError):
                    reports += self.correct(t, ply, text)
            case DeadStones(points=points):
                self._mark_dead(points)
        return reports + self.advance(event.t)

    def advance(self, t: int) -> list[Report]:
        """Let time pass until `t`; what falls due until then."""
        reports: list[Report] = []
        while (due := self.due) is not None and due <= t:
            due = max(due, self._now)
            reports += self._glance(due)
            if self.observer.settle(due):
                self._disturbed()
            elif not self._judged:
                reports += self._judge(due)
                if pressed := self._pressed:
                    self._pressed = None
                    reports += self._key(replace(pressed, t=due))
            elif flagged := self._flag(due):
                reports += flagged
            elif isinstance(self.verdict, Astray) and not self._told:
                if self._unsettled:  # a light finger leaves no step, and corner cells go on settling
                    self._unsettled = False
                    reports += self._judge(due)
                if isinstance(self.verdict, Astray):
                    self._told = True
                    self.revision += 1
                    reports += self._read_signal(due)
            else:
                self._patient = False
                reports += self._judge(due)
        self._now = max(self._now, t)
        return reports + self._switch_news(t)

    def _switch_news(self, t: int) -> list[Report]:
        """The switches that have been found to be broken, or whole again, since this was last asked."""
        told, self._told_faults = self._told_faults, self.evidence.faults
        self.revision += told != self._told_faults
        news = [(at, fault) for at, fault in self._told_faults.items() if told.get(at) is not fault]
        news += [(at, SwitchFault.NONE) for at in told.keys() - self._told_faults.keys()]
        return [SwitchJudged(t, at, fault) for at, fault in news]

    def take_up(self, line: Line, outcome: Outcome | None = None) -> None:
        """Be where a game has come; `outcome` is how it ended, if not by itself."""
        self._follow(self._now, (line,))
        if outcome and self.outcome is None:
            self._end(self._now, outcome)

    def resume(
        self, plies: Sequence[Ply], ways: Sequence[Sequence[str]] = (), clock: Clock | None = None
    ) -> None:
        """Go on with a game that was interrupted, once the board agrees with it; until then that is guided.

        `ways`: the moves after the decided ones in each way it may have gone. MoveError if one is not legal.
        """
        line = replace(
            self.record.play_texts(ply.text for ply in plies), rests=tuple(ply.rest for ply in plies)
        )
        self.clock = clock
        self._now = max((ply.t for ply in plies), default=0)
        self._follow(self._now, tuple(map(line.play_texts, ways)) or (line,))
        self.plies = tuple(plies)
        self.guide = Guide.RESUME
        self.evidence.unwatched = True

    def _judge(self, t: int) -> list[Report]:
        if self.count:
            return self._look_for_dead(t)
        if self._is_closed:
            return self._look_for_start(t)
        interrupted = self.guide is Guide.RESUME
        lines = self._look(t)
        if self._signal and not isinstance(self.verdict, Astray):
            self._signal = self.question = None
        if len(lines) == 1 and self._is_new_start(lines[0]):
            return self._new_start(t, lines[0], at_once=interrupted)
        return self._agree(t, lines) if lines else []

    def _look_for_start(self, t: int) -> list[Report]:
        """In a game that has been closed nothing is looked for but the start, set up for the next one."""
        self._judged = True
        self.revision += 1
        start = self.record.back(len(self.record.moves))
        if not self.record.moves or differences(start, self.evidence):
            return []
        return self._new_start(t, start, at_once=True)

    def _is_new_start(self, line: Line) -> bool:
        """The start stands on the board, and that is not one move taken back."""
        before = len(self.record.moves)
        return before > 1 and not self.record.same_moves(line) and len(line.moves) <= 1

    def _new_start(self, t: int, line: Line, *, at_once: bool) -> list[Report]:
        if at_once or self.outcome is not None or line.moves:
            reports = self.new_game(t)
            self.guide = None
            return reports + self._judge(t)
        question = Asked(t, 1, (NEW, TAKEBACK))
        if self.question and self.question.candidates == question.candidates:
            return []
        self.question = question
        return [question]

    def _key(self, event: KeyPress) -> list[Report]:
        t, position = event.t, self.standing.position
        by = position.turn if event.by is None else Colour("wb".index(event.by))
        match event.key:
            case "confirm" if self._signal:
                beyond_doubt = self._signal.game.same_as(self.record)
                return self._pick(t, self._signal.result) if beyond_doubt else []
            case "confirm" if self.count:
                return self._agree_to_count(t, None if event.by is None else by)
            case "confirm":
                mover = self.lines[0].position.turn if event.by is None else by
                self._judged, self._confirmed = False, (t, mover)
                return []
            case "takeback":
                self._takeback_seen, seen = False, self._takeback_seen
                return [] if seen else self._undo(t)
            case "new":
                return self.new_game(t)
            case _ if self.outcome:
                return []
            case "pass" if not self._judged:
                self._pressed = event
                return []
            case "pass":
                return self._pass(t, None if event.by is None else by)
            case "clock":
                return self._press_clock(t, None if event.by is None else by)
            case "resign":
                return self._end(t, Outcome("0-1" if by is Colour.WHITE else "1-0", "resignation"))
            case "claim":
                return self._claim(t)
            case "draw":
                return self._draw(t, by)
            case _:
                return []

    def _pass(self, t: int, by: Colour | None) -> list[Report]:
        """A side passes, after what stands on the board by now; that the other has moved is certain, then."""
        reports: list[Report] = []
        if not isinstance(self.verdict, Agreed):
            self._patient, self._confirmed = False, None if by is None else (t, by.other)
            reports += self._judge(t)
        by = self.lines[0].position.turn if by is None else by
        ways = [line for line in self.lines if line.position.turn is by]
        passes = [[move for move in line.position.legal_moves() if not move.changes] for line in ways]
        if not passes or not all(passes):
            return reports
        passed = [line.play(moves[0]) for line, moves in zip(ways, passes, strict=True)]
        return reports + self._follow(t, tuple(passed))

    def _press_clock(self, t: int, by: Colour | None) -> list[Report]:
        """The buttons of a chess clock: a lever for each side, and one (by None) to start, pause and go on.

        The lever of the side to move says "I have moved", like `confirm`; the other side's sets the clock
        going, as both do when it is paused.
        """
        clock = self.clock
        stands = clock is not None and clock.read(t).runs is None
        is_paused = clock is not None and clock.is_paused
        if by is not None and by is self.standing.position.turn and not is_paused:
            self._judged, self._confirmed = False, (t, by)
        elif clock and (by is None or stands):
            self.clock = clock.pressed(t)
        return []
