"""The rules of Russian draughts, each with a position that a player could set up."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from engine.draughts import Position
from engine.games import open_game
from engine.record import GameRecord
from engine.types import Colour, Man, Move, Outcome, Transfer
from tests.engine.draughts.positions import GAME, playout

MAN, KING = (Man(Colour.WHITE, "M"),), (Man(Colour.WHITE, "M"), Man(Colour.WHITE, "C"))
BLACK_KING = (Man(Colour.BLACK, "M"), Man(Colour.BLACK, "C"))


def square(name: str) -> int:
    return GAME.shape.square(name)


def names(text: str) -> set[str]:
    return {move.name for move in GAME.position(text).legal_moves()}


def transfers(*steps: str) -> tuple[Transfer, ...]:
    """`c3 d4`, `c3 d4 2` for two men; `c3 -` off the board, `- c3` from beside it."""
    found = []
    for step in steps:
        origin, target, count = [*step.split(), "1"][:3]
        ends = [None if name == "-" else square(name) for name in (origin, target)]
        found.append(Transfer(ends[0], ends[1], int(count)))
    return tuple(found)


def only_move(text: str) -> Move:
    [move] = GAME.position(text).legal_moves()
    return move


def play(position: Position, *texts: str) -> list[Position]:
    positions = [position]
    for text in texts:
        positions.append(positions[-1].after(positions[-1].find_move(text)))
    return positions


def test_men_step_forward_and_white_begins() -> None:
    assert GAME.start().turn is Colour.WHITE
    assert names("W:Wc3:Bh8") == {"c3-b4", "c3-d4"}
    assert names("B:Wa1:Bf6") == {"f6-e5", "f6-g5"}


def test_a_step_is_one_transfer() -> None:
    move = only_move("W:Wa1:Bh8")
    assert move.transfers == transfers("a1 b2")
    assert move.changes == ((square("a1"), ()), (square("b2"), MAN))


def test_men_capture_forward_and_backward() -> None:
    assert names("W:Wc5:Bd6,b4,h8") == {"c5:e7", "c5:a3"}
    assert names("B:Wd6,b4:Bc5") == {"c5:e7", "c5:a3"}


def test_capturing_is_compulsory() -> None:
    assert names("W:Wc3,g1:Bd4,h8") == {"c3:e5"}


def test_among_captures_the_choice_is_free() -> None:
    assert names("W:Wc3:Bd4,b4,b6") == {"c3:e5", "c3:a5:c7"}


def test_a_capture_is_carried_through() -> None:
    assert names("W:Wc3:Bb4,b6,h8") == {"c3:a5:c7"}


def test_a_capture_rests_on_each_square_then_the_men_are_taken_off() -> None:
    move = only_move("W:Wc3:Bb4,Kb6,h8")
    assert move.transfers == transfers("c3 a5", "a5 c7", "b4 -", "b6 - 2")
    empty = [(square(name), ()) for name in ("c3", "b4", "b6")]
    assert move.changes == (*empty, (square("c7"), MAN))


def test_a_king_goes_any_distance_as_a_stack_of_two() -> None:
    assert names("W:WKc1:Ba7") == {"c1-b2", "c1-a3", "c1-d2", "c1-e3", "c1-f4", "c1-g5", "c1-h6"}
    move = GAME.position("W:WKc1:Ba7").find_move("c1-g5")
    assert move.transfers == transfers("c1 g5 2")
    assert move.changes == ((square("c1"), ()), (square("g5"), KING))


def test_a_king_captures_any_distance_and_lands_anywhere_behind() -> None:
    assert names("W:WKa1:Be5,a7") == {"a1:f6", "a1:g7", "a1:h8"}


def test_a_king_lands_where_a_further_capture_is_possible() -> None:
    assert names("W:WKa1:Bc3,f4,h8") == {"a1:e5:g3", "a1:e5:h2"}
    assert names("W:WKa1:Bc3,f6,h4") == {"a1:d4:g7", "a1:d4:h8"}


def test_a_king_does_not_jump_two_men_in_a_row() -> None:
    assert names("W:WKa1,h2:Bc3,d4") == {"a1-b2", "h2-g3"}


def test_a_man_on_the_last_row_becomes_king_and_its_crown_is_set_on() -> None:
    move = GAME.position("W:Wc7:Bh8").find_move("c7-d8")
    assert move.transfers == transfers("c7 d8", "- d8")
    assert move.changes == ((square("c7"), ()), (square("d8"), KING))
    move = only_move("B:Wb2:Ba3")
    assert move.transfers == transfers("a3 c1", "b2 -", "- c1")
    assert move.changes[0] == (square("c1"), BLACK_KING)


def test_a_king_made_in_mid_capture_goes_on_as_king() -> None:
    assert names("W:Wb6:Bc7,e7") == {"b6:d8:f6", "b6:d8:g5", "b6:d8:h4"}
    move = only_move("W:Wb6:Bc7,e7,g7")
    assert move.name == "b6:d8:f6:h8"
    assert move.transfers == transfers("b6 d8", "d8 f6", "f6 h8", "c7 -", "e7 -", "g7 -", "- h8")
    assert move.changes[-1] == (square("h8"), KING)
    assert GAME.position("W:Wb6:Bc7,e7").find_move("b6:d8:g5").transfers[-1] == Transfer(None, square("g5"))


def test_a_captured_man_stays_until_the_end_and_bars_the_way() -> None:
    """The Turkish strike: were c7 taken off at once, the king would go on from b8 and take g3."""
    assert names("W:WKc1:Bb2,c5,c7,g3") == {"c1:a3:d6:b8", "c1:a3:d6:h2"}


def test_a_free_square_may_be_crossed_again() -> None:
    move = only_move("W:Wc3:Bb4,b6,d4,d6")
    assert move.name == "c3:e5:c7:a5:c3"
    assert move.transfers[:4] == transfers("c3 e5", "e5 c7", "c7 a5", "a5 c3")
    assert move.changes == tuple((square(name), ()) for name in ("b4", "d4", "b6", "d6"))


@pytest.mark.parametrize(
    ("text", "result", "reason"),
    [
        ("W:W:Bc3", "0-1", "no man left"),
        ("B:WKc3:B", "1-0", "no man left"),
        ("W:Wa3:Bb4,c5", "0-1", "no move left"),
        ("B:Wg5,f4:Bh6", "1-0", "no move left"),
    ],
)
def test_a_side_that_cannot_move_loses(text: str, result: str, reason: str) -> None:
    position = GAME.position(text)
    assert position.outcome() == Outcome(result, reason)
    assert position.legal_moves() == ()


def test_there_is_no_check() -> None:
    assert GAME.position("W:Wc3:Bd4").checks() == ()
    assert GAME.position("W:Wc3:Bd4").outcome() is None


def test_threefold_repetition_can_be_claimed() -> None:
    cycle = ("a1-b2", "a7-b8", "b2-a1", "b8-a7")
    positions = play(GAME.position("W:WKa1:BKa7"), *cycle, *cycle)
    assert GAME.claim(positions[:-1]) is None
    assert GAME.claim(positions) == Outcome("1/2-1/2", "threefold repetition")
    assert positions[-1].outcome() is None
    assert positions[-1].count_moves()


def test_fifteen_moves_of_kings_only_can_be_claimed() -> None:
    almost = GAME.position("W:WKa1,a3:BKa7,h6:H28:F40")
    positions = play(almost, "a1-b2", "a7-b8")
    assert [GAME.claim(positions[:n]) is not None for n in (1, 2, 3)] == [False, False, True]
    assert GAME.claim(positions) == Outcome("1/2-1/2", "fifteen moves of kings only")
    positions = play(almost, "a1-b2", "h6-g5")
    assert GAME.claim(positions) is None
    assert positions[-1].text().endswith(":H0:F41")


def test_three_kings_against_one_have_fifteen_moves() -> None:
    positions = play(GAME.position("B:WKa1,Kc1,Ke1:BKh8:H29"), "h8-g7")
    assert GAME.claim(positions[:1]) is None
    assert GAME.claim(positions) is not None


def test_stacks_and_key_follow_the_moves() -> None:
    start = GAME.start()
    assert sum(map(len, start.stacks)) == 24
    assert start.stacks[square("a1")] == MAN
    assert start.stacks[square("b1")] == ()
    for position in playout(start, random.Random(5), 60):
        again = GAME.position(position.text())
        assert (again, hash(again), again.key, again.stacks) == (
            position,
            hash(position),
            position.key,
            position.stacks,
        )


def test_equal_positions_have_the_same_men_turn_and_number() -> None:
    texts = ("W:Wc3:Bd6:F2", "B:Wc3:Bd6:F2", "W:Wc3:Bd6:F3", "W:WKc3:Bd6:F2", "W:Wc3:BKd6:F2")
    assert len({GAME.position(text) for text in (*texts, "W:W22:B10:F2")}) == len(texts)
    assert GAME.start() != "W"


def test_a_played_position_is_left_as_it_was() -> None:
    start = GAME.start()
    play(start, "c3-d4", "d6-c5", "b2-c3")
    assert start == GAME.start()


def test_moves_are_numbered_after_black_has_moved() -> None:
    positions = play(GAME.start(), "c3-d4", "b6-c5", "d4:b6")
    assert [position.number for position in positions] == [1, 1, 2, 2]
    moves = tuple(map(Position.find_move, positions, ("c3-d4", "b6-c5", "d4:b6")))
    assert list(GameRecord(GAME, moves).numbered()) == ["1. c3-d4", "b6-c5", "2. d4:b6"]


def test_the_library_is_loaded_only_with_the_game() -> None:
    """It takes half a second, and brings numpy."""
    code = (
        "import sys; import engine.games as games; games.open_game(); assert 'draughts' not in sys.modules;"
        "games.open_game('draughts'); assert 'draughts' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    assert open_game("draughts") == GAME
