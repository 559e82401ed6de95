"""A page as a picture: what can be chosen on cards, and the focus as a bright frame around one of them."""

from __future__ import annotations

import pygame
from pygame import Rect

from display import palette
from display.focus import draw_focus
from display.page import Entry, Page, Reading
from display.page_layout import PageLayout, Place
from display.panel import draw_record
from display.prompts import SIGNS, draw_prompts
from display.scene import Mood
from display.text import LEAST_SIZE
from display.tools import Tools

TITLE, TEXT, FIELD = 26, 20, 22
LEAST_TEXT = 13
"""No text begins smaller than so many pixels; it becomes so only if it must to be whole."""
TICK = "✓"
CARET = "▏"
VALUE_SHARE = 0.5
"""The part of an entry that its value may take, however long its text is."""
CENTRED = 3
"""In so many columns, what stands on an entry stands in its middle."""


def draw_page(tools: Tools, surface: pygame.Surface, page: Page, places: PageLayout) -> None:
    """Draw all of a page but its board."""
    _draw_title(tools, surface, page, places)
    draw_prompts(tools, surface, page.lines, places.lines)
    if page.field is not None:
        _draw_field(tools, surface, page.field, places.field)
    if page.board and places.rest.height:
        draw_record(tools, surface, page.board, places.rest)
    size = _common_size(tools, page, places)
    indent = any(entry.ticked for entry in page.entries)
    value_size = min((_value_size(tools, place) for place in places.entries), default=size)
    for place in places.entries:
        assert place.entry
        _draw_card(tools, surface, place.entry, place.rect)
        if page.columns < CENTRED:
            _draw_entry(tools, surface, place, size, value_size, indent=indent)
        else:
            _draw_centred(tools, surface, place, size)
    size = _fitting(tools, places.buttons, _text_size(tools))
    for place in places.buttons:
        assert place.entry
        _draw_card(tools, surface, place.entry, place.rect, colour=palette.BUTTON_QUIET)
        _draw_centred(tools, surface, place, size)
    for place in places.turns:
        _draw_arrow(tools, surface, place)
    for place in (*places.entries, *places.buttons):
        if place.entry and place.entry.key == page.focus:
            draw_focus(tools, surface, place.rect)


def draw_readings(tools: Tools, surface: pygame.Surface, readings: tuple[Reading, ...]) -> None:
    """What the sensors of each square say: fuller is darker, a frame is a closed switch, a bar is trouble."""
    side = tools.layout.square
    size = max(LEAST_SIZE, round(side * 0.34))
    for square, reading in enumerate(readings):
        rect = tools.layout.square_rect(square)
        inner = rect.inflate(-max(2, side // 16), -max(2, side // 16))
        pygame.draw.rect(surface, palette.sensor_shade(reading.share), inner)
        if reading.closed:
            pygame.draw.rect(surface, palette.TEXT, inner, max(2, side // 14))
        if reading.wrong:
            bar = Rect(inner.x, inner.bottom - max(4, side // 7), inner.width, max(4, side // 7))
            pygame.draw.rect(surface, palette.OKABE_ITO_VERMILION, bar)
        if reading.text:
            text, fitting = tools.words.fit(reading.text, inner.width - 4, size, bold=True)
            picture = tools.words.render(text, fitting, palette.TEXT, bold=True)
            surface.blit(picture, picture.get_rect(center=inner.center))


def _draw_title(tools: Tools, surface: pygame.Surface, page: Page, places: PageLayout) -> None:
    back = places.back
    colour = palette.MOODS[page.alert] if page.alert else palette.BUTTON_QUIET
    pygame.draw.rect(surface, colour, back.rect, border_radius=tools.gap)
    size = tools.layout.type_size(TITLE * 1.5)
    ink = palette.BADGE if page.alert else palette.TEXT
    text = back.text + (SIGNS[page.alert] if page.alert else "")
    picture = tools.words.render(text, size, ink, bold=True)
    surface.blit(picture, picture.get_rect(center=back.rect.move(0, -size // 14).center))
    right = places.title.right
    if places.part[1] > 1:
        text = f"{places.part[0]}/{places.part[1]}"
        part = tools.words.render(text, _text_size(tools), palette.FAINT)
        surface.blit(part, part.get_rect(midright=(right, places.title.centery)))
        right -= part.get_width() + tools.gap
    width, height = right - places.title.x, places.title.height
    lines, size = tools.words.paragraph(page.title, width, height, tools.layout.type_size(TITLE), bold=True)
    step = tools.words.line_height(size)
    top = places.title.centery - step * len(lines) // 2
    for index, line in enumerate(lines):
        picture = tools.words.render(line, size, palette.TEXT, bold=True)
        surface.blit(picture, (places.title.x, top + index * step))


def _draw_field(tools: Tools, surface: pygame.Surface, text: str, rect: Rect) -> None:
    """What has been written so far, with a caret behind it."""
    pygame.draw.rect(surface, palette.BADGE, rect, border_radius=tools.gap // 2)
    pygame.draw.rect(surface, palette.RULE, rect, 2, border_radius=tools.gap // 2)
    width = rect.width - 2 * tools.gap
    shown, size = tools.words.fit(text + CARET, width, tools.layout.type_size(FIELD), bold=True)
    picture = tools.words.render(shown, size, palette.TEXT, bold=True)
    surface.blit(picture, picture.get_rect(midleft=(rect.x + tools.gap, rect.centery)))


def _draw_card(
    tools: Tools, surface: pygame.Surface, entry: Entry, rect: Rect, colour: palette.RGB = palette.CARD
) -> None:
    if not entry.enabled:
        pygame.draw.rect(surface, palette.CARD, rect, 2, border_radius=tools.gap // 2)
        return
    pygame.draw.rect(surface, palette.BUTTON if entry.main else colour, rect, border_radius=tools.gap // 2)


def _text_size(tools: Tools) -> int:
    return max(LEAST_TEXT, tools.layout.type_size(TEXT))


def _colour(entry: Entry) -> palette.RGB:
    return palette.TEXT if entry.enabled else palette.DISABLED


def _draw_entry(
    tools: Tools, surface: pygame.Surface, place: Place, size: int, value_size: int, *, indent: bool
) -> None:
    """Text on the left, value on the right; both whole if that can be."""
    entry, rect = place.entry, place.rect
    assert entry
    left, right = rect.x + round(1.5 * tools.gap), rect.right - round(1.5 * tools.gap)
    if indent:
        if entry.ticked:
            tick = tools.words.render(TICK, size, palette.MOODS[Mood.GOOD], bold=True)
            surface.blit(tick, tick.get_rect(midleft=(left, rect.centery)))
        left += tools.words.width(TICK, size, bold=True) + tools.gap
    if entry.value:
        value, fitting = tools.words.fit(entry.value, _value_room(tools, place), value_size)
        picture = tools.words.render(value, fitting, palette.MOODS[Mood.ASK])
        surface.blit(picture, picture.get_rect(midright=(right, rect.centery)))
        right -= picture.get_width() + tools.gap
    lines, size = tools.words.paragraph(entry.text, right - left, rect.height - 2, size, bold=True)
    _draw_lines(tools, surface, lines, size, colour=_colour(entry), at=(left, rect.centery))


def _value_room(tools: Tools, place: Place) -> int:
    """The pixels that a value may take: what the text leaves, or its share."""
    assert place.entry
    inner = place.rect.width - 3 * tools.gap
    text = tools.words.width(place.entry.text, _text_size(tools), bold=True)
    return max(inner - text - 2 * tools.gap, round(inner * VALUE_SHARE))


def _value_size(tools: Tools, place: Place) -> int:
    """The size in which its value fits."""
    assert place.entry
    room = _value_room(tools, place)
    return tools.words.fit(place.entry.value, room, _text_size(tools))[1]


def _draw_centred(tools: Tools, surface: pygame.Surface, place: Place, size: int) -> None:
    assert place.entry
    box = place.rect.inflate(-tools.gap, -2)
    text = f"{TICK} {place.entry.text}" if place.entry.ticked else place.entry.text
    lines, size = tools.words.paragraph(text, box.width, box.height, size, bold=True)
    _draw_lines(tools, surface, lines, size, colour=_colour(place.entry), at=box.center, centred=True)


def _draw_lines(
    tools: Tools,
    surface: pygame.Surface,
    lines: list[str],
    size: int,
    *,
    colour: palette.RGB,
    at: tuple[int, int],
    centred: bool = False,
) -> None:
    step = tools.words.line_height(size)
    for index, line in enumerate(lines):
        picture = tools.words.render(line, size, colour, bold=True)
        y = at[1] + round((index - (len(lines) - 1) / 2) * step)
        surface.blit(picture, picture.get_rect(**{"center" if centred else "midleft": (at[0], y)}))


def _draw_arrow(tools: Tools, surface: pygame.Surface, place: Place) -> None:
    pygame.draw.rect(surface, palette.BUTTON_QUIET, place.rect, border_radius=tools.gap // 2)
    picture = tools.words.render(place.text, _text_size(tools), palette.TEXT, bold=True)
    surface.blit(picture, picture.get_rect(center=place.rect.center))


def _common_size(tools: Tools, page: Page, places: PageLayout) -> int:
    """The size in which the entries that stand side by side are written."""
    size = _text_size(tools)
    return _fitting(tools, places.entries, size) if page.columns >= CENTRED else size


def _fitting(tools: Tools, places: tuple[Place, ...], size: int) -> int:
    """The size, not above `size`, in which the texts of all these places are whole."""
    for place in places:
        assert place.entry
        box = place.rect.inflate(-tools.gap, -2)
        size = tools.words.whole_size(place.entry.text, *box.size, size, bold=True)
    return size
