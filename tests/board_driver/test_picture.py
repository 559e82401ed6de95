"""The screen as a file: `tavreli-board picture`."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from typer.testing import CliRunner

from board_driver.cli import app
from board_driver.picture import parse_size, scene_after
from display.scene import Mark
from display.screen import Screen
from engine.errors import UsageError
from engine.games import open_game
from engine.record import GameRecord, read_record, write_record
from engine.samples import sample_game
from tests.display import golden

README_PICTURES = Path(__file__).parents[2] / "hardware" / "pictures"
GAME, PLY = sample_game("moscow-1997-1"), 29


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.tgn"
    path.write_text(write_record(GAME))
    return path


def draw(*words: str) -> None:
    result = CliRunner().invoke(app, ["picture", *words], standalone_mode=False, catch_exceptions=False)
    assert (result.exit_code, result.output) == (0, "")


@pytest.mark.parametrize(
    ("name", "first"), [("a.png", b"\x89PNG"), ("a.JPG", b"\xff\xd8\xff"), ("a.bmp", b"BM")]
)
def test_the_ending_says_which_format_a_picture_has(tmp_path: Path, name: str, first: bytes) -> None:
    draw("-o", str(tmp_path / name))
    assert (tmp_path / name).read_bytes().startswith(first)


@pytest.mark.parametrize(("name", "ply", "lang"), [("screen.png", PLY, "en"), ("screen-ru.png", 33, "ru")])
def test_the_pictures_of_the_readme_are_what_the_program_draws_today(
    name: str, ply: int, lang: str, record: Path, tmp_path: Path
) -> None:
    # Made by: tavreli-board picture --record GAME --ply N --lang LANG -o FILE, of moscow-1997-1
    draw("--record", str(record), "--ply", str(ply), "--lang", lang, "-o", str(tmp_path / "new.png"))
    golden.check(pygame.image.load(tmp_path / "new.png"), README_PICTURES / name, tmp_path)


def test_a_language_that_is_not_there_is_refused(record: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no language 'xx', only en, ru"):
        draw("--record", str(record), "--lang", "xx", "-o", str(tmp_path / "new.png"))


def test_a_position_text_is_drawn_at_the_size_that_was_asked_for(tmp_path: Path) -> None:
    position = GAME.positions()[PLY]
    draw("--position", position.text(), "--size", "480x320", "-o", str(tmp_path / "position.png"))
    picture = pygame.image.load(tmp_path / "position.png")
    wanted = Screen((480, 320)).draw(scene_after(GameRecord(GAME.game, start=position)))
    assert golden.difference(picture, wanted).mean == 0


def test_the_scene_is_that_of_the_ply() -> None:
    scene = scene_after(GAME, PLY)
    assert scene.moves == GAME.texts()[:PLY]
    assert (scene.title, scene.result) == ("Black to move, in check", "*")
    assert {mark for _, mark in scene.marks} >= {Mark.LAST, Mark.CHECK, Mark.CHECKER}
    assert scene.tower is not None
    assert len(scene.tower.stack) == 6
    assert scene_after(GAME, 0).moves == ()
    end = scene_after(GAME)
    assert (len(end.moves), end.title, end.result) == (39, "White wins: checkmate", "1-0")


def test_a_game_that_was_resigned_is_shown_as_won() -> None:
    record = read_record("1. e2-e4 e7-e5 1-0")
    assert (scene_after(record).title, scene_after(record).result) == ("White wins", "1-0")
    assert scene_after(record, 1).title == "Black to move"


@pytest.mark.parametrize(
    "size", ["800", "800x", "x480", "800x480x2", "wide", "-800x480", "٨٠٠x٤٨٠", "10x480"]
)
def test_a_size_that_is_none_is_quoted(size: str) -> None:
    with pytest.raises(UsageError, match=f"--size {size}: "):
        parse_size(size)


def test_a_ply_that_the_record_has_not_is_refused() -> None:
    with pytest.raises(UsageError, match=r"--ply 40: the record has 39 plies"):
        scene_after(GAME, 40)
    with pytest.raises(UsageError, match="0 plies"):
        scene_after(GameRecord(open_game()), 1)
