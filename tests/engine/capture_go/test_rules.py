"""The rules of capture Go and of ordinary Go, each by a position that shows it."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from engine.capture_go import CaptureGo, Position, Rules
from engine.errors import MoveError, UsageError
from engine.games import GAMES, open_game
from engine.types import BoardShape, Colour, Man, Outcome, Transfer
from tests.engine.capture_go.diagrams import drawing, drawn, names, played

ATARI = """
.....
..X..
.XOX.
.....
.....
"""

KO = """
.....
.XO..
XO.O.
.XO..
.....
"""

SUICIDE = """
.O...
O....
.....
..XXX
..XO.
"""


def refusal(position: Position, text: str) -> str:
    with pytest.raises(MoveError) as caught:
        position.find_move(text)
    return str(caught.value)


def test_start_is_an_empty_board_with_black_to_move() -> None:
    start = CaptureGo().start()
    assert start.turn is Colour.BLACK
    assert start.stacks == ((),) * 64
    assert start.count_moves() == len(start.legal_moves()) == 65
    assert names(start)[:2] == ["a1", "b1"]
    assert names(start)[-2:] == ["h8", "pass"]


def test_a_stone_stays_and_the_other_side_is_to_move() -> None:
    after = played(CaptureGo().start(), "d4")
    assert after.turn is Colour.WHITE
    assert after.stacks[27] == (Man(Colour.BLACK, "S"),)
    assert refusal(after, "d4") == "d4: a stone stands there"


def test_a_capture_is_a_stone_set_and_the_captured_ones_taken_off() -> None:
    position = drawn(ATARI)
    move = position.find_move("c2")
    assert move.transfers == (Transfer(None, 7), Transfer(12, None))
    assert move.changes == ((7, (Man(Colour.BLACK, "S"),)), (12, ()))
    after = position.after(move)
    assert drawing(after).split() == [".....", "..X..", ".X.X.", "..X..", "....."]
    assert after.captured == (0, 1)


def test_a_pass_changes_nothing_but_the_turn() -> None:
    position = drawn(ATARI)
    move = position.find_move("PASS")
    assert (move.name, move.transfers, move.changes) == ("pass", (), ())
    after = position.after(move)
    assert after.stacks == position.stacks
    assert after.turn is Colour.WHITE


def test_the_first_capture_wins() -> None:
    after = played(drawn(ATARI), "c2")
    assert after.outcome() == Outcome("0-1", "stones captured")
    assert after.legal_moves() == ()
    assert after.count_moves() == 0
    assert refusal(after, "a1") == "a1: the game is over"
    assert refusal(after, "pass") == "pass: the game is over"


def test_a_higher_target_is_reached_by_the_sum_of_captures() -> None:
    once = played(drawn(ATARI, target=3), "c2", "a1", "b1")
    assert once.outcome() is None
    assert once.captured == (0, 1)
    both = played(drawn("..... ..... XX... OOX.. .....", target=2), "a1", "e5", "b1")
    assert both.captured == (0, 2)
    assert both.outcome() == Outcome("0-1", "stones captured")


def test_white_wins_by_a_capture_too() -> None:
    after = played(drawn("..... ..... ..... ..... XO...", "W"), "a2")
    assert after.outcome() == Outcome("1-0", "stones captured")


def test_several_groups_are_captured_at_once() -> None:
    position = drawn("..O.. .OXO. OX.XO .OXO. ..O..", "W", target=0)
    after = played(position, "c3")
    assert after.captured == (4, 0)
    assert drawing(after).split() == ["..O..", ".O.O.", "O.O.O", ".O.O.", "..O.."]
    assert [transfer.origin for transfer in position.find_move("c3").transfers] == [None, 7, 11, 13, 17]


def test_a_forbidden_point_is_no_move() -> None:
    position = drawn(SUICIDE)
    assert refusal(position, "a5") == "a5: a forbidden point, the stone would have no liberty"
    assert "a5" not in names(position)


def test_a_group_may_not_take_its_own_last_liberty() -> None:
    assert "e1" not in names(drawn(SUICIDE, "W"))
    assert "e1" in names(drawn(SUICIDE, "B"))


def test_a_forbidden_point_is_allowed_when_it_captures() -> None:
    position = drawn(KO)
    assert "c3" in names(position)
    assert played(position, "c3").captured == (0, 1)


def test_ko_may_not_be_taken_back_at_once() -> None:
    taken = played(drawn(KO, target=0), "c3")
    assert refusal(taken, "b3") == "b3: the position would come again (superko)"
    assert "b3" not in names(taken)
    later = played(taken, "e1", "e5")
    assert "b3" in names(later)


def test_a_position_may_not_come_again_after_several_moves() -> None:
    """White sends two stones and would take one back: no simple ko, but the position of the beginning."""
    sent_two = played(drawn("..... ..... ..... XXO.. .O.O.", "W", target=0), "a1", "c1")
    assert sent_two.captured == (0, 2)
    assert drawing(sent_two).split()[3:] == ["XXO..", "..XO."]
    assert refusal(sent_two, "b1") == "b1: the position would come again (superko)"
    assert "b1" in names(played(sent_two, "e5", "e4"))


def test_two_passes_end_the_game_and_more_captures_win() -> None:
    start = CaptureGo(Rules(target=5)).start()
    assert played(start, "pass", "pass").outcome() == Outcome("1/2-1/2", "two passes")
    assert played(start, "pass", "d4", "pass").outcome() is None
    ahead = drawn(ATARI, target=5, more="CB 2 CW 1")
    assert played(ahead, "pass", "pass").outcome() == Outcome("0-1", "two passes")
    behind = drawn(ATARI, target=5, more="CB 2 CW 3")
    assert played(behind, "pass", "pass").outcome() == Outcome("1-0", "two passes")


def test_move_numbers_go_up_when_the_side_that_began_is_to_move() -> None:
    start = CaptureGo().start()
    assert [played(start, *["a1", "b2", "c3"][:n]).number for n in range(4)] == [1, 1, 2, 2]
    handicapped = CaptureGo(Rules(handicap=2)).start()
    assert [played(handicapped, *["a1", "b2", "c4"][:n]).number for n in range(4)] == [1, 1, 2, 2]


@pytest.mark.parametrize("text", ["i1", "d9", "d0", "dd", "", "4d", "d4 d5", "d４", "j" * 200])
def test_what_is_no_point_is_said(text: str) -> None:
    message = refusal(CaptureGo().start(), text)
    assert message.endswith(": no move; points are a1 to h8, without i, or pass")
    assert len(message) < 100


def test_points_skip_the_letter_i() -> None:
    position = CaptureGo(Rules(size=9)).start()
    assert position.find_move(" J9 ").changes[0][0] == 80
    assert refusal(position, "i9").endswith("points are a1 to j9, without i, or pass")


@pytest.mark.parametrize(
    ("size", "handicap", "points"),
    [
        (8, 2, "c3 f6"),
        (7, 4, "c3 e3 c5 e5"),
        (9, 5, "c3 g3 e5 c7 g7"),
        (13, 9, "d4 g4 k4 d7 g7 k7 d10 g10 k10"),
        (19, 3, "d4 d16 q16"),
    ],
)
def test_handicap_stones_stand_on_the_usual_points_and_white_begins(
    size: int, handicap: int, points: str
) -> None:
    start = CaptureGo(Rules(size=size, handicap=handicap, target=0)).start()
    assert start.turn is Colour.WHITE
    assert [
        start.rules.shape.name(square) for square, stack in enumerate(start.stacks) if stack
    ] == points.split()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"size": 4}, "choose 5 to 19"),
        ({"size": 20}, "choose 5 to 19"),
        ({"target": -1}, "or 0 for ordinary Go"),
        ({"size": 5, "target": 26}, "choose 1 to 25"),
        ({"komi": float("nan")}, "choose a number of points"),
        ({"handicap": 1}, "choose 0 or 2 to 4"),
        ({"size": 19, "handicap": 10}, "choose 0 or 2 to 9"),
        ({"size": 6, "handicap": 2}, "this board is too small"),
        ({"size": 9.5}, "of type int"),
    ],
)
def test_an_option_out_of_range_is_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        open_game("capture-go", options)


def test_the_listed_options_are_the_defaults() -> None:
    assert GAMES["capture-go"].options == asdict(Rules())


def test_options_are_those_that_differ() -> None:
    assert open_game("capture-go").options == {}
    assert open_game("capture-go").shape == BoardShape(8, 8)
    chosen = {"size": 13, "target": 0, "komi": 6.5, "handicap": 3}
    game = open_game("capture-go", chosen)
    assert game.options == chosen
    assert game.shape == BoardShape(13, 13)
    assert open_game("capture-go", {"komi": 7}).options == {"komi": 7.0}


def test_there_is_no_check_and_nothing_to_claim() -> None:
    game = CaptureGo()
    position = played(game.start(), "d4")
    assert position.checks() == ()
    assert game.claim([game.start(), position]) is None
