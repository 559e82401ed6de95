"""The signs on the men: our own figures, as polygons in a square from -1 to 1 (y goes down).

A sign is a sequence of polygons; each is either ink or cut out of the ink below it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, pi, sin

import pygame

from display.palette import ManColours

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Shape:
    """One polygon of a sign; `cut` ones take ink away."""

    points: tuple[Point, ...]
    cut: bool = False


Sign = tuple[Shape, ...]


def _disc(x: float, y: float, radius: float, *, cut: bool = False) -> Shape:
    turns = (2 * pi * step / 32 for step in range(32))
    return Shape(tuple((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns), cut)


def _box(left: float, top: float, right: float, bottom: float, *, cut: bool = False) -> Shape:
    return Shape(((left, top), (right, top), (right, bottom), (left, bottom)), cut)


def _mirrored(*right_half: Point) -> Shape:
    """A shape that is the same left and right, from its right half, top to bottom."""
    return Shape(right_half + tuple((-x, y) for x, y in reversed(right_half)))


def _star(rays: int, outer: float, inner: float) -> Shape:
    corners = ((pi * step / rays - pi / 2, inner if step % 2 else outer) for step in range(2 * rays))
    return Shape(tuple((radius * cos(turn), radius * sin(turn)) for turn, radius in corners))


def _arch(y: float, outer: float, inner: float, spread: float) -> Shape:
    """The upper piece of a ring round (0, y), to `spread` degrees on either side."""
    turns = [pi / 180 * (spread * step / 12 - 90) for step in range(-12, 13)]
    outside = tuple((outer * cos(turn), y + outer * sin(turn)) for turn in turns)
    inside = tuple((inner * cos(turn), y + inner * sin(turn)) for turn in reversed(turns))
    return Shape(outside + inside)


SUN: Sign = (_star(8, 1.0, 0.52), _disc(0, 0, 0.44, cut=True), _disc(0, 0, 0.27))
CROWN: Sign = (
    _mirrored((0, -0.62), (0.36, 0.06), (0.84, -0.36), (0.66, 0.48)),
    _disc(0, -0.72, 0.17),
    _disc(0.84, -0.44, 0.16),
    _disc(-0.84, -0.44, 0.16),
    _box(-0.66, 0.6, 0.66, 0.84),
)
SHIELD: Sign = (
    _mirrored((0, -0.92), (0.76, -0.76), (0.76, 0.05), (0.62, 0.42), (0.36, 0.72), (0, 0.98)),
    _box(-0.11, -0.62, 0.11, 0.62, cut=True),
    _box(-0.5, -0.32, 0.5, -0.1, cut=True),
)
BOW: Sign = (
    _arch(0.46, 1.08, 0.76, 74),
    Shape(((-1.0, 0.2), (-0.84, 0.08), (0, 0.5), (0.84, 0.08), (1.0, 0.2), (0, 0.74))),
    _box(-0.12, -0.6, 0.12, 0.94),
    _mirrored((0, -1.02), (0.42, -0.44), (0, -0.56)),
)
HORSE: Sign = (
    Shape(
        (
            (-0.12, -0.98),
            (0.08, -0.72),
            (0.44, -0.52),
            (0.7, -0.14),
            (0.8, 0.36),
            (0.8, 0.92),
            (-0.5, 0.92),
            (-0.44, 0.62),
            (-0.02, 0.24),
            (0.06, 0.02),
            (-0.2, 0.08),
            (-0.46, 0.36),
            (-0.74, 0.32),
            (-0.88, 0.08),
            (-0.56, -0.44),
            (-0.3, -0.66),
        )
    ),
    _disc(-0.2, -0.36, 0.11, cut=True),
)
FALCON: Sign = (
    _mirrored(
        (0, -0.3),
        (0.22, -0.12),
        (0.56, -0.42),
        (1.0, -0.92),
        (0.98, -0.42),
        (0.82, -0.02),
        (0.52, 0.28),
        (0.22, 0.42),
        (0.4, 0.92),
        (0, 0.78),
    ),
    _disc(0, -0.42, 0.22),
)
HELMET: Sign = (
    _mirrored((0, -1.0), (0.09, -0.62), (0.44, -0.4), (0.72, 0.0), (0.8, 0.44)),
    _box(-0.96, 0.54, 0.96, 0.86),
)

KING: Sign = (
    _box(-0.11, -1.0, 0.11, -0.42),
    _box(-0.3, -0.84, 0.3, -0.62),
    _mirrored((0, -0.26), (0.34, -0.46), (0.74, -0.36), (0.88, -0.04), (0.6, 0.5)),
    _box(-0.66, 0.6, 0.66, 0.86),
)
TOWER: Sign = (
    _box(-0.72, -0.86, 0.72, -0.3),
    _box(-0.38, -0.9, -0.18, -0.56, cut=True),
    _box(0.18, -0.9, 0.38, -0.56, cut=True),
    _mirrored((0, -0.24), (0.46, -0.24), (0.56, 0.5)),
    _box(-0.8, 0.58, 0.8, 0.88),
)
MITRE: Sign = (
    _disc(0, -0.84, 0.16),
    _mirrored((0, -0.7), (0.34, -0.38), (0.54, 0.02), (0.34, 0.46)),
    Shape(((0.08, -0.34), (0.2, -0.44), (0.42, -0.06), (0.3, 0.04)), cut=True),
    _box(-0.72, 0.58, 0.72, 0.86),
)
PAWN: Sign = (
    _disc(0, -0.46, 0.36),
    _mirrored((0, -0.2), (0.22, -0.2), (0.52, 0.48)),
    _box(-0.64, 0.56, 0.64, 0.84),
)

SIGNS: dict[str, dict[str, Sign]] = {
    "tavreli": {"K": SUN, "Q": CROWN, "R": SHIELD, "B": BOW, "N": HORSE, "H": FALCON, "P": HELMET},
    "chess": {"K": KING, "Q": CROWN, "R": TOWER, "B": MITRE, "N": HORSE, "P": PAWN},
    "draughts": {"C": CROWN},
}
"""The sign of each kind of man in each game. What is not here (draughtsmen, stones) is plain."""


def draw_sign(
    surface: pygame.Surface, sign: Iterable[Shape], centre: Point, reach: float, colours: ManColours
) -> None:
    """Draw a sign so that it reaches `reach` pixels from its centre, upside down if below 0; no smoothing."""
    x, y = centre
    for shape in sign:
        corners = [(x + reach * px, y + reach * py) for px, py in shape.points]
        pygame.draw.polygon(surface, colours.face if shape.cut else colours.ink, corners)
