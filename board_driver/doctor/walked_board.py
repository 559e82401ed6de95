"""A simulated board without men, over whose squares a hand walks with one man when it is asked to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.types import BoardShape, Colour, Man, Stack
from firmware_bridge.frames import BoardEvent, BoardInfo, SensorFrame
from firmware_bridge.simulator.actions import Action, Bring, PlayedBoard, Put, Take
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.kits import Kit

STEP_MS = 120
"""The hand is on a square, and between two, for so long."""


class WalkedBoard:
    """What a simulated firmware looks at, as `SimulatedThing` has it."""

    def __init__(self, shape: BoardShape, kit: Kit) -> None:
        empty: tuple[Stack, ...] = ((),) * len(shape)
        self._board = SimulatedBoard(shape, empty, kit, seed=1)
        self._hand = PlayedBoard(self._board, ())
        self._t = 0

    @property
    def info(self) -> BoardInfo:
        """What the board is."""
        return self._board.info

    def begin(self) -> None:
        """Let the hand walk from now on."""
        self._hand = PlayedBoard(self._board, _steps(self._board.info.shape, self._t + STEP_MS))

    def events(self, t: int) -> Iterable[BoardEvent]:
        """What happens up to `t`."""
        self._t = t
        return self._hand.events(t)

    def snapshot(self, t: int) -> SensorFrame:
        """The state of all sensors at `t`."""
        return self._board.snapshot(t)


def _steps(shape: BoardShape, t: int) -> Iterator[Action]:
    yield Bring(t, Man(Colour.WHITE, "S"))
    for square in range(len(shape)):
        yield Put(t, square)
        yield Take(t + STEP_MS, square, 1)
        t += 2 * STEP_MS
    yield Put(t, None)
