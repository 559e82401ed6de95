"""What hands can do to a simulated board, each thing at its time (ms of the board's clock)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from engine.types import Man, Square
from firmware_bridge.frames import BoardEvent, BoardInfo, KeyPress, Pick, SensorFrame
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.failures import Fault


@dataclass(frozen=True, slots=True)
class Take:
    """Lift the top `count` men of a square, under those that the hand holds already."""

    t: int
    square: Square
    count: int
    hand: int = 0


@dataclass(frozen=True, slots=True)
class Bring:
    """Take a man from beside the board."""

    t: int
    man: Man
    hand: int = 0


@dataclass(frozen=True, slots=True)
class Put:
    """Set down what is in the hand, on a square or (None) beside the board."""

    t: int
    square: Square | None
    hand: int = 0


@dataclass(frozen=True, slots=True)
class TurnOver:
    """Turn the top man in the hand over."""

    t: int
    man: Man
    hand: int = 0


@dataclass(frozen=True, slots=True)
class Nudge:
    """Slide the tower of a square so that it stands so far from the square's centre, in squares."""

    t: int
    square: Square
    dx: float
    dy: float


@dataclass(frozen=True, slots=True)
class Push:
    """Rest a finger on a square: some grams for some ms."""

    t: int
    square: Square
    grams: float
    ms: int


@dataclass(frozen=True, slots=True)
class Jolt:
    """Knock against the board, so that for some ms all men press more or less, and some hop."""

    t: int
    ms: int


@dataclass(frozen=True, slots=True)
class Fail:
    """The switch of a square breaks, or is whole again."""

    t: int
    square: Square
    fault: Fault


@dataclass(frozen=True, slots=True)
class Landed:
    """Nothing happens here: the last man of a ply (from 1) has come to stand; `free_t`: untouched since."""

    t: int
    ply: int
    free_t: int


@dataclass(frozen=True, slots=True)
class Undone:
    """Nothing happens here: another move of a ply has been taken back; `text` names it.

    It stood on the board from `made` on, till `regretted`, ms.
    """

    t: int
    ply: int
    text: str
    made: int
    regretted: int


Action: TypeAlias = (
    Take | Bring | Put | TurnOver | Nudge | Push | Jolt | Fail | KeyPress | Pick | Landed | Undone
)


def act(board: SimulatedBoard, action: Action) -> None:
    """Do an action on a board; a key press or an answer is not the board's and does nothing."""
    match action:
        case Take(t, square, count, hand):
            board.take(t, square, count, hand)
        case Bring(_, man, hand):
            board.bring(man, hand)
        case Put(t, to, hand):
            board.put(t, to, hand)
        case TurnOver(_, man, hand):
            board.turn_over(man, hand)
        case Nudge(t, square, dx, dy):
            board.nudge(t, square, dx, dy)
        case Push(t, square, grams, ms):
            board.push(t, square, grams, ms)
        case Jolt(t, ms):
            board.jolt(t, ms)
        case Fail(t, square, fault):
            board.fail(t, square, fault)
        case KeyPress() | Pick() | Landed() | Undone():
            pass


class PlayedBoard:
    """A simulated board on which hands do what a list of actions says, each at its time.

    It is what a simulated firmware looks at: `info`, `frame` and `snapshot` as `SimulatedBoard` has them.
    """

    def __init__(self, board: SimulatedBoard, actions: Iterable[Action]) -> None:
        self.board = board
        self.acted_at = 0
        """When the hands did something last, in ms."""
        self._actions = iter(actions)
        self._next = next(self._actions, None)

    @property
    def info(self) -> BoardInfo:
        """What the board is."""
        return self.board.info

    @property
    def done(self) -> bool:
        """True when all actions have been done."""
        return self._next is None

    def stop(self) -> None:
        """The hands do nothing more; what they hold is one hand's."""
        self._next = None
        self.board.join_hands()

    @property
    def due(self) -> int:
        """Until then `events` need not be asked, unless somebody else disturbs the board."""
        return min(self._next.t, self.board.due) if self._next else self.board.due

    def watch(self, disturbed: Callable[[], None]) -> None:
        """Call this whenever the board is disturbed."""
        self.board.watch(disturbed)

    def events(self, t: int) -> Iterator[BoardEvent]:
        """What happens up to `t`: keys pressed, questions answered, then the frame that is sent, if any."""
        while self._next and self._next.t <= t:
            act(self.board, self._next)
            self.acted_at = self._next.t
            if isinstance(self._next, KeyPress | Pick):
                yield self._next
            self._next = next(self._actions, None)
        if frame := self.board.frame(t):
            yield frame

    def snapshot(self, t: int) -> SensorFrame:
        """The state of all sensors at `t`."""
        return self.board.snapshot(t)
