"""The clocks of both sides, beside each other; the one that runs is lit."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect

from display import palette
from display.scene import ClockFace
from display.text import LEAST_SIZE
from display.tools import Tools
from engine.types import Man

SIZE = 30


def draw_clocks(tools: Tools, surface: pygame.Surface, faces: Sequence[ClockFace]) -> None:
    """Draw them side by side in their place."""
    place = tools.layout.clocks
    width = (place.width - tools.gap * (len(faces) - 1)) // len(faces)
    for index, face in enumerate(faces):
        plate = Rect(place.x + index * (width + tools.gap), place.y, width, place.height)
        _draw_face(tools, surface, face, plate)


def _draw_face(tools: Tools, surface: pygame.Surface, face: ClockFace, plate: Rect) -> None:
    colour = palette.CLOCK_LOW if face.low else palette.CLOCK_RUNS if face.runs else palette.CARD
    ink = palette.CLOCK_INK if face.runs or face.low else palette.FAINT
    pygame.draw.rect(surface, colour, plate, border_radius=tools.gap // 2)
    disc = tools.men.face(Man(face.side, ""), round(plate.height * 0.62))
    margin = (plate.height - disc.get_height()) // 2
    left = plate.x + margin + disc.get_width()
    if tools.words.width(face.text, LEAST_SIZE, bold=True) <= plate.right - left - margin:
        surface.blit(disc, (plate.x + margin, plate.y + margin))
    else:  # the time tells more than whose it is, which the place says too
        left = plate.x
    room = Rect(left, plate.y, plate.right - left, plate.height)
    text, size = tools.words.fit(face.text, room.width - margin, tools.layout.type_size(SIZE), bold=True)
    picture = tools.words.render(text, size, ink, bold=True)
    surface.blit(picture, picture.get_rect(center=room.center))
