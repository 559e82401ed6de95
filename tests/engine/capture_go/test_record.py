"""Records of capture Go: SGF there and back, the published games, and what is said of a faulty one."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.capture_go import CaptureGo, Position, Rules
from engine.capture_go.record import TAGS
from engine.errors import RecordError
from engine.games import game_of_record
from engine.record import GameRecord, read_record, write_record
from engine.types import Colour, Move
from tests.conftest import shared_records
from tests.engine.capture_go.diagrams import drawing, drawn, names, played
from tests.engine.refusals import refusal

RESULTS = {1: "0-1", 2: "0-1", 5: "1-0", 10: "0-1", 13: "*", 14: "1-0", 18: "0-1"}
"""Some results of the published games, by RE: B+4, B+R, W+0.5, B+Time, ?, W+57.5, B+2.5."""


@pytest.mark.parametrize("number", range(1, 19))
def test_a_published_game_is_read_to_its_end_and_written(number: int) -> None:
    path = shared_records("go")[number - 1]
    text = path.read_text("utf-8")
    record = read_record(text)
    assert len(record.moves) == text.count(";B[") + text.count(";W[")
    assert record.game.shape.files == (9 if number < 16 else 13)
    assert record.game.options["target"] == 0
    assert record.start is None
    assert record.result == RESULTS.get(number, record.result)
    assert record.tags["SO"].startswith("github.com/")
    assert read_record(write_record(record)) == record


def test_the_territory_of_a_count_says_which_stones_are_dead() -> None:
    text = (
        "(;FF[4]GM[1]SZ[5]KM[2.5]RE[W+7.5]AB[ba][bb][bc][bd][be][dc][ea]AW[ca][cb][cc][cd][ce][ac]PL[B]"
        ";B[];W[]TB[aa][ab][ac][ad][ae]TW[da][db][dc][dd][de][ea][eb][ec][ed][ee])"
    )
    record = read_record(text)
    assert record.tags["Dead"] == "a3,d3,e5"
    written = write_record(record)
    assert read_record(written) == record
    assert "TB[" in written
    assert "RE[W+7.5]" in written
    alive = replace(record, tags={}, result="1-0")
    assert "RE[W+1.5]" in write_record(alive)
    assert "Dead" not in read_record(write_record(alive)).tags
    assert "TB" not in write_record(replace(record, tags={}, result="0-1"))


def test_territory_off_the_board_is_named() -> None:
    with pytest.raises(RecordError, match=r"TB\[zz\]: not points of a 5x5 board"):
        read_record("(;FF[4]GM[1]SZ[5];B[];W[]TB[zz])")


def test_there_are_18_published_games() -> None:
    assert len(shared_records("go")) == 18


def test_what_a_record_says() -> None:
    record = read_record(
        "(;GM[1]FF[4]SZ[9]KM[6.5]PB[Black]PW[White]DT[1988-10]EV[A \\] and\na \\\\]RE[W+R]"
        ";B[ee]C[the centre];W[tt](;B[ai])(;B[aa]))"
    )
    assert record.game == CaptureGo(Rules(size=9, target=0, komi=6.5))
    assert record.texts() == ("e5", "pass", "a1")
    assert record.result == "1-0"
    assert record.tags == {
        "Black": "Black",
        "White": "White",
        "Date": "1988.10.??",
        "Event": "A ] and a \\",
        "RE": "W+R",
    }
    assert list(record.numbered()) == ["1. e5", "pass", "2. a1"]


def test_a_game_with_a_target_is_written_and_read() -> None:
    game = CaptureGo(Rules(size=5))
    start = game.start()
    record = GameRecord(game, moves_of(start, "a1 a2 c3 b1"), "1-0")
    written = write_record(record)
    assert "TARGET[1]" in written
    assert "RE[W+]" in written
    assert ";B[ae];W[ad];B[cc];W[be]" in written
    assert read_record(written) == record


def test_without_our_property_it_is_ordinary_go() -> None:
    record = read_record("(;GM[1]SZ[5];B[ae];W[ad];B[cc];W[be];B[ea])")
    assert record.game.options == {"size": 5, "target": 0}
    assert len(record.moves) == 5


def test_the_size_of_a_record_without_one_is_19() -> None:
    assert read_record("(;GM[1];B[qd])").game.shape.files == 19


@pytest.mark.parametrize(
    ("written", "result", "tag"),
    [
        ("B+3.5", "0-1", "B+3.5"),
        ("W+Resign", "1-0", "W+Resign"),
        ("b+r", "0-1", "b+r"),
        ("B+", "0-1", None),
        ("0", "1/2-1/2", None),
        ("Draw", "1/2-1/2", "Draw"),
        ("Void", "*", "Void"),
        ("?", "*", None),
        ("", "*", None),
    ],
)
def test_results(written: str, result: str, tag: str | None) -> None:
    record = read_record(f"(;GM[1]SZ[9]RE[{written}];B[ee])")
    assert record.result == result
    assert record.tags.get("RE") == tag
    assert read_record(write_record(record)) == record


def test_the_result_of_the_board_decides_in_capture_go() -> None:
    text = "(;GM[1]SZ[5]TARGET[1]RE[{}];B[ae];W[ad];B[cc];W[be])"
    assert read_record(text.format("?")).result == "1-0"
    assert read_record(text.format("W+1")).result == "1-0"
    assert str(refusal(text.format("B+R"), "capture-go")).startswith(
        "RE is B+R, but stones captured at ply 4 makes it W+"
    )


def test_in_ordinary_go_the_record_decides_for_the_board_shows_no_dead_stones() -> None:
    text = "(;GM[1]SZ[5]RE[{}];B[ae];W[];B[])"
    assert read_record(text.format("W+5")).result == "1-0"
    assert read_record(text.format("?")).result == "*"
    counted = GameRecord(read_record(text).game, read_record(text).moves, "0-1")
    assert "RE[B+25]" in write_record(counted)


def test_handicap_stones_are_set_up_and_white_begins() -> None:
    text = "(;GM[1]SZ[9]HA[2]AB[gc][cg];W[ee];B[dd])"
    record = read_record(text)
    assert record.game.options == {"size": 9, "target": 0, "handicap": 2}
    assert record.start is None
    assert record.positions()[0].turn is Colour.WHITE
    assert "HA[2]" in write_record(record)
    assert read_record(write_record(record)) == record


def test_handicap_stones_on_other_points_are_a_start() -> None:
    record = read_record("(;GM[1]SZ[9]HA[2]AB[ee]AB[cg];W[dd])")
    assert record.game.options == {"size": 9, "target": 0}
    assert record.tags == {"HA": "2"}
    assert record.start is not None
    assert record.start.text() == "AB c3,e5 PL W MN 1"
    assert read_record(write_record(record)) == record


def test_a_problem_is_set_up_before_its_first_move() -> None:
    record = read_record("(;GM[1]SZ[5];AB[aa:ca][ab]AW[cb];AE[ba]AW[ee];W[dd])")
    assert isinstance(record.start, Position)
    assert drawing(record.start).split() == ["X.X..", "X.O..", ".....", ".....", "....O"]
    assert record.start.turn is Colour.WHITE
    assert read_record("(;GM[1]SZ[5]AW[cc]PL[W])").positions()[0].turn is Colour.WHITE
    assert read_record("(;GM[1]SZ[5]AW[cc])").positions()[0].turn is Colour.BLACK


def test_a_start_with_a_past_is_written_and_read() -> None:
    start = played(drawn("..... .XO.. XO.O. .XO.. .....", target=4), "c3")
    record = GameRecord(CaptureGo(start.rules), moves_of(start, "e1 pass"), "*", {}, start)
    read = read_record(write_record(record))
    assert read == record
    assert isinstance(read.start, Position)
    assert read.start.captured == (0, 1)
    assert "b3" not in names(read.start)
    plain = drawn("..... .XO.. XO.O. .XO.. .....")
    assert "START" not in write_record(GameRecord(CaptureGo(plain.rules), (), "*", {}, plain))


@pytest.mark.parametrize(
    ("text", "ply", "token", "said"),
    [
        ("(;GM[1]SZ[9];B[ee];W[ee])", 2, "W[ee]", "ply 2, W[ee]: e5: a stone stands there; mend this move"),
        ("(;GM[1]SZ[9];B[ee];W[jj])", 2, "W[jj]", "ply 2, W[jj]: no point of a 9x9 board"),
        ("(;GM[1]SZ[9];B[ee];W[e])", 2, "W[e]", "no point of a 9x9 board"),
        ("(;GM[1]SZ[9];B[ee];B[dd])", 2, "B[dd]", "W is to move; a pass is written W[]"),
        ("(;GM[1]SZ[9];B[ee][ff])", 1, "B[ee]B[ff]", "several moves in one node; put a ; before each"),
        ("(;GM[1]SZ[9];B[ee]W[ff])", 1, "B[ee]W[ff]", "several moves in one node"),
        ("(;GM[1]SZ[9];B[];W[];B[ee])", 3, "B[ee]", "e5: the game is over"),
        ("(;GM[1]SZ[9];B[ee];AB[aa];W[bb])", 1, "", "set up (AB, AW or AE) after ply 1"),
        ("(;GM[1]SZ[9]AB[zz])", 0, "[zz]", "AB[zz]: not points of a 9x9 board"),
        ("(;GM[1]SZ[9]AB[aa]AW[aa])", 0, "AW", "AB and AW name the same point"),
        ("(;GM[1]SZ[9]AB[aa]AW[ab][ba])", 0, "", "the position set up: a group without a liberty: a9"),
        ("(;GM[1]SZ[9]PL[green])", 0, "", "PL G: the side to move is B or W"),
        ("(;GM[1]SZ[9]START[AB z1])", 0, "", "the position set up: AB: no square 'z1'"),
        ("(;GM[1]SZ[4];B[aa])", 0, "", "size is 4; choose 5 to 19"),
        ("(;GM[1]SZ[9:7];B[aa])", 0, "9:7", "SZ is 9:7; write the number of points"),
        ("(;GM[2]SZ[8];B[aa])", 0, "2", "GM is 2, and only 1 is Go"),
        ("(;GM[1]SZ[9]KM[five])", 0, "five", "KM is five, which is no number"),
        ("(;GM[1]SZ[9]KM[inf])", 0, "", "komi is inf; choose a number of points"),
        ("(;GM[1]SZ[9]TARGET[one])", 0, "one", "TARGET is one, which is no number"),
        ("(;GM[1]SZ[9]TARGET[-1])", 0, "", "target is -1"),
        ("(;GM[1]SZ[9]\n;B[ee]\n;W[cc", 0, "", "line 3: unexpected end of SGF data"),
        ("(;GM[1]SZ[9]\n;B[ee]\n;W\n;B[cc])", 0, "", "property with no values"),
        ("(;GM[1];B[ee])(;GM[1];B[dd])", 0, "", "2 games are in it; a file holds one game"),
        ("1. d4 e5", 0, "", "no SGF data found"),
        ("", 0, "", "there is nothing in it"),
    ],
)
def test_a_faulty_record_is_refused_with_its_place(text: str, ply: int, token: str, said: str) -> None:
    fault = refusal(text, "capture-go")
    assert said in str(fault)
    assert (fault.ply, fault.token) == (ply, token)
    assert len(str(fault)) < 200


def test_the_game_of_a_record() -> None:
    assert game_of_record("(;GM[1])") == "capture-go"
    assert game_of_record("\ufeff \n(\n;GM[1])", "game.txt") == "capture-go"
    assert game_of_record("", "game.SGF") == "capture-go"
    assert game_of_record("1. e2-e4 (; a comment", "game.tgn") == "tavreli"


def test_tags_that_sgf_lacks_and_unknown_ones_are_left_out() -> None:
    tags = {"Event": "?", "White": "White", "Date": "1968.??.??", "TimeControl": "40/7200"}
    record = GameRecord(CaptureGo(), (), "*", tags)
    written = write_record(record)
    assert "DT[1968]" in written
    assert read_record(written).tags == {"White": "White", "Date": "1968.??.??"}


def moves_of(start: Position, texts: str) -> tuple[Move, ...]:
    moves: list[Move] = []
    for text in texts.split():
        moves.append(start.find_move(text))
        start = start.after(moves[-1])
    return tuple(moves)


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """A random game with random tags, whose result is that of the board if it is over."""
    size = draw(st.integers(7, 9))
    target, komi = draw(st.sampled_from((0, 1, 12))), draw(st.sampled_from((0.0, 6.5, -3.0)))
    game = CaptureGo(Rules(size=size, target=target, komi=komi, handicap=draw(st.sampled_from((0, 2, 4)))))
    rng = random.Random(draw(st.integers(0, 10**6)))
    position, moves = game.start(), list[Move]()
    for _ in range(draw(st.integers(0, 60))):
        if legal := position.legal_moves():
            moves.append(rng.choice(legal))
            position = position.after(moves[-1])
    outcome = position.outcome()
    result = outcome.result if outcome else draw(st.sampled_from(("1-0", "0-1", "1/2-1/2", "*")))
    return GameRecord(game, tuple(moves), result, draw(tag_values()))


def tag_values() -> st.SearchStrategy[Mapping[str, str]]:
    names = st.sampled_from(sorted(set(TAGS.values()) - {"HA", "RE", "Date"}))
    values = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1).filter(
        lambda text: text[0] != "?"
    )
    return st.dictionaries(names, values, max_size=4)


@given(records())
def test_a_record_is_written_and_read(record: GameRecord) -> None:
    assert game_of_record(write_record(record)) == "capture-go"
    read = read_record(write_record(record))
    counted = record.game.options.get("target") == 0 and record.positions()[-1].outcome() is not None
    margin = {"RE": read.tags["RE"]} if counted and record.result != "1/2-1/2" else {}
    assert read == GameRecord(record.game, record.moves, record.result, {**record.tags, **margin})


@given(st.text("();[]BWAGMSZabe19\\\n ", max_size=60))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    try:
        record = read_record(text, "capture-go")
    except RecordError:
        return
    assert read_record(write_record(record)) == record
