"""Men and towers as pictures: flat discs seen from slightly in front, drawn big once and scaled down.

A tower shows the wall of each man below in its owner's colour, and the upper face of the top man.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import pygame

from display.cache import Cache
from display.palette import MEN, RGB, SHADOW
from display.signs import SIGNS, Sign, draw_sign
from display.smooth import OVERSIZE, smooth
from engine.games import DEFAULT_GAME
from engine.types import Colour, Man, Stack

Signs: TypeAlias = Mapping[str, Sign]

GO = "capture-go"

# All in sides of a square.
STONE = 0.46
RADIUS, LEAST_RADIUS = 0.37, 0.315
WALL = 0.06
ROOM = 0.95
# A wall of fewer pixels than this has no dark line of its own: the line would be all of it.
LINED_WALL = 2.5 * OVERSIZE


class Men:
    """Pictures of the men and towers of a game, for squares of `square` pixels; not to be drawn on.

    `across`: the side that sits at the top of the screen, whose signs are to be turned to it.
    """

    def __init__(self, square: int, game: str = DEFAULT_GAME, across: Colour | None = None) -> None:
        self._square = square
        self._across = across
        self._signs = SIGNS.get(game, {})
        self._are_stones = game == GO
        self._towers: Cache[tuple[tuple[Colour, ...], Man], pygame.Surface] = Cache(256)
        self._faces: Cache[tuple[Man, int], pygame.Surface] = Cache(64)
        self._sides: Cache[tuple[Man, int, int], pygame.Surface] = Cache(256)

    def tower(self, stack: Stack) -> pygame.Surface:
        """The men on one square, seen from slightly in front; it fills the square."""
        owners, top = tuple(man.colour for man in stack), stack[-1]
        size = (self._square, self._square)
        if self._are_stones:
            return self.face(top, self._square)
        up = -1 if top.colour is self._across else 1
        return self._towers.get(
            (owners, top), lambda: smooth(size, lambda big: _tower(big, owners, top, self._signs, up=up))
        )

    def face(self, man: Man, diameter: int) -> pygame.Surface:
        """The upper face of one man."""
        size = (diameter, diameter)
        if self._are_stones:
            return self._faces.get((man, diameter), lambda: smooth(size, lambda big: _stone(big, man)))
        return self._faces.get(
            (man, diameter), lambda: smooth(size, lambda big: _whole_face(big, man, self._signs))
        )

    def side(self, man: Man, width: int, height: int) -> pygame.Surface:
        """One man of a tower from the side, with its sign on the wall."""
        size = (width, height)
        return self._sides.get((man, *size), lambda: smooth(size, lambda big: _side(big, man, self._signs)))


def _tower(big: pygame.Surface, owners: tuple[Colour, ...], top: Man, signs: Signs, *, up: int) -> None:
    side, levels = big.get_width(), len(owners)
    radius = max(LEAST_RADIUS, min(RADIUS, (ROOM - levels * WALL) / 2))
    wall = min(WALL, (ROOM - 2 * radius) / levels)
    foot = 0.5 + levels * wall / 2
    lined = wall * side >= LINED_WALL
    _draw_shadow(big, foot * side, radius * side)
    for level, owner in enumerate(owners):
        colours = MEN[owner]
        low, high = (foot - level * wall) * side, (foot - (level + 1) * wall) * side
        if lined or level == 0:
            _draw_wall(big, low, high, radius * side + max(2, side // 90), colours.line)
        _draw_wall(big, low, high, radius * side, colours.wall)
    _draw_face(big, top, (side / 2, (foot - levels * wall) * side), radius * side, signs, up=up)


def _stone(big: pygame.Surface, stone: Man) -> None:
    """A stone of Go, seen from above: as wide as its point, with a dull gleam."""
    side, colours = big.get_width(), MEN[stone.colour]
    centre, radius = (side / 2, side / 2), STONE * side
    pygame.draw.circle(big, colours.line, centre, radius)
    pygame.draw.circle(big, colours.wall, centre, radius - max(OVERSIZE, side // 60))
    pygame.draw.circle(big, colours.face, (side / 2 - 0.03 * side, side / 2 - 0.03 * side), radius * 0.86)


def _draw_shadow(big: pygame.Surface, foot: float, radius: float) -> None:
    middle = big.get_width() / 2
    veil = pygame.Surface(big.get_size(), pygame.SRCALPHA, 32)
    for step in range(4):
        reach = radius * (1.14 - 0.03 * step)
        veil.fill(0)
        pygame.draw.circle(veil, (*SHADOW, 34), (middle + radius * 0.06, foot + radius * 0.06), reach)
        big.blit(veil, (0, 0))


def _draw_wall(big: pygame.Surface, low: float, high: float, radius: float, colour: RGB) -> None:
    """The outside of a disc from its lower to its upper face."""
    middle = big.get_width() / 2
    pygame.draw.circle(big, colour, (middle, low), radius)
    pygame.draw.circle(big, colour, (middle, high), radius)
    pygame.draw.rect(big, colour, (middle - radius, high, 2 * radius, low - high))


def _draw_face(
    big: pygame.Surface,
    man: Man,
    centre: tuple[float, float],
    radius: float,
    signs: Signs,
    *,
    up: int = 1,
) -> None:
    """The upper face of a man; its sign stands on its head where `up` is -1."""
    colours = MEN[man.colour]
    pygame.draw.circle(big, colours.line, centre, radius + max(1, radius // 40))
    pygame.draw.circle(big, colours.face, centre, radius * 0.97)
    x, y = centre
    if man.turned:
        pygame.draw.circle(big, colours.ring, centre, radius * 0.95)
        pygame.draw.circle(big, colours.face, centre, radius * 0.82)
    if man.kind not in signs:
        pygame.draw.circle(big, colours.wall, centre, radius * 0.62, round(radius * 0.07))
    elif man.sign and not man.turned:
        draw_sign(big, signs[man.kind], (x, y - up * 0.43 * radius), up * radius * 0.42, colours)
        draw_sign(big, signs[man.sign], (x, y + up * 0.41 * radius), up * radius * 0.43, colours)
    else:
        reach = radius * (0.58 if man.turned else 0.66)
        draw_sign(big, signs[man.kind], centre, up * reach, colours)


def _whole_face(big: pygame.Surface, man: Man, signs: Signs) -> None:
    middle = big.get_width() / 2
    _draw_face(big, man, (middle, middle), middle - OVERSIZE, signs)


def _side(big: pygame.Surface, man: Man, signs: Signs) -> None:
    colours, box = MEN[man.colour], big.get_rect()
    edge = OVERSIZE
    corner = box.height // 4
    pygame.draw.rect(big, colours.line, box, border_radius=corner)
    face = box.inflate(-2 * edge, -2 * edge)
    pygame.draw.rect(big, colours.face, face, border_radius=corner - edge)
    if man.turned:
        ring = max(edge, min(3 * edge, box.height // 8))  # the sign has its place in a low row, too
        pygame.draw.rect(big, colours.ring, face, width=ring, border_radius=corner - edge)
    shown = [signs[kind] for kind in (man.kind, man.sign) if kind in signs]
    if man.turned:
        del shown[1:]
    reach = min(box.height * (0.3 if man.turned else 0.36), box.width * 0.46 / (1.25 * max(1, len(shown))))
    for place, sign in enumerate(shown):
        x = box.centerx + (place - (len(shown) - 1) / 2) * 2.5 * reach
        draw_sign(big, sign, (x, box.centery), reach, colours)
