"""The board: squares, coordinates, marks, men and towers, lines of check, and the lights under it."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from display import palette
from display.marks import draw_check_line
from display.palette import RGB
from display.scene import Scene
from display.text import LEAST_SIZE
from display.tools import Tools
from engine.types import FILE_LETTERS, BoardShape, Square, Stack


def draw_empty_board(tools: Tools, surface: pygame.Surface) -> None:
    """The squares and their coordinates, which never change."""
    layout = tools.layout
    surface.fill(palette.FRAME, layout.board.inflate(6, 6))
    for square in range(len(layout.shape)):
        rank, file = divmod(square, layout.shape.files)
        colour = palette.LIGHT_SQUARE if (rank + file) % 2 else palette.DARK_SQUARE
        surface.fill(colour, layout.square_rect(square))
    _draw_coordinates(tools, surface)


def draw_empty_points(tools: Tools, surface: pygame.Surface) -> None:
    """The lines of a Go board with its star points, and the coordinates."""
    layout = tools.layout
    surface.fill(palette.FRAME, layout.board.inflate(6, 6))
    surface.fill(palette.GO_BOARD, layout.board)
    files, ranks = layout.shape.files, layout.shape.ranks
    thick = max(1, round(0.03 * layout.square))
    lines = [(rank * files, rank * files + files - 1) for rank in range(ranks)]
    lines += [(file, (ranks - 1) * files + file) for file in range(files)]
    for ends in lines:
        start, end = (layout.square_rect(square).center for square in ends)
        pygame.draw.line(surface, palette.GO_LINE, start, end, thick)
    for point in star_points(layout.shape):
        centre = layout.square_rect(point).center
        pygame.draw.aacircle(surface, palette.GO_LINE, centre, max(2, round(0.11 * layout.square)))
    _draw_coordinates(tools, surface)


def star_points(shape: BoardShape) -> list[Square]:
    """The points that Go boards mark: near the corners, the middle, and on large boards between them."""

    def marked(length: int) -> list[int]:
        edge = 3 if length >= 12 else 2
        return sorted({edge, length - 1 - edge, *([length // 2] if length % 2 else [])})

    files, ranks = marked(shape.files), marked(shape.ranks)
    between = min(shape.files, shape.ranks) >= 15
    return [
        rank * shape.files + file
        for rank in ranks
        for file in files
        if between or (file == shape.files // 2) == (rank == shape.ranks // 2)
    ]


def _draw_coordinates(tools: Tools, surface: pygame.Surface) -> None:
    layout = tools.layout
    size = max(LEAST_SIZE, min(round(layout.border * 0.7), round(layout.square * 0.8)))
    for file in range(layout.shape.files):
        picture = tools.words.render(FILE_LETTERS[file], size, palette.FAINT, bold=True)
        below = layout.square_rect(file)
        surface.blit(
            picture, picture.get_rect(center=(below.centerx, layout.board.bottom + layout.border // 2))
        )
    for rank in range(layout.shape.ranks):
        picture = tools.words.render(str(rank + 1), size, palette.FAINT, bold=True)
        beside = layout.square_rect(rank * layout.shape.files)
        surface.blit(picture, picture.get_rect(center=(layout.board.x - layout.border // 2, beside.centery)))


def draw_men(tools: Tools, surface: pygame.Surface, scene: Scene) -> None:
    """All that stands on the board, with its marks."""
    marks = scene.marks_in_order()
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


def draw_lights(tools: Tools, surface: pygame.Surface, lights: Sequence[RGB]) -> None:
    """The light of each square as a dot in its bottom left corner; those that are off as a small grey one."""
    reach = max(3, round(0.09 * tools.layout.square))
    for square, light in enumerate(lights):
        place = tools.layout.square_rect(square)
        centre = (place.x + reach + 3, place.bottom - reach - 4)
        if any(light):
            pygame.draw.aacircle(surface, palette.BADGE, centre, reach + 2)
            pygame.draw.aacircle(surface, _seen(light), centre, reach)
        else:
            pygame.draw.aacircle(surface, palette.LIGHT_OFF, centre, max(1, reach // 2))


def _seen(light: RGB) -> RGB:
    """The colour for an LED's values on a screen: they are in proportion to its light, which dazzles."""
    red, green, blue = (round(255 * (value / 255) ** (1 / 3)) for value in light)
    return red, green, blue
