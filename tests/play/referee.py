"""Plays a match in process, from hands to record, and judges what is decided by what was really played.

A ply is wrong if the record has another move there when the next one is decided, or at the end; or if it is
never decided and not open in a question either. Every man comes back to its square within two seconds, so
the board is never astray in truth.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log2
from operator import itemgetter
from typing import Any

from board_driver.reports import Report
from board_driver.session import Session
from engine.errors import MoveError
from engine.game import Game, Position
from engine.record import GameRecord
from engine.types import Square
from firmware_bridge.frames import BoardEvent, BoardInfo, SensorFrame
from firmware_bridge.simulator.actions import Landed, Take, Undone, act
from firmware_bridge.simulator.board import SimulatedBoard
from tests.play.matches import Match, find_record, kit_of
from tests.play.played import Played, actions, events

NEVER_MS = 2000
"""A lift that is not seen counts as if it were so late."""
BINS = 10
"""Bins of CPU time a factor of two: its percentiles are right within 7 %."""


@dataclass
class Tally:
    """What came of a match.

    `wrong`: (ply, what was played, what was decided; None if nothing was). `open`: plies left open in a
    question. `named`: the squares whose switch was said to have failed. `delays`, `free_delays`: ms from a
    man's landing, or from the fingers leaving it, to its move's decision, where there was no question.
    `light_delays`: ms from a lift to the lights of its targets. `settled`: questions that nobody answered and
    later moves did. `cpu`: frames by bin of their time, see `bin_us`.
    """

    plies: int = 0
    decided: int = 0
    unasked: int = 0
    questions: int = 0
    promotions: int = 0
    settled: int = 0
    wrong: list[tuple[int, str, str | None]] = field(default_factory=list)
    open: int = 0
    amended: int = 0
    astray: int = 0
    takebacks: int = 0
    named: list[str] = field(default_factory=list)
    delays: list[int] = field(default_factory=list)
    free_delays: list[int] = field(default_factory=list)
    light_delays: list[int] = field(default_factory=list)
    cpu: Counter[int] = field(default_factory=Counter)

    def __iadd__(self, other: Tally) -> Tally:
        for name in vars(self):
            value = getattr(self, name)
            value += getattr(other, name)
            setattr(self, name, value)
        return self


def play(match: Match) -> Tally:
    """Play a match, and judge it."""
    record = find_record(match.game, match.record)
    referee = Referee(record)
    for note in actions(match):
        if isinstance(note, Landed | Undone):
            referee.note(note)
    start, sensors = record.start or record.game.start(), kit_of(match.kit).sensors
    session = TimedSession(record.game, start, BoardInfo(record.game.shape, sensors))
    replay = Played(match, session)
    for line in replay.lines(events(match)):
        referee.hear(line)
    referee.end(replay.summary())
    tally = referee.tally
    tally.cpu = session.cpu
    tally.settled = 0 if match.answered else referee.settled
    if match.hands == "tidy":
        tally.light_delays = light_delays(match, session.lifted)
    return tally


def light_delays(match: Match, seen: Sequence[tuple[int, frozenset[Square]]]) -> list[int]:
    """The ms from the first lift of each ply, if it empties its square, until that is seen."""
    record = find_record(match.game, match.record)
    board = SimulatedBoard(record.game.shape, record.positions()[0].stacks, kit_of(match.kit), 0)
    delays: list[int] = []
    first = True
    for action in actions(match):
        act(board, action)
        if isinstance(action, Take) and first and not board.stacks[action.square]:
            since = bisect_left(seen, action.t, key=itemgetter(0))
            times = (t for t, squares in seen[since:] if action.square in squares)
            delays.append(min(next(times, action.t + NEVER_MS) - action.t, NEVER_MS))
        first = isinstance(action, Landed) or (first and not isinstance(action, Take))
    return delays


class TimedSession(Session):
    """A session that counts its frames by the CPU time they take, and notes which men it sees lifted."""

    def __init__(self, game: Game, start: Position, info: BoardInfo) -> None:
        super().__init__(game, start, info)
        self.cpu: Counter[int] = Counter()
        self.lifted: list[tuple[int, frozenset[Square]]] = []

    def feed(self, event: BoardEvent) -> list[Report]:
        began, revision = time.thread_time_ns(), self.revision
        reports = super().feed(event)
        if isinstance(event, SensorFrame):
            self.cpu[round(BINS * log2(max(time.thread_time_ns() - began, 1000) / 1000))] += 1
        if self.revision != revision:
            self.lifted.append((event.t, frozenset(self.missing())))
        return reports


def bin_us(number: int) -> float:
    """The CPU time of a bin, in microseconds."""
    return float(2.0 ** (number / BINS))


class Referee:
    """Knows what was played, hears what is decided, and keeps the tally."""

    def __init__(self, record: GameRecord) -> None:
        self._true = record.texts()
        self._positions = record.positions()
        self._landed: dict[int, Landed] = {}
        self._undone: set[tuple[int, str]] = set()
        self._stands: list[str] = []
        self._decided_t: dict[int, int] = {}
        self._asked: set[int] = set()
        self._wrong: dict[int, str | None] = {}
        self.settled = 0
        self.tally = Tally(plies=len(self._true))

    def note(self, note: Landed | Undone) -> None:
        """What the hands say of themselves."""
        if isinstance(note, Landed):
            self._landed[note.ply] = note
        else:
            self._undone.add((note.ply, note.text))

    def hear(self, line: dict[str, Any]) -> None:
        """A line that `replay` prints."""
        match line:
            case {"move": text, "ply": ply, "t": t}:
                self._judge(ply - 1)
                self._stands[ply - 1 :] = [text]
                self._decided_t[ply] = t
            case {"amend": text, "ply": ply, "t": t}:
                self.tally.amended += 1
                self._stands[ply - 1] = text
                self._decided_t[ply] = t
            case {"takeback": plies}:
                first = len(self._stands) - plies
                removed = enumerate(self._stands[first:], first + 1)
                self.tally.takebacks += sum(ply_text not in self._undone for ply_text in removed)
                del self._stands[first:]
            case {"ask": candidates, "ply": ply}:
                if self._is_promotion(ply, candidates):
                    self.tally.promotions += 1
                else:
                    self.tally.questions += 1
                    self._asked.add(ply)
            case {"astray": _}:
                self.tally.astray += 1
            case {"game": _}:
                self._stands.clear()
            case {"switch": square, "fault": fault} if fault != "none":
                self.tally.named.append(square)

    def end(self, summary: dict[str, Any]) -> None:
        """The last line: judge the whole record."""
        tally, true = self.tally, self._true
        self._stands = summary["moves"]
        left = list(true[len(self._stands) :])
        if left in summary.get("open", []):
            tally.open = len(left)
        for ply in range(1, len(true) + 1 - tally.open):
            self._judge(ply)
        for extra in range(len(true) + 1, len(self._stands) + 1):
            self._wrong[extra] = self._stands[extra - 1]
        right = [ply for ply in range(1, len(true) + 1) if self._stands[ply - 1 : ply] == [true[ply - 1]]]
        tally.decided = len(self._stands)
        tally.unasked = len(set(right) - self._asked)
        self.settled = len(self._asked.intersection(right))
        for ply in right:
            if ply not in self._asked and ply in self._decided_t:
                tally.delays.append(self._decided_t[ply] - self._landed[ply].t)
                tally.free_delays.append(self._decided_t[ply] - self._landed[ply].free_t)
        tally.wrong = [
            (ply, true[ply - 1] if ply <= len(true) else "", text)
            for ply, text in sorted(self._wrong.items())
        ]

    def _judge(self, ply: int) -> None:
        """The next ply has been decided, or the game is over: a ply that is not what was played is wrong."""
        if ply < 1:
            return
        text = self._stands[ply - 1] if ply <= len(self._stands) else None
        if text is None or self._true[ply - 1 : ply] != (text,):
            self._wrong[ply] = text

    def _is_promotion(self, ply: int, candidates: Sequence[str]) -> bool:
        """The candidates differ only in the man that is set on the last rank."""
        if ply > len(self._true):
            return False
        position = self._positions[ply - 1]
        ways = {_way(position, text) for text in candidates}
        return len(candidates) > 1 and len(ways) == 1 and None not in ways


def _way(position: Position, text: str) -> object:
    try:
        return position.find_move(text).transfers
    except MoveError:
        return None
