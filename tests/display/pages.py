"""Pages to draw and to walk through, made by the state machine from games and an archive of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

from board_driver.config import Config, ScreenTable
from board_driver.lines import Line as Plies
from board_driver.pages.book import Book
from board_driver.pages.leaf import Facts
from board_driver.pages.stepping import Stepping
from board_driver.presenter import View, present
from board_driver.session import Session
from board_driver.stored import GameRow
from display.inputs import Focus, Input, Nav, Press, Touch
from display.language import ENGLISH, Language
from display.scene import Line, Mood
from display.screen import Shown
from engine.samples import sample_game
from engine.types import Outcome
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.kits import find_kit

SAMPLE = {"tavreli": "moscow-1997-1", "chess": "london-1860-1", "draughts": "moscow-1924-1"}
PLAYERS = (("Anna", "Boris"), ("Boris", "Wera"), ("Wera", "Anna"), ("", ""))
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
GAMES = ("tavreli", "chess", "draughts", "capture-go")


def archive(count: int = 23) -> tuple[GameRow, ...]:
    """So many games, each of another kind, by other players and with another result than the one before."""
    rows = []
    for number in range(1, count + 1):
        white, black = PLAYERS[number % 4]
        tags = {"White": white, "Black": black} if white else {}
        began = datetime(2026, 3, number, 18, 30, tzinfo=UTC)
        result = RESULTS[number // 2 % 4]
        rows.append(GameRow(number, GAMES[number % 4], tags, began, 20 + number, result, ""))
    return tuple(rows)


def facts(
    game: str = "tavreli", plies: int = 14, outcome: Outcome | None = None, language: Language = ENGLISH
) -> Facts:
    """A sample game after so many plies, on a simulated board with all sensors."""
    record = sample_game(SAMPLE[game], game)
    line = Plies(record.positions(), record.moves)
    line = line.back(len(line.moves) - plies)
    board = SimulatedBoard(record.game.shape, line.position.stacks, find_kit("reed+weight"), seed=1)
    session = Session(record.game, line.positions[0], board.info)
    frame = board.frame(100)
    assert frame
    session.feed(frame)
    session.take_up(line, outcome)
    session.guide = None
    return Facts(
        session,
        session.revision,
        present(session, View(language=language)),
        Config(screen=ScreenTable(language=language.code)),
        language=language,
        link="sim:",
        frame=frame,
        games=archive(),
        players=("Anna", "Boris"),
    )


def shown(inputs: Sequence[Input], given: Facts) -> Shown:
    """What is seen after these inputs in play."""
    book = Book()
    for each in inputs:
        book.show(given)
        assert book.handle(each, given) == []
    return book.show(given)


def touches(*keys: str) -> list[Input]:
    """Entries and buttons touched one after the other, from the menu on."""
    return [Press("menu"), *map(Press, keys)]


def archived(number: int) -> Stepping:
    """A game of the archive, opened in its middle."""
    record = sample_game(SAMPLE["chess"], "chess")
    line = Plies(record.positions(), record.moves)
    return Stepping(record.game, line, 21, "Anna – Boris", number, record.result)


def stepping(given: Facts, *inputs: Input) -> Shown:
    """What is seen of it after these inputs."""
    book = Book()
    book.open(archived(7))
    for each in inputs:
        assert book.handle(each, given) == []
    return book.show(given)


@cache
def pages(language: Language = ENGLISH) -> dict[str, Shown]:
    """Every page, by name."""
    tavreli, chess = facts(language=language), facts("chess", 20, language=language)
    resigned = facts("chess", 29, Outcome("1-0", "resignation"), language)
    mate = facts("tavreli", 40, language=language)
    astray = replace(tavreli.scene, lines=(Line("e4", Mood.WARN),))
    go = replace(facts("chess", 0, language=language), players=("", ""))
    shape = chess.session.game.shape
    return {
        "play-focus": shown([Nav("down"), Nav("down")], tavreli),
        "menu": shown(touches(), tavreli),
        "result": replace(resigned.scene, players=("Anna", "Boris")),
        "result-unnamed": mate.scene,
        "menu-alert": shown(touches(), replace(tavreli, scene=astray)),
        "resign": shown(touches("resign"), chess),
        "switch-off": shown(touches("off", "1"), chess),
        "new-game": shown(touches("new"), tavreli),
        "new-game-go": shown([*touches("new", "game", "capture-go"), Focus("clock")], go),
        "clocks": shown(touches("new", "clock"), tavreli),
        "player": shown(touches("new", "white"), tavreli),
        "name": shown(
            touches("new", "black", "write", "alphabet", "letter В", "letter Е", "letter Р", "letter А"),
            chess,
        ),
        "games": shown(touches("archive"), tavreli),
        "games-result": shown(touches("archive", "by result"), tavreli),
        "step": stepping(chess),
        "step-tower": shown([Press("look"), Touch(shape.square("h5"))], tavreli),
        "step-end": shown([Press("look")], resigned),
        "go-on": stepping(chess, Press("go on")),
        "plies": shown(touches("correct"), chess),
        "correct": shown([*touches("correct", "ply 7"), Touch(shape.square("f3"))], chess),
        "correct-preview": shown(touches("correct", "ply 7", "move Be2"), chess),
        "settings": shown(touches("settings"), tavreli),
        "brightness": shown(touches("settings", "lights.brightness"), tavreli),
        "trouble": shown(touches("trouble", "walking"), tavreli),
    }
