"""What a session decides is in the archive, as it stands, at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from board_driver.archive import row_text, stored_record
from board_driver.journal import Journal
from engine.errors import JournalError
from tests.board_driver.driving import Driver
from tests.board_driver.keeping import NOON, Keeping


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "games.sqlite3") as journal:
        yield journal


def stored(journal: Journal, game_id: int = 1) -> list[str]:
    return [move.text for move in journal.game(game_id).moves]


def former(journal: Journal, game_id: int = 1) -> list[tuple[int, str, str]]:
    return [(row.ply, row.kind, row.text) for row in journal.history(game_id)]


def test_a_game_begins_with_its_first_move(journal: Journal) -> None:
    board, recorder = Driver(), Keeping(journal)
    recorder.keep(board.session)
    assert recorder.game_id is None
    assert journal.games() == []
    board.play("e2-e4")
    recorder.keep(board.session)
    assert recorder.game_id == 1
    game = journal.game(1)
    assert (game.game, game.start, game.tags, game.began) == ("tavreli", None, {"Site": "Moscow"}, NOON)
    assert stored(journal) == ["e2-e4"]
    assert [move.t_ms for move in game.moves] == [ply.t for ply in board.session.plies]


def test_only_the_first_game_has_the_tags_of_what_is_shown(journal: Journal) -> None:
    board, recorder = Driver(), Keeping(journal)
    for text in ("e2-e4", "d2-d4"):
        board.play(text)
        recorder.keep(board.session)
        board.press("new")
        board.carry(text[3:], text[:2])
    assert [(row.tags, row.plies) for row in journal.games()] == [({"Site": "Moscow"}, 1), ({}, 1)]


def test_another_start_is_kept(journal: Journal) -> None:
    text = "7k/8/8/8/8/8/8/K3R3 w - - - 31"
    board, recorder = Driver(start=text), Keeping(journal)
    board.play("e1-e2")
    recorder.keep(board.session)
    assert journal.game(1).start == text
    assert stored_record(journal.game(1)).texts() == ("e1-e2",)


def test_takebacks_and_amendments_replace_moves_and_are_remembered(journal: Journal) -> None:
    board, recorder = Driver(), Keeping(journal)
    board.play("e2-e4", "e7-e5")
    recorder.keep(board.session)
    board.carry("e5", "e7")
    recorder.keep(board.session)
    assert stored(journal) == ["e2-e4"]
    board.play("g8-f6")
    recorder.keep(board.session)
    board.carry("f6", "h6")
    recorder.keep(board.session)
    assert stored(journal) == ["e2-e4", "g8-h6"]
    assert former(journal) == [(2, "takeback", "e7-e5"), (2, "amendment", "g8-f6")]


def test_a_new_game_is_another_row(journal: Journal) -> None:
    board, recorder = Driver(), Keeping(journal)
    board.play("e2-e4", "e7-e5", "g1-f3")
    board.press("resign", "w")
    recorder.keep(board.session)
    board.board.set_up(board.t, board.session.start.stacks)
    board.wait(1000)
    recorder.keep(board.session)
    assert len(journal.games()) == 1
    board.play("d2-d4")
    recorder.keep(board.session)
    first, second = journal.games()
    assert (first.plies, first.result, first.reason) == (3, "0-1", "resignation")
    assert (second.plies, second.result) == (1, "*")
    assert (stored(journal, 1), stored(journal, 2)) == (["e2-e4", "e7-e5", "g1-f3"], ["d2-d4"])
    assert row_text(first) == "    1  2024-05-04 12:00  tavreli        3 plies  0-1 (resignation)"


def test_a_result_taken_back_is_open_again(journal: Journal) -> None:
    board, recorder = Driver(start="7k/8/6K1/8/8/8/8/R7 w - - - 1"), Keeping(journal)
    board.play("a1-a8")
    recorder.keep(board.session)
    assert (journal.game(1).result, journal.game(1).reason) == ("1-0", "checkmate")
    board.carry("a8", "a1")
    recorder.keep(board.session)
    assert (journal.game(1).result, stored(journal)) == ("*", [])
    assert ("result", "1-0 checkmate") in [(kind, text) for _, kind, text in former(journal)]


def test_open_plies_are_kept_with_their_candidates(journal: Journal) -> None:
    board, recorder = Driver("reed"), Keeping(journal)
    board.carry("a1", "b1")
    board.press("confirm")
    board.wait(1000)
    recorder.keep(board.session)
    assert board.session.question
    [candidates] = journal.game(1).open
    assert set(candidates) == set(board.session.question.candidates)
    board.pick("a1xb1")
    recorder.keep(board.session)
    assert journal.game(1).open == ()
    assert stored(journal) == ["a1xb1"]


def test_what_could_not_be_kept_is_kept_by_the_next_call(tmp_path: Path) -> None:
    board = Driver()
    path = tmp_path / "games.sqlite3"
    closed = Journal(path)
    closed.close()
    recorder = Keeping(closed)
    board.play("e2-e4")
    with pytest.raises(JournalError):
        recorder.keep(board.session)
    board.play("e7-e5")
    with Journal(path) as journal:
        recorder.journal = journal
        recorder.keep(board.session)
        assert stored(journal) == ["e2-e4", "e7-e5"]


def test_nothing_new_is_written_when_nothing_is_new(journal: Journal) -> None:
    board, recorder = Driver(), Keeping(journal)
    board.play("e2-e4")
    recorder.keep(board.session)
    before = (journal.path.parent / "games.sqlite3-wal").read_bytes()
    board.wait(3000)
    recorder.keep(board.session)
    assert (journal.path.parent / "games.sqlite3-wal").read_bytes() == before
