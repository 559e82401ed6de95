"""Words as pictures, in the font that comes with the program, made to fit their place."""

from __future__ import annotations

from importlib.resources import as_file, files

import pygame

from display.cache import Cache
from display.palette import RGB

ELLIPSIS = "…"
LEAST_SIZE = 10
"""Type is never smaller than this many pixels; what still does not fit is cut and ends in an ellipsis."""


class Type:
    """The bundled DejaVu Sans at any size, with pictures of the words drawn lately kept."""

    def __init__(self) -> None:
        pygame.font.init()
        self._fonts: dict[tuple[int, bool], pygame.font.Font] = {}
        self._widths: Cache[tuple[str, int, bool], int] = Cache(8192)
        self._pictures: Cache[tuple[str, int, RGB, bool], pygame.Surface] = Cache(1024)

    def font(self, size: int, bold: bool = False) -> pygame.font.Font:
        """The font whose letters are `size` pixels high, from the top of an accent to the bottom of a g."""
        if (size, bold) not in self._fonts:
            name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
            with as_file(files("display") / "fonts" / name) as path:
                self._fonts[size, bold] = pygame.font.Font(path, size)
        return self._fonts[size, bold]

    def width(self, text: str, size: int, bold: bool = False) -> int:
        """How many pixels a text is wide."""
        return self._widths.get((text, size, bold), lambda: self.font(size, bold).size(text)[0])

    def line_height(self, size: int) -> int:
        """How many pixels one line of text below another takes."""
        return self.font(size).get_linesize()

    def render(self, text: str, size: int, colour: RGB, bold: bool = False) -> pygame.Surface:
        """A text as a picture on a transparent ground; not to be drawn on."""
        return self._pictures.get(
            (text, size, colour, bold), lambda: self.font(size, bold).render(text, True, colour)
        )

    def fit(self, text: str, width: int, size: int, bold: bool = False) -> tuple[str, int]:
        """The text and the size, not above `size`, in which it is at most `width` pixels wide."""
        while size > LEAST_SIZE and self.width(text, size, bold) > width:
            size -= 1
        return self._cut(text, width, size, bold), size

    def wrap(self, text: str, width: int, size: int, bold: bool = False) -> list[str]:
        """The text in lines of at most `width` pixels, broken at spaces, within a word only if it must be."""
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if self.width(longer, size, bold) <= width:
                lines[-1] = longer
                continue
            if lines[-1]:
                lines.append("")
            *whole, last = self._break(word, width, size, bold)
            lines[-1:] = [*whole, last]
        return lines

    def paragraph(
        self, text: str, width: int, height: int, size: int, bold: bool = False
    ) -> tuple[list[str], int]:
        """Lines and the size, not above `size`, in which a text fits into a box; at worst it is cut."""
        size = self.whole_size(text, width, height, size, bold)
        lines = self.wrap(text, width, size, bold)
        room = max(1, height // self.line_height(size))
        if len(lines) > room:
            rest = " ".join(lines[room - 1 :])
            lines[room - 1 :] = [self._cut(rest, width, size, bold)]
        return lines, size

    def whole_size(self, text: str, width: int, height: int, size: int, bold: bool = False) -> int:
        """The size, not above `size`, in which a text stands in a box, every word of it on one line.

        If there is no such size, the least.
        """
        while size > LEAST_SIZE and not self.stands(text, width, height, size, bold):
            size -= 1
        return size

    def stands(self, text: str, width: int, height: int, size: int, bold: bool = False) -> bool:
        """Whether a text stands in a box in this size, every word of it on one line."""
        if any(self.width(word, size, bold) > width for word in text.split()):
            return False
        return len(self.wrap(text, width, size, bold)) * self.line_height(size) <= height

    def _cut(self, text: str, width: int, size: int, bold: bool) -> str:
        if self.width(text, size, bold) <= width:
            return text
        while text and self.width(text + ELLIPSIS, size, bold) > width:
            text = text[:-1]
        return text.rstrip() + ELLIPSIS

    def _break(self, word: str, width: int, size: int, bold: bool) -> list[str]:
        parts = []
        while len(word) > 1 and self.width(word, size, bold) > width:
            length = len(word) - 1
            while length > 1 and self.width(word[:length], size, bold) > width:
                length -= 1
            parts.append(word[:length])
            word = word[length:]
        return [*parts, word]
