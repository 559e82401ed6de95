"""What the sensors of squares have said, and when: what has moved since some time is told from that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from engine.types import Square


@dataclass(frozen=True, slots=True)
class Stay:
    """What the sensor of a square said for a while: from when on (ms); grams, or the state of a switch (0.0,
    1.0); the mean of how many readings that is."""

    since: int
    reading: float
    samples: int = 1


MOST_STAYS = 40
"""So many stays of a square are kept, the latest."""


class Past:
    """What the sensor of a square said, the latest `MOST_STAYS`; those before the last `forget` are past."""

    def __init__(self) -> None:
        self.stays: list[Stay] = []
        self._forgotten = 0

    def add(self, stay: Stay) -> None:
        """It began to say that, or has said it."""
        self.stays.append(stay)
        spare = max(len(self.stays) - 2 * MOST_STAYS, 0)
        del self.stays[:spare]
        self._forgotten = max(self._forgotten - spare, 0)

    def forget(self) -> None:
        """What it said is accounted for."""
        self._forgotten = len(self.stays)

    @property
    def recent(self) -> list[Stay]:
        """What it said since it was last forgotten."""
        return self.stays[self._forgotten :][-MOST_STAYS:]


class Trace(Protocol):
    """What has moved on the board since some time."""

    @property
    def changed_at(self) -> Mapping[Square, int]:
        """When each square that has moved did so last, ms."""

    def changes(self, square: Square) -> list[Stay]:
        """What the sensor of a square has begun to say since then, in order of time."""
