"""The game being played: what the board says becomes a record, and whatever changes in it is reported.

Pure: events and times come in (ms on the board's clock), reports go out. Feed events in order; `advance` lets
time pass between them, and `due` says until when nothing will happen by itself.
"""

from __future__ import annotations

from board_driver.evidence import Evidence
from board_driver.inference import Agreed, Astray, Unclear, Underway, Verdict, differences, judge
from board_driver.lines import Line, corrected, move_texts, played
from board_driver.naming import read_position
from board_driver.observation import Observer
from board_driver.orientation import from_far_side
from board_driver.questions import NEW, NONE, TAKEBACK, TURN, Guide, which_move
from board_driver.reports import Asked, Ended, NewGame, Report, TakenBack, Turned, WentAstray
from board_driver.scoresheet import ScoreSheet
from board_driver.signals import Signal, end_signal
from engine.game import Game, Position
from engine.types import Colour, Outcome, Square
from firmware_bridge.frames import BoardEvent, BoardInfo, KeyPress, Pick, SensorFrame

ASTRAY_MS = 2000
"""A board that nothing explains is spoken of when it has stood so long at rest."""
ASK_MS = 2500
"""A man that may be in the hand, or may have been put down unseen, is asked about after so long at rest."""


class Session(ScoreSheet):
    """The game on one board."""

    def __init__(self, game: Game, start: Position, info: BoardInfo) -> None:
        super().__init__(game, start)
        self.observer = Observer(info)
        self.evidence = Evidence(self.observer)
        self.number = 1
        self.revision = 0
        """Goes up whenever something may have changed that a player could see."""
        self.may_be_turned = False
        """Whether to ask, when the first move comes from the far side; a log is the right way round."""
        self.verdict: Verdict | None = None
        self._first = start
        self._begin(start)

    def _begin(self, start: Position) -> None:
        self._open(start)
        self.lines: tuple[Line, ...] = (self.record,)
        self.shadows: tuple[Line, ...] = ()
        self.question: Asked | None = None
        self._now = 0
        self._judged = False
        self._confirmed = False
        self._patient = True
        self.guide: Guide | None = Guide.SET_UP
        self._told = False
        self._undone: Line | None = None
        self._signal: Signal | None = None
        self._takeback_seen = False

    # What is known

    def open_lines(self) -> tuple[tuple[str, ...], ...]:
        """The moves after the decided ones, in each way the game may have gone; () if all is decided."""
        if len(self.lines) == 1:
            return ()
        return tuple(move_texts(line, len(self.record.moves)) for line in self.lines)

    def missing(self) -> dict[Square, int]:
        """How many men seem to have been lifted from each square of the decided position."""
        lifted = {}
        for square, stack in enumerate(self.position.stacks):
            if not stack:
                continue
            men: float | None = None
            if square in self.observer.stepped:
                men = self.evidence.men(square, stack)
            elif self.evidence.reads_wrong(square, stack):
                men = 0.0
            if men is not None and (count := len(stack) - max(round(men), 0)) > 0:
                lifted[square] = count
        return lifted

    def differences(self) -> tuple[tuple[Square, int], ...]:
        """What the players are to put right: by how many men (+ too many, - too few) squares differ now."""
        if self.guide is None or self.outcome:
            return ()
        return differences(self.record, self.evidence)

    @property
    def due(self) -> int | None:
        """When something will happen without another event, if anything will."""
        dues = [self.observer.due()]
        if (rest := self.observer.rest_at) is not None:
            if not self._judged:
                dues.append(rest)
            elif isinstance(self.verdict, Astray) and not self._told and not self.outcome:
                dues.append(rest + ASTRAY_MS)
            elif isinstance(self.verdict, Underway) and self.verdict.askable and self._patient:
                dues.append(rest + ASK_MS)
        return min((due for due in dues if due is not None), default=None)

    # What happens

    def feed(self, event: BoardEvent) -> list[Report]:
        """Take one event in; what it changes."""
        reports = self.advance(event.t - 1)
        match event:
            case SensorFrame():
                if not self._judged and (news := self.observer.breaks_pause(event)):
                    reports += self._glance(event.t, news)
                if self.observer.feed(event):
                    self._disturbed()
                if self.guide is Guide.SET_UP and not differences(self.record, self.evidence):
                    self.guide = None
            case KeyPress():
                self.revision += 1
                reports += self._key(event)
            case Pick(t, text):
                self.revision += 1
                reports += self._pick(t, text)
        return reports + self.advance(event.t)

    def advance(self, t: int) -> list[Report]:
        """Let time pass until `t`; what falls due until then."""
        reports: list[Report] = []
        while (due := self.due) is not None and due <= t:
            due = max(due, self._now)
            if self.observer.settle(due):
                self._disturbed()
            elif not self._judged:
                reports += self._judge(due)
            elif isinstance(self.verdict, Astray):
                self._told = True
                self.revision += 1
                reports += self._read_signal(due)
            else:
                self._patient = False
                reports += self._judge(due)
        self._now = max(self._now, t)
        return reports

    def take_up(self, line: Line, outcome: Outcome | None = None) -> None:
        """Be where a game has come; `outcome` is how it ended, if not by itself."""
        self._follow(self._now, (line,))
        if outcome and self.outcome is None:
            self._end(self._now, outcome)

    def take_back(self, t: int, plies: int = 1) -> list[Report]:
        """Take moves of the record back, whatever stands on the board."""
        plies = min(plies, len(self.record.moves))
        return self._follow(t, (self.record.back(plies),)) if plies else []

    def new_game(self, t: int) -> list[Report]:
        """Begin a new game from the same start."""
        return self._begin_next(t, self._first)

    def accept(self, t: int, position: Position) -> list[Report]:
        """Go on from a position that the players have named, as a new game; this one stays unfinished."""
        return self._begin_next(t, position)

    def correct(self, t: int, ply: int, text: str) -> list[Report]:
        """Replace the move of a decided ply; what follows is kept as far as it is still legal.

        The rest is reported as taken back. The board has to be made to agree, and is told how. MoveError if
        there is no such ply or no such move.
        """
        before, line = self.record, corrected(self.record, ply, text)
        reports = self._replace(t, ply, line)
        if reports:
            self.lines, self.shadows = (line,), ()
            self.question = self.verdict = self._signal = None
            self.guide, self._undone = Guide.PUT_BACK, before
            self.revision += 1
        return reports

    def _begin_next(self, t: int, start: Position) -> list[Report]:
        self.number += 1
        self.revision += 1
        self._begin(start)
        return [NewGame(t, self.number)]

    def _disturbed(self) -> None:
        self._judged = self._told = False
        self._patient = True
        self.revision += 1

    def _judge(self, t: int) -> list[Report]:
        self._judged = True
        self.revision += 1
        confirmed, self._confirmed = self._confirmed, False
        if isinstance(self.verdict, Unclear) and self.question:
            return []
        ways = (*self.lines, *self.shadows)
        self.verdict = judge(ways, self.evidence, confirmed=confirmed, patient=self._patient)
        if self._signal and not isinstance(self.verdict, Astray):
            self._signal = self.question = None
        if isinstance(self.verdict, Underway) and self.guide is Guide.ASTRAY:
            self.guide = None
        if not isinstance(self.verdict, Agreed):
            return []
        lines = self.verdict.lines
        if not self._is_set_up(lines) or (not confirmed and any(map(self._is_undone, lines))):
            return []
        self.shadows, self.guide, self._undone = self.verdict.shadows, None, None
        if len(lines) == 1 and self._is_new_start(lines[0]):
            return self._new_start(t, lines[0])
        if len(lines) == 1:
            self.evidence.learn(lines[0].position.stacks, t, keep_trace=bool(self.shadows))
        else:
            self.evidence.rest_here()
        return self._follow(t, lines)

    def _glance(self, t: int, news: set[Square]) -> list[Report]:
        """Judge what stood on the board between two men that moved: in fast play it never rests.

        Only a move that is beyond doubt is taken from it, and only if the hand has gone on to other squares,
        those of `news`.
        """
        mending = self.guide in {Guide.SET_UP, Guide.PUT_BACK}
        if mending or (self.game.towers and not self.evidence.weighs_squares):
            return []
        verdict = judge((*self.lines, *self.shadows), self.evidence, hasty=2)
        if not isinstance(verdict, Agreed) or len(verdict.lines) > 1 or len(self.lines) > 1:
            return []
        line = verdict.lines[0]
        touched = {square for move in line.moves[len(self.record.moves) :] for square in move.squares}
        if not touched or touched & news or line.same_moves(self.record) < len(self.record.moves):
            return []
        self.shadows = verdict.shadows
        self.evidence.forget(touched)
        return self._follow(t, verdict.lines)

    def _is_set_up(self, lines: tuple[Line, ...]) -> bool:
        """A first move is believed once the start has stood there: men being set up may look like one."""
        first = self.guide is Guide.SET_UP and not self.record.moves
        return not first or any(line.same_as(self.record) for line in lines)

    def _is_undone(self, line: Line) -> bool:
        """The board still shows some of the moves that were taken back by the key, or corrected."""
        known = self.record.same_moves(line)
        undone = self._undone.moves[known:] if self._undone else ()
        return bool({move.name for move in undone} & {move.name for move in line.moves[known:]})

    def _go_astray(self, t: int) -> list[Report]:
        if not isinstance(self.verdict, Astray):
            return []
        if self._signal or (self.question and self.question.candidates == (TURN,)):
            self._signal = self.question = None
        self.guide = self.guide or Guide.ASTRAY
        return [WentAstray(t, self.verdict.differences)]

    def _read_signal(self, t: int) -> list[Report]:
        """Ask whether the game has ended, if the magi (kings) stand in the centre to say so."""
        known = len(self.record.moves)
        signal = end_signal(self.record, self.game.shape, self.evidence) if len(self.lines) == 1 else None
        if signal is None:
            return self._offer_to_turn(t) or self._go_astray(t)
        if signal == self._signal:
            return []
        steps = move_texts(self.record, known - signal.plies)
        candidates = (signal.result, *(f"{step} {signal.result}" for step in steps))
        self.guide, self._signal = None, signal
        self.question = Asked(t, known + 1, candidates)
        return [self.question]

    def _offer_to_turn(self, t: int) -> list[Report]:
        """Ask whether the board lies the other way round, if the first move came from the far side."""
        first = self.may_be_turned and not self.record.moves and self.guide is None
        if not first or not from_far_side(self.position, self.evidence):
            return []
        self.question = Asked(t, 1, (TURN,))
        return [self.question]

    def _answer_signal(self, t: int, signal: Signal, question: Asked, text: str) -> list[Report]:
        """The game has ended, before or after the move that brought a magus to the centre; or it has not."""
        if text == NONE:
            return self._go_astray(t)
        if text not in question.candidates:
            return []
        self._signal = self.question = None
        reports = self.take_back(t, signal.plies) if text == signal.result else []
        return reports + self._end(t, Outcome(signal.result, "agreement at the board"))

    def _is_new_start(self, line: Line) -> bool:
        """The start stands on the board, and that is not one move taken back."""
        before = len(self.record.moves)
        return before > 1 and not self.record.same_moves(line) and len(line.moves) <= 1

    def _new_start(self, t: int, line: Line) -> list[Report]:
        if self.outcome is not None or line.moves:
            reports = self.new_game(t)
            self.guide = None
            return reports + self._judge(t)
        question = Asked(t, 1, (NEW, TAKEBACK))
        if self.question and self.question.candidates == question.candidates:
            return []
        self.question = question
        return [question]

    def _follow(self, t: int, lines: tuple[Line, ...]) -> list[Report]:
        """Let these be the ways the game may have gone, and report what that changes in the record."""
        self.lines = lines
        shared = min(lines[0].same_moves(line) for line in lines)
        decided = lines[0].back(len(lines[0].moves) - shared)
        reports: list[Report] = []
        if len(lines) == 1 or not len(self.record.moves) > self.record.same_moves(decided):
            reports += self._decide(t, decided)
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
        self.question = question
        return [question]

    def _pick(self, t: int, text: str) -> list[Report]:
        question = self.question
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
            return self._name_position(t, text)
        if text == NONE:
            return self._none_of_these(t, question)
        chosen = tuple(line for line in self.lines if played(line, question.ply - 1, text))
        if not chosen:
            return []
        self.verdict = None
        if len(chosen) == 1:
            self.evidence.learn(chosen[0].position.stacks, t)
        return self._follow(t, chosen)

    def _name_position(self, t: int, text: str) -> list[Report]:
        """On a board astray, the players can say what really stands there."""
        if self.guide is not Guide.ASTRAY:
            return []
        named = read_position(self.game, self.position, self.differences(), text)
        return self.accept(t, named) if named else []

    def _none_of_these(self, t: int, question: Asked) -> list[Report]:
        """The ply has not been played yet, if that may be; or else the board is astray."""
        before = self.record.back(max(len(self.record.moves) - question.ply + 1, 0))
        may_wait = any(len(line.moves) < question.ply for line in self.lines)
        wrong = () if may_wait else differences(before, self.evidence)
        self.verdict = Astray(wrong) if wrong else None
        self.shadows = ()
        return self._follow(t, (before,))

    def _key(self, event: KeyPress) -> list[Report]:
        t, position = event.t, self.position
        by = position.turn if event.by is None else Colour("wb".index(event.by))
        match event.key:
            case "confirm" if self._signal:
                return self._pick(t, self._signal.result) if not self._signal.plies else []
            case "confirm" if by is position.turn or len(self.lines) > 1:
                self._judged, self._confirmed = False, True
                return []
            case "takeback":
                self._takeback_seen, seen = False, self._takeback_seen
                return [] if seen else self._undo(t)
            case "new":
                return self.new_game(t)
            case _ if self.outcome:
                return []
            case "pass" if by is position.turn and len(self.lines) == 1:
                passes = [move for move in position.legal_moves() if not move.changes]
                return self._follow(t, (self.record.play(passes[0]),)) if passes else []
            case "resign":
                return self._end(t, Outcome("0-1" if by is Colour.WHITE else "1-0", "resignation"))
            case "claim":
                return self._claim(t)
            case "draw":
                return self._draw(t, by)
            case _:
                return []

    def _undo(self, t: int) -> list[Report]:
        """Take a move back while it still stands on the board; the players are told what to put back."""
        undone = self._undone or self.record
        reports = self.take_back(t)
        if reports:
            self.guide, self._undone = Guide.PUT_BACK, undone
            self._takeback_seen = False
        return reports
