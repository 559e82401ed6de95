"""A scene as a picture. No window and no video device is needed, only the font module of pygame."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pygame

from display import palette
from display.board import draw_empty_board, draw_empty_points, draw_lights, draw_men
from display.cache import Cache
from display.layout import Layout, Meaning, Position, Size, make_layout
from display.marks import Marks
from display.men import GO, Men
from display.palette import RGB
from display.panel import draw_panel
from display.scene import Scene
from display.text import Type
from display.tools import Tools
from engine.types import BoardShape

DEFAULT_SIZE: Size = (800, 480)


class Screen:
    """Draws scenes at one size, and keeps the pictures that it needs again."""

    def __init__(self, size: Size = DEFAULT_SIZE) -> None:
        self.size = size
        self._words = Type()
        self._grounds: Cache[tuple[str, BoardShape, bool], tuple[Tools, pygame.Surface]] = Cache(4)

    def draw(self, scene: Scene, lights: Sequence[RGB] = ()) -> pygame.Surface:
        """The picture of a scene, new each time; with `lights`, a1 first, also the light of each square."""
        tools, ground = self._ground(scene)
        picture = ground.copy()
        draw_men(tools, picture, scene)
        if lights:
            draw_lights(tools, picture, lights)
        draw_panel(tools, picture, scene)
        return picture

    def layout(self, scene: Scene) -> Layout:
        """Where everything of a scene is."""
        return self.tools(scene).layout

    def tools(self, scene: Scene) -> Tools:
        """What a scene is drawn with."""
        return self._ground(scene)[0]

    def button_at(self, scene: Scene, position: Position) -> Meaning | None:
        """What pressing the screen at a place means, beside the board; None: nothing."""
        for place in self.layout(scene).buttons(scene):
            if place.rect.collidepoint(position):
                return place.input
        return None

    def _ground(self, scene: Scene) -> tuple[Tools, pygame.Surface]:
        key = scene.game, scene.shape, scene.flipped
        return self._grounds.get(key, lambda: self._draw_ground(*key))

    def _draw_ground(self, game: str, shape: BoardShape, flipped: bool) -> tuple[Tools, pygame.Surface]:
        layout = make_layout(self.size, shape, flipped=flipped)
        tools = Tools(layout, Men(layout.square, game), Marks(layout.square, self._words), self._words)
        ground = pygame.Surface(self.size, depth=32)
        ground.fill(palette.BACKGROUND)
        (draw_empty_points if game == GO else draw_empty_board)(tools, ground)
        return tools, ground


def draw(scene: Scene, size: Size = DEFAULT_SIZE, lights: Sequence[RGB] = ()) -> pygame.Surface:
    """One scene as a picture of `size` pixels; whoever draws more than one keeps a `Screen`."""
    return Screen(size).draw(scene, lights)


def save_picture(scene: Scene, size: Size, path: Path) -> None:
    """Write a scene as a PNG file; OSError if it can't be written."""
    picture = draw(scene, size)
    with path.open("wb") as file:
        pygame.image.save(picture, file, "picture.png")
