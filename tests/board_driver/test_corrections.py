"""A wrong ply further back is corrected, and a board that nothing explains is accepted as it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from board_driver.journal import Journal
from board_driver.presenter import View, present
from board_driver.replay import Replay, log_session
from engine.errors import MoveError
from engine.record import read_record
from firmware_bridge.frames import Correction
from firmware_bridge.sensorlog import LogWriter, read_log
from firmware_bridge.simulator.kits import find_kit
from firmware_bridge.simulator.script import log_header, simulate
from tests.board_driver.driving import Driver, amend, move
from tests.board_driver.keeping import Keeping

FIVE = ["e2-e4", "e7-e5", "g1-f3", "b8-c6", "f1-b5"]


def correct(board: Driver, ply: int, text: str) -> list[dict[str, object]]:
    """What is told when a ply is corrected on the screen."""
    board.news()
    board.correct(ply, text)
    return board.news()


def words(board: Driver) -> list[str]:
    return [line.text for line in present(board.session, View()).lines]


@pytest.mark.parametrize("kit", ["weight", "reed+weight"])
def test_what_follows_a_corrected_ply_is_kept(kit: str) -> None:
    board = Driver(kit)
    board.play(*FIVE)
    times = [ply.t for ply in board.session.plies]
    assert correct(board, 3, "g1-h3") == [amend("g1-h3", 3)]
    assert board.moves == ["e2-e4", "e7-e5", "g1-h3", "b8-c6", "f1-b5"]
    kept = [ply.t for ply in board.session.plies]
    assert kept == [*times[:2], board.t, *times[3:]]
    assert words(board) == ["Taken back. Put right:", "f3: 1 man too many", "h3: 1 man missing"]
    board.carry("a7", "a7")
    assert board.moves[2] == "g1-h3"
    board.carry("f3", "h3")
    assert not words(board)
    board.news()
    board.play("a7-a6")
    assert board.news() == [move("a7-a6", 6)]


@pytest.mark.parametrize("kit", ["reed", "weight", "reed+weight"])
def test_a_ply_of_chess_is_corrected_and_the_board_made_to_agree(kit: str) -> None:
    board = Driver(kit, game_name="chess")
    board.play("e4", "e5", "Nf3", "Nc6", "Bb5")
    assert correct(board, 3, "Nh3") == [amend("Nh3", 3)]
    assert words(board) == ["Taken back. Put right:", "f3: 1 man too many", "h3: 1 man missing"]
    board.carry("f3", "h3")
    assert not words(board)
    board.play("a6")
    assert board.moves == ["e4", "e5", "Nh3", "Nc6", "Bb5", "a6"]


def test_what_is_no_longer_legal_is_taken_back() -> None:
    board = Driver()
    board.play(*FIVE)
    assert correct(board, 1, "d2-d4") == [amend("d2-d4", 1), {"takeback": 1}]
    assert board.moves == ["d2-d4", "e7-e5", "g1-f3", "b8-c6"]
    for origin, target in (("b5", "f1"), ("e4", "e2"), ("d2", "d4")):
        assert words(board)[0] == "Taken back. Put right:"
        board.carry(origin, target)
    assert not words(board)
    assert board.moves == ["d2-d4", "e7-e5", "g1-f3", "b8-c6"]


def test_the_last_ply_is_not_amended_back_by_a_board_that_still_shows_it() -> None:
    board = Driver()
    board.play(*FIVE)
    board.news()
    correct(board, 5, "f1-c4")
    board.carry("a2", "a2")
    board.wait(4000)
    assert board.news() == []
    board.carry("b5", "c4")
    board.play("a7-a6")
    assert board.moves == [*FIVE[:4], "f1-c4", "a7-a6"]


@pytest.mark.parametrize(("ply", "text"), [(0, "e2-e4"), (6, "e2-e4"), (1, "e2-e5"), (2, "nonsense")])
def test_a_correction_that_is_no_move_changes_nothing(ply: int, text: str) -> None:
    board = Driver()
    board.play(*FIVE)
    with pytest.raises(MoveError):
        board.session.correct(board.t, ply, text)
    board.news()
    assert correct(board, ply, text) == []
    assert board.moves == FIVE


def test_the_same_move_is_no_correction() -> None:
    board = Driver()
    board.play(*FIVE)
    assert correct(board, 3, "g1-f3") == []


def test_what_is_still_asked_about_outlives_a_correction() -> None:
    board = Driver("reed", "4k3/P6p/8/8/8/8/8/4K3 b - - 0 1", game_name="chess")
    board.play("h6")
    board.carry("a7", "a8")
    [question] = [line for line in board.news() if "ask" in line]
    assert correct(board, 1, "h5") == [amend("h5", 1), question]
    board.carry("h6", "h5")
    board.pick("a8=R+")
    assert board.moves == ["h5", "a8=R+"]


def test_what_is_asked_about_falls_with_what_it_hung_on() -> None:
    board = Driver("reed", "4k3/P6p/8/8/8/8/8/4K3 b - - 0 1", game_name="chess")
    board.play("Kd7")
    board.carry("a7", "a8")
    board.news()
    assert correct(board, 1, "Kf7")[0] == amend("Kf7", 1)
    assert board.session.question
    board.pick("none")
    assert board.moves == ["Kf7"]


def test_a_correction_ends_and_reopens_a_game() -> None:
    board = Driver(start="7k/8/6K1/8/8/8/8/R7 w - - - 1")
    board.play("a1-a7")
    assert correct(board, 1, "a1-a8")[1:] == [{"end": "1-0", "reason": "checkmate"}]
    assert correct(board, 1, "a1-a7")[1:] == [{"end": "*"}]


def test_a_result_that_was_agreed_on_survives_a_correction() -> None:
    board = Driver()
    board.play(*FIVE)
    board.press("resign", "b")
    correct(board, 3, "g1-h3")
    assert board.session.result == "1-0"


def test_the_archive_keeps_up_with_corrections(tmp_path: Path) -> None:
    board = Driver()
    with Journal(tmp_path / "games.sqlite3") as journal:
        recorder = Keeping(journal)
        board.play(*FIVE)
        recorder.keep(board.session)
        correct(board, 1, "d2-d4")
        recorder.keep(board.session)
        assert [each.text for each in journal.game(1).moves] == board.moves
        assert "e2-e4" in [row.text for row in journal.history(1)]


def test_a_log_tells_of_corrections(tmp_path: Path) -> None:
    record = read_record("1. e4 e5 2. Nf3 Nc6 3. Bb5 *", "chess")
    events = list(simulate(record.game, None, record.moves, find_kit("reed"), seed=1))
    log = tmp_path / "log.jsonl"
    with LogWriter(log, log_header(record.game, None, find_kit("reed"))) as writer:
        t = events[-1].t
        for event in (*events, Correction(t + 10, 2, "e6"), Correction(t + 20, 9, "e6")):
            writer.write(event)
    replay = Replay(log_session(read_log(log)))
    lines = list(replay.lines(read_log(log)))
    assert {"amend": "e6", "ply": 2, "t": t + 10} in lines
    assert replay.summary()["moves"] == ["e4", "e6", "Nf3", "Nc6", "Bb5"]


# Accept this position


NAMED = "rnbqkbnr/prpnpbpqphpbpnpr/8/4PH3/8/8/PRPNPBPQ1PBPNPR/RNBQKBNR b KQkq - - 1"


@pytest.mark.parametrize("kit", ["reed", "weight", "reed+weight"])
def test_a_position_is_accepted_as_it_stands(kit: str, tmp_path: Path) -> None:
    board = Driver(kit)
    board.carry("e2", "e5", then=4000)
    start = board.session.start
    with Journal(tmp_path / "games.sqlite3") as journal:
        recorder = Keeping(journal)
        board.news()
        board.pick("nonsense")
        assert board.news() == []
        board.pick(NAMED)
        board.wait(100)
        assert board.news() == [{"game": 2}]
        assert not words(board)
        board.play("d7-d6")
        board.press("confirm")
        board.wait(100)
        assert board.news() == [move("d7-d6", 1)]
        recorder.keep(board.session)
        assert journal.game(1).start == board.session.start.text()
    board.press("new")
    assert board.session.start == start


def test_a_position_is_accepted_only_from_a_board_astray() -> None:
    board = Driver()
    board.pick(NAMED)
    assert board.session.number == 1


@pytest.mark.parametrize("kit", ["weight", "reed+weight"])
def test_a_man_left_where_the_corrected_move_put_it_makes_no_move(kit: str) -> None:
    board = Driver(kit)
    board.play("e2-e4", "e7-e5", "g1-f3")
    correct(board, 2, "e7-e6")
    board.carry("a2", "a2")
    board.wait(6000)
    assert board.moves == ["e2-e4", "e7-e6", "g1-f3"]
    assert words(board) == ["Taken back. Put right:", "e5: 1 man too many", "e6: 1 man missing"]
    board.carry("e5", "e6")
    assert not words(board)
    board.play("e6-e5")
    assert board.moves == ["e2-e4", "e7-e6", "g1-f3", "e6-e5"]
