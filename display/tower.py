"""One tower man by man, as it looks from the side: the bottom man at the bottom, those in the hand lifted."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import pygame
from pygame import Rect

from display import palette
from display.scene import Mood, Scene, TowerView
from display.text import LEAST_SIZE
from display.tools import Tools
from display.words import man_name, tower_heading
from engine.types import Colour

NAME, NOTE, HEADING = 18, 15, 18
SMALL = 0.7
"""Rather than to stand in two columns, names are so much smaller."""
MOST_COLUMNS = 3
LEAST_ROW = 3
"""The pixels that a man takes at least, so that one sees its owner."""
LEAST_HEIGHT = 12
"""The pixels without which a tower is not drawn at all."""
MOST_NOTE_LINES = 3
BAR = 0.3
"""The part of a row that the picture of the man takes."""


def draw_tower(tools: Tools, surface: pygame.Surface, scene: Scene, view: TowerView, free: Rect) -> int:
    """Draw a tower from the top of `free`; the height that it took, 0 if there is no room for it at all."""
    heading = tower_heading(scene.language, scene.game, scene.shape, view)
    text, size = tools.words.fit(heading, free.width, tools.layout.type_size(HEADING), bold=True)
    top = tools.words.line_height(size) + tools.gap // 2
    rows = max(ceil(len(view.stack) / MOST_COLUMNS) * LEAST_ROW, LEAST_HEIGHT)
    if free.height < top + rows + _split(tools, view):
        return 0
    surface.blit(tools.words.render(text, size, palette.FAINT, bold=True), free.topleft)
    if not view.stack:
        return top
    names = tuple(scene.language.say(man_name(scene.game, man)) for man in view.stack)
    drawing = _Drawing(tools, view, names, scene.turn)
    plan = drawing.plan(free.width, free.height - top)
    height = plan.rows * plan.row + drawing.split
    drawing.draw(surface, plan, (free.x, free.y + top + height))
    return top + height


def _split(tools: Tools, view: TowerView) -> int:
    """The gap below the men in the hand."""
    return round(10 * tools.layout.unit) if view.lifted else 0


@dataclass(frozen=True, slots=True)
class _Plan:
    """How a tower is set out.

    `rows`: men in a column; `columns`; `row`, `width`: a row's size in pixels; `note_lines`: the lines that
    a note has below the name, 0: none, it stands beside the name if there is room; `name_size`: the size
    of the names, 0 where there is no room for whole words.
    """

    rows: int
    columns: int
    row: int
    width: int
    note_lines: int
    name_size: int


@dataclass(frozen=True, slots=True)
class _Drawing:
    tools: Tools
    view: TowerView
    names: tuple[str, ...]
    turn: Colour

    @property
    def split(self) -> int:
        return _split(self.tools, self.view)

    @property
    def staying(self) -> int:
        """How many men are not in the hand."""
        return len(self.view.stack) - self.view.lifted

    @property
    def note_size(self) -> int:
        return self.tools.layout.type_size(NOTE)

    @property
    def least_note_size(self) -> int:
        """Two pixels smaller is better than a last word on a line of its own."""
        return max(LEAST_SIZE, self.note_size - 2)

    @property
    def indent(self) -> int:
        """The room for a man's number before it."""
        return self.tools.words.width("00", self.note_size) + self.tools.gap // 2

    def plan(self, width: int, height: int) -> _Plan:
        """The set-out with the fewest columns and the most room for notes that fits."""
        words, gap = self.tools.words, self.tools.gap
        usual = self.tools.layout.type_size(NAME)
        height -= self.split
        note_width = round(width * (1 - BAR)) - 2 * gap
        wrapped = [words.wrap(text, note_width, self.least_note_size) for text in self.view.notes if text]
        wanted = min(MOST_NOTE_LINES, max(map(len, wrapped), default=0))
        small = max(LEAST_SIZE, round(usual * SMALL))
        choices = [(1, lines, usual) for lines in range(wanted, -1, -1)]
        choices += [(1, 0, small), *((columns, 0, usual) for columns in range(2, MOST_COLUMNS + 1))]
        for columns, lines, size in choices:
            rows = ceil(len(self.view.stack) / columns)
            least = words.line_height(size) + lines * words.line_height(self.note_size)
            if rows * least <= height:
                break
        tall = max(least + 4, round(30 * self.tools.layout.unit))
        column = (width - (columns - 1) * gap) // columns
        row = min(height // rows, tall)
        name_width = round(column * (1 - BAR)) - 2 * gap - self.indent
        fitted = [words.fit(name, name_width, size, bold=True) for name in self.names]
        size = min(fitting for _, fitting in fitted)
        while size > LEAST_SIZE and words.line_height(size) > row:
            size -= 1
        whole = all(text == name for (text, _), name in zip(fitted, self.names, strict=True))
        named = row >= words.line_height(size) and (whole or columns == 1)
        return _Plan(rows, columns, row, column, lines, size if named else 0)

    def draw(self, surface: pygame.Surface, plan: _Plan, foot: tuple[int, int]) -> None:
        """Draw the tower; `foot` is the bottom left corner of its bottom man."""
        for level in range(len(self.view.stack)):
            row = self._row(plan, level, foot)
            self._draw_man(surface, plan, level, row)
        if self.view.lifted:
            cut = self._row(plan, self.staying, foot)
            y = cut.bottom + self.split // 2
            dash = max(4, round(8 * self.tools.layout.unit))
            for x in range(cut.left, cut.right, 2 * dash):
                pygame.draw.line(surface, palette.OKABE_ITO_SKY, (x, y), (min(x + dash, cut.right) - 1, y), 2)

    def _row(self, plan: _Plan, level: int, foot: tuple[int, int]) -> Rect:
        column, place = divmod(level, plan.rows)
        bottom = foot[1] - place * plan.row - (self.split if level >= self.staying else 0)
        return Rect(foot[0] + column * (plan.width + self.tools.gap), bottom - plan.row, plan.width, plan.row)

    def _draw_man(self, surface: pygame.Surface, plan: _Plan, level: int, row: Rect) -> None:
        """The man from the side, shifted if it is in the hand, with its name and note beside it."""
        left = row.x
        if plan.columns > 1 and plan.row >= self.tools.words.line_height(LEAST_SIZE):
            number = self.tools.words.render(str(level + 1), self.note_size, palette.FAINT)
            left += self.indent
            surface.blit(number, number.get_rect(midright=(left - self.tools.gap // 2, row.centery)))
        if level >= self.staying:
            left += round(6 * self.tools.layout.unit)
        wide = plan.width * BAR if plan.name_size else row.right - left
        bar = Rect(left, row.y, round(min(wide, row.height * 3)), max(1, row.height - 1))
        surface.blit(self.tools.men.side(self.view.stack[level], *bar.size), bar)
        if plan.name_size:
            left = bar.right + self.tools.gap
            self._draw_words(surface, plan, level, Rect(left, row.y, row.right - left, row.height))

    def _comes_free(self, level: int) -> bool:
        """Whether this is the man that is on top when those in the hand have gone."""
        return bool(self.view.lifted) and level == self.staying - 1

    def _draw_words(self, surface: pygame.Surface, plan: _Plan, level: int, box: Rect) -> None:
        words, note_lines = self.tools.words, plan.note_lines
        text, size = words.fit(self.names[level], box.width, plan.name_size, bold=True)
        colour = palette.TEXT
        if self._comes_free(level):
            own = self.view.stack[level].colour is self.turn
            colour = palette.MOODS[Mood.ASK if own else Mood.WARN]
        name = words.render(text, size, colour, bold=True)
        note = self.view.notes[level] if level < len(self.view.notes) else ""
        lines, size = self._note_lines(note, box.width, note_lines)
        step = words.line_height(size)
        top = box.centery - (name.get_height() + len(lines) * step) // 2
        surface.blit(name, (box.x, top))
        for index, line in enumerate(lines):
            picture = words.render(line, size, palette.FAINT)
            surface.blit(picture, (box.x, top + name.get_height() + index * step))
        if note and not note_lines:
            self._draw_note_beside(surface, note, box, box.width - name.get_width() - self.tools.gap)

    def _note_lines(self, note: str, width: int, most: int) -> tuple[list[str], int]:
        """A note below the name, whole, or its last part, or not at all; and the size of its type."""
        words, height = self.tools.words, most * self.tools.words.line_height(self.note_size)
        for shown in (note, note.rpartition("; ")[2]) if note else ():
            size = words.whole_size(shown, width, height, self.note_size)
            if size >= self.least_note_size and words.stands(shown, width, height, size):
                return words.wrap(shown, width, size), size
        return [], self.note_size

    def _draw_note_beside(self, surface: pygame.Surface, note: str, box: Rect, room: int) -> None:
        """A note on the line of the name: whole, or its last part, or not at all."""
        for shown in (note, note.rpartition("; ")[2]):
            text, size = self.tools.words.fit(shown, room, self.note_size)
            if text == shown and size >= self.least_note_size:
                picture = self.tools.words.render(text, size, palette.FAINT)
                surface.blit(picture, picture.get_rect(midright=(box.right, box.centery)))
                return
