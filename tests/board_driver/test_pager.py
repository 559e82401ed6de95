"""The pages at a real desk: what they ask for is done to the session, the archive and the configuration."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from board_driver.config import Config, load_config
from board_driver.daemon import Daemon
from board_driver.desk import Desk
from board_driver.journal import Journal
from board_driver.keeper import Keeper
from board_driver.options import RunOptions
from board_driver.pager import Pager
from board_driver.questions import Guide
from board_driver.recorder import Recorder
from board_driver.seating import Seating
from board_driver.stored import Moment
from board_driver.turned_link import TurnedLink
from display.inputs import Nav, Press, Quit
from display.page import Page
from display.scene import Scene
from engine.games import open_game
from firmware_bridge.link import open_link
from firmware_bridge.sim_link import SimulatedPort
from firmware_bridge.simulator.actions import PlayedBoard
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.firmware import SimulatedFirmware
from firmware_bridge.simulator.kits import find_kit
from tests.board_driver.waiting import until
from tests.firmware_bridge.virtual import run_in_virtual_time

GAME = open_game("tavreli")


class Club:
    """A real board on a port, hands that move its men, and somebody at the screen."""

    def __init__(self, daemon: Daemon, desk: Desk, board: SimulatedBoard, port: SimulatedPort) -> None:
        self.daemon = daemon
        self.desk = desk
        self.board = board
        self._port = port

    async def play(self, *moves: str) -> None:
        """Make moves from a square to another with all men of it."""
        for move in moves:
            origin, target = (GAME.shape.square(name) for name in move.split("-"))
            assert self.desk.session
            wanted = len(self.desk.session.plies) + 1
            self.board.take(self._port.t, origin, len(self.board.stacks[origin]))
            self.board.put(self._port.t, target)
            await until(lambda: self.desk.session and len(self.desk.session.plies) == wanted)  # noqa: B023

    async def touch(self, *keys: str) -> None:
        """Touch one thing after the other, each as soon as it can be chosen."""
        for key in keys:
            await until(lambda: key in self.keys())  # noqa: B023
            self.daemon.act(Press(key))

    def keys(self) -> tuple[str, ...]:
        shown = self.daemon.pager.show()
        if isinstance(shown, Page):
            return shown.keys
        return tuple(button.key for button in shown.buttons) if isinstance(shown, Scene) else ()

    async def rest(self) -> None:
        """Wait until what stands there now has been judged."""
        session = self.desk.session
        assert session
        since = self.time
        await until(lambda: self.time > since + 3000 and session.due is None)

    @property
    def time(self) -> int:
        return self._port.t

    @property
    def moves(self) -> list[str]:
        assert self.desk.session
        return [ply.text for ply in self.desk.session.plies]


@asynccontextmanager
async def club(folder: Path) -> AsyncIterator[Club]:
    """A board with the men at the start of tavreli, and a daemon that has seen them."""
    board = SimulatedBoard(GAME.shape, GAME.start().stacks, find_kit("reed+weight"), 1)
    async with (
        SimulatedPort(SimulatedFirmware(PlayedBoard(board, ())), 20) as port,
        open_link(f"serial://{port.path}") as link,
    ):
        options = RunOptions(config=folder / "config.toml", headless=True, speed=20)
        seen = TurnedLink(link, is_turned=False)
        keeper = Keeper(folder / "games.sqlite3", Recorder({}), Moment)
        desk = Desk(Seating(options, Config()), link=seen, keeper=keeper, table=None, draws=False)
        daemon = Daemon(desk, seen, "a port", None)
        running = asyncio.create_task(daemon.run())
        await until(lambda: desk.session and desk.session.guide is None and desk.scene)
        yield Club(daemon, desk, board, port)
        daemon.stop()
        assert await running == Quit()


def at_the_club(folder: Path, visit: Callable[[Club], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with club(folder) as here:
            await visit(here)

    run_in_virtual_time(whole())


def test_a_game_is_put_off_for_another_one_and_gone_on_with(tmp_path: Path) -> None:
    async def visit(here: Club) -> None:
        desk, board = here.desk, here.board
        await here.play("e2-e4", "e7-e5")
        await here.touch("menu", "adjourn", "1")
        # The start page comes by itself; chess, three minutes, and names.
        await here.touch("game", "chess", "clock", "3+2", "white", "write", "letter E", "letter V", "done")
        await here.touch("start")
        assert desk.session
        assert (desk.session.game.name, desk.seating.players) == ("chess", ("Ev", ""))
        assert desk.session.clock
        assert desk.session.clock.control.text == "3+2"
        board.set_up(here.time, open_game("chess").start().stacks)
        await until(lambda: desk.session and desk.session.guide is None)
        await here.play("g1-f3")
        # Back to the first game, from where it was left.
        await here.touch("menu", "archive", "game 1", "last", "go on", "1")
        await until(lambda: desk.session and desk.session.game.name == "tavreli")
        assert here.moves == ["e2-e4", "e7-e5"]
        # The men of the other game say nothing until they stand as they did in this one.
        assert desk.session.guide is Guide.SET_UP
        board.set_up(here.time, open_game("tavreli").start().stacks)
        await here.rest()
        assert here.moves == ["e2-e4", "e7-e5"]
        board.set_up(here.time, desk.session.position.stacks)
        await until(lambda: desk.session and desk.session.guide is None)
        await here.play("g1-f3")

    at_the_club(tmp_path, visit)
    with Journal(tmp_path / "games.sqlite3") as journal:
        first, second = (journal.game(row.id) for row in journal.games())
    assert (first.game, first.reason) == ("tavreli", "")
    assert [move.text for move in first.moves] == ["e2-e4", "e7-e5", "g1-f3"]
    assert (second.game, second.reason, second.tags) == ("chess", "adjourned", {"White": "Ev"})
    assert [move.text for move in second.moves] == ["Nf3"]


def test_a_new_game_begins_in_the_middle_of_an_old_one(tmp_path: Path) -> None:
    async def visit(here: Club) -> None:
        await here.play("e2-e4", "e7-e5", "g1-f3")
        await here.touch("menu", "settings", "game.clock", "5+3")
        for _ in range(2):
            here.daemon.act(Press("back"))
        await here.touch("menu", "archive", "game 1", "on one", "on one", "go on", "1")
        await until(lambda: len(here.moves) == 2)
        assert here.desk.session
        clock = here.desk.session.clock
        assert clock
        assert (clock.control.text, clock.is_waiting) == ("5+3", True)
        here.board.take(here.time, GAME.shape.square("f3"), 1)
        here.board.put(here.time, GAME.shape.square("g1"))
        await until(lambda: here.desk.session and here.desk.session.guide is None)
        await here.play("b1-c3")

    at_the_club(tmp_path, visit)
    with Journal(tmp_path / "games.sqlite3") as journal:
        games = [journal.game(row.id) for row in journal.games()]
    assert [[move.text for move in game.moves] for game in games] == [
        ["e2-e4", "e7-e5", "g1-f3"],
        ["e2-e4", "e7-e5", "b1-c3"],
    ]
    assert [game.reason for game in games] == ["adjourned", ""]


def test_a_move_is_corrected_at_the_board(tmp_path: Path) -> None:
    async def visit(here: Club) -> None:
        await here.play("e2-e4", "e7-e5", "g1-f3")
        await here.touch("menu", "correct", "ply 2", "move e7-e6", "yes")
        assert here.moves == ["e2-e4", "e7-e6", "g1-f3"]
        assert here.desk.session
        assert here.desk.session.guide is Guide.PUT_BACK
        assert isinstance(here.daemon.pager.show(), Scene)

    at_the_club(tmp_path, visit)
    with Journal(tmp_path / "games.sqlite3") as journal:
        assert [move.text for move in journal.game(1).moves] == ["e2-e4", "e7-e6", "g1-f3"]


def test_settings_hold_at_once_and_are_written(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("# ours\n[lights]\nlimit_ma = 900\n")

    async def visit(here: Club) -> None:
        await here.touch("menu", "settings", "screen.flipped", "lights.brightness", "0.5", "screen.language")
        await until(lambda: load_config(tmp_path / "config.toml").screen.language == "ru")
        page = here.daemon.pager.show()
        assert isinstance(page, Page)
        assert page.title == "Настройки"
        here.daemon.act(Nav("back"))
        here.daemon.act(Nav("back"))
        shown = here.daemon.pager.show()
        assert isinstance(shown, Scene)
        assert (shown.flipped, shown.title) == (True, "Ход белых")

    at_the_club(tmp_path, visit)
    config = load_config(tmp_path / "config.toml")
    assert (config.screen.flipped, config.lights.brightness, config.lights.limit_ma) == (True, 0.5, 900)
    assert (tmp_path / "config.toml").read_text().startswith("# ours\n")


def test_a_setting_that_cannot_be_written_holds_and_is_told(tmp_path: Path) -> None:
    (tmp_path / "config.toml").mkdir()

    async def visit(here: Club) -> None:
        await here.touch("menu", "settings", "screen.flipped")
        await until(
            lambda: here.desk.scene and any("config.toml" in line.text for line in here.desk.scene.lines)
        )
        assert here.desk.seating.config.screen.flipped

    at_the_club(tmp_path, visit)


@pytest.mark.parametrize("test", ["colours", "walking"])
def test_the_lights_are_tried_within_the_limit_and_given_back(test: str, tmp_path: Path) -> None:
    async def visit(here: Club) -> None:
        await here.touch("menu", "trouble", test)
        lit = here.daemon.pager.lights(0)
        assert lit
        assert sum(map(sum, lit)) * 60 / 765 <= here.desk.seating.config.lights.limit_ma
        await here.touch(test)
        assert here.daemon.pager.lights(0) is None

    at_the_club(tmp_path, visit)


def test_the_start_page_is_there_till_it_is_used_or_somebody_moves(tmp_path: Path) -> None:
    async def visit(here: Club) -> None:
        def greeted() -> Pager:
            pager = Pager(here.desk, "a port", here.daemon.stop, greets=True)
            page = pager.show()
            assert isinstance(page, Page)
            assert page.title == "New game"
            return pager

        left, used = greeted(), greeted()
        used.act(Nav("up"))
        await here.play("e2-e4")
        assert isinstance(left.show(), Scene)
        assert isinstance(used.show(), Page)
        late = Pager(here.desk, "a port", here.daemon.stop, greets=True)
        assert isinstance(late.show(), Scene)
        for pager in (left, used, late):
            await pager.close()

    at_the_club(tmp_path, visit)
