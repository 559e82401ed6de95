"""A game record, and its way in and out of text, whatever the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engine.clock import Timing
from engine.errors import RecordError
from engine.game import Game, Position
from engine.games import game_of_record, load
from engine.types import Colour, Move

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
"""White won, Black won, drawn, not over."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as it was played.

    `tags` are those about the event and the players; what follows from the other fields is no tag here.
    `start` is None for the game's own start. `timing` is None where a file does not tell all of it.
    """

    game: Game
    moves: tuple[Move, ...] = ()
    result: str = "*"
    tags: Mapping[str, str] = field(default_factory=dict)
    start: Position | None = None
    timing: Timing | None = None

    def positions(self) -> tuple[Position, ...]:
        """The position before each move, and the last one."""
        positions = [self.start or self.game.start()]
        for move in self.moves:
            positions.append(positions[-1].after(move))
        return tuple(positions)

    def texts(self) -> tuple[str, ...]:
        """The moves in the project's notation, check marks included."""
        positions = self.positions()
        return tuple(position.move_text(move) for position, move in zip(positions, self.moves, strict=False))

    def numbered(self) -> Iterator[str]:
        """The moves with their numbers: `1. e2-e4`, `e7-e5`, `2. e4-e5`; `1... e7-e5` if it is the first."""
        start = self.start or self.game.start()
        for ply, text in enumerate(self.texts(), 1):
            number = number_text(self.game, start, ply)
            yield text if ply > 1 and number.endswith("...") else f"{number} {text}"


def number_text(game: Game, start: Position, ply: int) -> str:
    """How records number a ply (1 is the first from `start`): `3.`, or `3...` for the side that replies.

    The side that begins is the one that does so in the game's own start: Black in Go.
    """
    number, side = numbered_side(game, start, ply)
    return f"{number}{'.' if side is game.start().turn else '...'}"


def numbered_side(game: Game, start: Position, ply: int) -> tuple[int, Colour]:
    """The number of a ply's move, as records count them, and the side that makes it."""
    first = game.start().turn
    moves, replies = divmod(ply - 1 + (start.turn is not first), 2)
    return start.number + moves, first.other if replies else first


def read_record(text: str, game_name: str | None = None, *, name_hint: str = "") -> GameRecord:
    """The game that a text records.

    Without `game_name` the text's tags decide which game it is, then the ending of `name_hint` (a file's
    name). RecordError names ply and token of the first fault; UsageError an unknown `game_name`.
    """
    rules = load(game_name or game_of_record(text, name_hint))
    if not text.strip():
        raise RecordError("there is nothing in it: a record has moves, tags or a result")
    return rules.read_record(text)


def write_record(record: GameRecord) -> str:
    """The text of a record in its game's own format; `read_record` reads it back."""
    return load(record.game.name).write_record(record)
