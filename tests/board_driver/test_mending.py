"""A damaged archive is kept beside, and what can be read of it is in the new one."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from board_driver.journal import Journal
from board_driver.mending import open_mended
from board_driver.stored import Moment
from engine.samples import sample_game, sample_games
from tests.board_driver.keeping import NOON

PAGE = 4096
GAMES = 40


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of sample games, in one file."""
    path = tmp_path_factory.mktemp("whole") / "games.sqlite3"
    with Journal(path) as journal:
        for number in range(1, GAMES + 1):
            record = sample_game(name_of(number))
            game_id = journal.begin_game("tavreli", {}, None, {"Site": name_of(number)}, Moment(NOON))
            moves = [(text, 1000 * ply) for ply, text in enumerate(record.texts(), 1)]
            journal.set_moves(game_id, 1, moves, result=record.result)
    return path


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole, tmp_path))


def damage(path: Path, page: int, value: int = 0) -> bytes:
    """Overwrite a page of the file (0 is the first); what the file is now."""
    content = bytearray(path.read_bytes())
    content[page * PAGE : (page + 1) * PAGE] = bytes([value]) * PAGE
    path.write_bytes(content)
    return bytes(content)


def assert_nothing_is_invented(journal: Journal) -> int:
    """Every game is one of the samples, or its beginning; how many have all their moves."""
    complete = 0
    for row in journal.games():
        game = journal.game(row.id)
        record = sample_game(name_of(row.id))
        texts = tuple(move.text for move in game.moves)
        assert texts == record.texts()[: len(texts)]
        if game.reason == "damaged":
            assert game.result == "*"
        else:
            assert (texts, game.result, game.tags) == (
                record.texts(),
                record.result,
                {"Site": name_of(row.id)},
            )
        complete += texts == record.texts()
    return complete


def name_of(number: int) -> str:
    """The sample that game `number` is a copy of."""
    return sample_games()[number % len(sample_games())]


def test_a_sound_archive_is_left_alone(path: Path) -> None:
    before = path.read_bytes()
    journal, words = open_mended(path)
    with journal:
        assert words == ""
        assert assert_nothing_is_invented(journal) == GAMES
    assert path.read_bytes() == before


@pytest.mark.parametrize("seed", range(6))
def test_a_page_that_is_lost_takes_only_its_games_with_it(path: Path, seed: int) -> None:
    pages = path.stat().st_size // PAGE
    content = damage(path, random.Random(seed).randrange(8, pages), random.Random(seed).choice((0, 255)))
    journal, words = open_mended(path)
    aside = path.with_name("games.sqlite3.damaged-1")
    with journal:
        journal.look_through()
        assert assert_nothing_is_invented(journal) >= GAMES - 8
        assert "games could be saved" in words
        assert words.endswith(f"the damaged file is kept as {aside}")
        assert journal.begin_game("tavreli") > 0
    assert aside.read_bytes() == content


def test_a_file_that_has_lost_its_beginning_is_kept(path: Path) -> None:
    content = damage(path, 0)
    journal, words = open_mended(path)
    with journal:
        assert journal.games() == []
        assert "0 games could be saved" in words
    assert path.with_name("games.sqlite3.damaged-1").read_bytes() == content


def test_damaged_files_never_take_each_others_names(path: Path, whole: Path) -> None:
    for _ in range(2):
        shutil.copy(whole, path)
        damage(path, 9)
        open_mended(path)[0].close()
    names = sorted(file.name for file in path.parent.iterdir() if "-" in file.name)
    assert [name for name in names if name.count("-") == 1] == [
        "games.sqlite3.damaged-1",
        "games.sqlite3.damaged-2",
    ]


def test_the_power_may_go_while_it_is_mended(path: Path, whole: Path) -> None:
    fresh = path.with_name("games.sqlite3.mended")
    shutil.copy(whole, fresh)
    path.unlink()
    wal = path.with_name("games.sqlite3-wal")
    wal.write_bytes(b"what belongs to the damaged file")
    journal, _ = open_mended(path)
    with journal:
        assert assert_nothing_is_invented(journal) == GAMES
    assert not fresh.exists()
    assert path.with_name("games.sqlite3.damaged-1-wal").read_bytes() == b"what belongs to the damaged file"


def test_a_half_made_copy_is_thrown_away(path: Path) -> None:
    fresh = path.with_name("games.sqlite3.mended")
    fresh.write_bytes(b"SQLite format 3\0 and then the power went")
    journal, words = open_mended(path)
    with journal:
        assert (len(journal.games()), words) == (GAMES, "")
    assert not fresh.exists()
