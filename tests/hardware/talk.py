"""A host and a board that talk to each other, in steps of board time."""

from __future__ import annotations

from typing import Protocol

from engine.types import BoardShape
from firmware_bridge.conversation import Connected, Conversation
from firmware_bridge.frames import (
    BoardEvent,
    BoardInfo,
    CornerCells,
    KeyPress,
    SensorFrame,
    Sensors,
    WeightCells,
)
from firmware_bridge.messages import RGB


class Board(Protocol):
    """Firmware somewhere: on a simulated chip, or its core on this one."""

    def run(self, ms: int = 1) -> bytes:
        """What it says in the next ms."""
        ...

    def hear(self, data: bytes) -> None:
        """Bytes that the host sends now."""
        ...


class Talk:
    """The host of a board; what it came to know is in `events`."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.host = Conversation()
        self.t = 0
        self.events: list[Connected | BoardEvent] = []
        self.silent = False
        """The host hears, but says nothing."""
        self.host.begin(0)

    def run(self, ms: int, step: int = 5) -> None:
        """Talk for so long."""
        for _ in range(0, ms, step):
            self.t += step
            self.events += self.host.receive(self.board.run(step), self.t)
            if data := b"" if self.silent else self.host.output(self.t):
                self.board.hear(data)

    @property
    def info(self) -> BoardInfo:
        """The board that was connected last."""
        return next(event.info for event in reversed(self.events) if isinstance(event, Connected))

    @property
    def frames(self) -> list[SensorFrame]:
        """What the board sensed, so far."""
        return [event for event in self.events if isinstance(event, SensorFrame)]

    @property
    def keys(self) -> list[KeyPress]:
        """The buttons that were pressed, so far."""
        return [event for event in self.events if isinstance(event, KeyPress)]


def expected_info(kit: str, shape: BoardShape, machine: str) -> BoardInfo:
    """What a board of that kit should say of itself."""
    weight = WeightCells(12.0, 0.25) if "weight" in kit else None
    x, y = shape.files - 0.4, shape.ranks - 0.4
    places = ((-0.6, -0.6), (x, -0.6), (-0.6, y), (x, y))
    corners = CornerCells(places, 8.0, 0.15) if "corners" in kit else None
    presence = "reed" in kit or "fsr" in kit
    return BoardInfo(
        shape, Sensors(presence, weight, corners, bool(weight or corners)), f"tavreli-board {machine} 1.0"
    )


def zigzag(colours: list[RGB], files: int) -> list[RGB]:
    """Colours of the squares in the order of a strip that runs to and fro."""
    ranks = [colours[first : first + files] for first in range(0, len(colours), files)]
    return [colour for number, rank in enumerate(ranks) for colour in (rank[::-1] if number % 2 else rank)]
