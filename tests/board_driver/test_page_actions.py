"""What each page shows and asks for: the games, their corrections, the archive, the sensors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from board_driver.pages.actions import (
    Action,
    Adjourn,
    ChangeSetting,
    Correct,
    GoOn,
    OpenGame,
    PressKey,
    StartGame,
)
from board_driver.pages.book import Book
from board_driver.pages.leaf import Facts
from board_driver.pages.new_game import games_for
from board_driver.pages.stepping import Stepping
from display.inputs import Nav, PowerOff, Press, Touch, Typed
from display.page import Page
from engine.phrase import phrase
from engine.types import BoardShape, Outcome
from tests.board_driver.paging import Do, focused, opened, title
from tests.display.pages import archived, facts

# What pages ask for


def asked(given: Facts, *keys: str) -> Do:
    """What the last of these choices asks for; the ones before it ask for nothing."""
    book = opened(given, *keys[:-1])
    return book.handle(Press(keys[-1]), given)


@pytest.mark.parametrize(
    ("keys", "action"),
    [
        (("takeback",), PressKey("takeback")),
        (("draw",), PressKey("draw")),
        (("resign", "1"), PressKey("resign", "w")),
        (("resign", "2"), PressKey("resign", "b")),
        (("adjourn", "1"), Adjourn()),
        (("off", "1", "0"), PowerOff()),
        (("archive", "game 23"), OpenGame(23)),
        (("settings", "screen.flipped"), ChangeSetting("screen.flipped", True)),
        (("settings", "lights.brightness", "0.5"), ChangeSetting("lights.brightness", 0.5)),
        (("settings", "sound.volume", "0.5"), ChangeSetting("sound.volume", 0.5)),
        (("settings", "screen.turn", "180"), ChangeSetting("screen.turn", 180)),
        (("settings", "game.clock", "5+3"), ChangeSetting("game.clock", "5+3")),
        (("settings", "simulator.kit", "reed"), ChangeSetting("simulator.kit", "reed")),
        (("correct", "ply 3", "move c2-c3", "yes"), Correct(3, "c2-c3")),
    ],
)
def test_what_is_chosen_is_asked_for(keys: Sequence[str], action: Action) -> None:
    assert asked(facts(), *keys) == [action]


@pytest.mark.parametrize("keys", [("resign", "0"), ("adjourn", "0"), ("off", "0"), ("off", "1", "1")])
def test_the_harmless_answer_leads_back_to_play(keys: Sequence[str]) -> None:
    given = facts()
    book = opened(given, *keys[:-1])
    assert focused(book.show(given)) == keys[-1]
    assert book.handle(Nav("ok"), given) == []
    assert not book.is_open


def test_a_game_with_its_options_clock_and_names() -> None:
    given = facts("chess")
    path = ["new", "game", "capture-go", "option size", "9", "option target", "3", "clock", "5+3"]
    path += ["white", "name Wera", "swap"]
    (start,) = asked(given, *path, "start")
    options = {"size": 9, "target": 3, "komi": 0.0, "handicap": 0}
    assert start == StartGame("capture-go", options, "5+3", "Boris", "Wera")


def test_a_board_that_is_too_small_for_the_handicap_has_none() -> None:
    path = ["new", "game", "capture-go", "option size", "9", "option handicap", "5", "option size", "5"]
    (start,) = asked(facts("chess"), *path, "start")
    assert isinstance(start, StartGame)
    assert (start.options["size"], start.options["handicap"]) == (5, 0)


@pytest.mark.parametrize(
    ("shape", "games"),
    [
        (None, ("tavreli", "chess", "draughts", "capture-go")),
        (BoardShape(), ("tavreli", "chess", "draughts", "capture-go")),
        (BoardShape(9, 9), ("capture-go",)),
        (BoardShape(10, 8), ()),
    ],
)
def test_a_real_board_has_the_games_that_fit_it(shape: BoardShape | None, games: tuple[str, ...]) -> None:
    assert games_for(shape) == games


def test_a_name_is_written_by_touch_and_by_keyboard() -> None:
    given = facts()
    path = ["new", "white", "write", "letter E", "letter V", "letter A", "space", "letter K", "delete"]
    book = opened(given, *path)
    for each in (Typed("S"), Typed("o"), Typed("k"), Typed("\b"), Typed("l")):
        book.handle(each, given)
    page = book.show(given)
    assert isinstance(page, Page)
    assert page.field == "Eva Sol"
    assert page.focus == "done"
    book.handle(Nav("ok"), given)
    (start,) = book.handle(Press("start"), given)
    assert isinstance(start, StartGame)
    assert (start.white, start.black) == ("Eva Sol", "Boris")


# Corrections


def correcting(given: Facts, ply: int, *squares: str) -> Book:
    book = opened(given, "correct", f"ply {ply}")
    for name in squares:
        book.handle(Touch(given.session.game.shape.square(name)), given)
    return book


def test_a_move_is_corrected_by_touching_the_man_and_where_it_went() -> None:
    given = facts("chess", 20)
    book = correcting(given, 7, "f1", "e2")
    assert title(book, given) == "Correct a move"
    page = book.show(given)
    assert isinstance(page, Page)
    assert [line.text for line in page.lines][:2] == ["4. Bc4 becomes Be2.", "All 13 moves after it stay."]
    assert book.handle(Press("yes"), given) == [Correct(7, "Be2")]


def test_what_no_longer_fits_is_said_before_it_goes() -> None:
    given = facts("chess", 20)
    book = correcting(given, 1, "d2", "d3")
    page = book.show(given)
    assert isinstance(page, Page)
    assert page.board
    assert page.lines[1].text == "From 4. Bc4 on nothing fits: 14 moves are taken back."


def test_a_man_that_is_touched_shows_its_moves_only() -> None:
    given = facts("chess", 20)
    page = correcting(given, 7, "f3").show(given)
    assert isinstance(page, Page)
    assert {entry.text for entry in page.entries} == {"Ng5", "Nxe5", "Nh4", "Nd4", "Ng1"}
    page = correcting(given, 7, "f3", "a6").show(given)
    assert isinstance(page, Page)
    assert len(page.entries) > 20


def test_a_correction_is_not_made_in_a_game_that_has_gone_on() -> None:
    given = facts("chess", 20)
    book = correcting(given, 7, "f1", "e2")
    given.session.take_back(1000)
    later = replace(given, revision=given.session.revision)
    page = book.show(later)
    assert isinstance(page, Page)
    assert page.entries == ()
    assert book.handle(Press("yes"), later) == []


# The archive


def test_games_are_found_by_game_result_and_player() -> None:
    given = facts()
    book = opened(given, "archive", "by game", "chess", "by result", "1/2-1/2", "by player", "Boris")
    page = book.show(given)
    assert isinstance(page, Page)
    assert [button.text for button in page.buttons] == ["Chess", "Drawn", "Boris"]
    wanted = [
        f"game {row.id}"
        for row in reversed(given.games)
        if (row.game, row.result) == ("chess", "1/2-1/2") and "Boris" in row.tags.values()
    ]
    assert wanted
    assert [entry.key for entry in page.entries] == wanted


def steps(leaf: Stepping, given: Facts) -> Iterator[int]:
    book = Book()
    book.open(leaf)
    for key in ("last", "on one", "back one", "back one", "first", "back one", "on one"):
        book.handle(Press(key), given)
        page = book.show(given)
        assert isinstance(page, Page)
        assert page.board
        yield len(page.board.moves)


def test_an_old_game_is_stepped_through_and_the_lights_are_left_alone() -> None:
    given, leaf = facts("chess"), archived(7)
    last = len(leaf.line.moves)
    assert list(steps(leaf, given)) == [last, last, last - 1, last - 2, 0, 0, 1]
    book = Book()
    book.open(leaf)
    assert book.lights(64, 0) is None


@pytest.mark.parametrize(
    ("result", "ply", "words"),
    [
        ("1-0", 12, "A new game begins from here. Set the men up as shown."),
        ("*", 12, "A new game begins from here. Set the men up as shown."),
        ("*", 30, "The game goes on. Set the men up as shown."),
    ],
)
def test_a_game_goes_on_from_any_ply(result: str, ply: int, words: str) -> None:
    given, book = facts("chess", 0), Book()
    book.open(replace(archived(7), ply=ply, result=result))
    book.handle(Press("go on"), given)
    page = book.show(given)
    assert isinstance(page, Page)
    assert [line.text for line in page.lines] == [words]
    assert book.handle(Press("1"), given) == [GoOn(7, ply)]


def test_the_game_at_hand_is_looked_through_from_its_end() -> None:
    given = facts("chess", 20, Outcome("1-0", "resignation"))
    book = Book()
    book.handle(Press("look"), given)
    page = book.show(given)
    assert isinstance(page, Page)
    assert page.board
    assert [line.text for line in page.lines] == ["Black's move 10 of 10", "White wins: resignation"]
    assert "go on" not in page.keys


# Trouble


def test_the_sensors_are_shown_as_they_are() -> None:
    given = facts()
    page = opened(given, "trouble").show(given)
    assert isinstance(page, Page)
    assert not any(reading.wrong for reading in page.readings)
    stacks = given.session.position.stacks
    assert [bool(reading.closed) for reading in page.readings] == [bool(stack) for stack in stacks]
    assert given.frame
    assert given.frame.grams
    empty = replace(given.frame, reed=0, grams=(0.0,) * 64)
    given.session.feed(replace(empty, t=5000))
    given.session.feed(replace(empty, t=5020, grams=(0.2,) * 64))
    page = opened(given, "trouble").show(replace(given, frame=empty))
    assert isinstance(page, Page)
    assert [reading.wrong for reading in page.readings] == [bool(stack) for stack in stacks]
    away = opened(given, "trouble").show(replace(given, away=phrase("it was unplugged")))
    assert isinstance(away, Page)
    assert away.lines[0].text == "The board is away: it was unplugged"


def test_the_lights_are_tried_all_in_each_colour_and_one_by_one() -> None:
    given = facts()
    book = opened(given, "trouble")
    assert book.lights(64, 0) is None
    book.handle(Press("colours"), given)
    colours = {book.lights(64, t) for t in range(0, 4000, 100)}
    assert {len(set(lights or ())) for lights in colours} == {1}
    assert len(colours) == 4
    book.handle(Press("walking"), given)
    walk = [book.lights(64, t) or () for t in range(0, 64 * 150, 150)]
    assert [[bool(any(light)) for light in lights].index(True) for lights in walk] == list(range(64))
    book.handle(Press("walking"), given)
    assert book.lights(64, 0) is None
