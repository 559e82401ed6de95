"""A game played with the mouse: the whole program, its window, and the simulated board in it."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pygame
import pytest
from pygame import Rect

from display.screen import Screen
from engine.record import read_record
from tests.conftest import LIMIT_S
from tests.display.scenes import MIDDLE, at, scene
from tests.system.program import Home, Program, run
from tests.system.xserver import XServer

pytestmark = pytest.mark.system

SIZE = (800, 480)
MOST_MB = 90
"""A Raspberry Pi Zero has 512 MB for all."""
PICTURE = "window.png"
"""Kept in the test's folder, to be looked at when something is wrong."""


class Player:
    """Somebody at the mouse and the keyboard, who looks at the screen and at what is printed."""

    def __init__(self, program: Program, server: XServer) -> None:
        self._program = program
        self._server = server
        self._layout = Screen(SIZE).layout(scene(MIDDLE))
        pid = str(program.process.pid)
        self._id = server.do("search", "--sync", "--onlyvisible", "--pid", pid).split()[0]
        server.do("windowmove", self._id, "0", "0", "windowfocus", "--sync", self._id)
        self.until_seen(lambda picture: picture.get_at((1, 1))[:3] != (0, 0, 0))

    def picture(self) -> pygame.Surface:
        return self._server.picture().subsurface((0, 0), SIZE)

    def square(self, name: str) -> Rect:
        return self._layout.square_rect(at(name))

    def point(self, name: str) -> tuple[str, ...]:
        x, y = self.square(name).center
        return "mousemove", "--window", self._id, str(x), str(y)

    def until_seen(self, seen: Callable[[pygame.Surface], bool]) -> None:
        limit, clock = monotonic() + LIMIT_S, pygame.time.Clock()
        while not seen(self.picture()):
            assert monotonic() < limit, f"never seen on the screen; {self._program}"
            clock.tick(30)

    def until_printed(self, *lines: str) -> None:
        self._program.until(lambda: self._program.printed[-len(lines) :] == list(lines))

    def press(self, *keys: str) -> None:
        self._server.do("key", *keys)

    def take(self, origin: str, target: str, *, top: int = 0, drag: bool = False) -> None:
        """Take all men of a square, or the top n, to another square, and wait until they are seen there."""
        place = self.square(target).inflate(-20, -20)
        before = pygame.image.tobytes(self.picture().subsurface(place), "RGB")
        digit = ("key", str(top)) if top else ()
        act = ("mousedown", "1") if drag else ("click", "1")
        self._server.do(*self.point(origin), *digit, *act, *self.point(target))
        self.until_seen(lambda picture: pygame.image.tobytes(picture.subsurface(place), "RGB") != before)

    def click(self, origin: str, target: str, top: int = 0) -> None:
        self.take(origin, target, top=top)
        self._server.do("click", "1")

    def drag(self, origin: str, target: str, top: int = 0) -> None:
        self.take(origin, target, top=top, drag=True)
        self._server.do("mouseup", "1")

    def aside(self) -> None:
        """Take the pointer off the board."""
        self._server.do("mousemove", "1000", "700")


def test_a_game_by_mouse_is_recorded_as_it_was_played(home: Home, server: XServer) -> None:
    display = {"DISPLAY": server.display, "SDL_VIDEODRIVER": "x11"}
    with run(home, "--link", "sim:", "--play", "none", more=display) as program:
        player = Player(program, server)
        player.click("e2", "e4")
        player.until_printed("1. e2-e4")
        player.drag("e7", "e5")
        player.until_printed("1... e7-e5")
        player.drag("b1", "d2")
        player.until_printed("2. b1xd2")
        player.click("g8", "f6")
        player.until_printed("2... g8-f6")
        player.click("d2", "b3", top=1)
        player.until_printed("3. d2(1)-b3")
        player.drag("f6", "e4")
        player.until_printed("3... f6xe4")
        player.click("d2", "d4")
        player.until_printed("4. d2-d4")
        player.drag("d4", "d2")
        player.until_printed("taken back: the last move")
        player.click("d2", "d3")
        player.until_printed("4. d2-d3")
        player.click("e4", "c5")
        player.until_printed("4... e4-c5")
        player.press("d")
        player.until_printed("White offers a draw")
        player.drag("b3", "c5")
        player.until_printed("5. b3xc5")
        player.press("t")
        player.until_printed("taken back: the last move")
        player.drag("c5", "b3", top=1)
        player.click("d3", "d4")
        player.until_printed("taken back: the last move", "5. d3-d4")
        player.drag("c5", "b3")
        player.until_printed("5... c5xb3")
        player.press("r", "r")
        player.until_printed("Black wins: resignation")
        player.aside()
        texts = ["e2-e4", "e7-e5", "b1xd2", "g8-f6", "d2(1)-b3", "f6xe4", "d2-d3", "e4-c5", "d3-d4", "c5xb3"]
        stacks = read_record(" ".join(texts)).positions()[-1].stacks
        player.until_seen(lambda picture: men_seen(player, picture) == [bool(stack) for stack in stacks])
        pygame.image.save(player.picture(), str(home.folder / PICTURE))
        player.press("Escape")
        assert program.ends() == 0
    assert "Traceback" not in "\n".join(program.told)
    (game,) = home.games()
    assert [move.text for move in game.moves] == texts
    assert (game.result, game.reason) == ("0-1", "resignation")


def peak_mb(pid: int) -> float:
    """The most memory that a process has had at once."""
    (kib,) = re.findall(r"VmHWM:\s*(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(kib) / 1024


def men_seen(player: Player, picture: pygame.Surface) -> list[bool]:
    """For each square whether there is more than one colour in its middle."""
    names = [f"{file}{rank}" for rank in range(1, 9) for file in "abcdefgh"]
    middles = [picture.subsurface(player.square(name).inflate(-30, -30)) for name in names]
    return [pygame.transform.average_color(middle)[:3] != middle.get_at((0, 0))[:3] for middle in middles]


def test_a_signal_closes_the_window_which_took_little_memory(home: Home, server: XServer) -> None:
    display = {"DISPLAY": server.display, "SDL_VIDEODRIVER": "x11"}
    with run(home, "--link", "sim:", more=display) as program:
        player = Player(program, server)
        program.until_moves(3)
        assert peak_mb(program.process.pid) < MOST_MB
        assert program.ends(signal.SIGTERM) == 0
        player.until_seen(lambda picture: picture.get_at((400, 240))[:3] == (0, 0, 0))
    assert not program.left_over()
