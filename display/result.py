"""The result of a game, big enough for spectators: the score between the two sides, with their names."""

from __future__ import annotations

import pygame
from pygame import Rect

from display import palette
from display.scene import Scene
from display.tools import Tools
from engine.types import Colour, Man

HEIGHT, SCORE, NAME = 88, 46, 18
"""Heights of the whole, of the score and of a name, in units."""
MOST = 0.4
"""The most of what there is that it takes."""
DISC, LONE_DISC = 0.42, 0.6
"""A man's share of the height, with a name under it and without."""
SCORE_SHARE = 0.42
"""The share of the width that is the score's."""


def draw_result(tools: Tools, surface: pygame.Surface, scene: Scene, free: Rect) -> int:
    """Draw it at the top of `free`, if the game has ended; the height that it took."""
    if scene.result == "*":
        return 0
    height = min(round(HEIGHT * tools.layout.unit), round(free.height * MOST))
    plate = Rect(free.x, free.y, free.width, height)
    pygame.draw.rect(surface, palette.BUTTON, plate, border_radius=tools.gap)
    score = scene.result.replace("1/2", "½").replace("-", "–")
    middle = round(plate.width * SCORE_SHARE)
    wanted = round(min(SCORE * tools.layout.unit, height * 0.6))
    text, size = tools.words.fit(score, middle, wanted, bold=True)
    picture = tools.words.render(text, size, palette.TEXT, bold=True)
    surface.blit(picture, picture.get_rect(center=plate.center))
    white = Rect(plate.x, plate.y, (plate.width - middle) // 2, height)
    black = white.move(plate.right - white.right, 0)
    for colour, name, side in zip(Colour, scene.players, (white, black), strict=True):
        _draw_side(tools, surface, colour, name, side.inflate(-tools.gap, -tools.gap))
    return height


def _draw_side(tools: Tools, surface: pygame.Surface, colour: Colour, name: str, box: Rect) -> None:
    """A man of the side, and under it its name, if it has one."""
    disc = tools.men.face(Man(colour, ""), round(box.height * (DISC if name else LONE_DISC)))
    room, size = box.height - disc.get_height(), tools.layout.type_size(NAME)
    lines, size = tools.words.paragraph(name, box.width, room, size, bold=True) if name else ([], size)
    step = tools.words.line_height(size)
    top = box.centery - (disc.get_height() + len(lines) * step) // 2
    surface.blit(disc, disc.get_rect(midtop=(box.centerx, top)))
    top += disc.get_height()
    for index, line in enumerate(lines):
        picture = tools.words.render(line, size, palette.TEXT, bold=True)
        surface.blit(picture, picture.get_rect(midtop=(box.centerx, top + index * step)))
