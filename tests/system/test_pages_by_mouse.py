"""The pages in the whole program: a game chosen, played, looked through in the archive and gone on with.

What the real screen shows is compared with what a book of the test's own says, given the same inputs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pygame
import pytest

from board_driver.archive import stored_record
from board_driver.config import Config, changed
from board_driver.journal import Journal
from board_driver.lines import Line
from board_driver.pages.actions import Action, ChangeSetting, OpenGame
from board_driver.pages.book import Book
from board_driver.pages.leaf import Facts
from board_driver.pages.stepping import Stepping
from board_driver.pages.wording import names_text
from board_driver.presenter import View, present
from board_driver.session import Session
from board_driver.words import outcome_text
from display.inputs import Input, Nav, Press, Typed
from display.language import ENGLISH
from display.page import Page
from display.screen import Screen
from engine.game import Game
from engine.games import open_game
from engine.types import Outcome
from firmware_bridge.frames import BoardInfo
from firmware_bridge.simulator.kits import find_kit
from tests.display.golden import difference
from tests.system.program import Home, Program, run
from tests.system.test_play_by_mouse import SIZE, Player
from tests.system.xserver import XServer

pytestmark = pytest.mark.system

KEYS = {"up": "Up", "down": "Down", "ok": "Return", "back": "BackSpace"}


class Reader(Player):
    """Somebody at the mouse who turns pages, and knows what each must look like."""

    def __init__(self, program: Program, server: XServer, home: Home) -> None:
        super().__init__(program, server)
        self._home = home
        self._screen = Screen(SIZE)
        self._book = Book()

    def sit_down(self, game: Game, *moves: str, outcome: Outcome | None = None) -> None:
        """Know what is played, and that no page is open."""
        session = Session(game, game.start(), BoardInfo(game.shape, find_kit("reed+weight").sensors))
        line = Line((game.start(),))
        for text in moves:
            line = line.play(line.position.find_move(text))
        session.take_up(line, outcome)
        session.guide = None
        with Journal(self._home.archive) as journal:
            games = tuple(journal.games())
        config = Config()
        self._facts = Facts(session, 0, present(session, View()), config, link="sim:", games=games)
        self._book = Book()
        self._layout = self._screen.layout(self._facts.scene)

    def know_players(self, white: str, black: str) -> None:
        self._facts = replace(self._facts, players=(white, black))

    def touch(self, key: str) -> list[Action | Input]:
        """Touch what has this key, on a page or in play, and wait till what follows is seen."""
        shown = self._book.show(self._facts)
        (place,) = (place for place in self._screen.places(shown) if place.input == Press(key))
        self._server.do("mousemove", "--window", self._id, *map(str, place.rect.center), "click", "1")
        return self.did(Press(key))

    def type(self, letter: str) -> None:
        """Type a letter, and wait till it is seen."""
        self.press(letter)
        self.did(Typed(letter))

    def nav(self, step: Literal["up", "down", "ok", "back"]) -> None:
        """Press the key that is one of the four buttons."""
        self.press(KEYS[step])
        self.did(Nav(step))

    def choose(self, *keys: str) -> None:
        """Move the focus down to one thing after the other, and choose it."""
        for key in keys:
            for _ in range(100):
                page = self._book.show(self._facts)
                assert isinstance(page, Page)
                if page.focus == key:
                    break
                self.nav("down")
            self.nav("ok")

    def until_moved(self, text: str) -> None:
        self._program.until(lambda: self._program.moves[-1:] == [text])

    def did(self, given: Input) -> list[Action | Input]:
        asked = self._book.handle(given, self._facts)
        for each in asked:
            match each:
                case OpenGame(number):
                    self._open(number)
                case ChangeSetting(key, value):
                    config = changed(self._facts.config, key, value)
                    self._facts = replace(self._facts, config=config)
        self.until_page_is_seen()
        return asked

    def until_page_is_seen(self) -> None:
        page = self._book.show(self._facts)
        if isinstance(page, Page):
            wanted = self._screen.draw(page)
            self.until_seen(lambda picture: difference(picture, wanted).tolerable)

    def _open(self, number: int) -> None:
        with Journal(self._home.archive) as journal:
            stored = journal.game(number)
        record = stored_record(stored)
        line = Line(record.positions(), record.moves)
        ending = outcome_text(ENGLISH, Outcome(stored.result, stored.reason)) if stored.result != "*" else ""
        title = names_text(ENGLISH, number, stored.tags)
        self._book.open(Stepping(record.game, line, 0, title, number, stored.result, ending))


def test_keys_alone_turn_every_page(home: Home, server: XServer) -> None:
    """The arrows, Enter and Backspace, which are the four buttons; nothing is really switched off."""
    tools = home.folder / "tools"
    tools.mkdir()
    called = home.folder / "called"
    (tools / "systemctl").write_text(f'#!/bin/sh\necho "$@" > {called}\n')
    (tools / "systemctl").chmod(0o700)
    display = {"DISPLAY": server.display, "SDL_VIDEODRIVER": "x11", "PATH": f"{tools}:/usr/bin:/bin"}
    with run(home, "--link", "sim:", "--play", "none", more=display) as program:
        reader = Reader(program, server, home)
        moves = (("e2", "e4", "e2-e4"), ("e7", "e5", "e7-e5"), ("g1", "f3", "g1-f3"))
        for origin, target, text in moves:
            reader.drag(origin, target)
            reader.until_moved(text)
        reader.aside()
        reader.sit_down(open_game("tavreli"), *(text for _, _, text in moves))
        reader.nav("ok")
        reader.choose("correct", "ply 2", "move e7-e6", "yes")
        reader.until_printed("amended: 1... e7-e6")
        reader.drag("e5", "e6")
        reader.aside()
        reader.sit_down(open_game("tavreli"), "e2-e4", "e7-e6", "g1-f3")
        reader.nav("ok")
        for page in ("archive", "new", "settings"):
            reader.choose(page)
            reader.nav("back")
        reader.choose("resign", "2")
        reader.until_printed("White wins: resignation")
        reader.sit_down(
            open_game("tavreli"), "e2-e4", "e7-e6", "g1-f3", outcome=Outcome("1-0", "resignation")
        )
        reader.nav("ok")
        reader.choose("settings", "screen.flipped")
        reader.nav("back")
        reader.choose("off", "1", "0")
        assert program.ends() == 0
    assert called.read_text() == "poweroff\n"
    config = (home.folder / ".config" / "tavreli-board" / "config.toml").read_text()
    assert "[screen]\nflipped = true\n" in config
    (game,) = home.games()
    assert ([move.text for move in game.moves], game.result) == (["e2-e4", "e7-e6", "g1-f3"], "1-0")


def test_a_game_is_chosen_played_looked_through_and_gone_on_with(home: Home, server: XServer) -> None:
    display = {"DISPLAY": server.display, "SDL_VIDEODRIVER": "x11"}
    with run(home, "--link", "sim:", "--play", "none", more=display) as program:
        reader = Reader(program, server, home)
        reader.sit_down(open_game("tavreli"))
        # The start page: chess between Eva, whose name is typed, and nobody.
        for key in ("menu", "new", "game", "chess", "white", "write"):
            reader.touch(key)
        for letter in "Eva":
            reader.type(letter)
        reader.touch("done")
        reader.touch("start")
        program.until(lambda: sum("simulated board" in line for line in program.told) == 2)
        # A short game by mouse.
        reader.sit_down(open_game("chess"))
        for origin, target, text in (("f2", "f3", "f3"), ("e7", "e5", "e5"), ("g2", "g4", "g4")):
            reader.drag(origin, target)
            reader.until_moved(text)
        reader.drag("d8", "h4")
        reader.until_printed("2... Qh4#", "Black wins: checkmate")
        # The result, the archive, and the game step by step.
        reader.sit_down(open_game("chess"), "f3", "e5", "g4", "Qh4#")
        reader.know_players("Eva", "")
        reader.aside()
        pygame.image.save(reader.picture(), str(home.folder / "result.png"))
        for key in ("menu", "archive", "game 1", "on one", "on one", "last", "back one"):
            reader.touch(key)
        pygame.image.save(reader.picture(), str(home.folder / "step.png"))
        reader.touch("go on")
        reader.touch("1")
        program.until(lambda: sum("simulated board" in line for line in program.told) == 3)
        reader.sit_down(open_game("chess"), "f3", "e5", "g4")
        reader.drag("d7", "d5")
        reader.until_printed("2... d5")
        # Back out of the menu with the keyboard, and out of the program.
        reader.sit_down(open_game("chess"), "f3", "e5", "g4", "d5")
        reader.know_players("Eva", "")
        reader.touch("menu")
        reader.press("Escape", "Escape")
        assert program.ends() == 0
    assert "Traceback" not in "\n".join(program.told)
    first, second = home.games()
    assert (first.game, first.result, first.tags) == ("chess", "0-1", {"White": "Eva"})
    assert [move.text for move in second.moves] == ["f3", "e5", "g4", "d5"]
    assert second.tags == {"White": "Eva"}
