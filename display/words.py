"""The words that the screen itself says: the names of men, and headings."""

from __future__ import annotations

from display.language import Language
from display.scene import TowerView
from engine.phrase import Phrase, phrase, phrase_in, phrases
from engine.types import BoardShape, Man

MAN_NAMES: dict[str, dict[str, Phrase]] = {
    "tavreli": {
        "K": phrase("magus"),
        "Q": phrase("prince"),
        "R": phrase("champion"),
        "B": phrase("archer"),
        "N": phrase("rider"),
        "P": phrase("warrior"),
        "H": phrase("helgi"),
    },
    "chess": {
        "K": phrase_in("chess", "king"),
        "Q": phrase_in("chess", "queen"),
        "R": phrase_in("chess", "rook"),
        "B": phrase_in("chess", "bishop"),
        "N": phrase_in("chess", "knight"),
        "P": phrase_in("chess", "pawn"),
    },
    "draughts": {"M": phrase_in("draughts", "man"), "C": phrase_in("draughts", "crown")},
    "capture-go": {"S": phrase_in("capture Go", "stone")},
}
"""The names of the men of each game by kind, as the games' rules have them."""
STACKED = {"tavreli", "draughts"}
"""The games whose men stand on each other; in the others there is no tower to be shown."""

A_TOWER = phrases("{square}: one man", "{square}: {n} men", 1)
HEIGHTS = {"draughts": phrases("{square}: one piece", "{square}: {n} pieces", 1)}
"""How many men stand on each other, in a game that has another word for them."""


def man_name(game: str, man: Man) -> Phrase:
    """What a man is called: `warrior`, `helgi`; an unknown kind has its letter for a name."""
    return MAN_NAMES.get(game, {}).get(man.kind) or Phrase("{kind}", (("kind", man.kind),))


def tower_heading(language: Language, game: str, shape: BoardShape, view: TowerView) -> str:
    """Where a tower stands and how many men it has, or has in the hand."""
    name, height = shape.name(view.square), len(view.stack)
    if not view.stack:
        return language.gettext("{square}: empty", square=name)
    heading = language.say(HEIGHTS.get(game, A_TOWER).about(n=height, square=name))
    if not view.lifted:
        return heading
    if height == 1:
        return language.gettext("{heading}, in hand", heading=heading)
    return language.ngettext("{heading}, {n} in hand", "{heading}, {n} in hand", view.lifted, heading=heading)


def choice_text(language: Language, count: int, height: int) -> str:
    """That the top `count` men of a tower will be taken."""
    return language.gettext("top {count} of {height}", count=count, height=height)
