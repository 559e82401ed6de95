"""The frame around what the four buttons would press."""

from __future__ import annotations

import pygame
from pygame import Rect

from display import palette
from display.tools import Tools


def draw_focus(tools: Tools, surface: pygame.Surface, rect: Rect) -> None:
    """The frame around what the four buttons would press."""
    wide = max(3, round(4 * tools.layout.unit))
    outer = rect.inflate(wide, wide)
    pygame.draw.rect(surface, palette.BADGE, outer.inflate(2, 2), wide + 2, border_radius=tools.gap)
    pygame.draw.rect(surface, palette.FOCUS, outer, wide, border_radius=tools.gap)
