"""What the players see and are told at each moment of a game."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from board_driver.config import ScreenTable
from board_driver.front import SURE_MS, Front
from board_driver.presenter import View, present
from display.scene import Line, Mark, Mood, Scene
from display.screen import Screen
from engine.record import number_text
from engine.types import Colour
from firmware_bridge.frames import KeyPress
from tests.board_driver.driving import Driver

TOWER = "7k/8/8/8/4(pnNbR)3/8/8/K7 w - - - 1"
PROMOTION = "7k/PR7/8/8/8/8/8/4K3 w - - - 1"


def scene(board: Driver, view: View | None = None) -> Scene:
    return present(board.session, view or View())


def marked(shown: Scene, mark: Mark) -> set[str]:
    return {shown.shape.name(square) for square, each in shown.marks if each is mark}


def words(shown: Scene) -> list[str]:
    return [line.text for line in shown.lines]


def test_the_start() -> None:
    shown = scene(Driver())
    assert (shown.title, shown.turn, shown.lines, shown.moves, shown.result) == (
        "White to move",
        Colour.WHITE,
        (),
        (),
        "*",
    )
    assert shown.stacks == Driver().session.start.stacks
    assert not shown.marks
    assert shown.tower is None
    assert [button.key for button in shown.buttons] == ["menu", "takeback", "draw", "resign"]


def test_the_last_move_is_marked_and_its_tower_shown() -> None:
    board = Driver()
    board.play("e2-e4", "d7-d5", "e4xd5")
    shown = scene(board)
    assert marked(shown, Mark.LAST) == {"e4", "d5"}
    assert shown.moves == ("e2-e4", "d7-d5", "e4xd5")
    assert shown.title == "Black to move"
    assert shown.tower
    assert shown.shape.name(shown.tower.square) == "d5"
    assert shown.tower.notes == ("becomes prince", "becomes helgi")
    assert shown.tower.lifted == 0


def test_a_lifted_man_shows_where_it_may_go() -> None:
    board = Driver()
    board.take("g1")
    shown = scene(board)
    assert marked(shown, Mark.LIFTED) == {"g1"}
    assert marked(shown, Mark.TARGET) == {"f3", "h3"}
    assert marked(shown, Mark.TOWER) == {"e2"}
    assert not shown.lines
    board.put("g1")
    assert not scene(board).marks


@pytest.mark.parametrize("grip_ms", [40, 100, 300])
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("kit", "most_ms"), [("reed", 50), ("reed+weight", 50), ("weight", 150)])
def test_the_lights_of_a_lifted_man_come_at_once(kit: str, most_ms: int, grip_ms: int, seed: int) -> None:
    """Fingers press on him first, so that his cell is not at rest when he goes."""
    board = Driver(kit, seed=seed, outliers=0.001)
    board.wait(20 * seed)
    board.board.push(board.t, board.session.game.shape.square("g1"), 30.0, grip_ms)
    board.wait(grip_ms)
    lifted = board.t
    board.take("g1", then=20)
    while marked(scene(board), Mark.TARGET) != {"f3", "h3"}:
        board.wait(20)
        assert board.t - lifted <= most_ms
    assert marked(scene(board), Mark.LIFTED) == {"g1"}


@pytest.mark.parametrize("seed", range(5))
def test_the_lights_show_how_many_men_of_a_tower_are_in_the_hand(seed: int) -> None:
    board = Driver("weight", TOWER, seed=seed)
    board.take("e4", 2, then=140)
    shown = scene(board)
    assert shown.tower
    assert shown.tower.lifted == 2


def test_a_split_shows_what_is_lifted_and_what_comes_free() -> None:
    board = Driver(start=TOWER)
    board.take("e4", 1)
    shown = scene(board)
    assert shown.tower
    assert (shown.shape.name(shown.tower.square), shown.tower.lifted) == ("e4", 1)
    assert shown.tower.stack == board.session.start.stacks[28]
    assert shown.tower.notes == ("becomes rider", "", "enemy, comes free", "")
    assert words(shown) == ["e4, 1 man: the split frees an enemy archer"]
    board.put("e4")
    board.take("e4", 2)
    shown = scene(board)
    assert shown.tower
    assert shown.tower.lifted == 2
    assert shown.tower.notes == ("becomes rider", "free", "", "")
    assert not shown.lines


def test_a_man_that_may_not_move_is_told() -> None:
    board = Driver(start="4r2k/8/8/8/8/4R3/8/R3K3 w - - - 1")
    board.take("e1")
    assert marked(scene(board), Mark.TARGET) == {"d1", "d2", "e2", "f1", "f2"}
    pinned = Driver(start="4r2k/8/8/8/8/4N3/8/4K3 w - - - 1")
    pinned.take("e3")
    shown = scene(pinned)
    assert words(shown) == ["e3: leaves the magus on e1 attacked by the champion on e8"]
    square = shown.shape.square
    assert shown.checks == ((square("e8"), square("e1")),)
    assert (marked(shown, Mark.CHECKER), marked(shown, Mark.CHECK)) == ({"e8"}, {"e1"})
    assert shown.title == "White to move"


def test_a_man_that_no_check_forbids_to_move_has_just_no_move() -> None:
    board = Driver(start="7k/8/8/4pr3/4PR3/8/8/4K3 w - - - 1")
    board.take("e4")
    assert words(scene(board)) == ["e4, 1 man: no legal move"]
    assert not scene(board).checks


@pytest.mark.parametrize(
    ("game", "start", "why"),
    [
        (
            "tavreli",
            "4r2k/8/8/8/8/4(RN)3/8/4K3 w - - - 1",
            "e3-d5: leaves the magus on e1 attacked by the champion on e8",
        ),
        (
            "chess",
            "4r2k/8/8/8/8/4N3/8/4K3 w - - 0 1",
            "e3-d5: leaves the king on e1 attacked by the rook on e8",
        ),
    ],
)
def test_a_move_into_check_is_refused_with_the_attacker(game: str, start: str, why: str) -> None:
    board = Driver(start=start, game_name=game)
    board.carry("e3", "d5", then=3500)
    shown = scene(board)
    assert why in words(shown)
    square = shown.shape.square
    assert shown.checks == ((square("e8"), square("e1")),)
    assert marked(shown, Mark.CHECKER) == {"e8"}
    assert board.moves == []


def test_the_enemys_man_in_the_hand_is_not_commented() -> None:
    board = Driver()
    board.take("e7")
    shown = scene(board)
    assert marked(shown, Mark.LIFTED) == {"e7"}
    assert not shown.lines


def test_check_is_shown_with_its_line() -> None:
    board = Driver(start="7k/8/8/8/8/8/8/K3R3 w - - - 1")
    board.play("e1-e8")
    shown = scene(board)
    assert shown.title == "Black to move, in check"
    assert marked(shown, Mark.CHECKER) == {"e8"}
    assert marked(shown, Mark.CHECK) == {"h8"}
    square = shown.shape.square
    assert shown.checks == ((square("e8"), square("h8")),)


def test_mate_is_the_title() -> None:
    board = Driver(start="7k/8/6K1/8/8/8/8/R7 w - - - 1")
    board.play("a1-a8")
    shown = scene(board)
    assert (shown.title, shown.result) == ("White wins: checkmate", "1-0")
    board.take("h8")
    assert not scene(board).lines


def test_a_man_to_be_turned_over_is_named() -> None:
    board = Driver(start=PROMOTION)
    board.play("a7-a8")
    shown = scene(board)
    assert marked(shown, Mark.TURN) == {"a8"}
    assert Line("a8: turn the warrior over, it becomes champion", Mood.ASK) in shown.lines
    assert shown.tower
    assert shown.tower.notes == ("promoted",)


def test_a_covered_man_is_to_be_turned_back() -> None:
    board = Driver(start="8/PR7/8/6k1/8/8/8/4K2Q w - - - 1")
    board.play("a7-a8", "g5-g4", "h1xa8")
    assert "a8: turn the champion back" in words(scene(board))


def test_men_astray_are_named_only_when_it_is_sure() -> None:
    board = Driver()
    board.carry("e2", "e5", then=1500)
    assert not marked(scene(board), Mark.EXTRA)
    board.wait(2000)
    shown = scene(board)
    assert marked(shown, Mark.EXTRA) == {"e5"}
    assert marked(shown, Mark.MISSING) == {"e2"}
    assert words(shown)[:4] == [
        "This is no move from here. Put right:",
        "e2-e5: the warrior can go one or two steps straight ahead",
        "e2: 1 man missing",
        "e5: 1 man too many",
    ]
    board.carry("e5", "e2")
    assert not scene(board).marks


def test_a_question_marks_the_squares_it_is_about() -> None:
    board = Driver("reed")
    board.carry("a1", "b1")
    board.press("confirm")
    board.wait(1000)
    shown = scene(board)
    candidates = [button.key for button in shown.candidates]
    assert "a1xb1" in candidates
    assert shown.lines[0].mood is Mood.ASK
    assert shown.lines[0].text == "Which was White's move 1?"
    assert marked(shown, Mark.QUESTION) == {text.removeprefix("a1x") for text in candidates}
    board.pick("a1xb1")
    assert not scene(board).candidates
    assert not marked(scene(board), Mark.QUESTION)


def test_an_offer_is_shown_until_it_is_declined() -> None:
    board = Driver()
    board.press("draw", "w")
    assert words(scene(board)) == ["White offers a draw; the other side's Draw accepts it"]
    board.press("draw", "b")
    assert scene(board).title == "Draw: agreement"


def test_the_view_adds_its_own() -> None:
    board = Driver(start=TOWER)
    away = Line("The board is away", Mood.WARN)
    stacks = board.session.start.stacks
    shown = scene(board, View(stacks, touched=28, notices=(away,), flipped=True))
    assert shown.lines[0] == away
    assert shown.flipped
    assert shown.tower
    assert shown.tower.stack == stacks[28]
    assert scene(board, View(touched=5)).tower is None


# The screen's buttons


def front() -> Front:
    return Front(ScreenTable())


def test_the_scene_is_made_anew_only_when_something_changed() -> None:
    board, shown = Driver(), front()
    assert shown.refresh(board.session, None, board.t)
    assert not shown.refresh(board.session, None, board.t + 10)
    board.wait(3000)
    assert not shown.refresh(board.session, None, board.t)
    board.play("e2-e4")
    assert shown.refresh(board.session, None, board.t)
    assert shown.scene
    assert shown.scene.moves == ("e2-e4",)
    assert shown.touch(board.session, 3, board.t) is None
    assert shown.refresh(board.session, None, board.t)


def test_a_key_that_ends_a_game_is_pressed_twice() -> None:
    board, shown = Driver(), front()
    assert shown.press(board.session, "new", 0) == KeyPress(0, "new")
    board.play("e2-e4")
    assert shown.press(board.session, "resign", 1000) is None
    shown.refresh(board.session, None, 1000)
    assert shown.scene
    assert "Press again to resign" in words(shown.scene)
    assert shown.press(board.session, "new", 1500) is None
    assert shown.press(board.session, "resign", 2000) is None
    assert shown.press(board.session, "resign", 2500) == KeyPress(2500, "resign")
    shown.refresh(board.session, None, 2500)
    assert not words(shown.scene)


def test_a_key_that_was_pressed_once_is_forgotten() -> None:
    board, shown = Driver(), front()
    board.play("e2-e4")
    assert shown.press(board.session, "resign", 1000) is None
    shown.refresh(board.session, None, 1001 + SURE_MS)
    assert shown.scene
    assert not words(shown.scene)
    assert shown.press(board.session, "resign", 1002 + SURE_MS) is None


def test_the_draw_button_answers_an_offer() -> None:
    board, shown = Driver(), front()
    assert shown.press(board.session, "draw", 5) == KeyPress(5, "draw")
    board.press("draw", "w")
    assert shown.press(board.session, "draw", 10) == KeyPress(10, "draw", "b")


def test_a_button_without_a_key_does_nothing() -> None:
    assert front().press(Driver().session, "sing", 0) is None


def test_moves_are_numbered_as_in_records() -> None:
    board = Driver(start="4k3/8/8/8/8/8/PR7/4K3 b - - - 30")
    board.carry("e8", "e7")
    board.carry("a2", "a3")
    shown, session = scene(board), board.session
    assert (shown.number, shown.first, shown.turn) == (30, Colour.WHITE, Colour.BLACK)
    assert [number_text(session.game, session.start, ply) for ply in (1, 2)] == ["30...", "31."]
    pictures = [Screen((800, 480)).draw(replace(shown, number=number)) for number in (1, 30)]
    assert pygame.image.tobytes(pictures[0], "RGB") != pygame.image.tobytes(pictures[1], "RGB")


def test_what_a_man_may_become_is_shown_as_men() -> None:
    board = Driver(game_name="chess", start="7k/P7/8/8/8/8/8/K7 w - - 0 1")
    board.carry("a7", "a8")
    men = {button.text: button.man and button.man.kind for button in scene(board).candidates}
    assert men == {"a8=Q+": "Q", "a8=R+": "R", "a8=B": "B", "a8=N": "N"}


def test_a_draw_that_can_be_claimed_is_told() -> None:
    board = Driver(game_name="chess")
    moves = ("g1f3", "g8f6", "f3g1", "f6g8") * 2
    board.play(*moves[:-1])
    assert words(scene(board)) == []
    board.play(moves[-1])
    assert words(scene(board)) == ["A draw can be claimed, by the menu: threefold repetition"]
