"""PGN: the published games, what is left out, and what is said of a faulty text."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chess import Chess
from engine.errors import RecordError
from engine.games import game_of_record, open_game
from engine.record import GameRecord, read_record, write_record
from tests.conftest import shared_records
from tests.engine.refusals import refusal

SEVEN = ["Event", "Site", "Date", "Round", "White", "Black"]
TWO_GAMES = """% made by hand
[Event "Match \\"A\\""]
[Site "London, England"]
[Date "1883.??.??"]
[Round "1.2"]
[White "White"]
[Black "Black"]
[Result "1-0"]
[PlyCount "7"]
[Annotator "nobody"]

{Before the first move [%csl Ga1]} 1. e4! $1 e5 ; the rest of the line 2. Qh5
2.Bc4 (2. Nf3 Nc6 (2... Nf6 {(} 3. Nxe5) 3. Bb5 {1-0} 0-1) 2... Nc6 !?
3. Qh5 {the
scholar's} 3... Nf6?? 4. Qxf7# 1–0

[Event "another"]

1. d4 *
"""
CHESS960_GAME = """[Variant "Chess960"]
[SetUp "1"]
[FEN "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"]

9. Kf2 *
"""


def read(text: str) -> GameRecord:
    return read_record(text, "chess")


def test_published_games_are_read_to_their_end_and_written() -> None:
    plies, endings = 0, Counter[str]()
    for path in shared_records("chess"):
        text = path.read_text(encoding="utf-8")
        record = read_record(text, name_hint=path.name)
        tags = dict(re.findall(r'\[(\w+) "(.*)"\]', text))
        assert isinstance(record.game, Chess)
        assert len(record.moves) == int(tags["PlyCount"]), path.name
        assert record.result == tags["Result"], path.name
        assert record.tags == {name: tags[name] for name in [*SEVEN, "Source"]}
        written = " ".join(record.numbered())
        assert written == " ".join(text.partition("\n\n")[2].split()[:-1]), path.name
        again = read_record(write_record(record), name_hint="again.pgn")
        assert again == record
        plies += len(record.moves)
        if outcome := record.positions()[-1].outcome():
            endings[outcome.reason] += 1
    assert plies == 4_730
    assert endings == {"checkmate": 10, "stalemate": 3, "dead position": 3}


def test_first_game_of_a_file() -> None:
    record = read(TWO_GAMES)
    assert record.texts() == ("e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#")
    assert record.result == "1-0"
    assert record.start is None
    assert record.tags["Event"] == 'Match "A"'
    assert record.tags["Annotator"] == "nobody"
    written = write_record(record)
    assert written.startswith('[Event "Match \\"A\\""]\n[Site "London, England"]\n[Date "1883.??.??"]\n')
    assert written.endswith("\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n")
    assert read(written) == record


@pytest.mark.parametrize(
    "text",
    [
        "1.e4 e5 2.Nf3",
        "1 e4 e5 2 Nf3",
        "e4 e5 Nf3",
        "1. e2-e4 1... e7e5 2. g1f3",
        "1. e4\n1. ... e5\n2 . Nf3 !?",
        "\ufeff1. e4 $1 $2 (1. d4) (1. c4 (1. f4)) e5 2. Nf3 *",
        "1. e4 e5\r\n; 2. d4\r\n2. Nf3 {*} *\r\n",
    ],
)
def test_movetext_as_it_is_found(text: str) -> None:
    assert read(text).texts() == ("e4", "e5", "Nf3")


def test_set_ups_and_chess960_come_back() -> None:
    record = read(CHESS960_GAME)
    assert record.game == Chess(chess960=True)
    assert record.start is not None
    assert record.start.number == 9
    again = read(write_record(record))
    assert (again.game, again.start, again.moves) == (record.game, record.start, record.moves)
    black = '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 31"]\n31... Kd7 32. e4 1/2-1/2'
    assert write_record(read(black)).endswith("\n\n31... Kd7 32. e4 1/2-1/2\n")
    assert '[SetUp "1"]' in write_record(read(black))


def test_a_mate_on_the_board_decides_the_result() -> None:
    mate = "1. f3 e5 2. g4 Qh4#"
    assert read(mate).result == "0-1"
    assert write_record(read(mate + " *")).endswith("Qh4# 0-1\n")


def test_a_record_may_go_on_past_a_claim() -> None:
    shuffles = " ".join(["Nf3 Nf6 Ng1 Ng8"] * 40)
    assert len(read(shuffles).moves) == 160


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is nothing in it"),
        ("{only words}", "there is no game in it"),
        ("1. e4 e5\n2. Nf6", 'line 2, ply 3, "Nf6": not legal here; no man can go to f6; mend this move'),
        ("1. e4\n\ne5 xyz", 'line 3, ply 3, "xyz": not a move'),
        ("1. f3 e5 2. g4 Qh4# 3. a3", 'line 1, ply 5, "a3": the game is over; mend this move or end'),
        ("1. e4 --", 'line 1, ply 2, "--": not a move'),
        ("1. e4 e5 {never\nends", 'line 1: the comment that begins with "{never ends" has no }'),
        ("1. e4 (1. d4\n(1. c4) e5", "line 1: the variation that begins here has no )"),
        ("1. e4\n) e5", "line 2: there is no ( to this )"),
        ("1. e4 } e5", 'line 1: "}" does not belong here'),
        ('[Event "a]\n1. e4', 'line 1: a tag is written like [Event "name"]'),
        ('[Event "a"]\n[Round 3]\n1. e4', 'line 2: a tag is written like [Event "name"]'),
        ("1. e4 1-0 e5", 'line 1: "e5" after the result 1-0; another game begins with its tags'),
        ('[Result "1-0"] 1. e4 0-1', "tag Result is 1-0, but the result after the moves is 0-1"),
        ('[Result "won"] 1. e4', 'tag Result is "won"'),
        ("1. f3 e5 2. g4 Qh4# 1-0", "the result after the moves is 1-0, but checkmate at ply 4 is 0-1"),
        ('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]', "tag FEN: "),
        ('[SetUp "1"] 1. e4', "no tag FEN"),
        ('[Variant "Atomic"] 1. e4', 'tag Variant is "Atomic"'),
        (CHESS960_GAME.replace("Chess960", "Standard"), "choose the option chess960 (in a record: Variant)"),
        (
            '[FEN "k7/8/8/8/8/8/1p6/K7 w - - 0 1"]\n1. Kxb2 Kb8',
            'line 2, ply 2, "Kb8": the game was over before it by dead position',
        ),
    ],
)
def test_refusals(text: str, message: str) -> None:
    assert message in str(refusal(text, "chess"))


def test_a_fault_has_ply_and_token() -> None:
    fault = refusal("1. e4 e5 2. Qh8+ Ke7", "chess")
    assert (fault.ply, fault.token) == (3, "Qh8+")


@given(st.text('eNfdx1234567.-0O {}();[]"\\*/+\n%$!FEN', max_size=60))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    try:
        record = read(text)
    except RecordError:
        return
    assert read(write_record(record)).moves == record.moves


@pytest.mark.parametrize(
    "junk", [" ", "\n", "{", "[", "(", "e", "1", "1.", "0-", "%\n", "[a ", '[a "', "\\", ". "]
)
def test_long_junk_takes_no_long_time(junk: str) -> None:
    """A pattern that tries again and again would take hours here."""
    with pytest.raises(RecordError):
        read("1. e4" + junk * 200_000 + "~")


def test_which_game_a_text_is_of() -> None:
    assert game_of_record("1. e4", "GAME.PGN") == "chess"
    for variant in ("Chess", "standard", "From Position", "Chess960", "Fischerandom"):
        assert game_of_record(f'[Variant "{variant}"]') == "chess"
    assert game_of_record('[Variant "Tavreli"]', "x.pgn") == "tavreli"
    assert open_game("chess", {"chess960": True}) == Chess(chess960=True)
