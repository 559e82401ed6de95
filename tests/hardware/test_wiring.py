"""The wiring that builders are given is the one that the firmware expects."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from pathlib import Path

import pytest

from tests.conftest import needs_tool
from tests.hardware import wiring
from tests.hardware.wiring import CHANNELS, DRAWINGS, FILES, FOLDER, KITS, RANKS, Net, board_nets

SQUARES = [f"{file}{rank}" for rank in RANKS for file in FILES]
PINS = wiring.firmware_pins()


def net_of(nets: list[Net], part: str, pin: str) -> Net:
    [net] = [net for net in nets if (part, pin) in net]
    return net


def mega(nets: list[Net], part: str, pin: str) -> str:
    """The Mega's pin that a pin of another part is wired to."""
    [label] = [pin for other, pin in net_of(nets, part, pin) if other == "Mega"]
    return label


def test_the_firmwares_pins_are_read_and_each_has_one_use() -> None:
    assert PINS["RANK_PINS"][:8] == ("D22", "D23", "D24", "D25", "D26", "D27", "D28", "D29")
    assert (PINS["LIGHTS_PIN"], PINS["CELL_CLOCK_PIN"]) == (("D10",), ("D53",))
    uses = Counter(label for labels in PINS.values() for label in labels)
    shared = {label for label, count in uses.items() if count > 1}
    assert shared == set(PINS["FSR_PINS"]) == set(PINS["CELL_PINS"][8:]), "no board has both"
    assert len(PINS["RANK_PINS"]) == len(PINS["FILE_PINS"]) == 19


@pytest.mark.parametrize("kit", ["reed", "reed+corners", "reed+weight"])
def test_the_reed_of_each_square_closes_its_file_to_its_rank(kit: str) -> None:
    nets = board_nets(kit)
    for index, square in enumerate(SQUARES):
        rank, file = divmod(index, len(FILES))
        assert mega(nets, f"Reed {square}", "in") == PINS["FILE_PINS"][file]
        assert net_of(nets, f"Reed {square}", "out") == {
            (f"Reed {square}", "out"),
            (f"Diode {square}", "anode"),
        }
        assert mega(nets, f"Diode {square}", "cathode") == PINS["RANK_PINS"][rank]


@pytest.mark.parametrize("kit", ["weight", "reed+weight"])
def test_the_cell_of_each_square_is_on_the_channel_that_the_firmware_selects_for_it(kit: str) -> None:
    nets = board_nets(kit)
    for index, square in enumerate(SQUARES):
        [(mux, channel)] = net_of(nets, f"HX711 {square}", "DT") - {(f"HX711 {square}", "DT")}
        assert channel == f"C{index % CHANNELS}"
        assert mega(nets, mux, "SIG") == PINS["CELL_PINS"][index // CHANNELS]
        assert mega(nets, f"HX711 {square}", "SCK") == PINS["CELL_CLOCK_PIN"][0]
    for mux in ("Mux 1", "Mux 2", "Mux 3", "Mux 4"):
        assert [mega(nets, mux, f"S{bit}") for bit in range(4)] == list(PINS["SELECT_PINS"])
        assert mega(nets, mux, "EN") == mega(nets, mux, "GND") == "GND"


def test_the_corners_are_in_the_order_of_the_protocol() -> None:
    nets = board_nets("reed+corners")
    for corner, pin in zip(("a1", "h1", "a8", "h8"), PINS["CELL_PINS"], strict=False):
        amplifier = f"HX711 {corner} corner"
        assert mega(nets, amplifier, "DT") == pin
        assert mega(nets, amplifier, "SCK") == PINS["CELL_CLOCK_PIN"][0]
        assert (mega(nets, amplifier, "VCC"), mega(nets, amplifier, "GND")) == ("5V", "GND")


def test_lights_and_buttons() -> None:
    nets = board_nets("reed")
    assert mega(nets, "Resistor", "in") == PINS["LIGHTS_PIN"][0]
    assert net_of(nets, "Resistor", "out") == {("Resistor", "out"), ("Lights", "DIN")}
    keys = ("White confirms", "Black confirms", "takeback", "new game")
    assert [mega(nets, "Buttons", key) for key in keys] == list(PINS["KEY_PINS"])
    assert mega(nets, "Lights", "GND") == mega(nets, "Buttons", "common") == "GND"
    assert not any(part == "Mega" for part, _ in net_of(nets, "Lights", "5V")), "the supply feeds the lights"


@pytest.mark.parametrize("kit", KITS)
def test_every_pin_is_in_one_net_and_no_net_is_a_loose_end(kit: str) -> None:
    nets = board_nets(kit)
    assert max(Counter(node for net in nets for node in net).values()) == 1
    assert min(map(len, nets)) >= 2
    for net in nets:
        assert len({pin for part, pin in net if part == "Mega"}) <= 1, "two pins of the Mega are shorted"
        assert len({pin for part, pin in net if part == "Supply"}) <= 1


@pytest.mark.parametrize("kit", KITS)
def test_the_netlists_are_those_of_the_drawings(kit: str) -> None:
    assert (FOLDER / f"netlist-{kit}.csv").read_text("utf-8") == wiring.netlist(kit), "make wiring"


@pytest.mark.parametrize("name", DRAWINGS)
def test_the_pictures_are_those_of_the_drawings(name: str, tmp_path: Path) -> None:
    needs_tool("dot")
    wiring.draw(name, tmp_path)
    drawn, kept = (words(folder / f"{name}.svg") for folder in (tmp_path, FOLDER))
    assert kept == drawn, "make wiring, and look at the pictures"
    assert {pin for net in wiring.links_of(wiring.read_drawing(name)) for _, pin in net} <= set(kept)


def words(picture: Path) -> Counter[str]:
    """All that is written in a picture; where it stands depends on the version of Graphviz."""
    return Counter(map(unescape, re.findall(r"<text[^>]*>([^<]*)</text>", picture.read_text("utf-8"))))


def test_a_wire_on_a_wrong_pin_is_seen() -> None:
    drawing = dict(wiring.read_drawing("lights"))
    drawing["connections"] = [[{"Mega": ["D11"]}, {"Data": [1]}, {"Resistor": ["in"]}]]
    assert mega(list(wiring.links_of(drawing)), "Resistor", "in") != PINS["LIGHTS_PIN"][0]
