"""The board: squares, coordinates, marks, men and towers, lines of check, and the lights under it."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from display import palette
from display.marks import draw_check_line
from display.palette import RGB
from display.scene import Mark, Scene
from display.tools import Tools
from engine.types import FILE_LETTERS, Square, Stack

MARK_ORDER = {mark: order for order, mark in enumerate(Mark)}


def draw_empty_board(tools: Tools, surface: pygame.Surface) -> None:
    """The squares and their coordinates, which never change."""
    layout = tools.layout
    surface.fill(palette.FRAME, layout.board.inflate(6, 6))
    for square in range(len(layout.shape)):
        rank, file = divmod(square, layout.shape.files)
        colour = palette.LIGHT_SQUARE if (rank + file) % 2 else palette.DARK_SQUARE
        surface.fill(colour, layout.square_rect(square))
    size = max(10, round(layout.board.x * 0.72) if layout.board.x < layout.square else layout.type_size(14))
    letters_y = layout.board.bottom + (layout.size[1] - layout.board.bottom) // 2
    for file in range(layout.shape.files):
        picture = tools.words.render(FILE_LETTERS[file], size, palette.FAINT, bold=True)
        below = layout.square_rect(file)
        surface.blit(picture, picture.get_rect(center=(below.centerx, letters_y)))
    for rank in range(layout.shape.ranks):
        picture = tools.words.render(str(rank + 1), size, palette.FAINT, bold=True)
        beside = layout.square_rect(rank * layout.shape.files)
        surface.blit(picture, picture.get_rect(center=(layout.board.x // 2, beside.centery)))


def draw_men(tools: Tools, surface: pygame.Surface, scene: Scene) -> None:
    """All that stands on the board, with its marks."""
    marks = sorted(scene.marks, key=lambda pair: MARK_ORDER[pair[1]])
    for square, mark in marks:
        surface.blit(tools.marks.ground(mark), tools.layout.square_rect(square))
    for square, stack in enumerate(scene.stacks):
        if stack:
            surface.blit(tools.men.tower(stack), tools.layout.square_rect(square))
    for attacker, magus in scene.checks:
        start, end = (tools.layout.square_rect(square).center for square in (attacker, magus))
        draw_check_line(surface, start, end, tools.layout.square)
    for square, stack in enumerate(scene.stacks):
        if len(stack) > 1:
            _draw_height(tools, surface, square, stack)
    attacked_from_left = {
        magus
        for attacker, magus in scene.checks
        if tools.layout.square_rect(attacker).x < tools.layout.square_rect(magus).x
    }
    for square, badge in {square: tools.marks.badge(mark) for square, mark in marks}.items():
        if badge is not None:
            corner = badge.get_rect(topleft=tools.layout.square_rect(square).move(1, 1).topleft)
            if square in attacked_from_left:
                corner.right = tools.layout.square_rect(square).right - 1
            surface.blit(badge, corner)


def _draw_height(tools: Tools, surface: pygame.Surface, square: Square, stack: Stack) -> None:
    picture = tools.marks.height(len(stack))
    place = tools.layout.square_rect(square)
    surface.blit(picture, picture.get_rect(bottomright=(place.right - 1, place.bottom - 1)))


def _seen(light: RGB) -> RGB:
    """An LED's values, which are in proportion to its light, as a screen shows that light."""
    red, green, blue = (round(255 * (value / 255) ** (1 / 2.2)) for value in light)
    return red, green, blue


def draw_lights(tools: Tools, surface: pygame.Surface, lights: Sequence[RGB]) -> None:
    """The light of each square as a dot in its bottom left corner, dark ones too."""
    for square, light in enumerate(lights):
        place = tools.layout.square_rect(square)
        reach = max(3, round(0.075 * tools.layout.square))
        centre = (place.x + reach + 2, place.bottom - reach - 3)
        pygame.draw.aacircle(surface, palette.BADGE, centre, reach + 1)
        pygame.draw.aacircle(surface, _seen(light) if any(light) else palette.LIGHT_OFF, centre, reach)
