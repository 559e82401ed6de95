"""Where everything of a page is: title, words, entries in a grid, buttons; and what pressing each means.

A page has the whole screen, or beside a board what is the panel in play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from pygame import Rect

from display.inputs import Focus, Press
from display.layout import LEAST_TOUCH, Layout, Size, make_layout
from display.page import BACK, Entry, Page
from display.prompts import prompts_height
from display.tools import Tools
from engine.types import BoardShape

TITLE, ROW, LEAST_ROW, MOST_ROW, ARROWS = 44, 42, 34, 54, 46
"""Heights of the title, and of an entry: usual, least and most; the width of a list's arrows. In units."""
LEAST_TALL = 20
"""No entry is less high than so many pixels, where there is room."""
LEAST_WIDTH = 64
"""Rather than to be narrower than so many units, buttons stand in more rows."""
WORDS_SHARE, BARE_WORDS_SHARE = 0.42, 0.85
"""The most of a page that its words take, with entries under them and without."""


@dataclass(frozen=True, slots=True)
class Place:
    """An entry, a button, or (entry None) an arrow of a long list, and what pressing it means."""

    rect: Rect
    input: Press | Focus
    entry: Entry | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class PageLayout:
    """The places of a page.

    `turns`: the arrows of a long list; `part`: which part of how many is shown. `rest`: what no entry takes.
    """

    title: Rect
    lines: Rect
    field: Rect
    back: Place
    entries: tuple[Place, ...]
    buttons: tuple[Place, ...]
    turns: tuple[Place, ...]
    part: tuple[int, int]
    rest: Rect

    @property
    def touchable(self) -> tuple[Place, ...]:
        """All that can be pressed now."""
        places = (self.back, *self.entries, *self.buttons, *self.turns)
        return tuple(place for place in places if place.entry is None or place.entry.enabled)


def whole_screen(size: Size) -> Layout:
    """The layout of a page without a board: its panel is the whole screen."""
    layout = make_layout(size, BoardShape())
    margin = max(4, round(0.018 * min(size)))
    panel = Rect(margin, margin, size[0] - 2 * margin, size[1] - 2 * margin)
    unit = min(panel.width / 640, panel.height / 392)
    return replace(layout, panel=panel, unit=unit)


def lay_out(page: Page, tools: Tools) -> PageLayout:
    """Where everything of a page is in the panel of `tools`."""
    unit, gap, free = tools.layout.unit, tools.gap, tools.layout.panel
    title = Rect(free.x, free.y, free.width, round(TITLE * unit))
    back = Rect(title.x, title.y, round(1.15 * title.height), title.height)
    buttons = _buttons(page.buttons, free, unit, gap)
    top = title.bottom + gap
    bottom = min((place.rect.top - gap for place in buttons), default=free.bottom)
    room = bottom - top
    share = WORDS_SHARE if page.entries or page.field is not None else BARE_WORDS_SHARE
    most = Rect(free.x, top, free.width, round(room * share))
    lines = Rect(free.x, top, free.width, prompts_height(tools, page.lines, most))
    top = lines.bottom + (gap if lines.height else 0)
    field = Rect(free.x, top, free.width, round(ROW * unit) if page.field is not None else 0)
    top = field.bottom + (gap if field.height else 0)
    box = Rect(free.x, top, free.width, bottom - top)
    entries, turns, part = _grid(page, box, unit, gap)
    return PageLayout(
        title=Rect(back.right + gap, title.y, title.right - back.right - gap, title.height),
        lines=lines,
        field=field,
        back=Place(back, Press(BACK), text="‹"),
        entries=entries,
        buttons=buttons,
        turns=turns,
        part=part,
        rest=box if not entries else Rect(0, 0, 0, 0),
    )


def _buttons(entries: Sequence[Entry], free: Rect, unit: float, gap: int) -> tuple[Place, ...]:
    """Buttons at the bottom, those of a row of one width."""
    if not entries:
        return ()
    most = max(1, (free.width + gap) // (round(LEAST_WIDTH * unit) + gap))
    rows = [entries[index : index + most] for index in range(0, len(entries), most)]
    tall = max(LEAST_TOUCH, round(ROW * unit))
    top = free.bottom - len(rows) * (tall + gap) + gap
    places = []
    for number, row in enumerate(rows):
        wide = (free.width - (len(row) - 1) * gap) // len(row)
        for column, entry in enumerate(row):
            rect = Rect(free.x + column * (wide + gap), top + number * (tall + gap), wide, tall)
            places.append(Place(rect, Press(entry.key), entry))
    return tuple(places)


def _grid(
    page: Page, box: Rect, unit: float, gap: int
) -> tuple[tuple[Place, ...], tuple[Place, ...], tuple[int, int]]:
    """The entries of the part that is shown, the arrows that lead to the others, and which part it is."""
    if not page.entries:
        return (), (), (1, 1)
    gap = max(3, gap * 2 // 3)
    all_rows = ceil(len(page.entries) / page.columns)
    rows = all_rows
    if (box.height + gap) // all_rows - gap < max(LEAST_TALL, round(LEAST_ROW * unit)):
        rows = max(1, (box.height + gap) // (max(LEAST_TALL, round(ROW * unit)) + gap))
    tall = min(max(LEAST_TALL, round(MOST_ROW * unit)), (box.height + gap) // rows - gap)
    part_size = rows * page.columns
    keys = [entry.key for entry in page.entries]
    part = (keys.index(page.shown) if page.shown in keys else 0) // part_size
    parts = ceil(len(keys) / part_size)
    turns: tuple[Place, ...] = ()
    if parts > 1:
        strip = Rect(box.right - round(ARROWS * unit), box.y, round(ARROWS * unit), rows * (tall + gap) - gap)
        before, after = max(0, part - 1) * part_size, min(parts - 1, part + 1) * part_size
        side = min(strip.width, (strip.height - gap) // 2)
        turns = (
            Place(Rect(strip.x, strip.y, strip.width, side), Focus(keys[before]), text="▲"),
            Place(Rect(strip.x, strip.bottom - side, strip.width, side), Focus(keys[after]), text="▼"),
        )
        box = Rect(box.x, box.y, strip.x - gap - box.x, box.height)
    wide = (box.width - (page.columns - 1) * gap) // page.columns
    places = []
    for index, entry in enumerate(page.entries[part * part_size : (part + 1) * part_size]):
        row, column = divmod(index, page.columns)
        rect = Rect(box.x + column * (wide + gap), box.y + row * (tall + gap), wide, tall)
        places.append(Place(rect, Press(entry.key), entry))
    return tuple(places), turns, (part + 1, parts)
