"""Which game is played, with which options, and what is shown first on a simulated board."""

from __future__ import annotations

import pytest

from board_driver.config import GameTable
from board_driver.table import DEMOS, NOTHING, find_demo
from engine.errors import UsageError
from engine.games import GAMES, fit_options, open_game, parse_options
from engine.samples import sample_game, sample_games
from engine.types import BoardShape
from tests.board_driver.commands import Run

RESULTS = {"tavreli": "1-0", "chess": "0-1", "draughts": "0-1", "capture-go": "1-0"}


@pytest.mark.parametrize("name", GAMES)
def test_each_game_has_sample_games_without_names_and_one_is_its_demo(name: str) -> None:
    for sample in sample_games(name):
        record = sample_game(sample, name)
        assert record.game.name == name
        assert record.tags["White"] == "White"
        assert record.tags["Black"] == "Black"
    demo = find_demo(open_game(name), None)
    assert demo == sample_game(DEMOS[name], name)
    assert demo.result == RESULTS[name]


def test_the_sample_of_capture_go_ends_by_its_first_capture() -> None:
    demo = find_demo(open_game("capture-go"), None)
    end = demo.positions()[-1].outcome()
    assert end
    assert (end.result, end.reason) == ("1-0", "stones captured")


def test_with_options_of_ones_own_the_board_is_ones_own_at_once() -> None:
    game = open_game("capture-go", {"size": 13})
    assert find_demo(game, None).moves == ()
    assert find_demo(game, None).game.shape == BoardShape(13, 13)
    assert find_demo(open_game("chess"), NOTHING).moves == ()


def test_a_sample_game_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(UsageError, match=DEMOS["chess"]):
        find_demo(open_game("chess"), "moscow-1997-1")


@pytest.mark.parametrize(
    ("name", "texts", "options"),
    [
        ("capture-go", ["size=9", "komi=6.5"], {"size": 9, "komi": 6.5}),
        ("chess", ["chess960=true"], {"chess960": True}),
        ("tavreli", ["double_step_over_own=False"], {"double_step_over_own": False}),
        ("draughts", [], {}),
    ],
)
def test_options_are_read_from_words(name: str, texts: list[str], options: dict[str, object]) -> None:
    assert parse_options(name, texts) == options
    assert open_game(name, options).name == name


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("capture-go", "size=big", "size=8, a number"),
        ("capture-go", "size", "size=8, a number"),
        ("chess", "chess960=maybe", "true or false"),
    ],
)
def test_an_option_that_is_none_is_shown_as_it_is_written(name: str, text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        parse_options(name, [text])


def test_an_unknown_option_is_named_with_those_there_are() -> None:
    with pytest.raises(UsageError, match="no option 'speed', only size"):
        open_game("capture-go", parse_options("capture-go", ["speed=3"]))


def test_go_is_as_large_as_the_board_unless_its_size_is_chosen() -> None:
    assert fit_options("capture-go", {}, BoardShape(9, 9)) == {"size": 9}
    assert fit_options("capture-go", {"size": 13}, BoardShape(9, 9)) == {"size": 13}
    assert fit_options("chess", {}, BoardShape(9, 9)) == {}
    assert GameTable(name="capture-go").open(BoardShape(19, 19)).shape == BoardShape(19, 19)


def test_the_command_line_chooses_over_the_configuration() -> None:
    table = GameTable(name="capture-go", options={"size": 9, "target": 5})
    assert table.with_choice(None, ["target=3"]).options == {"size": 9, "target": 3}
    other = table.with_choice("chess", [])
    assert (other.name, other.options) == ("chess", {})


def test_commands_take_options_of_the_game(run: Run) -> None:
    assert run("perft", 1, "--game", "capture-go", "--option", "size=5").lines == ["nodes 26"]
    assert "t19" in run("moves", "--game", "capture-go", "--option", "size=19").lines
    assert "size=8" in run("moves", "--game", "capture-go", "--option", "size=x").complaint(2)
