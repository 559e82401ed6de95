"""A simulated board without men, over whose squares a hand walks with one man when it is asked to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.types import BoardShape, Colour, Man, Stack
from firmware_bridge.frames import BoardEvent, BoardInfo, SensorFrame
from firmware_bridge.simulator.actions import Action, Bring, PlayedBoard, Put, Take
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.kits import Kit

STEP_MS = 200
"""The hand is on a square, and between two, for so long. A cell is read five times then; one may be wild."""


class WalkedBoard:
    """What a simulated firmware looks at, as `ForeseenThing` has it."""

    def __init__(self, shape: BoardShape, kit: Kit) -> None:
        empty: tuple[Stack, ...] = ((),) * len(shape)
        self._board = SimulatedBoard(shape, empty, kit, seed=1)
        self._hand = PlayedBoard(self._board, ())
        self._begins = False
        self._disturbed: Callable[[], None] = lambda: None

    @property
    def info(self) -> BoardInfo:
        """What the board is."""
        return self._board.info

    def begin(self) -> None:
        """Let the hand walk from now on."""
        self._begins = True
        self._disturbed()

    @property
    def due(self) -> int:
        """Until then nothing happens, unless the hand begins."""
        return 0 if self._begins else self._hand.due

    def watch(self, disturbed: Callable[[], None]) -> None:
        """Call this when the hand begins, and whenever it disturbs the board."""
        self._disturbed = disturbed
        self._board.watch(disturbed)

    def events(self, t: int) -> Iterable[BoardEvent]:
        """What happens up to `t`."""
        if self._begins:
            self._begins = False
            self._hand = PlayedBoard(self._board, _steps(self._board.info.shape, t + STEP_MS))
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
