"""Records: `.tgn` there and back, bare lists as published, and what is said of a faulty one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RecordError, UsageError
from engine.games import game_of_record, open_game
from engine.record import GameRecord, read_record, write_record
from engine.samples import sample_game, sample_games
from engine.tavreli import Tavreli
from tests.conftest import shared_records
from tests.engine.refusals import refusal

MATES = {"01": "0-1", "02": "1-0", "03": "0-1", "11": "0-1", "18": "0-1"}
BLACK_TO_MOVE = "4k3/8/8/8/8/8/8/R3K3 b - - - 31"


def published(number: str) -> str:
    [file] = [path for path in shared_records() if path.stem == number]
    return file.read_text(encoding="utf-8")


@pytest.mark.parametrize("number", [f"{n:02}" for n in range(1, 21)])
def test_published_game_is_read_to_its_end_and_written(number: str) -> None:
    record = read_record(published(number))
    assert record.result == MATES.get(number, "*")
    outcome = record.positions()[-1].outcome()
    assert (outcome is not None and outcome.reason == "checkmate") is (number in MATES)
    written = write_record(record)
    again = read_record(written)
    assert (again.moves, again.result) == (record.moves, record.result)
    assert write_record(again) == written


def test_all_published_plies() -> None:
    texts = [published(f"{n:02}") for n in range(1, 22)]
    texts[20] = texts[20].replace("f8 - e9", "f8 - e7")
    assert sum(len(read_record(text).moves) for text in texts) == 732


def test_misprint_names_ply_token_and_reason() -> None:
    error = refusal(published("21"))
    assert (error.ply, error.token) == (2, "f8 - e9")
    assert str(error).startswith('ply 2, "f8 - e9": there is no square e9; ')


def test_samples_are_written_as_the_program_writes_them() -> None:
    assert len(sample_games()) == 4
    for name in sample_games():
        record = sample_game(name)
        place, year, _ = name.split("-")
        assert record.tags["Site"].lower() == place
        assert record.tags["Date"][:4] == year
        assert read_record(write_record(record), name_hint=f"{name}.tgn") == record


def test_samples_have_mate_splits_and_promotion() -> None:
    records = [sample_game(name) for name in sample_games()]
    assert any(record.texts()[-1].endswith("#") for record in records)
    assert any("(" in text for record in records for text in record.texts())
    assert any(turn.now.turned for record in records for move in record.moves for turn in move.turns)


def test_unknown_sample_names_the_known() -> None:
    with pytest.raises(UsageError, match=sample_games()[0]):
        sample_game("atlantis-2001-1")


def test_tags_start_and_option_come_back() -> None:
    game = Tavreli(double_step_over_own=True)
    start = game.position(BLACK_TO_MOVE)
    moves = (start.find_move("e8-e7"),)
    tags = {
        "Event": 'a "friendly" \\ game',
        "Site": "?",
        "Date": "2024.05.01",
        "Round": "2",
        "White": "White",
    }
    text = write_record(GameRecord(game, moves, "1/2-1/2", {**tags, "Annotator": "nobody"}, start))
    record = read_record(text)
    assert record.tags == {**tags, "Black": "?", "Annotator": "nobody"}
    assert record.start == start
    assert record.moves == moves
    assert record.result == "1/2-1/2"
    assert record.game.options == {"double_step_over_own": True}
    assert "31... e8-e7 1/2-1/2" in text


def test_comments_numbers_and_other_marks_are_skipped() -> None:
    text = """# a comment of the list
    [Event "x"] {the opening
    e2-e3} 1.e2-e4! e7-e6 $1 ; e6-e5
    2. g1xe2?? g8-f6 3-rd 3... {e2-e4} 1 - 0"""
    assert refusal(text).token == "3-rd"
    record = read_record(text.replace("3-rd", ""))
    assert [move.name for move in record.moves] == ["e2-e4", "e7-e6", "g1-e2", "g8-f6"]
    assert record.result == "1-0"


def test_a_comment_line_is_no_check_mark_of_the_move_before() -> None:
    record = read_record("e2-e4\n  # e7-e5\ne7-e6 #\n")
    assert [move.name for move in record.moves] == ["e2-e4", "e7-e6"]


@given(st.text('e2-4d75(1)x0O {};#[]"\\.*/+\nFENVariant', max_size=60))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    try:
        record = read_record(text)
    except RecordError:
        return
    assert read_record(write_record(record)).moves == record.moves


@pytest.mark.parametrize("junk", [" ", "\n", "{", "[", "e", "(", "e2 ", "0-", "#\n", "[a "])
def test_long_junk_takes_no_long_time(junk: str) -> None:
    """A pattern that tries again and again would take hours here."""
    with pytest.raises(RecordError):
        read_record("e2" + junk * 200_000 + "!")


def test_mate_on_the_board_decides_the_result() -> None:
    mate = '[Result "*"]\n' + " ".join(sample_game("ryazan-2003-1").texts()) + " *"
    assert read_record(mate).result == "0-1"
    unfinished = GameRecord(Tavreli(), sample_game("ryazan-2003-1").moves)
    assert write_record(unfinished).endswith("# 0-1\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[Result "1-0"] e2-e4 0-1', "tag Result is 1-0, but the result after the moves is 0-1"),
        ('[Result "2-0"] e2-e4', 'tag Result is "2-0"'),
        ('[Variant "Xiangqi"] e2-e4', "Xiangqi"),
        ('[SetUp "1"] e2-e4', "no tag FEN"),
        ('[FEN "8/8/8/8/8/8/8/8 w - - - 1"]', "tag FEN: White has no magus"),
        ('[DoubleStepOverOwn "maybe"]', "DoubleStepOverOwn"),
        ("e2-e4 {never ends", 'the comment that begins with "{never ends" has no }'),
        ("e2-e4 1-0 e7-e5", "after the result 1-0"),
        ('e2-e4 [Event "x"]', "tag Event after the moves"),
        ("e2-e4 e7-e5 e4-e5", 'ply 3, "e4-e5": a warrior goes straight ahead only'),
        ("e2-e4 (e2-e3)", 'ply 2, "(e2-e3)": not a move'),
    ],
)
def test_refusals(text: str, message: str) -> None:
    assert message in str(refusal(text))


def test_result_tag_against_mate() -> None:
    moves = " ".join(sample_game("ryazan-2003-1").texts())
    message = str(refusal(f'[Result "1-0"]\n{moves}'))
    assert message == "tag Result is 1-0, but checkmate at ply 32 is 0-1"


def test_game_of_a_record() -> None:
    assert game_of_record('[Variant "tavreli"]', "x.txt") == "tavreli"
    assert game_of_record("", "x.tgn") == "tavreli"
    assert game_of_record("e2-e4", "") == "tavreli"
    with pytest.raises(RecordError, match="only Tavreli"):
        game_of_record('[Variant "Xiangqi"]')


def test_open_game() -> None:
    assert open_game().start().text() == Tavreli().start().text()
    assert open_game("tavreli", {"double_step_over_own": True}).options == {"double_step_over_own": True}
    with pytest.raises(UsageError, match="no game 'ludo', only tavreli"):
        open_game("ludo")
    with pytest.raises(UsageError, match="only double_step_over_own"):
        open_game("tavreli", {"komi": 7})
    with pytest.raises(UsageError, match="of type bool"):
        open_game("tavreli", {"double_step_over_own": "yes"})
