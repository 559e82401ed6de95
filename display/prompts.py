"""The words to the players: each on a card whose tab tells by colour and sign how urgent it is."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect

from display import palette
from display.scene import Line, Mood
from display.tools import Tools

SIGNS = {Mood.PLAIN: "•", Mood.GOOD: "✓", Mood.ASK: "?", Mood.WARN: "!"}
BOLD = {Mood.ASK, Mood.WARN}
SIZE, LEAST = 22, 13


def draw_prompts(tools: Tools, surface: pygame.Surface, lines: Sequence[Line], free: Rect) -> int:
    """Draw the lines from the top of `free`, smaller if they are many; the height that they took.

    What does not fit even in the smallest type is left out, the least urgent (last) line first.
    """
    if not lines:
        return 0
    lines, size = _fitted(tools, lines, free)
    top = free.y
    for line in lines:
        top += _draw_card(tools, surface, line, Rect(free.x, top, free.width, free.bottom - top), size)
        top += _margin(tools)
    return top - _margin(tools) - free.y


def prompts_height(tools: Tools, lines: Sequence[Line], free: Rect) -> int:
    """The height that `draw_prompts` will take."""
    if not lines:
        return 0
    lines, size = _fitted(tools, lines, free)
    return min(free.height, _height(tools, lines, free.width, size))


def prompts_stand(tools: Tools, lines: Sequence[Line], free: Rect) -> bool:
    """Whether all lines can be shown."""
    return len(_fitted(tools, lines, free)[0]) == len(lines)


def _fitted(tools: Tools, lines: Sequence[Line], free: Rect) -> tuple[Sequence[Line], int]:
    """The lines that can be shown, and the size of their type."""
    size = tools.layout.type_size(SIZE)
    while _height(tools, lines, free.width, size) > free.height and size > tools.layout.type_size(LEAST):
        size -= 1
    while _height(tools, lines, free.width, size) > free.height and len(lines) > 1:
        lines = lines[:-1]
    return lines, size


def _margin(tools: Tools) -> int:
    return tools.gap // 2


def _tab(tools: Tools) -> int:
    return round(24 * tools.layout.unit)


def _text_width(tools: Tools, width: int) -> int:
    return width - _tab(tools) - 2 * _margin(tools)


def _height(tools: Tools, lines: Sequence[Line], width: int, size: int) -> int:
    step, inner = tools.words.line_height(size), _text_width(tools, width)
    texts = sum(len(tools.words.wrap(line.text, inner, size, line.mood in BOLD)) for line in lines)
    return texts * step + (3 * len(lines) - 1) * _margin(tools)


def _draw_card(tools: Tools, surface: pygame.Surface, line: Line, free: Rect, size: int) -> int:
    margin, bold = _margin(tools), line.mood in BOLD
    inner = _text_width(tools, free.width)
    texts, size = tools.words.paragraph(line.text, inner, free.height - 2 * margin, size, bold)
    step = tools.words.line_height(size)
    card = Rect(free.x, free.y, free.width, len(texts) * step + 2 * margin)
    tab = Rect(free.x, free.y, _tab(tools), card.height)
    pygame.draw.rect(surface, palette.CARD, card, border_radius=margin)
    pygame.draw.rect(
        surface,
        palette.MOODS[line.mood],
        tab,
        border_top_left_radius=margin,
        border_bottom_left_radius=margin,
    )
    sign = tools.words.render(SIGNS[line.mood], size, palette.BADGE, bold=True)
    surface.blit(sign, sign.get_rect(center=(tab.centerx, tab.top + margin + step // 2)))
    for index, text in enumerate(texts):
        picture = tools.words.render(text, size, palette.TEXT, bold)
        surface.blit(picture, (tab.right + margin, card.top + margin + index * step))
    return card.height
