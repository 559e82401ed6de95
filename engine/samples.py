"""The sample games: real games that come with the program, a folder of them beside each game's rules."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable

from engine.errors import UsageError
from engine.games import DEFAULT_GAME, GAMES
from engine.record import GameRecord, read_record


def sample_games(game: str = DEFAULT_GAME) -> tuple[str, ...]:
    """The names of a game's sample games: place, year and number."""
    ending = GAMES[game].ending
    names = (entry.name for entry in _folder(game).iterdir())
    return tuple(sorted(name.removesuffix(ending) for name in names if name.endswith(ending)))


def sample_game(name: str, game: str = DEFAULT_GAME) -> GameRecord:
    """A sample game; UsageError if the game has none of this name."""
    if name not in sample_games(game):
        raise UsageError(f"no sample game {name!r}, only {', '.join(sample_games(game))}")
    file = _folder(game) / f"{name}{GAMES[game].ending}"
    return read_record(file.read_text(encoding="utf-8"), game)


def _folder(game: str) -> Traversable:
    return files(GAMES[game].module) / "games"
