"""Chess, draughts and Go on the simulated board by mouse: what a click means comes to be recorded."""

from __future__ import annotations

import pytest

from board_driver.presenter import View, present
from board_driver.session import Session
from board_driver.table import SimulatedTable
from display.inputs import BringMan, PutMen, TakeMen
from display.scene import Scene
from engine.games import open_game
from engine.record import GameRecord
from engine.types import Colour, Man
from firmware_bridge.frames import Pick

REST = 1200
TICK_MS = 20


class Mouse:
    """Somebody at the mouse of a simulated board, where no hands play first."""

    def __init__(self, game: str, start: str | None = None, kit: str = "reed+weight") -> None:
        rules = open_game(game)
        record = GameRecord(rules, start=None if start is None else rules.position(start))
        self.table = SimulatedTable(record, kit, seed=1)
        self.session = Session(rules, self.table.start, self.table.board.info)
        self.t = 0
        self.wait(1000)

    def wait(self, ms: int) -> None:
        for _ in range(0, ms, TICK_MS):
            self.t += TICK_MS
            for event in self.table.thing.events(self.t):
                self.session.feed(event)
            self.session.advance(self.t)
        self.table.follow(self.session.position.stacks)

    def take(self, name: str, target: str | None) -> None:
        self.table.handle(self.t, TakeMen(self.square(name)))
        self.wait(300)
        self.table.handle(self.t, PutMen(None if target is None else self.square(target)))
        self.wait(REST)

    def bring(self, man: Man, name: str) -> None:
        self.table.handle(self.t, BringMan(man, self.square(name)))
        self.wait(REST)

    def square(self, name: str) -> int:
        return self.session.game.shape.square(name)

    def seen(self) -> Scene:
        return present(self.session, View(stacks=self.table.board.stacks, aside=self.table.aside))


@pytest.mark.parametrize("kit", ["reed", "reed+weight"])
def test_a_stone_is_set_by_a_press_and_captured_ones_are_taken_off(kit: str) -> None:
    mouse = Mouse("capture-go", "AB b2 AW a2,b1,c2 PL w", kit)
    spare = mouse.seen().spare
    assert spare == Man(Colour.WHITE, "S")
    mouse.bring(spare, "b3")
    mouse.take("b2", None)
    assert mouse.session.texts() == ("b3",)
    assert mouse.session.result == "1-0"
    assert mouse.seen().aside == ((Man(Colour.BLACK, "S"), 1),)


def test_a_captured_man_goes_beside_the_board_and_can_be_set_back() -> None:
    mouse = Mouse("chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    mouse.take("d5", None)
    pawn = Man(Colour.BLACK, "P")
    assert list(mouse.table.aside or ()) == [(pawn, 1)]
    mouse.bring(pawn, "d5")
    assert [mouse.table.aside, mouse.session.texts()] == [(), ()]
    mouse.take("d5", None)
    mouse.take("e4", "d5")
    assert mouse.session.texts() == ("exd5",)


def test_a_pawn_stands_as_what_it_has_become() -> None:
    mouse = Mouse("chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1")
    mouse.take("a7", "a8")
    assert mouse.table.board.stacks[mouse.square("a8")][0].kind in "QP"
    mouse.session.feed(Pick(mouse.t, "a8=N"))
    mouse.wait(REST)
    assert mouse.session.texts() == ("a8=N",)
    assert mouse.table.board.stacks[mouse.square("a8")] == (Man(Colour.WHITE, "N"),)


def test_a_king_of_draughts_is_crowned_by_a_man_from_beside_the_board() -> None:
    mouse = Mouse("draughts", "W:WC7:BD8,H2,H6")
    crowns = {man for man, _ in mouse.seen().aside or ()}
    assert crowns == {Man(Colour.WHITE, "C"), Man(Colour.BLACK, "C")}
    mouse.take("c7", "b8")
    mouse.bring(Man(Colour.WHITE, "C"), "b8")
    assert mouse.session.texts() == ("c7-b8",)
    assert [man.kind for man in mouse.table.board.stacks[mouse.square("b8")]] == ["M", "C"]
    assert mouse.session.differences() == ()


def test_in_tavreli_no_man_leaves_the_board() -> None:
    mouse = Mouse("tavreli")
    assert mouse.seen().aside is None
    assert mouse.seen().spare is None


def test_the_hint_says_what_the_mouse_does_in_this_game() -> None:
    hints = {
        game: str(Mouse(game).table.hint(begun=True, over=False))
        for game in ("tavreli", "chess", "capture-go")
    }
    assert "digit" in hints["tavreli"]
    assert "beside the board" in hints["chess"]
    assert "set a stone" in hints["capture-go"]
    assert "New game" in str(Mouse("chess").table.hint(begun=True, over=True))
