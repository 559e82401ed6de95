"""What the rest of the program may know of a game: two protocols, and nothing behind them."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from engine.types import BoardShape, Colour, Move, Outcome, Square, Stack


class Position(Protocol):
    """One position of a game: immutable, equal to another one if `key` and move number are."""

    def __hash__(self) -> int: ...

    @property
    def turn(self) -> Colour:
        """The side to move."""
        ...

    @property
    def number(self) -> int:
        """The number that records give the move to come: it goes up when the side that began is to move."""
        ...

    @property
    def stacks(self) -> tuple[Stack, ...]:
        """The stack of each square, a1 first."""
        ...

    @property
    def key(self) -> Hashable:
        """What has to be the same for a position to count as repeated."""
        ...

    def legal_moves(self) -> Sequence[Move]:
        """All legal moves, in a fixed order; none after mate or stalemate. `outcome` knows other ends."""
        ...

    def count_moves(self) -> int:
        """`len(self.legal_moves())`, without making the moves."""
        ...

    def after(self, move: Move) -> Position:
        """The position after a move of `legal_moves()` (not checked)."""
        ...

    def outcome(self) -> Outcome | None:
        """How the game has ended by itself (mate, stalemate), or None."""
        ...

    def out_of_time(self, side: Colour) -> Outcome:
        """How the game ends when the time of a side has run out."""
        ...

    def checks(self) -> tuple[tuple[Square, Square], ...]:
        """(attacker, attacked) for every man that gives check to the side to move."""
        ...

    def find_move(self, text: str) -> Move:
        """The legal move that a text means, in any accepted spelling; MoveError if none or several."""
        ...

    def move_text(self, move: Move) -> str:
        """A legal move in the project's notation, check marks included."""
        ...

    def text(self) -> str:
        """The position as text; `Game.position` reads it back."""
        ...


@runtime_checkable
class Counted(Protocol):
    """A position of a game that ends with a count, in which men may be dead though they stand."""

    @property
    def is_counted(self) -> bool:
        """The game has ended, and what stands is counted."""
        ...

    def groups(self, squares: Iterable[Square]) -> frozenset[Square]:
        """All men that live or die with one on these squares; none where nobody stands."""
        ...

    def agreed(self, dead: Collection[Square]) -> Outcome:
        """The outcome if the players agree that these men are dead."""
        ...


class Game(Protocol):
    """The rules of one game with its options."""

    @property
    def name(self) -> str:
        """`tavreli`, `chess`, `draughts` or `capture-go`."""
        ...

    @property
    def shape(self) -> BoardShape:
        """The board it is played on."""
        ...

    @property
    def options(self) -> Mapping[str, object]:
        """The options that differ from the defaults, as in a sensor log."""
        ...

    @property
    def towers(self) -> bool:
        """Men are set on other men and taken off again, so that presence alone can't tell the moves."""
        ...

    @property
    def tallest(self) -> int:
        """No stack has more men than this: 1 but for towers, and the kings of draughts with their crowns."""
        ...

    def start(self) -> Position:
        """The position a game starts from."""
        ...

    def position(self, text: str) -> Position:
        """A position from its text; PositionError says which rule it breaks."""
        ...

    def claim(self, positions: Sequence[Position]) -> Outcome | None:
        """The draw that the side to move can claim; `positions` are all of the game, the last is now."""
        ...
