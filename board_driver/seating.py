"""What is played next at a board, and by whom: a game from its start, or one of the archive gone on with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from board_driver.config import Config, GameTable
from board_driver.options import RunOptions
from board_driver.stored import StoredGame

SIDES = ("White", "Black")
"""The tags that name the players, as in PGN."""


@dataclass(frozen=True, slots=True)
class Seating:
    """How to begin: `options` and `config` say which game, and `tags` who plays.

    `stored`: the game to go on with; `is_new`: what is played from there is another game. `is_chosen`: the
    players have chosen it at the board, so that no game that was interrupted takes its place.
    """

    options: RunOptions
    config: Config
    tags: tuple[tuple[str, str], ...] = ()
    stored: StoredGame | None = None
    is_new: bool = False
    is_chosen: bool = False

    @property
    def players(self) -> tuple[str, str]:
        """The names of White and Black, "" for one that nobody has said."""
        return players(dict(self.tags))

    @property
    def is_said(self) -> bool:
        """Whether somebody has said what is played."""
        options = self.options
        said = options.game or options.position or options.play or options.log_to_replay
        return bool(said or self.stored or self.is_chosen)


def fresh(options: RunOptions) -> RunOptions:
    """The options without what they say of a game: the board's own choice takes its place."""
    return replace(options, game=None, options=(), play="none", position=None, clock=None, archived=None)


def player_tags(white: str, black: str) -> tuple[tuple[str, str], ...]:
    """The tags for the names of the players, those that nobody has said left out."""
    return tuple((side, name) for side, name in zip(SIDES, (white, black), strict=True) if name)


def players(tags: Mapping[str, str]) -> tuple[str, str]:
    """The names of White and Black in tags, "" for one that nobody has said."""
    white, black = (name if (name := tags.get(side, "?")) != "?" else "" for side in SIDES)
    return white, black


def first_plies(stored: StoredGame, plies: int) -> StoredGame:
    """A stored game as it was after so many plies, before anything was asked or ended."""
    return replace(stored, moves=stored.moves[:plies], result="*", reason="", open=(), ways=(), clock=None)


def going_on(seating: Seating, stored: StoredGame, plies: int | None = None) -> Seating:
    """A game of the archive gone on with after so many plies; None: at its end.

    It is another game if it has a result, or had gone on otherwise.
    """
    is_new = stored.result != "*" or (plies is not None and plies < len(stored.moves))
    if is_new:
        stored = first_plies(stored, len(stored.moves) if plies is None else plies)
    clock = seating.config.game.clock
    game = GameTable(name=stored.game, options=dict(stored.options), clock=clock)
    config = seating.config.model_copy(update={"game": game})
    tags = tuple(stored.tags.items())
    return Seating(fresh(seating.options), config, tags, stored, is_new, is_chosen=True)
