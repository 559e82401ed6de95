"""The wiring in hardware/wiring: its texts as nets, and the pictures and netlists that are made of them.

`make wiring` runs this as a module, which makes them anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml
from wireviz.wireviz import parse  # type: ignore[import-untyped]

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
FOLDER = HARDWARE / "wiring"
DRAWINGS = ("matrix", "lights", "corners", "cells")
KITS = {
    "reed": ("matrix", "lights"),
    "reed+corners": ("matrix", "lights", "corners"),
    "weight": ("cells", "lights"),
    "reed+weight": ("matrix", "cells", "lights"),
}
"""The drawings that the wiring of each kit is in."""
FILES, RANKS, CHANNELS = "abcdefgh", "12345678", 16

Node = tuple[str, str]
"""A part and its pin."""
Net = frozenset[Node]
"""Nodes that are connected, two or more."""


def firmware_pins() -> dict[str, tuple[str, ...]]:
    """The labels of the pins in the firmware's pins.h, by the name of their list, in order."""
    text = (HARDWARE / "firmware" / "mega" / "pins.h").read_text()
    lists = re.findall(r"#define (\w+)\(PIN\) ((?:.*\\\n)*.*)", text)
    return {name: tuple(re.findall(r"PIN\(\w+, \d+, (\w+)\)", pins)) for name, pins in lists}


def read_drawing(name: str) -> Mapping[str, Any]:
    """The text of a drawing."""
    drawing: Mapping[str, Any] = yaml.safe_load((FOLDER / f"{name}.yml").read_text("utf-8"))
    return drawing


def links_of(drawing: Mapping[str, Any]) -> Iterator[Net]:
    """Each pair of pins that is connected, by a wire of a cable or directly."""
    for chain in drawing["connections"]:
        ends = [_nodes(part) for part in chain if isinstance(part, dict)]
        connectors = [nodes for nodes in ends if nodes[0][0] in drawing["connectors"]]
        for one, other in pairwise(connectors):
            yield from map(frozenset, zip(one, other, strict=True))


def joined(nets: Iterable[Net]) -> list[Net]:
    """The same with those that share a node put together."""
    found: list[Net] = []
    for net in nets:
        touching = [each for each in found if each & net]
        found = [each for each in found if not each & net]
        found.append(net.union(*touching))
    return found


def _nodes(part: Mapping[str, Sequence[str]]) -> list[Node]:
    ((name, pins),) = part.items()
    return [(name, pin) for pin in pins]


def board_nets(kit: str) -> list[Net]:
    """The nets of a whole 8x8 board: every square is wired like a1, which is drawn."""
    drawn = [link for name in KITS[kit] for link in links_of(read_drawing(name))]
    squares = [f"{file}{rank}" for rank in RANKS for file in FILES]
    copies = [
        frozenset(_moved(node, square) for node in link)
        for link in drawn
        if any(part.endswith(" a1") for part, _ in link)
        for square in squares
    ]
    return joined([*drawn, *copies])


def _moved(node: Node, square: str) -> Node:
    """What is to another square what a node is to a1."""
    part, pin = node
    index = RANKS.index(square[1]) * len(FILES) + FILES.index(square[0])
    match node:
        case ("Files", "file a"):
            return part, f"file {square[0]}"
        case ("Ranks", "rank 1"):
            return part, f"rank {square[1]}"
        case ("Mux 1", "C0"):
            return f"Mux {index // CHANNELS + 1}", f"C{index % CHANNELS}"
        case _:
            return re.sub(" a1$", f" {square}", part), pin


def netlist(kit: str) -> str:
    """The nets of a board as CSV: net, part, pin. A net is named after its first pin, the Mega's if any."""
    rows = ["net,part,pin"]
    for net in sorted(board_nets(kit), key=_order):
        first, *_ = sorted(net, key=_place)
        rows += [f"{' '.join(first)},{part},{pin}" for part, pin in sorted(net, key=_place)]
    return "\n".join([*rows, ""])


def _order(net: Net) -> tuple[object, ...]:
    return _place(min(net, key=_place))


def _place(node: Node) -> tuple[object, ...]:
    """The Mega first, then the supply; numbers as such."""
    words = re.split(r"(\d+)", " ".join(node))
    return {"Mega": 0, "Supply": 1}.get(node[0], 2), [
        (word.isdigit(), int(word) if word.isdigit() else word) for word in words
    ]


def draw(name: str, folder: Path) -> None:
    """Make the picture of a drawing, NAME.svg; Graphviz has to be installed."""
    parse(FOLDER / f"{name}.yml", output_formats=("svg",), output_dir=folder, output_name=name)


def main() -> None:
    for name in DRAWINGS:
        draw(name, FOLDER)
    for kit in KITS:
        (FOLDER / f"netlist-{kit}.csv").write_text(netlist(kit), "utf-8")


if __name__ == "__main__":
    main()
