import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from display.board import draw_empty_board, star_points
from display.inputs import Answer
from display.palette import BACKGROUND
from display.scene import Button, Line, Mood, Scene, TowerView
from display.screen import Screen, save_picture
from engine.types import BoardShape, Colour, Man
from tests.conftest import LIMIT_S
from tests.display.golden import difference
from tests.display.scenes import KEYS, SCENES, at, scene

SIZES = ((480, 320), (800, 480), (1280, 720), (480, 800))
SCREENS = {size: Screen(size) for size in SIZES}

words = st.text(st.sampled_from("WiШщ.лed4 x(3)  "), min_size=1, max_size=160)
lines = st.lists(st.builds(Line, words, st.sampled_from(Mood)), max_size=7).map(tuple)
men = st.builds(Man, st.sampled_from(Colour), st.sampled_from("KQRBNH")) | st.builds(
    Man, st.sampled_from(Colour), st.just("P"), st.sampled_from("QRBNH")
)


@st.composite
def towers(draw: st.DrawFn) -> TowerView:
    tower = tuple(draw(st.lists(men, max_size=31)))
    notes = tuple(draw(st.lists(words, max_size=len(tower))))
    return TowerView(at("d4"), tower, draw(st.integers(0, len(tower))), notes)


wordy_scenes = st.builds(
    replace,
    st.just(scene()),
    title=words,
    lines=lines,
    tower=st.none() | towers(),
    candidates=st.lists(st.builds(Button, words, words), max_size=12).map(tuple),
    moves=st.lists(words, max_size=30).map(tuple),
    result=st.sampled_from(["*", "1-0", "1/2-1/2"]),
    buttons=st.sampled_from([(), KEYS]),
)


# Nothing is shrunk: drawing a thousand smaller scenes takes minutes.
@settings(max_examples=60, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(st.sampled_from(SIZES), wordy_scenes)
def test_whatever_is_said_stays_in_the_panel_and_off_the_buttons(size: tuple[int, int], said: Scene) -> None:
    screen = SCREENS[size]
    picture = screen.draw(said)
    layout = screen.layout(said)
    quiet = screen.draw(replace(scene(), candidates=said.candidates, buttons=said.buttons))
    panel = pygame.Rect(layout.panel)
    kept = [pygame.Rect(place.rect) for place in layout.buttons(said)]
    if kept:
        panel.height = min(rect.top for rect in kept) - panel.top
    for shown in (picture, quiet):
        shown.fill(BACKGROUND, panel)
    assert difference(picture, quiet).mean == 0


def test_the_check_for_overflow_sees_one_pixel() -> None:
    screen = SCREENS[800, 480]
    picture, spilt = screen.draw(scene()), screen.draw(scene())
    spilt.set_at((screen.layout(scene()).panel.right, 200), (255, 255, 255))
    assert difference(picture, spilt).mean > 0


@pytest.mark.parametrize("size", SIZES)
def test_the_coordinates_stay_at_the_board(size: tuple[int, int]) -> None:
    tools = SCREENS[size].tools(scene())
    ground = pygame.Surface(size, depth=32)
    draw_empty_board(tools, ground)
    panel = ground.subsurface(tools.layout.panel)
    panel.set_colorkey((0, 0, 0))
    assert panel.get_bounding_rect().size == (0, 0)


@pytest.mark.parametrize("size", SIZES)
def test_both_sides_of_the_board_show_the_same_squares(size: tuple[int, int]) -> None:
    shown = SCENES["lifted"]
    screen = SCREENS[size]
    for flipped in (False, True):
        turned = replace(shown, flipped=flipped)
        picture, layout = screen.draw(turned), screen.layout(turned)
        magus = picture.subsurface(layout.square_rect(at("e2"))).copy()
        bare = screen.draw(replace(turned, stacks=((),) * 64)).subsurface(layout.square_rect(at("e2")))
        magus.blit(bare, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
        assert magus.get_bounding_rect().width > 0
        assert difference(picture, screen.draw(replace(turned, flipped=not flipped))).mean > 1


def test_the_lights_are_shown_where_they_are() -> None:
    screen, shown = SCREENS[800, 480], scene("8/8/8/8/8/8/8/8")
    dark = screen.draw(shown, ((0, 0, 0),) * 64)
    lit = screen.draw(shown, tuple((255, 0, 0) if square == at("g7") else (0, 0, 0) for square in range(64)))
    lit.blit(dark, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    lit.set_colorkey((0, 0, 0))
    assert screen.layout(shown).square_rect(at("g7")).contains(lit.get_bounding_rect())


def test_a_line_of_check_joins_attacker_and_magus() -> None:
    screen, checked = SCREENS[800, 480], SCENES["check"]
    apart = screen.draw(checked)
    apart.blit(screen.draw(replace(checked, checks=())), (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    apart.set_colorkey((0, 0, 0))
    line, layout = apart.get_bounding_rect(), screen.layout(checked)
    assert line.colliderect(layout.square_rect(at("b4")))
    assert line.colliderect(layout.square_rect(at("e1")))
    assert not line.colliderect(layout.square_rect(at("f2")))


def test_a_candidate_is_found_where_it_is_drawn() -> None:
    screen, asked = SCREENS[800, 480], SCENES["question"]
    place = screen.layout(asked).buttons(asked)[-1]
    assert screen.button_at(asked, place.rect.center) == place.input == Answer("none")
    assert screen.button_at(asked, screen.layout(asked).board.center) is None


@pytest.mark.parametrize("shape", [BoardShape(5, 5), BoardShape(9, 9), BoardShape(19, 19), BoardShape(10, 8)])
def test_boards_of_other_sizes_are_drawn(shape: BoardShape) -> None:
    stone = (Man(Colour.BLACK, "S"),)
    shown = Scene("capture-go", shape, (stone,) + ((),) * (len(shape) - 1), Colour.WHITE, "White to move")
    empty = replace(shown, stacks=((),) * len(shape))
    screen = SCREENS[480, 320]
    assert difference(screen.draw(shown), screen.draw(empty)).mean > 0


def test_a_picture_is_saved_without_any_video_device(tmp_path: Path) -> None:
    screens = {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"}
    no_screen = {name: value for name, value in os.environ.items() if name not in screens}
    program = (
        "import sys; from pathlib import Path; import pygame\n"
        "from display.screen import save_picture; from tests.display.scenes import SCENES\n"
        "save_picture(SCENES['lifted'], (800, 480), Path(sys.argv[1]))\n"
        "assert not pygame.display.get_init()\n"
    )
    file = tmp_path / "picture.png"
    done = subprocess.run(
        [sys.executable, "-c", program, str(file)],
        env=no_screen,
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT_S,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert difference(pygame.image.load(file), Screen((800, 480)).draw(SCENES["lifted"])).mean == 0


def test_a_picture_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        save_picture(SCENES["start"], (480, 320), tmp_path / "nowhere" / "picture.png")


@pytest.mark.parametrize(
    ("size", "stars"),
    [
        (5, ["c3"]),
        (8, ["c3", "f3", "c6", "f6"]),
        (9, ["c3", "g3", "e5", "c7", "g7"]),
        (13, ["d4", "k4", "g7", "d10", "k10"]),
        (19, ["d4", "k4", "q4", "d10", "k10", "q10", "d16", "k16", "q16"]),
    ],
)
def test_the_star_points_of_go_boards(size: int, stars: list[str]) -> None:
    shape = BoardShape(size, size)
    assert [shape.name(point) for point in star_points(shape)] == stars
