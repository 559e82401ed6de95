"""Records: PDN there and back, the published games, and what is said of a faulty one."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.draughts import read_record, write_record
from engine.errors import RecordError
from engine.games import game_of_record
from engine.record import GameRecord
from engine.record import read_record as read_any_record
from tests.conftest import shared_records
from tests.engine.draughts.positions import GAME
from tests.engine.refusals import refusal

NUMBERS = [f"{number:02}" for number in range(1, 31)]


def published(number: str) -> str:
    [file] = [path for path in shared_records("draughts") if path.stem == number]
    return file.read_text(encoding="utf-8")


@pytest.mark.parametrize("number", NUMBERS)
def test_published_game_is_read_to_its_end_and_written(number: str) -> None:
    text = published(number)
    record = read_any_record(text, name_hint=f"{number}.pdn")
    assert f'[PlyCount "{len(record.moves)}"]' in text
    assert f'[Result "{record.result}"]' in text
    words = [word for word in text.split("]")[-1].split() if not word.endswith(".")]
    assert words == [*record.texts(), record.result]
    written = write_record(record)
    assert read_any_record(written) == record
    assert write_record(read_record(written)) == written


def test_published_games_with_numbers_for_squares() -> None:
    for number in NUMBERS[:5]:
        record = read_record(published(number))
        numbered = ["x".join(map(number_of, text.replace("-", ":").split(":"))) for text in record.texts()]
        assert read_record(" ".join(numbered)).moves == record.moves


def number_of(name: str) -> str:
    """The number of a dark square: 1 is b8, 4 is h8, 32 is g1."""
    return str((8 - int(name[1])) * 4 + "abcdefgh".index(name[0]) // 2 + 1)


def test_tags_start_and_result_come_back() -> None:
    start = GAME.position("B:WKa1,c3:BKd8,h8:H7:F31")
    moves = (start.find_move("d8-h4"),)
    tags = {"Event": 'a "friendly" \\ game', "Site": "?", "Date": "2024.05.01", "Round": "2"}
    text = write_record(GameRecord(GAME, moves, "1/2-1/2", {**tags, "Annotator": "nobody"}, start))
    record = read_any_record(text)
    assert record.tags == {**tags, "White": "?", "Black": "?", "Annotator": "nobody"}
    assert (record.start, record.moves, record.result) == (start, moves, "1/2-1/2")
    assert '[GameType "25"]\n[SetUp "1"]\n[FEN "B:WKa1,c3:BKd8,h8:H7:F31"]\n\n31... d8-h4 1/2-1/2\n' in text


@given(st.integers(0, 10**9), st.integers(0, 120))
def test_random_games_come_back(seed: int, plies: int) -> None:
    rng = random.Random(seed)
    moves = []
    position = GAME.start()
    for _ in range(plies):
        if not (legal := position.legal_moves()):
            break
        moves.append(rng.choice(legal))
        position = position.after(moves[-1])
    record = GameRecord(GAME, tuple(moves))
    again = read_record(write_record(record))
    assert again.moves == record.moves
    assert again.positions()[-1] == position
    assert again.result == (outcome.result if (outcome := position.outcome()) else "*")


def test_comments_variations_numbers_and_marks_are_skipped() -> None:
    text = """[GameType "25,W,8,8,A0,0"] {the opening (c3-b4} 1.c3-d4! ( 1. a3-b4 (1. e3-f4) d6-c5)
    d6-c5 $1 ; b6-c5
    2. b2-c3?? f6 - g5* 3. (c3-b4) 2-0"""
    record = read_record(text)
    assert record.texts() == ("c3-d4", "d6-c5", "b2-c3", "f6-g5")
    assert record.result == "1-0"


@pytest.mark.parametrize(("points", "result"), [("2-0", "1-0"), ("0-2", "0-1"), ("1-1", "1/2-1/2")])
def test_results_in_points(points: str, result: str) -> None:
    assert read_record(f'[Result "{points}"] 1. c3-d4 {points}').result == result
    assert read_record(f"1. 22-18 {points}").result == result


def test_the_board_decides_the_result() -> None:
    fen = '[SetUp "1"]\n[FEN "W:Wc3:Bd4"]\n'
    assert read_record(f"{fen} 1. c3:e5 *").result == "1-0"
    assert str(refusal(f"{fen} 1. c3:e5 0-1", "draughts")) == (
        "the result after the moves is 0-1, but no man left at ply 1 is 1-0"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is nothing in it"),
        ('[GameType "20"] 1. 32-28', 'tag GameType is "20", and only 25, Russian draughts, is read'),
        ('[GameType "25,W,8,8,N0,0"] 1. 12-16', "numbers are read from b8 on only, N2"),
        ('[Result "3-0"] c3-d4', 'tag Result is "3-0"'),
        ('[Result "2-0"] c3-d4 0-2', "tag Result is 1-0, but the result after the moves is 0-1"),
        ('[SetUp "1"] c3-d4', "no tag FEN"),
        ('[FEN "W:Wd8:Bh8"]', "tag FEN: White's man on d8 is a king, write Kd8"),
        ("\n1. c3-d4 {never ends", 'line 2: the comment that begins with "{never ends" has no }'),
        ("c3-d4 \n(d6-c5", "line 2: the variation that begins here has no )"),
        ("c3-d4\n d6-c5)", "line 2: there is no ( to this )"),
        ("c3-d4 1-0 d6-c5", "after the result 1-0"),
        ("1. c3-d4 d6-c5\n2. d4:b5 a7:c5", 'line 2, ply 3, "d4:b5": there is no dark square b5; mend this'),
        ("1. c3-d4 f6-g5\n2. d4-c5 d6-e5", 'line 2, ply 4, "d6-e5": the man on d6 must capture: d6:b4; mend'),
        ("1. c3-d4 b6-c5\n2. g3-f4", 'line 2, ply 3, "g3-f4": White must capture, with the man on d4; mend'),
        ("1. c3-d4 e4 d6-c5", 'line 1, ply 2, "e4": not a move; write it like c3-d4, c3:e5:g7; mend'),
        ("1. c3 - ", 'line 1, ply 1, "c3-": not a move'),
        ("1. 22-18 9-14 2. 18x8", 'line 1, ply 3, "18x8": the man on d4 must capture: d4:b6'),
        ('[FEN "W:Wc3:Bd4"] c3:e5 h8-g7', 'ply 2, "h8-g7": the game is over, Black cannot move'),
    ],
)
def test_refusals(text: str, message: str) -> None:
    assert message in str(refusal(text, "draughts"))


def test_a_faulty_move_is_named_by_ply_and_token() -> None:
    error = refusal("c3-d4 d6-c5 d4:c5", "draughts")
    assert (error.ply, error.token) == (3, "d4:c5")


@given(st.text("abceh12345678-x:. {}();#[]*/\nFENW", max_size=60))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    try:
        record = read_record(text)
    except RecordError:
        return
    assert read_record(write_record(record)).moves == record.moves


@pytest.mark.parametrize("junk", [" ", "\n", "{", "[", "c", "(", "c3 ", "- ", "c3-", ":", "1-1 ", "[a "])
def test_long_junk_takes_no_long_time(junk: str) -> None:
    """A pattern that tries again and again would take hours here."""
    with pytest.raises(RecordError):
        read_record("c3" + junk * 50_000 + "!")


def test_game_of_a_record() -> None:
    assert game_of_record("1. c3-d4", "GAME.PDN") == "draughts"
    assert game_of_record('[Variant "Standard"]\n[GameType "25"]', "x.txt") == "draughts"
    assert game_of_record('[Variant "Russian"]', "x.pgn") == "draughts"
    assert game_of_record('[Event "GameType"]', "x.pgn") == "chess"
