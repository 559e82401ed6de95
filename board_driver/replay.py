"""Decoding a sensor log: what was played, as JSON Lines, as fast as it can."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from board_driver.calibration import CellState
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
from board_driver.session import Session
from engine.clock import end_tags
from engine.errors import LogError, MoveError, PositionError, UsageError
from engine.game import Game
from engine.games import open_game
from engine.record import GameRecord
from engine.types import BoardShape
from firmware_bridge.frames import BoardEvent, BoardInfo, Pick, SensorFrame
from firmware_bridge.sensorlog import SensorLog

AFTER_MS = 6000
"""After the last frame the clock runs on so long, then the log ends: in that time a reading in doubt may be
believed, and what the board shows then be asked about."""


def log_session(log: SensorLog) -> Session:
    """The session at the beginning of a log; LogError if game, start or board of its header can't be."""
    header = log.header
    try:
        game = open_game(header.game, header.options)
        start = game.start() if header.start is None else game.position(header.start)
    except (UsageError, PositionError) as fault:
        raise LogError(f"{log.path}, line 1: {fault}", line=1) from fault
    if game.shape != header.shape:
        want, have = game.shape, header.shape
        raise LogError(
            f"{log.path}, line 1: {game.name} is played on {want.files}x{want.ranks} squares, "
            f"not on {have.files}x{have.ranks}",
            line=1,
        )
    sensors = header.sensors
    if not (sensors.reed or sensors.weight or sensors.corners):
        raise LogError(f"{log.path}, line 1: the board has no sensors; name them under sensors", line=1)
    session = Session(game, start, BoardInfo(header.shape, sensors))
    if header.cells:
        session.evidence.start_from([CellState(*cell) for cell in header.cells])
    return session


@dataclass(slots=True)
class Replay:
    """One log being decoded. `answers`: the record from whose moves questions are answered."""

    session: Session
    answers: GameRecord | None = None
    asked: int = 0
    promotions: int = 0
    frames: int = 0
    began: float = field(default_factory=time.perf_counter)

    def lines(self, events: Iterable[BoardEvent]) -> Iterator[dict[str, Any]]:
        """The JSON objects to print for the events of a log, but for the last object.

        LogError at a faulty line, when all that the lines before it decide has been yielded.
        """
        t = 0
        fault: LogError | None = None
        try:
            for event in events:
                self.frames += isinstance(event, SensorFrame)
                t = event.t
                yield from self._told(self.session.feed(event))
        except LogError as error:
            fault = error
        yield from self._told(self.session.advance(t + AFTER_MS))
        if fault:
            raise fault

    def summary(self) -> dict[str, Any]:
        """The last JSON object: the game as it stands."""
        session = self.session
        open_lines = [list(line) for line in session.open_lines()]
        return {
            "moves": list(session.texts()),
            "result": session.result,
            "final": session.position.text(),
            "asked": self.asked,
            "promotions": self.promotions,
            "frames": self.frames,
            "seconds": round(time.perf_counter() - self.began, 2),
        } | ({"open": open_lines} if open_lines else {})

    def _told(self, reports: list[Report]) -> Iterator[dict[str, Any]]:
        while reports:
            report = reports.pop(0)
            yield report_json(report, self.session.game.shape) | self._time(report)
            if isinstance(report, Asked):
                self.asked += not report.promotion
                self.promotions += report.promotion
                if answer := self.answer(report):
                    reports += self.session.feed(Pick(report.t, answer))

    def _time(self, report: Report) -> dict[str, Any]:
        """With a clock: when the last man of a move came to rest, and the seconds its mover has left."""
        if self.session.clock and isinstance(report, Moved | Amended):
            left = self.session.clock.after_each()
            if report.ply <= len(left):
                return {"rest": report.rest, "clock": left[report.ply - 1].ms / 1000}
        return {}

    def answer(self, question: Asked) -> str | None:
        """The move that was made at the ply of a question, if it is among the candidates."""
        if (played := self._played(question)) is None:
            return None
        position = self.session.lines[0].positions[question.ply - 1]
        for candidate in question.candidates:
            try:
                if position.find_move(candidate).name == played:
                    return candidate
            except MoveError:
                continue
        return None

    def _played(self, question: Asked) -> str | None:
        """The name of the move that was made at the ply of a question, if that is known."""
        record = self.answers
        if record is None or question.ply > len(record.moves):
            return None
        return record.moves[question.ply - 1].name

    def record(self) -> GameRecord:
        """The game as it stands, as a record."""
        return session_record(self.session)


def session_record(session: Session) -> GameRecord:
    """The decided moves of a session as a record."""
    own_start = session.start == session.game.start()
    return GameRecord(
        session.game,
        session.record.moves,
        session.result,
        end_tags(session.outcome.reason) if session.outcome else {},
        start=None if own_start else session.start,
        timing=session.clock.timing if session.clock else None,
    )


def report_json(report: Report, shape: BoardShape) -> dict[str, Any]:
    """A report as the JSON object that `replay` prints."""
    match report:
        case Moved(t, ply, text):
            return {"move": text, "ply": ply, "t": t}
        case Amended(t, ply, text):
            return {"amend": text, "ply": ply, "t": t}
        case TakenBack(t, plies):
            return {"takeback": plies, "t": t}
        case Asked(t, ply, candidates):
            return {"ask": list(candidates), "ply": ply, "t": t}
        case WentAstray(t, differences):
            return {"astray": {shape.name(square): f"{men:+d}" for square, men in differences}, "t": t}
        case Offered(t, by):
            return {"offer": "draw", "by": by.letter, "t": t}
        case Ended(t, outcome):
            return {"end": outcome.result if outcome else "*", "t": t} | (
                {"reason": outcome.reason} if outcome else {}
            )
        case NewGame(t, number):
            return {"game": number, "t": t}
        case Turned(t):
            return {"turned": True, "t": t}
        case SwitchJudged(t, square, fault):
            return {"switch": shape.name(square), "fault": fault.value, "t": t}


def check_game(log: SensorLog, wanted: Game) -> None:
    """UsageError if a record is not of the game that a log is of."""
    if wanted.name != log.header.game:
        raise UsageError(f"{log.path} is a log of {log.header.game}, the record is one of {wanted.name}")
