"""Measuring the weight cells on the empty board, then on the board set up for a game. Pure: frames come in.

A step ends when the board has been still for a while and shows what it should. A few cells that don't are
faulty, not men: they are waited for a little longer, and named at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from board_driver.calibration import CellState
from board_driver.cells import QUIET_MS
from board_driver.evidence import Evidence
from board_driver.observation import Observer
from engine.errors import UsageError
from engine.types import Square, Stack
from firmware_bridge.frames import BoardInfo, SensorFrame

STILL_MS = 3000
"""Readings are taken from a board that has been still for so long."""
DOUBT_MS = 8000
"""So long, where some squares are not as they should be."""
MOST_FAULTY = 4
"""More squares than this that are not as they should be are men, not faulty cells."""


@dataclass(frozen=True, slots=True)
class MeasuredCell:
    """One square: what is known of its cell, its readings (g), and if both are in bounds."""

    state: CellState
    empty_g: float
    set_up_g: float
    loaded: bool
    sound: bool


class Measurement:
    """The two steps, for one board; UsageError if it has no weight cells."""

    def __init__(self, info: BoardInfo, start: Sequence[Stack]) -> None:
        if info.sensors.weight is None:
            raise UsageError(
                "this board has no weight cells under its squares: there is nothing to calibrate"
            )
        self._observer = Observer(info)
        self._evidence = Evidence(self._observer)
        self._start = tuple(start)
        self._readings: list[tuple[float, ...]] = []
        self._unsound: set[Square] = set()

    @property
    def step(self) -> int:
        """0: the board is to be empty; 1: to be set up; 2: both have been measured."""
        return len(self._readings)

    def wrong(self) -> list[Square]:
        """The squares that don't look as this step asks for."""
        stacks = self._wanted()
        return [square for square, stack in enumerate(stacks) if not self._looks_like(square, stack)]

    def feed(self, frame: SensorFrame) -> bool:
        """Take one frame in; True if it ends a step."""
        self._observer.feed(frame)
        rest, cells = self._observer.rest_at, self._observer.weight
        if self.step == 2 or rest is None or cells is None:
            return False
        still, wrong = frame.t - rest + QUIET_MS, self.wrong()
        if still < (DOUBT_MS if wrong else STILL_MS) or len(wrong) > MOST_FAULTY:
            return False
        stacks, evidence = self._wanted(), self._evidence
        self._unsound |= {square for square in range(len(stacks)) if evidence.is_odd(square, stacks[square])}
        evidence.learn(stacks, frame.t)
        self._readings.append(tuple(cells.means))
        return True

    def cells(self) -> tuple[MeasuredCell, ...]:
        """What has been measured, a1 first; only when both steps are done."""
        empty, set_up = self._readings
        return tuple(
            MeasuredCell(
                state, empty[square], set_up[square], bool(self._start[square]), square not in self._unsound
            )
            for square, state in enumerate(self._evidence.cells)
        )

    def _wanted(self) -> tuple[Stack, ...]:
        return ((),) * len(self._start) if self.step == 0 else self._start

    def _looks_like(self, square: Square, stack: Stack) -> bool:
        men = self._evidence.men(square, stack)
        return not self._evidence.reads_wrong(square, stack) and (men is None or round(men) == len(stack))
