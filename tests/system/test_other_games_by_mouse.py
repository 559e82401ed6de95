"""Chess and capture Go by mouse, in the whole program: men go beside the board, a press sets a stone."""

from __future__ import annotations

import pytest
from pygame import Rect

from display.layout import make_layout
from engine.types import BoardShape
from tests.system.program import Home, Program, run
from tests.system.test_play_by_mouse import SIZE, Player
from tests.system.xserver import XServer

pytestmark = pytest.mark.system


class Visitor(Player):
    """Somebody at the mouse of a board of any size."""

    def __init__(self, program: Program, server: XServer, shape: BoardShape) -> None:
        super().__init__(program, server)
        self._shape = shape
        self._layout = make_layout(SIZE, shape)

    def square(self, name: str) -> Rect:
        return self._layout.square_rect(self._shape.square(name))

    def press_at(self, name: str) -> None:
        self._server.do(*self.point(name), "click", "1")

    def take_off(self, name: str) -> None:
        """Take what stands on a square, and set it down beside the board."""
        beside = self._layout.panel.center
        self._server.do(*self.point(name), "click", "1")
        self._server.do("mousemove", "--window", self._id, *map(str, beside), "click", "1")


def test_a_game_of_capture_go_by_mouse(home: Home, server: XServer) -> None:
    display = {"DISPLAY": server.display, "SDL_VIDEODRIVER": "x11"}
    words = ("--link", "sim:", "--game", "capture-go", "--option", "size=5")
    with run(home, *words, more=display) as program:
        player = Visitor(program, server, BoardShape(5, 5))
        for point, said in (("c3", "1. c3"), ("a1", "1... a1"), ("a2", "2. a2"), ("e5", "2... e5")):
            player.press_at(point)
            player.until_printed(said)
        player.press_at("b1")
        player.take_off("a1")
        player.until_printed("3. b1", "Black wins: stones captured")
        player.press("Escape")
        assert program.ends() == 0
    (game,) = home.games()
    assert [move.text for move in game.moves] == ["c3", "a1", "a2", "e5", "b1"]
    assert (game.result, game.options) == ("0-1", {"size": 5})


def test_a_capture_of_chess_by_mouse(home: Home, server: XServer) -> None:
    display = {"DISPLAY": server.display, "SDL_VIDEODRIVER": "x11"}
    with run(home, "--link", "sim:", "--game", "chess", "--play", "none", more=display) as program:
        player = Visitor(program, server, BoardShape())
        player.drag("e2", "e4")
        player.until_printed("1. e4")
        player.click("d7", "d5")
        player.until_printed("1... d5")
        player.take_off("d5")
        player.click("e4", "d5")
        player.until_printed("2. exd5")
        player.press("Escape")
        assert program.ends() == 0
    (game,) = home.games()
    assert [move.text for move in game.moves] == ["e4", "d5", "exd5"]
