"""The men and squares that builders print: whole meshes of the right size, with the signs of the screen."""

from __future__ import annotations

from math import pi
from pathlib import Path

import pytest
import trimesh

from tests.conftest import needs_tool
from tests.hardware import men

HALF_MM3 = pi * 16**2 * 5
"""A cylinder of 32 mm and half the thickness of a man."""
SLACK = 0.03


def mesh(folder: Path, source: str, **values: object) -> trimesh.Trimesh:
    """A mesh, made by OpenSCAD."""
    target = folder / "mesh.stl"
    men.make_mesh(needs_tool("openscad"), source, target, **values)
    made = trimesh.load_mesh(target)
    assert isinstance(made, trimesh.Trimesh)
    return made


def size(made: trimesh.Trimesh) -> list[float]:
    return [round(float(each), 2) for each in made.extents]


def test_the_library_of_signs_is_that_of_the_screen() -> None:
    assert men.LIBRARY.read_text("utf-8") == men.library(), "make men"
    assert len(men.HALVES) == 15


@pytest.mark.system
@pytest.mark.parametrize("half", men.HALVES)
def test_each_half_can_be_printed(half: str, tmp_path: Path) -> None:
    made = mesh(tmp_path, "man.scad", sign=half)
    assert made.is_watertight
    assert made.is_winding_consistent
    assert size(made) == [32, 32, 6.2], "5 mm and the peg"
    assert (0.85 if half else 0.94) < made.volume / HALF_MM3 < (0.97 if half else 1.0)


@pytest.mark.system
@pytest.mark.parametrize(("diameter", "height"), [(6, 1), (6, 2), (10, 1)])
def test_two_halves_hold_a_magnet_with_some_play(diameter: int, height: int, tmp_path: Path) -> None:
    whole = mesh(tmp_path, "man.scad", sign="", magnet_diameter=0, play=0.2, magnet_height=0.1)
    made = mesh(tmp_path, "man.scad", sign="", magnet_diameter=diameter, magnet_height=height)
    pocket = 2 * (whole.volume - made.volume)
    magnet = pi / 4 * diameter**2 * height
    assert made.is_watertight
    assert 1 + SLACK < pocket / magnet < 1.25


@pytest.mark.system
def test_a_washer_makes_a_man_heavier_and_leaves_it_whole(tmp_path: Path) -> None:
    made = mesh(tmp_path, "man.scad", sign="tavreli K", washer_diameter=20)
    assert made.is_watertight
    assert size(made) == [32, 32, 6.2]


@pytest.mark.system
@pytest.mark.parametrize(("files", "ranks"), [(1, 1), (2, 4)])
def test_squares_can_be_printed(files: int, ranks: int, tmp_path: Path) -> None:
    made = mesh(tmp_path, "square.scad", files=files, ranks=ranks)
    assert made.is_watertight
    assert size(made) == [50 * files, 50 * ranks, 4]


@pytest.mark.system
def test_a_mesh_with_a_hole_in_it_is_seen(tmp_path: Path) -> None:
    made = mesh(tmp_path, "square.scad")
    made.update_faces([False] + [True] * (len(made.faces) - 1))
    assert not made.is_watertight


@pytest.mark.system
def test_the_picture_of_towers_has_a_sign_on_every_man(tmp_path: Path) -> None:
    tree = tmp_path / "towers.csg"
    men.make_mesh(needs_tool("openscad"), "towers.scad", tree)
    assert tree.read_text().count("linear_extrude(height = 0.4") == 9
