"""The real window on a real X server (Xvfb), with a real mouse and keyboard (xdotool)."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from time import monotonic

import pygame
import pytest

from display.inputs import Escape, Input, Press, PutMen, TakeMen
from display.screen import Screen
from display.window import TITLE, Window, open_window
from engine.types import Stack
from tests.conftest import LIMIT_S
from tests.display.golden import difference
from tests.display.scenes import MIDDLE, at, scene
from tests.system.xserver import XServer

pytestmark = pytest.mark.system

SIZE = (800, 480)


@pytest.fixture
def server(server: XServer, monkeypatch: pytest.MonkeyPatch) -> XServer:
    """The one on which this process opens its windows."""
    monkeypatch.setenv("DISPLAY", server.display)
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    return server


class Player:
    """A window with a simulated board, carried out as the daemon does, and a hand at mouse and keyboard."""

    def __init__(self, window: Window, server: XServer) -> None:
        self.window = window
        self.server = server
        self.scene = scene(MIDDLE)
        self.held: Stack = ()
        self.seen: list[Input] = []
        window.show(self.scene)
        self.id = str(pygame.display.get_wm_info()["window"])
        self.do("windowmove", self.id, "0", "0", "windowfocus", "--sync", self.id)

    def do(self, *actions: str) -> None:
        """Let xdotool act, with the window polled as the daemon does, so that it can answer the X server."""
        with subprocess.Popen(["xdotool", *actions]) as tool:
            self.wait(lambda: tool.poll() is not None)
            assert tool.returncode == 0

    def point(self, square: str) -> tuple[str, ...]:
        x, y = Screen(SIZE).layout(self.scene).square_rect(at(square)).center
        return "mousemove", "--window", self.id, str(x), str(y)

    def poll(self) -> None:
        for told in self.window.poll():
            stacks = list(self.scene.stacks)
            match told:
                case TakeMen(square, count):
                    cut = len(stacks[square]) - (count or len(stacks[square]))
                    self.held, stacks[square] = stacks[square][cut:], stacks[square][:cut]
                case PutMen(int(square)):
                    stacks[square], self.held = stacks[square] + self.held, ()
                case TakeMen() | PutMen() | Press() | Escape():
                    pass
                case _:
                    continue
            self.seen.append(told)
            self.scene = replace(self.scene, stacks=tuple(stacks))
            self.window.show(self.scene)
            self.window.set_held(self.held)

    def wait(self, done: Callable[[], bool]) -> None:
        clock, limit = pygame.time.Clock(), monotonic() + LIMIT_S
        while not done():
            assert monotonic() < limit, f"not within {LIMIT_S} s; seen so far: {self.seen}"
            self.poll()
            clock.tick(60)

    def wait_for(self, *inputs: Input) -> None:
        self.wait(lambda: len(self.seen) >= len(inputs))
        assert self.seen == list(inputs)
        self.seen.clear()

    def wait_for_picture(self) -> None:
        """Until the screen shows just the scene; the pointer is moved out of the way."""
        self.do("mousemove", "1000", "700")
        wanted = Screen(SIZE).draw(self.scene)
        self.wait(lambda: difference(self.server.picture().subsurface((0, 0), SIZE), wanted).mean == 0)


@pytest.fixture
def player(server: XServer) -> Iterator[Player]:
    with open_window(SIZE, simulated=True) as window:
        yield Player(window, server)


def test_the_screen_shows_the_scene_under_its_title(player: Player) -> None:
    name = subprocess.run(
        ["xdotool", "getwindowname", player.id], capture_output=True, text=True, check=True, timeout=LIMIT_S
    )
    assert name.stdout.strip() == TITLE
    player.wait_for_picture()


def test_a_man_is_moved_by_dragging(player: Player) -> None:
    player.do(*player.point("f3"), "mousedown", "1", *player.point("g4"), *player.point("g5"), "mouseup", "1")
    player.wait_for(TakeMen(at("f3")), PutMen(at("g5")))
    assert str(player.scene.stacks[at("g5")][0]) == "N"
    player.wait_for_picture()


def test_the_top_two_are_moved_by_a_digit_and_two_clicks(player: Player) -> None:
    player.do(*player.point("c4"), "key", "2", "click", "1")
    player.wait_for(TakeMen(at("c4"), 2))
    player.do(*player.point("c5"), "click", "1")
    player.wait_for(PutMen(at("c5")))
    assert [str(man) for man in player.scene.stacks[at("c5")]] == ["N", "Q"]
    assert [str(man) for man in player.scene.stacks[at("c4")]] == ["PB", "PQ"]
    player.wait_for_picture()


def test_the_wheel_chooses_how_many(player: Player) -> None:
    player.do(
        *player.point("c4"),
        "click",
        "5",
        *player.point("c4"),
        "mousedown",
        "1",
        *player.point("b5"),
        "mouseup",
        "1",
    )
    player.wait_for(TakeMen(at("c4"), 3), PutMen(at("b5")))
    player.wait_for_picture()


def test_escape_puts_the_men_back_and_then_closes(player: Player) -> None:
    before = player.scene
    player.do(*player.point("c4"), "click", "1", *player.point("a5"))
    player.wait_for(TakeMen(at("c4")))
    player.do("key", "Escape")
    player.wait_for(PutMen(at("c4")))
    assert player.scene == before
    player.do("key", "t", "key", "Escape")
    player.wait_for(Press("takeback"), Escape())


def test_another_size_is_drawn_anew_and_hit_where_it_is(player: Player) -> None:
    player.do("windowsize", "--sync", player.id, "480", "320")
    wanted = Screen((480, 320)).draw(player.scene)
    player.do("mousemove", "1000", "700")
    player.wait(lambda: difference(player.server.picture().subsurface((0, 0), (480, 320)), wanted).mean == 0)
    x, y = Screen((480, 320)).layout(player.scene).square_rect(at("f3")).center
    player.do("mousemove", "--window", player.id, str(x), str(y), "click", "1")
    player.wait_for(TakeMen(at("f3")))
