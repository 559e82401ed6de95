"""Which games there are. A game's module is loaded when it is first asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING, Protocol, cast

from engine.errors import RecordError, UsageError
from engine.game import Game
from engine.types import BoardShape

if TYPE_CHECKING:
    from engine.record import GameRecord

DEFAULT_GAME = "tavreli"
_SWITCHES = {"true": True, "false": False}


class GameModule(Protocol):
    """What the module of a game has."""

    def open_game(self, options: Mapping[str, object]) -> Game:
        """The game with options that are known and of the right type."""
        ...

    def read_record(self, text: str) -> GameRecord:
        """The record of a text; RecordError if it has a fault."""
        ...

    def write_record(self, record: GameRecord) -> str:
        """The text of a record."""
        ...


@dataclass(frozen=True, slots=True)
class Listing:
    """What there is to know of a game without loading it.

    `ending` is that of its record files, `variant` its value of a record's tag `Variant`, `options` the
    names and defaults of its options; `opening` is how its records begin, where that tells them from others;
    `aliases` are other values of `Variant` that mean it; `tag` is a tag that only its records have.
    """

    module: str
    ending: str
    variant: str
    options: Mapping[str, object]
    opening: str | None = None
    aliases: tuple[str, ...] = ()
    tag: str | None = None

    @property
    def variants(self) -> set[str]:
        """All values of the tag `Variant` that mean this game, in lower case."""
        return {name.lower() for name in (self.variant, *self.aliases)}


GAMES: Mapping[str, Listing] = {
    "tavreli": Listing("engine.tavreli", ".tgn", "Tavreli", {"double_step_over_own": False}),
    "chess": Listing(
        "engine.chess",
        ".pgn",
        "Chess",
        {"chess960": False},
        aliases=("Standard", "From Position", "Chess960", "Chess 960", "Fischerandom", "Fischer Random"),
    ),
    "draughts": Listing(
        "engine.draughts", ".pdn", "Russian draughts", {}, aliases=("Russian",), tag="GameType"
    ),
    "capture-go": Listing(
        "engine.capture_go",
        ".sgf",
        "Capture Go",
        {"size": 8, "target": 1, "komi": 0.0, "handicap": 0},
        opening="(;",
    ),
}


def load(name: str) -> GameModule:
    """The module of a game; UsageError if there is no such game."""
    return cast(GameModule, import_module(_listing(name).module))


def open_game(name: str = DEFAULT_GAME, options: Mapping[str, object] | None = None) -> Game:
    """A game with its options; UsageError names the games and options that there are."""
    defaults = _listing(name).options
    for option, value in (options or {}).items():
        if option not in defaults:
            raise UsageError(f"{name} has no option {option!r}, only {', '.join(defaults) or 'none'}")
        given, kind = type(value), type(defaults[option])
        if given is not kind and (given, kind) != (int, float):
            raise UsageError(f"option {option} of {name} is of type {kind.__name__}, not {value!r}")
    return load(name).open_game(options or {})


def parse_options(name: str, texts: Iterable[str]) -> dict[str, object]:
    """The options in texts such as `size=9`, each of the type of its default; UsageError if one is not."""
    defaults = _listing(name).options
    options: dict[str, object] = {}
    for text in texts:
        option, _, value = text.partition("=")
        kind: Callable[[str], object] = type(defaults.get(option, ""))
        try:
            options[option] = _SWITCHES[value.lower()] if kind is bool else kind(value)
        except (KeyError, ValueError):
            wanted = "true or false" if kind is bool else "a number"
            raise UsageError(
                f"option {text!r}: write it like {option}={str(defaults[option]).lower()}, {wanted}"
            ) from None
    return options


def fit_options(name: str, options: Mapping[str, object], shape: BoardShape) -> Mapping[str, object]:
    """The options of a game on a board: its size is the board's, where it can be chosen and is not."""
    if "size" in _listing(name).options and "size" not in options and shape.files == shape.ranks:
        return {**options, "size": shape.files}
    return options


def game_of_record(text: str, file_name: str = "") -> str:
    """The game that a record is of: by its tags, its opening, its file's ending, or the default."""
    for name, listing in GAMES.items():
        if listing.tag and _tag(text, listing.tag) is not None:
            return name
    if (variant := _tag(text, "Variant")) is not None:
        for name, listing in GAMES.items():
            if variant.lower() in listing.variants:
                return name
        known = ", ".join(listing.variant for listing in GAMES.values())
        raise RecordError(f"tag Variant: no game {variant!r}, only {known}", token=variant)
    opening = "".join(text.removeprefix("\ufeff").split(maxsplit=2)[:2])
    for name, listing in GAMES.items():
        if listing.opening and opening.startswith(listing.opening):
            return name
    ending = PurePath(file_name).suffix.lower()
    return next((name for name, listing in GAMES.items() if listing.ending == ending), DEFAULT_GAME)


def _tag(text: str, name: str) -> str | None:
    found = re.search(rf'^[ \t]*\[[ \t]*{name}[ \t]+"([^"]*)"', text, re.MULTILINE)
    return found[1] if found else None


def _listing(name: str) -> Listing:
    if name not in GAMES:
        raise UsageError(f"no game {name!r}, only {', '.join(GAMES)}")
    return GAMES[name]
