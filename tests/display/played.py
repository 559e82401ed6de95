"""Scenes of games that hands have played on a simulated board, as the presenter shows them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from board_driver.front import FINAL
from board_driver.presenter import View, present
from board_driver.session import Session
from display.language import Language
from display.scene import Line, Mood, Scene
from engine.phrase import phrase
from engine.samples import sample_game
from engine.types import Man
from firmware_bridge.conversation import SILENCE
from firmware_bridge.simulator.failures import Fault
from tests.board_driver.driving import Driver

OPENING = ("e2-e4", "e7-e5", "g1-f3", "b8-c6", "f1-c4", "g8-f6", "d2-d3", "f8-c5")
REST = 3500


def set_up() -> Driver:
    board = Driver(rest=0)
    for origin, target in (("d1", "d3"), ("e7", "e6"), ("h1", "h2")):
        board.carry(origin, target, then=100)
    board.wait(REST)
    return board


def move() -> Driver:
    board = Driver()
    board.play(*OPENING)
    return board


def at_ply(ply: int) -> Driver:
    """The board of a tournament game after so many plies."""
    return Driver(start=sample_game("moscow-1997-1").positions()[ply].text())


def lifted() -> Driver:
    board = at_ply(22)
    board.take("c4", 2)
    return board


def freeing() -> Driver:
    board = at_ply(24)
    board.take("b5", 2)
    return board


def high() -> Driver:
    board = at_ply(32)
    board.take("e5", 7)
    return board


def pinned() -> Driver:
    board = Driver(start="4r2k/prpn6/8/8/8/4N3/PRPN5PR/R3K3 w - - - 21")
    board.take("e3")
    return board


def refused() -> Driver:
    board = at_ply(29)
    board.carry("d7", "d6", then=REST)
    return board


def check() -> Driver:
    board = at_ply(28)
    board.play(sample_game("moscow-1997-1").texts()[28])
    return board


def mate() -> Driver:
    board = at_ply(38)
    board.play(sample_game("moscow-1997-1").texts()[38])
    return board


def turning() -> Driver:
    board = at_ply(18)
    board.play("a8(1)-a1")
    return board


def taken_back() -> Driver:
    board = Driver()
    board.play(*OPENING)
    board.press("takeback")
    board.wait(500)
    return board


def astray() -> Driver:
    board = Driver()
    board.play(*OPENING)
    board.carry("a1", "a6", then=REST)
    board.carry("d8", "d4", then=REST)
    return board


def named() -> Driver:
    board = Driver()
    board.play(*OPENING)
    board.carry("a1", "a5", then=REST)
    return board


def question() -> Driver:
    board = Driver("reed")
    board.carry("a1", "b1")
    board.press("confirm")
    board.wait(1000)
    return board


def switch_asked() -> Driver:
    """A man has moved on to a square whose switch is dead, and the other side has moved, too."""
    board = Driver("reed", game_name="chess")
    board.fail("d3", Fault.DEAD)
    board.play("e2-e4", "e7-e5")
    board.carry("f1", "d3")
    board.carry("g8", "f6", then=REST)
    return board


def switch_broken() -> Driver:
    """The same, the question having been answered."""
    board = switch_asked()
    board.pick("Bd3")
    board.wait(REST)
    return board


def offer() -> Driver:
    board = Driver()
    board.play(*OPENING)
    board.press("draw", "w")
    return board


def ended() -> Driver:
    board = Driver()
    board.play(*OPENING)
    board.press("resign", "b")
    return board


def must_capture() -> Driver:
    board = Driver("weight", "W:WA1,C3,KH2:BD4,F6,G7", game_name="draughts")
    board.take("a1")
    return board


def captives() -> Driver:
    board = Driver("reed", "AB b2,e5,f5 AW a2,b1,c2,e6 PL w", game_name="capture-go")
    board.board.bring(Man(board.session.position.turn, "S"))
    board.put("b3")
    return board


PLAYED: dict[str, Callable[[], Driver]] = {
    make.__name__.replace("_", "-"): make
    for make in (
        set_up, move, lifted, freeing, high, pinned, refused, check, mate, turning, taken_back, astray,
        named, question, switch_asked, switch_broken, offer, ended, must_capture, captives,
    )
}  # fmt: skip


@cache
def session(name: str) -> Session:
    """The session at a moment, which nobody changes any more."""
    return PLAYED[name]().session


def played(language: Language) -> dict[str, Scene]:
    """The scenes of all these moments."""
    scenes = {name: present(session(name), View(language=language)) for name in PLAYED}
    reason = phrase("{port}: {reason}", port="/dev/ttyACM0", reason=SILENCE)
    away = language.gettext("The board is away: {reason}", reason=reason)
    notices = (Line(away, Mood.WARN), Line(language.say(FINAL["new"]), Mood.ASK))
    scenes["notices"] = present(session("move"), replace(View(language=language), notices=notices))
    touched = session("check").game.shape.square("b7")
    scenes["peek"] = present(session("check"), View(language=language, touched=touched))
    return scenes
