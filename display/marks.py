"""The marks on squares. They differ by shape as well as by colour, so that nobody needs the colours.

=================  ==============================  =============  =====================================
last move          a tint with a thin frame        in check       a filled square and "!"
lifted             a dashed circle                 question       a dotted frame and "?"
may go there       a dot                           turn over      two arrows in a circle
may land on men    corner brackets                 too few men    a frame of long dashes and a minus
gives check        a thick frame                   too many men   a plain frame and a plus
to be taken        a thick frame and an arrow up   to be put      a thick frame and an arrow down
=================  ==============================  =============  =====================================
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, hypot, pi, sin

import pygame

from display.cache import Cache
from display.palette import BADGE, MARKS, RGB, TEXT
from display.scene import Mark
from display.smooth import OVERSIZE, smooth
from display.text import Type

Point = tuple[float, float]

BADGES = {
    Mark.CHECK: "!",
    Mark.QUESTION: "?",
    Mark.MISSING: "−",
    Mark.EXTRA: "+",
    Mark.ORIGIN: "↑",
    Mark.GOAL: "↓",
}


class Marks:
    """Pictures of marks for squares of `square` pixels; none of them is to be drawn on."""

    def __init__(self, square: int, words: Type) -> None:
        self._square = square
        self._words = words
        self._grounds: Cache[Mark, pygame.Surface] = Cache(len(Mark))
        self._badges: Cache[Mark, pygame.Surface] = Cache(len(Mark))
        self._heights: Cache[int, pygame.Surface] = Cache(64)

    def ground(self, mark: Mark) -> pygame.Surface:
        """The part of a mark that is drawn below the men; it fills the square."""
        size = (self._square, self._square)
        return self._grounds.get(mark, lambda: smooth(size, lambda big: GROUNDS[mark](big, MARKS[mark])))

    def badge(self, mark: Mark) -> pygame.Surface | None:
        """The sign of a mark for the top left corner, above the men; None if it has none."""
        if mark is not Mark.TURN and mark not in BADGES:
            return None
        return self._badges.get(mark, lambda: self._draw_badge(mark))

    def height(self, men: int) -> pygame.Surface:
        """The number of men in a tower, for the bottom right corner."""
        return self._heights.get(men, lambda: self._draw_height(men))

    def _draw_badge(self, mark: Mark) -> pygame.Surface:
        side = round(self._square * 0.42)
        badge = smooth((side, side), lambda big: _plate(big, MARKS[mark]))
        if mark is Mark.TURN:
            badge.blit(smooth((side, side), lambda big: _turning_arrows(big, BADGE)), (0, 0))
        else:
            _blit_centred(badge, self._words.render(BADGES[mark], round(side * 0.74), TEXT, bold=True))
        return badge

    def _draw_height(self, men: int) -> pygame.Surface:
        digits = self._words.render(str(men), max(10, round(self._square * 0.3)), TEXT, bold=True)
        high = round(self._square * 0.36)
        wide = max(high, digits.get_bounding_rect().width + high // 2)
        pill = smooth((wide, high), _pill)
        _blit_centred(pill, digits)
        return pill


def _blit_centred(ground: pygame.Surface, picture: pygame.Surface) -> None:
    """Draw a picture with its ink, not its box, in the middle."""
    ink = picture.get_bounding_rect()
    ground.blit(picture.subsurface(ink), ink.move_to(center=ground.get_rect().center))


def _pill(big: pygame.Surface) -> None:
    box = big.get_rect()
    pygame.draw.rect(big, TEXT, box, border_radius=box.height // 2)
    pygame.draw.rect(big, BADGE, box.inflate(-2 * OVERSIZE, -2 * OVERSIZE), border_radius=box.height // 2)


def _plate(big: pygame.Surface, colour: RGB) -> None:
    middle = big.get_width() / 2
    pygame.draw.circle(big, TEXT, (middle, middle), middle)
    pygame.draw.circle(big, colour, (middle, middle), middle - 1.5 * OVERSIZE)


def _turning_arrows(big: pygame.Surface, colour: RGB) -> None:
    """Two arrows that chase each other round a circle."""
    middle = big.get_width() / 2
    radius = 0.52 * middle
    for start in (0.0, pi):
        stop = start + 0.68 * pi
        steps = [start + (stop - start) * step / 16 for step in range(17)]
        points = [(middle + radius * cos(turn), middle + radius * sin(turn)) for turn in steps]
        pygame.draw.lines(big, colour, False, points, max(1, round(0.17 * middle)))
        tip, end = stop + 0.3 * pi, points[-1]
        inner, outer = radius - 0.3 * middle, radius + 0.3 * middle
        corners = [(middle + r * cos(stop), middle + r * sin(stop)) for r in (inner, outer)]
        pygame.draw.polygon(
            big, colour, [*corners, (middle + radius * cos(tip), middle + radius * sin(tip)), end]
        )


def _tint(big: pygame.Surface, colour: RGB) -> None:
    big.fill((*colour, 140))
    _frame(big, colour, 0.035)


def _filled(big: pygame.Surface, colour: RGB) -> None:
    big.fill((*colour, 235))


def _thick_frame(big: pygame.Surface, colour: RGB) -> None:
    _frame(big, colour, 0.09)


def _plain_frame(big: pygame.Surface, colour: RGB) -> None:
    _frame(big, colour, 0.05)


def _frame(big: pygame.Surface, colour: RGB, width: float) -> None:
    pygame.draw.rect(big, colour, big.get_rect(), max(2 * OVERSIZE, round(width * big.get_width())))


def _dotted_frame(big: pygame.Surface, colour: RGB) -> None:
    side = big.get_width()
    for place in range(7):
        along = side * (0.08 + 0.14 * place)
        for spot in (
            (along, 0.08 * side),
            (along, 0.92 * side),
            (0.08 * side, along),
            (0.92 * side, along),
        ):
            pygame.draw.circle(big, colour, spot, 0.045 * side)


def _dashed_frame(big: pygame.Surface, colour: RGB) -> None:
    side, width = big.get_width(), max(2 * OVERSIZE, round(0.06 * big.get_width()))
    for start in (0.06, 0.4, 0.74):
        dash = round(0.2 * side)
        along = round(start * side)
        for box in (
            (along, 0, dash, width),
            (along, side - width, dash, width),
            (0, along, width, dash),
            (side - width, along, width, dash),
        ):
            pygame.draw.rect(big, colour, box)


def _dashed_circle(big: pygame.Surface, colour: RGB) -> None:
    side = big.get_width()
    radius = 0.43 * side
    for dash in range(10):
        turns = [2 * pi * (dash + part / 6 * 0.6) / 10 for part in range(7)]
        points = [(side / 2 + radius * cos(turn), side / 2 + radius * sin(turn)) for turn in turns]
        for now, width in ((TEXT, 0.11), (colour, 0.07)):
            pygame.draw.lines(big, now, False, points, round(width * side))


def _dot(big: pygame.Surface, colour: RGB) -> None:
    middle = big.get_width() / 2
    pygame.draw.circle(big, TEXT, (middle, middle), 0.36 * middle)
    pygame.draw.circle(big, colour, (middle, middle), 0.29 * middle)


def _brackets(big: pygame.Surface, colour: RGB) -> None:
    side = big.get_width()
    for left, top in ((0, 0), (1, 0), (0, 1), (1, 1)):
        for colour_now, arm, width, inset in ((TEXT, 0.31, 0.13, 0.0), (colour, 0.28, 0.085, 0.015)):
            for across, down in ((arm, width), (width, arm)):
                x = (1 - inset - across if left else inset) * side
                y = (1 - inset - down if top else inset) * side
                pygame.draw.rect(big, colour_now, (x, y, across * side, down * side))


def _nothing(big: pygame.Surface, colour: RGB) -> None:
    """A mark that is a badge only."""


GROUNDS: dict[Mark, Callable[[pygame.Surface, RGB], None]] = {
    Mark.LAST: _tint,
    Mark.LIFTED: _dashed_circle,
    Mark.TARGET: _dot,
    Mark.TOWER: _brackets,
    Mark.CHECKER: _thick_frame,
    Mark.CHECK: _filled,
    Mark.QUESTION: _dotted_frame,
    Mark.TURN: _nothing,
    Mark.ORIGIN: _thick_frame,
    Mark.GOAL: _thick_frame,
    Mark.MISSING: _dashed_frame,
    Mark.EXTRA: _plain_frame,
}


def draw_check_line(surface: pygame.Surface, start: Point, end: Point, square: int) -> None:
    """An arrow from the edge of a man that gives check to the edge of the man in check."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    across = (-along[1], along[0])
    first, last = 0.37 * square, length - 0.4 * square

    def place(forward: float, aside: float) -> Point:
        return (
            start[0] + along[0] * forward + across[0] * aside,
            start[1] + along[1] * forward + across[1] * aside,
        )

    for colour, grown in ((TEXT, max(1.5, 0.03 * square)), (MARKS[Mark.CHECK], 0.0)):
        shaft, head = 0.05 * square + grown, 0.15 * square + 1.6 * grown
        neck = last - 0.26 * square - grown
        arrow = [
            place(first - grown, shaft),
            place(neck, shaft),
            place(neck, head),
            place(last + 1.8 * grown, 0),
            place(neck, -head),
            place(neck, -shaft),
            place(first - grown, -shaft),
        ]
        pygame.draw.polygon(surface, colour, arrow)
