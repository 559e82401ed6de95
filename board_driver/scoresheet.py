"""The scoresheet of a game: the moves that are decided, the clock, and how it ended."""

from __future__ import annotations

from dataclasses import replace

from board_driver.clock import Clock
from board_driver.lines import Line, move_texts
from board_driver.reports import Amended, Ended, Moved, Offered, Ply, Report, TakenBack
from engine.clock import TimeControl
from engine.game import Game, Position
from engine.types import Colour, Outcome


class ScoreSheet:
    """The decided moves of one game, its clock if it has one, its outcome, and a draw that is offered.

    What changes them says so in reports, dated `t` (ms on the board's clock).
    """

    def __init__(self, game: Game, start: Position) -> None:
        self.game = game
        self.clock: Clock | None = None
        self.control: TimeControl | None = None
        """That of the games that begin after this one."""
        self._open(start)

    def _open(self, start: Position) -> None:
        self.start = start
        self.record = Line((start,))
        self.plies: tuple[Ply, ...] = ()
        self.outcome: Outcome | None = None
        self.offer: Colour | None = None
        self.set_clock(self.control)

    def set_clock(self, control: TimeControl | None) -> None:
        """Let a clock that nobody has set going stand beside this game and those after it; None: no clock."""
        self.control = control
        self.clock = Clock.in_mid_game(control, len(self.record.moves)) if control else None

    def stop_clock(self, t: int) -> None:
        """Pause the clock if it runs: the game is put off."""
        if self.clock and self.clock.read(t).runs is not None:
            self.clock = self.clock.pressed(t)

    @property
    def position(self) -> Position:
        """The position after the moves that are decided."""
        return self.record.position

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2` or `*`."""
        return self.outcome.result if self.outcome else "*"

    @property
    def _is_closed(self) -> bool:
        """The game was ended by words or by the clock: whatever the men do, only a key reopens it."""
        return self.outcome is not None and self.outcome != self.position.outcome()

    def texts(self) -> tuple[str, ...]:
        """The decided moves in the project's notation."""
        return tuple(ply.text for ply in self.plies)

    def _decide(self, t: int, line: Line) -> list[Report]:
        """Let these be the decided moves; what that changes.

        Moves that are told after the end, by an answer, don't undo it unless they end the game themselves.
        """
        before, closed = self.record, self._is_closed
        same = before.same_moves(line)
        lost = len(before.moves) - same
        texts = list(enumerate(move_texts(line, same), same + 1))
        self.record = line
        self.plies = (
            *self.plies[:same],
            *(Ply(text, t, rest) for (_, text), rest in zip(texts, line.rests[same:], strict=True)),
        )
        if self.clock and lost > (1 if texts else 0):
            self.clock = self.clock.taken_back(lost, min([t, *line.rests[same : same + 1]]))
        self.clock = self.clock and replace(self.clock, ends=line.rests)
        reports: list[Report] = []
        if lost == 1 and texts:
            reports.append(Amended(t, *texts.pop(0), line.rests[same]))
        elif lost:
            reports.append(TakenBack(t, lost))
        reports += [Moved(t, ply, text, line.rests[ply - 1]) for ply, text in texts]
        if reports:
            self.offer = None
            outcome = self.position.outcome()
            if lost or outcome or not closed:
                reports += self._end(t, outcome, at=self._last_rest(t))
        return reports

    def _replace(self, t: int, ply: int, line: Line) -> list[Report]:
        """The same with another move at a ply; those after it keep their times."""
        before, same = self.record, self.record.same_moves(line)
        if same == len(before.moves):
            return []
        ended_by_itself = self.outcome == before.position.outcome()
        texts = move_texts(line, same)
        times = (t, *(each.t for each in self.plies[ply:]))
        self.record, self.offer = line, None
        self.plies = (*self.plies[:same], *map(Ply, texts, times, line.rests[same:]))
        reports: list[Report] = [Amended(t, ply, texts[0], line.rests[same])]
        if lost := len(before.moves) - len(line.moves):
            reports.append(TakenBack(t, lost))
            self.clock = self.clock and self.clock.taken_back(lost, t)
        outcome = line.position.outcome()
        if not (lost or outcome or ended_by_itself):
            return reports
        return reports + self._end(t, outcome, at=self._last_rest(t))

    def _last_rest(self, t: int) -> int:
        return max(self.record.rests, default=t)

    def _end(self, t: int, outcome: Outcome | None, *, at: int | None = None) -> list[Report]:
        """The game has ended, its clock stopped at `at` (None: now), or goes on after all."""
        if self.clock:
            stopped = t if at is None else at
            self.clock = replace(self.clock, stopped=stopped if outcome else None)
        if outcome == self.outcome:
            return []
        self.outcome = outcome
        return [Ended(t, outcome)]

    def _claim(self, t: int) -> list[Report]:
        outcome = self.game.claim(self.record.positions)
        return self._end(t, outcome) if outcome else []

    def _draw(self, t: int, by: Colour) -> list[Report]:
        if self.offer is by.other:
            return self._end(t, Outcome("1/2-1/2", "agreement"))
        if by is self.position.turn and (claimed := self._claim(t)):
            return claimed
        self.offer = by
        return [Offered(t, by)]
