"""The picture turned by quarters, for screens that are mounted so.

We turn it ourselves: SDL's own turn by 180 degrees was seen garbled on Raspberry Pi OS (raspberrypi/linux,
issue 6078), and touch coordinates were not turned with it.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import pygame

from display.layout import Position, Size

Turn: TypeAlias = Literal[0, 90, 180, 270]
"""How far the picture is turned clockwise, degrees."""


def turned_size(size: Size, turn: Turn) -> Size:
    """The size of the screen for a picture of `size`, or of the picture for such a screen."""
    return size if turn in {0, 180} else size[::-1]


def turn_picture(picture: pygame.Surface, turn: Turn) -> pygame.Surface:
    """The picture as the screen shows it, pixel for pixel; the same one if it is not turned."""
    return pygame.transform.rotate(picture, -turn) if turn else picture


def place_in_picture(place: Position, size: Size, turn: Turn) -> Position:
    """The pixel of a picture of `size` that is at a place of the screen."""
    (x, y), (right, bottom) = place, (size[0] - 1, size[1] - 1)
    places = {0: (x, y), 90: (y, bottom - x), 180: (right - x, bottom - y), 270: (right - y, x)}
    return places[turn]
