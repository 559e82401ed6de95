"""What hardware/README.md tells builders is added up, counted and linked rightly."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from engine.games import open_game
from engine.types import Colour
from tests.hardware.wiring import HARDWARE

README = (HARDWARE / "README.md").read_text("utf-8")
PARTS = {"reed": "R", "reed+corners": "RC", "weight": "W", "reed+weight": "RW"}


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table under a heading."""
    section = README.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "---" not in line]


@pytest.mark.parametrize("kit", PARTS)
def test_the_prices_of_a_kit_add_up(kit: str) -> None:
    needed = PARTS[kit]
    total = 0
    for name, _, price, *columns, _ in rows("Parts")[1:]:
        kits = {letter for letter, mark in zip("RCW", columns, strict=True) if mark == "x"}
        total += int(price) if kits & set(needed) and "kit `" not in name else 0
    [told] = [price for name, *_, price in rows("Choose a kit")[1:] if name == f"`{kit}`"]
    assert told == f"{total} USD"
    [again] = [price for name, _, price, *_ in rows("Parts") if f"kit `{kit}`" in name]
    assert int(again) == total


@pytest.mark.parametrize("game", ["tavreli", "chess"])
def test_the_halves_are_those_of_one_sides_men(game: str) -> None:
    halves = Counter[str]()
    for stack in open_game(game).start().stacks:
        for man in stack:
            if man.colour is Colour.WHITE:
                halves.update([man.kind, man.sign or man.kind])
    [header, *counts] = rows("Men and squares")
    column = header.index(game)
    assert {row[0]: int(row[column] or 0) for row in counts if row[column]} == halves


def test_the_warriors_signs_are_in_their_order() -> None:
    second_rank = open_game("tavreli").start().stacks[8:16]
    told = ", ".join(stack[0].sign for stack in second_rank)
    assert f"from file a on, {told}." in " ".join(README.split())


def test_every_link_leads_somewhere() -> None:
    targets = re.findall(r"\]\((?!https?://|#)([^)#]+)", README)
    assert len(targets) > 10
    assert [target for target in targets if not (HARDWARE / target).exists()] == []


def test_options_and_targets_that_are_named_exist() -> None:
    config = (HARDWARE / "firmware" / "core" / "config.h").read_text()
    for option in re.findall(r"-D(\w+)=", README):
        assert f"#define {option} " in config
    makefile = (HARDWARE.parent / "Makefile").read_text()
    for target in re.findall(r"`make (\w+)`", README):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
