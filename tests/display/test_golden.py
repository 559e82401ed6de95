from dataclasses import replace
from pathlib import Path

import pytest

from display.layout import Size
from display.scene import Mark
from display.screen import Screen
from tests.display import golden
from tests.display.scenes import SCENES, at


@pytest.mark.parametrize("size", golden.SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", golden.SHOWN)
def test_the_screen_looks_as_it_did(name: str, size: Size, tmp_path: Path) -> None:
    golden.check(golden.draw(name, size), golden.path(name, size), tmp_path)


def test_no_golden_picture_is_left_over() -> None:
    wanted = {golden.path(name, size) for name in golden.SHOWN for size in golden.SIZES}
    assert set(golden.FOLDER.glob("*.png")) == wanted


@pytest.mark.parametrize("size", golden.SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_comparison_sees_one_badge_and_shows_where(size: Size, tmp_path: Path) -> None:
    scene = SCENES["astray"]
    changed = replace(scene, marks=scene.marks - {(at("g6"), Mark.TURN)})
    shown = golden.path("astray-en", size)
    with pytest.raises(AssertionError, match="astray") as failure:
        golden.check(Screen(size).draw(changed), shown, tmp_path)
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {shown.name, f"difference-{shown.name}"}
    assert str(tmp_path) in str(failure.value)


def test_the_comparison_of_a_picture_with_itself_is_nothing() -> None:
    picture = golden.draw("start-en", (480, 320))
    found = golden.difference(picture, picture)
    assert (found.mean, found.strong_share, found.tolerable) == (0.0, 0.0, True)


def test_the_pages_in_the_readme_look_as_they_do(tmp_path: Path) -> None:
    golden.check(golden.pages_for_readme(), golden.README_PAGES, tmp_path)
