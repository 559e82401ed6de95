"""Smooth edges without a font or a file: a picture is drawn some times too big and scaled down."""

from __future__ import annotations

from collections.abc import Callable

import pygame

OVERSIZE = 4
"""How many times too big."""


def smooth(size: tuple[int, int], draw: Callable[[pygame.Surface], None]) -> pygame.Surface:
    """A picture of `size` pixels on a transparent ground, drawn by `draw` on one OVERSIZE times as big."""
    big = pygame.Surface((size[0] * OVERSIZE, size[1] * OVERSIZE), pygame.SRCALPHA, 32)
    draw(big)
    return pygame.transform.smoothscale(big, size)
