"""The words that the screen itself says: the names of men, and headings."""

from __future__ import annotations

from display.scene import TowerView
from engine.types import BoardShape, Man

MAN_NAMES: dict[str, dict[str, str]] = {
    "tavreli": {
        "K": "magus",
        "Q": "prince",
        "R": "champion",
        "B": "archer",
        "N": "rider",
        "P": "warrior",
        "H": "helgi",
    },
    "chess": {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"},
    "draughts": {"M": "man", "C": "crown"},
    "capture-go": {"S": "stone"},
}
"""The names of the men of each game by kind, as the games' rules have them."""
STACKED = {"tavreli", "draughts"}
"""The games whose men stand on each other; in the others there is no tower to be shown."""


def man_name(game: str, man: Man) -> str:
    """What a man is called: `warrior`, `helgi`; an unknown kind has its letter for a name."""
    return MAN_NAMES.get(game, {}).get(man.kind, man.kind)


def tower_heading(shape: BoardShape, view: TowerView) -> str:
    """Where a tower stands and how many men it has, or has in the hand."""
    name, height = shape.name(view.square), len(view.stack)
    if not view.stack:
        return f"{name}: empty"
    if height == 1:
        return f"{name}: one man" + (", in the hand" if view.lifted else "")
    return f"{name}: {height} men" + (f", {view.lifted} in the hand" if view.lifted else "")
