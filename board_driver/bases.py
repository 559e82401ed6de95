"""The positions of a line from which something may have been played, with what the board says of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count, islice

from board_driver.evidence import ODD, Evidence
from board_driver.lines import Line
from engine.game import Position
from engine.types import Square, Stack


@dataclass(frozen=True, slots=True)
class Base:
    """A position of a line, `back` plies before its end.

    `costs`: those of each square, a1 first; `odd`: bitmap of the squares that don't agree.
    """

    position: Position
    stacks: tuple[Stack, ...]
    back: int
    costs: list[float]
    odd: int

    def cost_of(self, squares: Iterable[Square]) -> float:
        """What these squares cost."""
        return sum([self.costs[square] for square in squares])


class Bases:
    """The bases of a line, the last first; each is found but once, when it is asked for."""

    def __init__(self, line: Line, evidence: Evidence) -> None:
        self._line = line
        self._evidence = evidence
        self._found: list[Base] = []
        self._more = self._find()

    def __iter__(self) -> Iterator[Base]:
        for number in count():
            if number == len(self._found):
                self._found += islice(self._more, 1)
            if number == len(self._found):
                return
            yield self._found[number]

    def _find(self) -> Iterator[Base]:
        positions, moves = self._line.positions, self._line.moves
        stacks = positions[-1].stacks
        costs = self._evidence.misfits(stacks)
        odd = sum(1 << square for square, cost in enumerate(costs) if cost > ODD)
        yield Base(positions[-1], stacks, 0, costs, odd)
        for back in range(1, len(positions)):
            position = positions[-1 - back]
            costs = costs.copy()
            stacks = position.stacks
            for square, _ in moves[-back].changes:
                costs[square] = self._evidence.misfit(square, stacks[square])
                odd = odd & ~(1 << square) | (costs[square] > ODD) << square
            yield Base(position, stacks, back, costs, odd)
