"""What follows the pointer on the simulated board."""

from __future__ import annotations

import pygame

from display.layout import Position
from display.palette import BADGE, TEXT
from display.tools import Tools
from engine.types import Stack


def draw_held(tools: Tools, surface: pygame.Surface, held: Stack, at: Position) -> None:
    """Draw the men in the hand where the pointer is, and how many they are."""
    place = surface.blit(tools.men.tower(held), tools.men.tower(held).get_rect(center=at))
    if len(held) > 1:
        badge = tools.marks.height(len(held))
        surface.blit(badge, badge.get_rect(bottomright=place.bottomright))


def draw_choice(tools: Tools, surface: pygame.Surface, text: str, at: Position) -> None:
    """Say beside the pointer how many men of how many would be taken."""
    size = tools.layout.type_size(18)
    words = tools.words.render(text, size, TEXT, bold=True)
    plate = words.get_rect().inflate(tools.gap * 2, tools.gap)
    plate.midbottom = (at[0], at[1] - tools.gap)
    plate.clamp_ip(surface.get_rect())
    pygame.draw.rect(surface, TEXT, plate.inflate(4, 4), border_radius=tools.gap)
    pygame.draw.rect(surface, BADGE, plate, border_radius=tools.gap)
    surface.blit(words, words.get_rect(center=plate.center))
