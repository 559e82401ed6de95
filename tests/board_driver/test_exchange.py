"""Games leave the archive and come back, as records and as JSON; they are found, copied and taken away."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from board_driver.exchange import split_records
from board_driver.files import whole
from board_driver.journal import Journal
from board_driver.stick import export_to_stick, find_sticks
from board_driver.stored import Moment, StoredGame
from engine.errors import JournalError
from engine.games import GAMES
from engine.record import read_record
from engine.samples import sample_game, sample_games
from tests.board_driver.commands import Run

WHEN = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """An archive with every sample game of each kind, in which `run` looks."""
    path = tmp_path / "data" / "tavreli-board" / "games.sqlite3"
    with Journal(path) as journal:
        for game in GAMES:
            for name in sample_games(game):
                record = sample_game(name, game)
                number = journal.begin_game(game, record.game.options, None, record.tags, Moment(WHEN))
                moves = [(text, 1000 * ply) for ply, text in enumerate(record.texts(), 1)]
                journal.set_moves(number, 1, moves, result=record.result)
    return path


def contents(path: Path) -> list[tuple[object, ...]]:
    with Journal(path) as journal:
        return [told(journal.game(row.id)) for row in journal.games()]


def told(game: StoredGame) -> tuple[object, ...]:
    return game.game, game.options, game.start, tuple(move.text for move in game.moves), game.result


def test_all_games_go_into_a_folder_and_come_back(run: Run, archive: Path, tmp_path: Path) -> None:
    before = contents(archive)
    folder = tmp_path / "stick"
    folder.mkdir()
    assert run("games", "export", "all", folder).code == 0
    assert sorted(file.name for file in folder.iterdir()) == sorted(
        [*(f"{name}{listing.ending}" for name, listing in GAMES.items()), "games.json"]
    )
    said = run("games", "import", folder / "games.json", folder / "chess.pgn")
    assert said.lines == [
        f"{folder / 'games.json'}: 0 games entered, {len(before)} were there already",
        f"{folder / 'chess.pgn'}: 0 games entered, 1 were there already",
    ]
    for names in (["games.json"], [f"{name}{listing.ending}" for name, listing in GAMES.items()]):
        for file in archive.parent.iterdir():
            file.unlink()
        assert run("games", "import", *(folder / name for name in names)).code == 0
        assert contents(archive) == before


def test_what_is_interrupted_leaves_no_file(tmp_path: Path) -> None:
    file = tmp_path / "games.json"
    file.write_text("before")
    with suppress(KeyboardInterrupt), whole(file) as part:
        part.write_text("half")
        raise KeyboardInterrupt
    assert [each.name for each in tmp_path.iterdir()] == ["games.json"]
    assert file.read_text() == "before"


def test_one_game_as_json_has_all_that_is_known(run: Run, archive: Path, tmp_path: Path) -> None:
    with Journal(archive) as journal:
        number = journal.begin_game("tavreli", tags={"White": "White"}, moment=Moment(WHEN))
        journal.set_moves(number, 1, [("e2-e4", 900), ("e7-e5", 1800)])
        journal.set_moves(number, 2, [], open_plies=[["d7-d5", "c7-c5"]])
    assert run("games", "export", number, tmp_path / "one.json").code == 0
    text = (tmp_path / "one.json").read_text("utf-8")
    assert '"move": "e2-e4"' in text
    assert '"text": "e7-e5"' in text
    assert '"kind": "takeback"' in text
    assert '"began": "2026-11-30T12:00:00+00:00"' in text
    with Journal(archive) as journal:
        before = journal.history(number)
    archive.unlink()
    assert run("games", "import", tmp_path / "one.json").code == 0
    with Journal(archive) as journal:
        assert journal.history(1) == before
        assert journal.game(1).open == (("d7-d5", "c7-c5"),)


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (["--game", "chess"], 1),
        (["--result", "0-1", "--game", "tavreli"], 2),
        (["--since", "1924", "--until", "1968-12"], 2),
        (["--since", "2026"], 0),
        (["--name", "moscow", "--until", "1997-12-31"], 2),
        (["--name", "nowhere"], 0),
    ],
)
def test_games_are_found(run: Run, archive: Path, words: list[str], count: int) -> None:
    found = run("games", "list", *words)
    assert (found.code, len(found.lines)) == (0, count), found.out


def test_a_search_for_what_can_not_be_is_named(run: Run, archive: Path) -> None:
    said = run("games", "list", "--since", "monday")
    assert "no date 'monday'; write it like 2026-11-30" in said.complaint(2)
    assert "no result '2-0', only 1-0" in run("games", "list", "--result", "2-0").complaint(2)


def test_a_faulty_file_enters_nothing(run: Run, archive: Path, tmp_path: Path) -> None:
    before = contents(archive)
    file = tmp_path / "games.pgn"
    file.write_text('[White "White"]\n\n1. e4 e5 *\n\n[White "Black"]\n\n1. e5 *\n')
    assert f"{file}: game 2: " in run("games", "import", file).complaint(1)
    file = tmp_path / "games.json"
    for text in ('{"format": "tavreli-board/games", "version": 1, "games": [{}]}', "[]", "{"):
        file.write_text(text)
        assert f"{file}: no games as this program writes them" in run("games", "import", file).complaint(1)
    assert contents(archive) == before


def test_records_of_one_text_are_told_apart() -> None:
    pgn = '[White "[a]"]\n[Black "b"]\n\n1. e4 {a\n[b]} e5 *\n\n[White "c"]\n\n1. d4 *\n'
    parts = split_records(pgn.replace("\n[b]}", " [b]}"))
    assert [read_record(part, "chess").texts() for part in parts] == [("e4", "e5"), ("d4",)]
    sgf = "(;GM[1]C[a (smile\\])];B[aa](;W[bb])(;W[cc]))\n(;GM[1])"
    assert split_records(sgf) == sgf.split("\n")


def test_a_copy_of_an_archive_that_is_being_written(run: Run, archive: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    with Journal(archive) as journal:
        number = journal.begin_game("tavreli")
        journal.set_moves(number, 1, [("e2-e4", 1)])
        assert run("games", "backup", copy).code == 0
    assert contents(copy) == contents(archive)
    assert f"{copy} is there already" in run("games", "backup", copy).complaint(1)
    nowhere = tmp_path / "nowhere" / "copy"
    assert run("games", "backup", nowhere).complaint(1).startswith(f"{nowhere}: there is no such folder")


def test_all_games_go_onto_the_only_stick(archive: Path, tmp_path: Path) -> None:
    line = "36 35 8:1 / {} rw,nosuid - vfat /dev/sda1 rw\n"
    other = line.format("/home")
    assert find_sticks(other + line.format(r"/media/pi/MY\040STICK")) == [Path("/media/pi/MY STICK")]
    mounts, two = tmp_path / "mountinfo", line.format("/media/a") + line.format("/media/b")
    with Journal(archive) as journal:
        for text, why in ((other, "there is no USB stick"), (two, "several")):
            mounts.write_text(text)
            with pytest.raises(JournalError, match=why):
                export_to_stick(journal, mounts)


# Dates


def test_games_that_began_before_the_clock_was_set_are_dated_later(tmp_path: Path) -> None:
    with Journal(tmp_path / "games.sqlite3") as journal:
        first = journal.begin_game("tavreli", moment=Moment(None, "this", 100.0))
        other = journal.begin_game("tavreli", moment=Moment(None, "before", 100.0))
        journal.date(Moment(None, "this", 200.0))
        assert journal.game(first).began is None
        journal.date(Moment(WHEN, "this", 460.0))
        assert journal.game(first).began == datetime(2026, 11, 30, 11, 54, tzinfo=UTC)
        assert journal.game(other).began is None


def test_a_date_that_is_not_known_is_written_so(run: Run, archive: Path) -> None:
    with Journal(archive) as journal:
        number = journal.begin_game("tavreli")
        journal.set_moves(number, 1, [("e2-e4", 1)])
    assert '[Date "????.??.??"]' in run("games", "show", number).lines
