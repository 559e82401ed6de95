"""Simulated hands: a move of a game becomes lifts, placings and pushes over time.

`tidy` hands do one thing after the other and let the men come to rest.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from engine.errors import UsageError
from engine.types import Colour, Man, Move, Square, Stack, Transfer
from firmware_bridge.frames import BoardEvent, BoardInfo, KeyName, KeyPress, SensorFrame
from firmware_bridge.simulator.board import SimulatedBoard

TICK_MS = 20
HANDS = ("tidy",)


@dataclass(frozen=True, slots=True)
class Take:
    """Lift the top `count` men of a square."""

    t: int
    square: Square
    count: int


@dataclass(frozen=True, slots=True)
class Bring:
    """Take a man from beside the board."""

    t: int
    man: Man


@dataclass(frozen=True, slots=True)
class Put:
    """Set down what is in the hand, on a square or (None) beside the board."""

    t: int
    square: Square | None


@dataclass(frozen=True, slots=True)
class TurnOver:
    """Turn the top man in the hand over."""

    t: int
    man: Man


@dataclass(frozen=True, slots=True)
class Push:
    """Rest a finger on a square: some grams for some ms."""

    t: int
    square: Square
    grams: float
    ms: int


Action: TypeAlias = Take | Bring | Put | TurnOver | Push | KeyPress


def check_hands(name: str) -> str:
    """The name of a kind of hands; UsageError names those there are."""
    if name not in HANDS:
        raise UsageError(f"no hands {name!r}; choose one of {', '.join(HANDS)}")
    return name


class Hands:
    """Turns moves into actions, one after the other; `t` is when the last of them has ended."""

    def __init__(self, rng: random.Random, t: int = 0) -> None:
        self._rng = rng
        self.t = t

    def play(self, move: Move) -> Iterator[Action]:
        """The actions of one move."""
        self._wait(1200, 3500)
        stacks: dict[Square | None, Stack] = dict(move.changes)
        landing = {transfer.target for transfer in move.transfers}
        covered = [turn for turn in move.turns if turn.was.turned and turn.square in landing]
        for turn in covered:
            yield from self._carry(Transfer(turn.square, turn.square), (turn.now,))
        for transfer in move.transfers:
            yield from self._carry(transfer, stacks.get(transfer.target, ())[-1:])
        for turn in move.turns:
            if turn not in covered:
                yield from self._carry(Transfer(turn.square, turn.square), (turn.now,))

    def press(self, key: KeyName, by: Colour) -> Iterator[Action]:
        """Press a button."""
        self._wait(400, 900)
        yield KeyPress(self.t, key, by.letter)

    def _carry(self, transfer: Transfer, shows: Stack) -> Iterator[Action]:
        if transfer.origin is not None:
            grip = self._rng.randint(80, 200)
            yield Push(self.t, transfer.origin, self._rng.uniform(3, 40), grip)
            self.t += grip
            yield Take(self.t, transfer.origin, transfer.count)
        else:
            yield Bring(self.t, shows[-1])
        self._wait(350, 900)
        if transfer.origin == transfer.target:
            yield TurnOver(self.t, shows[-1])
        yield Put(self.t, transfer.target)
        if transfer.target is not None:
            rest = self._rng.randint(80, 250)
            yield Push(self.t, transfer.target, self._rng.uniform(3, 40), rest)
            self.t += rest
        self._wait(250, 700)

    def _wait(self, least: int, most: int) -> None:
        self.t += self._rng.randint(least, most)


def act(board: SimulatedBoard, action: Action) -> None:
    """Do an action on a board; a key press is not the board's and does nothing."""
    match action:
        case Take(t, square, count):
            board.take(t, square, count)
        case Bring(_, man):
            board.bring(man)
        case Put(t, square):
            board.put(t, square)
        case TurnOver(_, man):
            board.turn_over(man)
        case Push(t, square, grams, ms):
            board.push(t, square, grams, ms)
        case KeyPress():
            pass


class PlayedBoard:
    """A simulated board on which hands do what a list of actions says, each at its time.

    It is what a simulated firmware looks at: `info`, `frame` and `snapshot` as `SimulatedBoard` has them.
    """

    def __init__(self, board: SimulatedBoard, actions: Iterable[Action]) -> None:
        self.board = board
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
        """The hands do nothing more."""
        self._next = None

    def events(self, t: int) -> Iterator[BoardEvent]:
        """What happens up to `t`: the buttons pressed, then the frame that is sent, if any."""
        while self._next and self._next.t <= t:
            act(self.board, self._next)
            if isinstance(self._next, KeyPress):
                yield self._next
            self._next = next(self._actions, None)
        if frame := self.board.frame(t):
            yield frame

    def snapshot(self, t: int) -> SensorFrame:
        """The state of all sensors at `t`."""
        return self.board.snapshot(t)
