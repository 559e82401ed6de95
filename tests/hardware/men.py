"""The signs of the screen as a library for OpenSCAD, so that the men that are printed have the same.

`make men` runs this as a module, which writes it anew, and makes an STL of every half that there is to print.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from display.signs import SIGNS, Sign

FOLDER = Path(__file__).resolve().parents[2] / "hardware" / "men"
LIBRARY = FOLDER / "signs.scad"
HALVES = ("", *(f"{game} {kind}" for game, signs in SIGNS.items() for kind in signs))
"""Each half of a man that can be printed; "" is plain."""


def library() -> str:
    """A module of OpenSCAD, `sign_of`, with all signs; y goes up there."""
    cases = [
        f'    if (sign == "{game} {kind}")\n{_drawn(sign, 8)}'
        for game, signs in SIGNS.items()
        for kind, sign in signs.items()
    ]
    heading = "// The signs of the men, from display/signs.py; made by `make men`, not to be changed here."
    return "\n".join([heading, "module sign_of(sign) {", *cases, "}", ""])


def _drawn(sign: Sign, indent: int) -> str:
    """The last shape added to those before it, or cut out of them."""
    margin = " " * indent
    *before, last = sign
    polygon = f"{margin}polygon([{', '.join(_corner(x, y) for x, y in last.points)}]);"
    if not before:
        return polygon
    how = "difference" if last.cut else "union"
    inner = _drawn(tuple(before), indent + 4)
    return f"{margin}{how}() {{\n{inner}\n    {polygon}\n{margin}}}"


def _corner(x: float, y: float) -> str:
    return f"[{x:.4f}, {-y:.4f}]".replace("-0.0000", "0.0000")


def name_of(half: str) -> str:
    """The file of a half, without its ending."""
    return half.replace(" ", "-") or "plain"


def make_mesh(openscad: str, source: str, target: Path, **values: object) -> None:
    """Let OpenSCAD make a mesh of one of the sources, with other values than the source's own."""
    settings = [
        f'{name}="{value}"' if isinstance(value, str) else f"{name}={value}" for name, value in values.items()
    ]
    defined = [part for setting in settings for part in ("-D", setting)]
    command = [openscad, "--hardwarnings", "-q", "-o", str(target), *defined, str(FOLDER / source)]
    subprocess.run(command, check=True, timeout=300)


def main(folder: Path) -> None:
    LIBRARY.write_text(library(), "utf-8")
    folder.mkdir(parents=True, exist_ok=True)
    for half in HALVES:
        make_mesh("openscad", "man.scad", folder / f"half-{name_of(half)}.stl", sign=half)
    make_mesh("openscad", "square.scad", folder / "square.stl")
    print(f"{len(HALVES)} halves and a square are in {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
