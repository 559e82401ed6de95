"""The window, or the whole screen where there is no desktop: shows scenes, and reads mouse, touch and keys.

It has no loop, no clock and no thread: the daemon calls `show` when something changed, and `poll` when one of
its `descriptors` can be read and now and then, both on its own loop.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

import pygame

from display.inputs import Focus, Input, Quit
from display.layout import Position, Size
from display.men import Men
from display.overlay import draw_choice, draw_held
from display.page import Page
from display.page_pointer import key_on_page, press_on_page, wheel_on_page
from display.palette import RGB
from display.pointer import KEYS, NAV, Pointer, Spot
from display.scene import Scene
from display.screen import DEFAULT_SIZE, Screen, Shown
from display.speaker import Speaker
from display.turning import Turn, place_in_picture, turn_picture, turned_size
from display.wakeups import input_descriptors
from display.words import choice_text
from engine.errors import DisplayError
from engine.types import Colour, Man, Stack

TITLE = "tavreli-board"
UNSEEN_DRIVERS = {"dummy", "offscreen"}
"""SDL's video drivers that show nothing; only taken when SDL_VIDEODRIVER asks for them by name."""
DESKTOP_DRIVERS = {"x11", "wayland", "windows", "cocoa", *UNSEEN_DRIVERS}
REMEDY = "start with --headless, or from a desktop, or join the groups video and render"
LEAST_SIZE: Size = (320, 240)
LEFT, RIGHT = 1, 3
FINGERS = {
    pygame.FINGERDOWN: pygame.MOUSEBUTTONDOWN,
    pygame.FINGERUP: pygame.MOUSEBUTTONUP,
    pygame.FINGERMOTION: pygame.MOUSEMOTION,
}
# By place on the keyboard, so that they are the same when it is set to Cyrillic.
KEY_NAMES = {getattr(pygame, f"KSCAN_{key.upper()}"): key for key in (*KEYS, *NAV, *"0123456789")}
KEY_NAMES |= {getattr(pygame, f"KSCAN_KP{key}"): key for key in "0123456789"}
KEY_NAMES |= {pygame.KSCAN_ESCAPE: "escape"}


def open_window(
    size: Size = DEFAULT_SIZE,
    *,
    simulated: bool = False,
    full_screen: bool | None = None,
    turn: Turn = 0,
) -> Window:
    """Open a window for a picture of `size`, or take the full screen (None: where there is no desktop).

    `simulated`: the picture is also the simulated board, so the mouse takes and puts men. `turn`: how far the
    picture is turned in it. DisplayError if there is nothing to draw on.
    """
    before = input_descriptors()
    # SDL would show the picture through OpenGL, which takes 90 MB where that is done in software.
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    if not _may_have_screen():
        raise DisplayError(f"no window can be opened (there is no screen): {REMEDY}")
    try:
        pygame.display.init()
        surface = _open_surface(turned_size(size, turn), full_screen)
    except pygame.error as error:
        pygame.display.quit()
        raise DisplayError(f"no window can be opened ({error}): {REMEDY}") from error
    return Window(surface, input_descriptors() - before, simulated=simulated, turn=turn)


def _may_have_screen() -> bool:
    """False if nothing hints at a desktop or a screen without one; SDL, asked, would complain on stderr."""
    named = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    return any(map(os.environ.get, named)) or any(Path("/dev/dri").glob("card*"))


def _open_surface(size: Size, full_screen: bool | None) -> pygame.Surface:
    driver = pygame.display.get_driver()
    if driver in UNSEEN_DRIVERS and os.environ.get("SDL_VIDEODRIVER") != driver:
        raise pygame.error("there is no screen")
    if full_screen is None:
        full_screen = driver not in DESKTOP_DRIVERS
    pygame.display.set_icon(_icon())
    pygame.display.set_caption(TITLE)
    if full_screen:
        return pygame.display.set_mode(pygame.display.get_desktop_sizes()[0], pygame.FULLSCREEN)
    return pygame.display.set_mode(size, pygame.RESIZABLE)


def _icon() -> pygame.Surface:
    return Men(64).face(Man(Colour.WHITE, "K"), 64)


class Window:
    """An open window; use it in a `with`, or `close` it.

    `drawn` counts what was drawn: a scene or page that equals the one before it is not. `descriptors`: what
    people do makes one of them readable.
    """

    def __init__(
        self, surface: pygame.Surface, descriptors: frozenset[int], *, simulated: bool, turn: Turn
    ) -> None:
        self.drawn = 0
        self.descriptors = descriptors
        self._surface = surface
        self._turn = turn
        self._screen = Screen(turned_size(surface.get_size(), turn))
        self.speaker: Speaker | None = None
        """What lets the scenes be heard."""
        self._pointer = Pointer(simulated=simulated)
        self._shown: tuple[Shown, tuple[RGB, ...]] | None = None
        self._picture = pygame.Surface(self._screen.size, depth=32)
        self._held: Stack = ()
        self._at: Position = (0, 0)
        self._over: tuple[Stack, tuple[int, int] | None, Position] = ((), None, (0, 0))
        self._is_full = bool(surface.get_flags() & pygame.FULLSCREEN)
        self._show_arrow(visible=False)

    def __enter__(self) -> Window:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the window; closing it twice does no harm."""
        if self.speaker:
            self.speaker.close()
        pygame.display.quit()

    def set_volume(self, volume: float) -> None:
        """Let what happens be heard, from 0 (not at all) to 1; DisplayError if there is no loudspeaker."""
        if self.speaker:
            self.speaker.close()
        self.speaker = None
        if volume:
            self.speaker = Speaker(volume)

    def show(self, shown: Shown, lights: Sequence[RGB] = ()) -> None:
        """Show a scene, with `lights` also a preview of the light of each square, or a page; if it changed.

        On a simulated board the stacks of a scene are those that the mouse takes from.
        """
        if self._shown != (shown, tuple(lights)):
            self._shown = (shown, tuple(lights))
            if scene := self._scene():
                self._pointer.see(scene.stacks, leaving=scene.aside is not None, spare=scene.spare)
                if self.speaker:
                    self.speaker.follow(scene)
            self._draw()

    def _scene(self) -> Scene | None:
        """The board at hand, if it is shown."""
        shown = self._shown[0] if self._shown else None
        return shown if isinstance(shown, Scene) else None

    def set_held(self, held: Stack) -> None:
        """Say which men are in the simulated hand, after each TakeMen or PutMen, done or refused."""
        self._held = held
        self._pointer.hold(held)
        self._paint_if_changed()

    def poll(self) -> list[Input]:
        """What people have done since the last call, in order. Draws what follows the pointer."""
        inputs: list[Input] = []
        for event in pygame.event.get():
            inputs += self._read(event)
        self._paint_if_changed()
        return inputs

    def _read(self, event: pygame.event.Event) -> list[Input]:
        match event.type:
            case pygame.QUIT:
                return [Quit()]
            case pygame.VIDEORESIZE:
                self._surface = pygame.display.get_surface() or self._surface
                width, height = turned_size((event.w, event.h), self._turn)
                self._screen = Screen((max(width, LEAST_SIZE[0]), max(height, LEAST_SIZE[1])))
                self._draw()
            case pygame.WINDOWEXPOSED:
                self._paint()
            case pygame.WINDOWLEAVE:
                return self._pointer.move(Spot())
            case pygame.KEYDOWN:
                return self._key(KEY_NAMES.get(event.scancode, ""), event.unicode)
            case pygame.MOUSEWHEEL:
                return self._pointer.wheel(event.y) if self._scene() else wheel_on_page(event.y)
            case pygame.FINGERDOWN | pygame.FINGERUP | pygame.FINGERMOTION:
                self._show_arrow(visible=False)
                width, height = self._surface.get_size()
                return self._point(FINGERS[event.type], (int(event.x * width), int(event.y * height)))
            case pygame.MOUSEMOTION | pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP if not event.touch:
                self._show_arrow(visible=True)
                return self._point(event.type, event.pos, getattr(event, "button", LEFT))
        return []

    def _show_arrow(self, *, visible: bool) -> None:
        """On a full screen, which may have no mouse at all, its arrow is seen only when one is used."""
        if self._is_full:
            pygame.mouse.set_visible(visible)

    def _key(self, name: str, letters: str) -> list[Input]:
        scene = self._scene()
        if scene is None:
            page = self._shown[0] if self._shown else None
            return key_on_page(name, letters, writing=isinstance(page, Page) and page.field is not None)
        return self._pointer.key(name) if name else []

    def _point(self, kind: int, at: Position, button: int = LEFT) -> list[Input]:
        self._at = at = place_in_picture(at, self._screen.size, self._turn)
        if self._shown and not self._scene():
            pressed = kind == pygame.MOUSEBUTTONDOWN and button == LEFT
            shown = self._shown[0]
            square, meant = self._screen.square_at(shown, at), self._screen.button_at(shown, at)
            return press_on_page(square, meant) if pressed else []
        spot = self._spot(at)
        if kind == pygame.MOUSEMOTION:
            return self._pointer.move(spot)
        if button not in (LEFT, RIGHT):
            return []
        if kind == pygame.MOUSEBUTTONDOWN:
            return self._pointer.press(spot, top_only=button == RIGHT)
        return self._pointer.release(spot)

    def _spot(self, at: Position) -> Spot:
        scene = self._scene()
        if scene is None:
            return Spot()
        button = self._screen.button_at(scene, at)
        return Spot(self._screen.square_at(scene, at), None if isinstance(button, Focus) else button)

    def _draw(self) -> None:
        if self._shown is not None:
            self._picture = self._screen.draw(*self._shown)
            self.drawn += 1
        self._paint()

    def _paint_if_changed(self) -> None:
        if self._over != self._overlay():
            self._paint()

    def _overlay(self) -> tuple[Stack, tuple[int, int] | None, Position]:
        """What is drawn at the pointer: men in the hand, or how many would be taken; and where."""
        if not self._scene():
            return (), None, (0, 0)
        choice = self._pointer.choice()
        return self._held, choice, self._at if self._held or choice else (0, 0)

    def _paint(self) -> None:
        self._over = held, choice, at = self._overlay()
        picture = self._picture
        if (scene := self._scene()) and (held or choice):
            tools, picture = self._screen.tools(scene), picture.copy()
            if held:
                draw_held(tools, picture, held, at)
            elif choice:
                draw_choice(tools, picture, choice_text(scene.language, *choice), at)
        self._surface.blit(turn_picture(picture, self._turn), (0, 0))
        pygame.display.flip()
