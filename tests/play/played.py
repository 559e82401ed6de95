"""What hands do and what the board says in a match, and both told side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from board_driver.questions import NONE
from board_driver.replay import Replay
from board_driver.reports import Asked
from board_driver.session import Session
from engine.types import Move, Square
from firmware_bridge.frames import BoardEvent, BoardInfo
from firmware_bridge.simulator.actions import Action, Landed, Push, Put, Take, Undone
from firmware_bridge.simulator.failures import Failure, read_failure
from firmware_bridge.simulator.script import script, simulate
from tests.play.matches import Match, find_record, kit_of, style_of


def actions(match: Match) -> Iterator[Action]:
    """All that the hands do in a match."""
    record = find_record(match.game, match.record)
    start, kit, style = record.positions()[0], kit_of(match.kit), style_of(match.hands)
    return script(
        record.game, start, record.moves, kit, match.seed + 1, style=style, failures=failures(match)
    )


def events(match: Match) -> Iterator[BoardEvent]:
    """All that the board says in a match."""
    record = find_record(match.game, match.record)
    kit, style = kit_of(match.kit), style_of(match.hands)
    return simulate(
        record.game, record.start, record.moves, kit, match.seed, style=style, failures=failures(match)
    )


class Played(Replay):
    """A match being decoded; its players are asked, and say what they have just done, be it a mistake;
    nothing while they take that back. A ply that they have not made yet is none of the candidates."""

    def __init__(self, match: Match, session: Session) -> None:
        record = find_record(match.game, match.record)
        super().__init__(session, record if match.answered else None)
        self._positions = record.positions()
        told = [*actions(match)]
        self._mistakes = [note for note in told if isinstance(note, Undone)]
        landed = [note for note in told if isinstance(note, Landed)]
        self._begun = {note.ply: _begun(record.moves[note.ply - 1], told, note.t) for note in landed}

    def answer(self, question: Asked) -> str | None:
        """The move that was made at the ply of a question, if it is among the candidates."""
        mistaken = any(note.made <= question.t <= note.t for note in self._mistakes)
        if self.answers and question.t < self._begun.get(question.ply, 0) and not mistaken:
            return NONE
        return super().answer(question)

    def _played(self, question: Asked) -> str | None:
        for mistake in self._mistakes:
            if self.answers and mistake.ply == question.ply and mistake.made <= question.t <= mistake.t:
                stands = question.t <= mistake.regretted
                return self._positions[mistake.ply - 1].find_move(mistake.text).name if stands else None
        return super()._played(question)


def _begun(move: Move, told: Iterable[Action], landed: int) -> int:
    """When the first man of a move that had landed by then was lifted for it, or set down if he was brought;
    the last time, for he may have been put back before. ms; 0 if never."""
    lifts = [(each.t, each.square) for each in told if isinstance(each, Take) and each.t <= landed]
    puts = [(each.t, each.square) for each in told if isinstance(each, Put) and each.t <= landed]
    ends = ((puts, each.target) if each.origin is None else (lifts, each.origin) for each in move.transfers)
    return min((max((t for t, at in some if at == square), default=0) for some, square in ends), default=0)


def failures(match: Match) -> list[Failure]:
    """The switches that fail in a match."""
    shape = find_record(match.game, match.record).game.shape
    return [read_failure(text, shape) for text in match.fail.split(",") if text]


def trace(match: Match) -> Iterator[str]:
    """What the hands do and what is decided, as lines of text in order of time."""
    record = find_record(match.game, match.record)
    info = BoardInfo(record.game.shape, kit_of(match.kit).sensors)
    replay = Played(match, Session(record.game, record.positions()[0], info))
    name = record.game.shape.name
    done = [(action.t, 0, _told(action, name)) for action in actions(match) if not _is_finger(action)]
    decided = [(line["t"], 1, f"        {line}") for line in replay.lines(events(match))]
    for t, _, text in sorted([*done, *decided], key=lambda entry: entry[:2]):
        yield f"{t:8} {text}"
    yield f"         {replay.summary()}"


def _is_finger(action: Action) -> bool:
    return isinstance(action, Push) and action.ms < 1000


def _told(action: Action, name: Callable[[Square], str]) -> str:
    fields = {key: getattr(action, key) for key in action.__slots__ if key != "t"}
    if fields.get("square") is not None:
        fields["square"] = name(fields["square"])
    return " ".join([type(action).__name__, *(f"{key}={value}" for key, value in fields.items())])
