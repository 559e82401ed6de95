"""The sample games: real games that come with the program."""

from __future__ import annotations

from importlib.resources import files

from engine.errors import UsageError
from engine.record import GameRecord
from engine.tavreli.record import read_record

_FOLDER = files("engine.tavreli") / "games"


def sample_games() -> tuple[str, ...]:
    """The names of the sample games: place, year and number."""
    names = (entry.name for entry in _FOLDER.iterdir())
    return tuple(sorted(name.removesuffix(".tgn") for name in names if name.endswith(".tgn")))


def sample_game(name: str) -> GameRecord:
    """A sample game; UsageError if there is none of this name."""
    if name not in sample_games():
        raise UsageError(f"no sample game {name!r}, only {', '.join(sample_games())}")
    return read_record((_FOLDER / f"{name}.tgn").read_text(encoding="utf-8"))
