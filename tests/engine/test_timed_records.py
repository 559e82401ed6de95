"""What records say of the clock, read by other programs' libraries."""

from __future__ import annotations

from io import StringIO

import chess.pgn
import pytest
from sgfmill import sgf  # type: ignore[import-untyped]

from engine.clock import Left, Mode, TimeControl, Timing, end_tags, parse_time_control
from engine.games import open_game
from engine.record import GameRecord, read_record, write_record

MOVES = {
    "chess": "e4 e5 Nf3",
    "tavreli": "e2-e4 e7-e5 g1-f3",
    "draughts": "c3-d4 f6-g5 b2-c3",
    "capture-go": "d4 e5 pass",
}


def record(game: str, clock: str, *left: Left, result: str = "*", **tags: str) -> GameRecord:
    rules = open_game(game)
    position, moves = rules.start(), []
    for text in MOVES[game].split():
        moves.append(position.find_move(text))
        position = position.after(moves[-1])
    control = parse_time_control(clock)
    assert control
    return GameRecord(rules, tuple(moves), result, tags, timing=Timing(control, left))


LEFT = (Left(303_000), Left(298_340), Left(9_050))


def test_python_chess_reads_the_clock_of_a_pgn() -> None:
    text = write_record(record("chess", "5+3", *LEFT))
    game = chess.pgn.read_game(StringIO(text))
    assert game
    assert not game.errors
    [part] = game.time_control().parts
    assert (part.time, part.increment) == (300, 3)
    assert [node.clock() for node in game.mainline()] == [303, 298.3, 9]
    assert "1. e4 {[%clk 0:05:03]} 1... e5 {[%clk 0:04:58.3]} 2. Nf3 {[%clk 0:00:09]} *" in text


@pytest.mark.parametrize(
    ("clock", "tag"),
    [("5", "300"), ("0.01", "0.6"), ("90+30", "5400+30"), ("5d3", "300d3"), ("30+5x30", "1800+5x30")],
)
def test_the_time_control_as_a_tag(clock: str, tag: str) -> None:
    written = write_record(record("tavreli", clock, *LEFT))
    assert f'[TimeControl "{tag}"]\n' in written
    assert write_record(read_record(written)).count(f'[TimeControl "{tag}"]\n') == 1


@pytest.mark.parametrize("clock", ["5", "5+3", "5d3", "0.01"])
@pytest.mark.parametrize("game", MOVES)
def test_a_timed_record_is_read_back(game: str, clock: str) -> None:
    timed = record(game, clock, Left(303_000), Left(298_300), Left(3_723_100))
    read = read_record(write_record(timed), game)
    assert (read.moves, read.timing) == (timed.moves, timed.timing)


def test_the_periods_of_byo_yomi_are_read_from_sgf_alone() -> None:
    left = (Left(1_799_900, 5), Left(30_000, 4, in_period=True), Left(30_000, 0, in_period=True))
    timed = record("capture-go", "30+5x30", *left)
    assert read_record(write_record(timed), "capture-go").timing == timed.timing
    assert read_record(write_record(record("chess", "30+5x30", *left)), "chess").timing is None


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 {[%clk 0:05:00]} e5 *",
        '[TimeControl "300"]\n\n1. e4 {[%clk 0:05:00]} e5 *',
        '[TimeControl "40/7200:3600"]\n\n1. e4 {[%clk 2:00:00]} e5 {[%clk 2:00:00]} *',
        '[TimeControl "300"]\n\n1. e4 ({[%clk 0:05:00]} 1. d4) e5 {[%clk 0:05:00]} *',
        '[TimeControl "0"]\n\n1. e4 {[%clk 0:00:00]} *',
    ],
)
def test_times_that_do_not_tell_all_are_left_out(text: str) -> None:
    read = read_record(text, "chess")
    assert read.timing is None
    assert read.tags.get("TimeControl", "") in text


def test_times_of_other_programs_are_read() -> None:
    pgn = '[TimeControl "180+2"]\n\n1. e4 { [%eval 0.2] [%clk 0:03:00] } 1... e5 { good [%clk 3:00.5] } *'
    timing = read_record(pgn, "chess").timing
    assert timing == Timing(TimeControl(180_000, Mode.FISCHER, 2000), (Left(180_000), Left(180_500)))
    sgf_text = "(;GM[1]SZ[9]TM[600]OT[3x30 byo-yomi];B[ee]BL[512.5];W[ce]WL[28]OW[2])"
    timing = read_record(sgf_text, "capture-go").timing
    assert timing is not None
    assert timing.left == (Left(512_500, 3), Left(28_000, 1, in_period=True))


def test_no_line_ends_within_a_comment() -> None:
    rules = open_game("chess")
    moves, position = [], rules.start()
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"] * 30:
        moves.append(position.find_move(text))
        position = position.after(moves[-1])
    control = parse_time_control("5")
    assert control
    timing = Timing(control, tuple(Left(299_900 - 100 * ply) for ply in range(len(moves))))
    written = write_record(GameRecord(rules, tuple(moves), timing=timing))
    lines = written.splitlines()
    assert max(map(len, lines)) <= 80
    assert all(line.count("{") == line.count("}") for line in lines)


def test_an_sgf_has_its_own_properties() -> None:
    left = (Left(1_799_900, 5), Left(30_000, 4, in_period=True), Left(30_000, 0, in_period=True))
    text = write_record(record("capture-go", "30+5x30", *left))
    game = sgf.Sgf_game.from_string(text)
    root, *nodes = game.get_main_sequence()
    assert (root.get("TM"), root.get("OT")) == (1800.0, "5x30 byo-yomi")
    assert [node.get("BL") for node in (nodes[0], nodes[2])] == [1799.9, 30.0]
    assert [nodes[1].get("WL"), nodes[1].get("OW"), nodes[2].get("OB")] == [30.0, 5, 1]
    assert not nodes[0].has_property("OB")


@pytest.mark.parametrize(("clock", "overtime"), [("5+3", "3 fischer"), ("5d3", "3 bronstein"), ("5", None)])
def test_overtime_as_go_servers_write_it(clock: str, overtime: str | None) -> None:
    root = sgf.Sgf_game.from_string(write_record(record("capture-go", clock, *LEFT))).get_root()
    assert root.get("TM") == 300.0
    assert (root.get("OT") if root.has_property("OT") else None) == overtime


def test_a_game_lost_on_time_says_so() -> None:
    tags = end_tags("time")
    assert '[Termination "time forfeit"]' in write_record(record("chess", "5", *LEFT, result="0-1", **tags))
    assert "RE[W+T]" in write_record(record("capture-go", "5", *LEFT, result="1-0", **tags))
    assert end_tags("resignation") == {}
