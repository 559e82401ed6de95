"""Boards on which hands move men at random, watched, so that what a link tells of them can be judged."""

import random
from collections.abc import Iterator

from engine.types import BoardShape, Colour, Man
from firmware_bridge.frames import BoardEvent, KeyPress, SensorFrame
from firmware_bridge.simulator.actions import Action, PlayedBoard, Put, Take
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.kits import find_kit

MAN = Man(Colour.WHITE, "S")
CHESSBOARD = BoardShape()


def shuffling(shape: BoardShape, count: int, rng: random.Random) -> Iterator[Action]:
    """Hands that carry single men about, and press a button now and then; the squares in the first two
    ranks hold a man each to begin with."""
    occupied = set(range(2 * shape.files))
    t = 500
    for number in range(count):
        origin = rng.choice(sorted(occupied))
        target = rng.choice(sorted(set(range(len(shape))) - occupied))
        yield Take(t, origin, 1)
        t += rng.randint(40, 500)
        yield Put(t, target)
        occupied = occupied - {origin} | {target}
        t += rng.randint(40, 500)
        if number % 5 == 4:
            yield KeyPress(t, "confirm", "wb"[number % 2])  # type: ignore[arg-type]
            t += rng.randint(40, 500)


class WatchedBoard(PlayedBoard):
    """Remembers all it has said."""

    def __init__(self, kit: str = "reed", shape: BoardShape = CHESSBOARD, seed: int = 1, moves: int = 10):
        stacks = [(MAN,) if square < 2 * shape.files else () for square in range(len(shape))]
        board = SimulatedBoard(shape, stacks, find_kit(kit), seed)
        super().__init__(board, shuffling(shape, moves, random.Random(seed)))
        self.t = 0
        self.said: list[SensorFrame] = []
        self.pressed: list[KeyPress] = []

    def events(self, t: int) -> Iterator[BoardEvent]:
        self.t = t
        for event in super().events(t):
            if isinstance(event, SensorFrame):
                self.said.append(event)
            elif isinstance(event, KeyPress):
                self.pressed.append(event)
            yield event

    def snapshot(self, t: int) -> SensorFrame:
        frame = super().snapshot(t)
        self.said.append(frame)
        return frame


def readings(frame: SensorFrame) -> tuple[object, ...]:
    """A frame without its time."""
    return frame.reed, frame.grams, frame.corners


def assert_true_states(thing: WatchedBoard, heard: list[SensorFrame], since: int = 0) -> None:
    """Each frame heard is one that the board said, none older than the one before; times run on; and one of
    those said from place `since` on has arrived."""
    said = [readings(frame) for frame in thing.said]
    place, last = 0, -10
    for frame in heard:
        assert readings(frame) in said[place:], f"never said after frame {place}: {frame}"
        place = said.index(readings(frame), place)
        assert frame.t >= last + 10, (last, frame.t)
        last = frame.t
    newest = len(said) - 1 - said[::-1].index(readings(heard[-1]))
    assert newest >= since, f"what was said from frame {since} on has not arrived, only {newest}"
