"""Where everything is on the screen: sizes and places in pixels, and what is at a place.

The board is a square as large as leaves room for the panel, which is beside it on a wide screen and
below it on a tall one. The buttons are at the bottom of the panel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import TypeAlias

from pygame import Rect

from display.inputs import Answer, BringMan, Press
from display.scene import Scene
from display.text import LEAST_SIZE
from engine.types import BoardShape, Square

NONE_OF_THESE = "none"
"""The `Answer` of the button that refuses all candidates."""

Meaning: TypeAlias = Answer | Press | BringMan
"""What a button may mean."""

TITLE_HEIGHT, CLOCKS_HEIGHT = 46, 44
"""The heights of the title and of the clocks, at 800x480."""

LEAST_BUTTON = (70, 14)
"""The pixels a button should be wide and high; rather than lower, it is narrower."""

BUTTON_TYPE, BUTTON_HEIGHT, LEAST_TOUCH = 17, 40, 30
"""The height of the words on a button, and of the buttons of a scene, at 800x480; the pixels that a button
is high even on the smallest screens, if there is room, so that a finger hits it."""

LETTER = 0.76
"""The width of a bold letter, in heights of its type; a button holds the longest answer."""

ANSWERS_SHARE, TITLE_SHARE = 0.5, 0.15
"""The share of the panel that answers take; they may take more than that if they would not stand whole, but
never that of the title."""

LEAST_TRAY = 36
"""The same width of a man beside the board, with the number of them."""

Position = tuple[int, int]
Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ButtonPlace:
    """A button on the screen: its place, what pressing it means, and what stands on it."""

    rect: Rect
    input: Meaning
    text: str


@dataclass(frozen=True, slots=True)
class Layout:
    """The places on a screen of `size` pixels, for a board of `shape` seen from White's or Black's side.

    `board`: the squares without their coordinates, which have `border` pixels left of and below it; `square`:
    the side of one. `panel`: where the words go. `unit`: the scale of type and of touchable things, 1.0 at
    800x480.
    """

    size: Size
    shape: BoardShape
    flipped: bool
    board: Rect
    border: int
    square: int
    panel: Rect
    unit: float

    def square_at(self, position: Position) -> Square | None:
        """The square under a point of the screen; None beside the board."""
        if not self.board.collidepoint(position):
            return None
        column = (position[0] - self.board.x) // self.square
        row = (position[1] - self.board.y) // self.square
        file = self.shape.files - 1 - column if self.flipped else column
        rank = row if self.flipped else self.shape.ranks - 1 - row
        return rank * self.shape.files + file

    def square_rect(self, square: Square) -> Rect:
        """The place of a square on the screen."""
        rank, file = divmod(square, self.shape.files)
        column = self.shape.files - 1 - file if self.flipped else file
        row = rank if self.flipped else self.shape.ranks - 1 - rank
        side = self.square
        return Rect(self.board.x + column * side, self.board.y + row * side, side, side)

    def type_size(self, pixels: float) -> int:
        """The height of type, given for 800x480, at this size; never less than can be read."""
        return max(LEAST_SIZE, round(pixels * self.unit))

    @property
    def clocks(self) -> Rect:
        """Where the clocks of both sides are, below the title; to be pressed like a chess clock's button."""
        unit, panel = self.unit, self.panel
        top = panel.y + round(TITLE_HEIGHT * unit) + max(4, round(8 * unit))
        return Rect(panel.x, top, panel.width, round(CLOCKS_HEIGHT * unit))

    def buttons(self, scene: Scene) -> tuple[ButtonPlace, ...]:
        """The buttons of a scene: its own at the bottom of the panel, a question's candidates above them.

        Between them are the men beside a simulated board.
        """
        pressed: list[tuple[Meaning, str]] = [(Press(button.key), button.text) for button in scene.buttons]
        longest = max((len(button.text) for button in scene.buttons), default=0)
        own = self._grid(
            pressed,
            self.panel.bottom,
            usual=4,
            height=max(BUTTON_HEIGHT, LEAST_TOUCH / self.unit),
            share=0.25,
            least=min(self.panel.width // 2, round(longest * LETTER * self.type_size(BUTTON_TYPE))),
        )
        men: list[tuple[Meaning, str]] = [(BringMan(man), str(count)) for man, count in scene.aside or ()]
        top = min((place.rect.top - self._gap for place in own), default=self.panel.bottom)
        own += self._grid(men, top, usual=5, height=36, share=0.25, least=LEAST_TRAY)
        bottom = min((place.rect.top - self._gap for place in own), default=self.panel.bottom)
        return own + self._answers(scene, bottom)

    def _answers(self, scene: Scene, bottom: int) -> tuple[ButtonPlace, ...]:
        """The buttons of a question, wide enough for the longest answer, if need be in two lines."""
        if not scene.candidates:
            return ()
        answers: list[tuple[Meaning, str]] = [(Answer(each.key), each.text) for each in scene.candidates]
        answers.append((Answer(NONE_OF_THESE), scene.language.gettext("none")))
        # A man tells by itself which answer it stands for, if there is no room for words.
        texts = [each.text for each in scene.candidates if not each.man] + [answers[-1][1]]
        wide = round(max(map(len, texts)) * LETTER * LEAST_SIZE)
        lines = ceil(wide / self.panel.width)
        height = max(44, LEAST_TOUCH / self.unit, lines * LEAST_BUTTON[1] / self.unit + 4)
        least = max(LEAST_TRAY, min(self.panel.width, ceil(wide / lines)))
        if len(texts) > 1:
            least = max(least, LEAST_BUTTON[0])
        usual = 2 if len(answers) <= 8 else 3 if len(answers) <= 18 else 4
        left = (bottom - self.panel.top) / self.panel.height - TITLE_SHARE
        for share in (ANSWERS_SHARE, max(ANSWERS_SHARE, left)):
            places = self._grid(answers, bottom, usual, height=height, share=share, least=least)
            if places[0].rect.width >= least:
                break
        return places

    @property
    def _gap(self) -> int:
        return max(3, round(6 * self.unit))

    def _grid(
        self,
        entries: Sequence[tuple[Meaning, str]],
        bottom: int,
        usual: int,
        *,
        height: float,
        share: float,
        least: int = LEAST_BUTTON[0],
    ) -> tuple[ButtonPlace, ...]:
        """Buttons in rows above `bottom`, up to `height` high, on no more than a share of the panel.

        There are fewer columns than `usual` where they would be too narrow, more where rows would be too low.
        """
        if not entries:
            return ()
        gap, room = self._gap, int(self.panel.height * share)
        narrowest = min(usual, len(entries), max(1, self.panel.width // least))
        narrowest = ceil(len(entries) / ceil(len(entries) / narrowest))
        for columns in range(narrowest, len(entries) + 1):
            rows = ceil(len(entries) / columns)
            tall = min(round(height * self.unit), room // rows - gap)
            if tall >= LEAST_BUTTON[1]:
                break
        wide = (self.panel.width - (columns - 1) * gap) // columns
        top = bottom - rows * (tall + gap) + gap
        places = []
        for index, (value, text) in enumerate(entries):
            row, column = divmod(index, columns)
            rect = Rect(self.panel.x + column * (wide + gap), top + row * (tall + gap), wide, tall)
            places.append(ButtonPlace(rect, value, text))
        return tuple(places)


def make_layout(size: Size, shape: BoardShape, *, flipped: bool = False) -> Layout:
    """The layout for a screen of `size` pixels (320x240 and up)."""
    width, height = size
    wide = width >= height
    side = min(height, round(width * 0.66)) if wide else min(width, round(height * 0.66))
    least_border = 13 if shape.ranks < 10 else 19
    border, margin = max(least_border, round(side * 0.042)), max(4, round(side * 0.014))
    square = (side - border - margin) // max(shape.files, shape.ranks)
    board = Rect(0, 0, square * shape.files, square * shape.ranks)
    if wide:
        board.topleft = (border, (height - border - board.height + margin) // 2)
        left = board.right + 2 * margin
        panel = Rect(left, margin, width - left - margin, height - 2 * margin)
    else:
        board.topleft = ((width + border - margin - board.width) // 2, margin)
        top = board.bottom + border + margin
        panel = Rect(margin, top, width - 2 * margin, height - top - margin)
    unit = min(panel.height / 468, panel.width / 300) if wide else min(panel.width / 460, panel.height / 300)
    return Layout(size, shape, flipped, board, border, square, panel, unit)
