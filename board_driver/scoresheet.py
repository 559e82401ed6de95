"""The scoresheet of a game: the moves that are decided, and how it ended."""

from __future__ import annotations

from board_driver.lines import Line, move_texts
from board_driver.reports import Amended, Ended, Moved, Offered, Ply, Report, TakenBack
from engine.game import Game, Position
from engine.types import Colour, Outcome


class ScoreSheet:
    """The decided moves of one game, its outcome, and a draw that is offered.

    What changes them says so in reports, dated `t` (ms on the board's clock).
    """

    def __init__(self, game: Game, start: Position) -> None:
        self.game = game
        self._open(start)

    def _open(self, start: Position) -> None:
        self.start = start
        self.record = Line((start,))
        self.plies: tuple[Ply, ...] = ()
        self.outcome: Outcome | None = None
        self.offer: Colour | None = None

    @property
    def position(self) -> Position:
        """The position after the moves that are decided."""
        return self.record.position

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2` or `*`."""
        return self.outcome.result if self.outcome else "*"

    def texts(self) -> tuple[str, ...]:
        """The decided moves in the project's notation."""
        return tuple(ply.text for ply in self.plies)

    def _decide(self, t: int, line: Line) -> list[Report]:
        """Let these be the decided moves; what that changes."""
        before = self.record
        same = before.same_moves(line)
        lost = len(before.moves) - same
        texts = list(enumerate(move_texts(line, same), same + 1))
        self.record = line
        self.plies = (*self.plies[:same], *(Ply(text, t) for _, text in texts))
        reports: list[Report] = []
        if lost == 1 and texts:
            reports.append(Amended(t, *texts.pop(0)))
        elif lost:
            reports.append(TakenBack(t, lost))
        reports += [Moved(t, ply, text) for ply, text in texts]
        if reports:
            self.offer = None
            reports += self._end(t, self.position.outcome())
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
        self.plies = (*self.plies[:same], *map(Ply, texts, times))
        reports: list[Report] = [Amended(t, ply, texts[0])]
        if lost := len(before.moves) - len(line.moves):
            reports.append(TakenBack(t, lost))
        outcome = line.position.outcome()
        return reports + (self._end(t, outcome) if lost or outcome or ended_by_itself else [])

    def _end(self, t: int, outcome: Outcome | None) -> list[Report]:
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
