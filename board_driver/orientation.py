"""A board that lies the other way round, all its squares turned by 180 degrees. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from board_driver.choices import choices
from board_driver.evidence import Evidence
from engine.game import Position
from firmware_bridge.frames import BoardInfo, SensorFrame

Each = TypeVar("Each")


def turned(squares: Sequence[Each]) -> tuple[Each, ...]:
    """What belongs to each square, a1 first, seen from the other side."""
    return tuple(reversed(squares))


def turned_info(info: BoardInfo) -> BoardInfo:
    """What the board is, seen from the other side: its corner cells are in other places."""
    corners, shape = info.sensors.corners, info.shape
    if corners is None:
        return info
    at = tuple((shape.files - 1 - file, shape.ranks - 1 - rank) for file, rank in corners.at)
    return replace(info, sensors=replace(info.sensors, corners=replace(corners, at=at)))


def turned_frame(frame: SensorFrame, squares: int) -> SensorFrame:
    """A frame of a board with so many squares, seen from the other side."""
    reed = None if frame.reed is None else int(f"{frame.reed:0{squares}b}"[::-1], 2)
    return replace(frame, reed=reed, grams=None if frame.grams is None else turned(frame.grams))


def from_far_side(position: Position, evidence: Evidence) -> bool:
    """True if the board shows a legal move from a position, but for its being seen from the other side."""
    for choice in choices(position):
        stacks = [choice.changes.get(square, stack) for square, stack in enumerate(position.stacks)]
        if not any(evidence.is_odd(square, stack) for square, stack in enumerate(turned(stacks))):
            return True
    return False
