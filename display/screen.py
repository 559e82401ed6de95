"""A scene or a page as a picture. No window and no video device is needed, only the font module of pygame."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import pygame

from display import palette
from display.board import draw_empty_board, draw_empty_points, draw_lights, draw_men
from display.cache import Cache
from display.inputs import Focus, Press
from display.layout import ButtonPlace, Layout, Meaning, Position, Size, make_layout
from display.marks import Marks
from display.men import GO, Men
from display.page import Page
from display.page_drawing import draw_page, draw_readings
from display.page_layout import PageLayout, Place, lay_out, whole_screen
from display.palette import RGB
from display.panel import draw_panel
from display.scene import Scene
from display.text import Type
from display.tools import Tools
from engine.types import BoardShape, Colour, Square

Shown: TypeAlias = Scene | Page
"""What a screen shows at one moment: the board at hand or an old position, or a page."""

DEFAULT_SIZE: Size = (800, 480)
PICTURES = (".png", ".jpg", ".bmp")
"""How the name of a picture in a file may end."""


class Screen:
    """Draws scenes at one size, and keeps the pictures that it needs again."""

    def __init__(self, size: Size = DEFAULT_SIZE, words: Type | None = None) -> None:
        self.size = size
        self._words = words or Type()
        self._grounds: Cache[tuple[str, BoardShape, bool, bool], tuple[Tools, pygame.Surface]] = Cache(4)
        layout = whole_screen(size)
        marks = Marks(layout.square, self._words)
        self._page_tools = Tools(layout, Men(layout.square), marks, self._words)
        self._laid_out: tuple[Page, PageLayout] | None = None

    def draw(self, shown: Shown, lights: Sequence[RGB] = ()) -> pygame.Surface:
        """The picture of a scene or page, new each time; with `lights`, a1 first, also those of a board."""
        if isinstance(shown, Page):
            return self._draw_page(shown, lights)
        tools, ground = self._ground(shown)
        picture = ground.copy()
        draw_men(tools, picture, shown)
        if lights:
            draw_lights(tools, picture, lights)
        draw_panel(tools, picture, shown)
        return picture

    def layout(self, shown: Shown) -> Layout:
        """Where everything of a scene, or of the board beside a page, is."""
        return self.tools(shown).layout

    def tools(self, shown: Shown) -> Tools:
        """What is drawn with."""
        if not isinstance(shown, Page):
            return self._ground(shown)[0]
        return self._ground(shown.board)[0] if shown.board else self._page_tools

    def page_layout(self, page: Page) -> PageLayout:
        """Where everything of a page is."""
        if self._laid_out is None or self._laid_out[0] != page:
            self._laid_out = page, lay_out(page, self.tools(page))
        return self._laid_out[1]

    def button_at(self, shown: Shown, position: Position) -> Meaning | Focus | None:
        """What pressing the screen at a place means, beside the board; None: nothing."""
        places = self.places(shown)
        return next((place.input for place in places if place.rect.collidepoint(position)), None)

    def places(self, shown: Shown) -> tuple[Place | ButtonPlace, ...]:
        """All that can be pressed beside the board, and where."""
        if isinstance(shown, Page):
            return self.page_layout(shown).touchable
        layout = self.layout(shown)
        clocks = (ButtonPlace(layout.clocks, Press("clock"), ""),) if shown.clocks else ()
        return layout.buttons(shown) + clocks

    def square_at(self, shown: Shown, position: Position) -> Square | None:
        """The square at a place of the screen, where a board is shown; else None."""
        if isinstance(shown, Page) and not shown.board:
            return None
        return self.layout(shown).square_at(position)

    def _draw_page(self, page: Page, lights: Sequence[RGB]) -> pygame.Surface:
        tools = self.tools(page)
        if page.board:
            picture = self._ground(page.board)[1].copy()
            if page.readings:
                draw_readings(tools, picture, page.readings)
            else:
                draw_men(tools, picture, page.board)
            if lights:
                draw_lights(tools, picture, lights)
        else:
            picture = pygame.Surface(self.size, depth=32)
            picture.fill(palette.BACKGROUND)
        draw_page(tools, picture, page, self.page_layout(page))
        return picture

    def _ground(self, scene: Scene) -> tuple[Tools, pygame.Surface]:
        key = scene.game, scene.shape, scene.flipped, scene.facing
        return self._grounds.get(key, lambda: self._draw_ground(*key))

    def _draw_ground(
        self, game: str, shape: BoardShape, flipped: bool, facing: bool
    ) -> tuple[Tools, pygame.Surface]:
        layout = make_layout(self.size, shape, flipped=flipped)
        across = Colour.WHITE if flipped else Colour.BLACK
        men = Men(layout.square, game, across if facing else None)
        tools = Tools(layout, men, Marks(layout.square, self._words), self._words)
        ground = pygame.Surface(self.size, depth=32)
        ground.fill(palette.BACKGROUND)
        (draw_empty_points if game == GO else draw_empty_board)(tools, ground)
        return tools, ground


def draw(scene: Scene, size: Size = DEFAULT_SIZE, lights: Sequence[RGB] = ()) -> pygame.Surface:
    """One scene as a picture of `size` pixels; whoever draws more than one keeps a `Screen`."""
    return Screen(size).draw(scene, lights)


def save_picture(scene: Scene, size: Size, path: Path) -> None:
    """Write a scene to a file that ends in one of `PICTURES`; OSError if it can't be written."""
    picture = draw(scene, size)
    with path.open("wb") as file:
        pygame.image.save(picture, file, f"picture{path.suffix.lower()}")
