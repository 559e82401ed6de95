"""The values all games share: stacks of men on squares, and moves that change stacks.

A board is `files` x `ranks` squares. A square is an int, `rank * files + file`, so a1 is 0 and,
on an 8x8 board, h8 is 63. Files past h skip the letter i, as in Go.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Literal, TypeAlias

FILE_LETTERS = "abcdefghjklmnopqrst"

Square: TypeAlias = int


class Colour(IntEnum):
    """A side. WHITE is 0, so that a colour indexes a pair."""

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> Colour:
        """The opponent."""
        return Colour(1 - self)

    @property
    def letter(self) -> Literal["w", "b"]:
        """`w` or `b`, as in position texts and logs."""
        return "b" if self else "w"


@dataclass(frozen=True, slots=True)
class BoardShape:
    """How many squares a board has: 5x5 to 19x19."""

    files: int = 8
    ranks: int = 8

    def __len__(self) -> int:
        return self.files * self.ranks

    def square(self, name: str) -> Square:
        """The square of a name such as `e4`; ValueError if the board has no such square."""
        file = FILE_LETTERS.find(name[:1].lower()) if name else -1
        rank = int(name[1:]) - 1 if name[1:].isascii() and name[1:].isdigit() else -1
        if not (0 <= file < self.files and 0 <= rank < self.ranks):
            raise ValueError(f"no square {name!r} on a {self.files}x{self.ranks} board")
        return rank * self.files + file

    def name(self, square: Square) -> str:
        """The name of a square: `e4`."""
        return f"{FILE_LETTERS[square % self.files]}{square // self.files + 1}"


@dataclass(frozen=True, slots=True)
class Man:
    """One man (piece, stone) as its upper side shows it.

    `kind` is the letter of what it is now (tavreli: `KQRBN`, `P` a warrior, `H` a helgi; chess:
    `KQRBNP`; draughts: `M`; Go: `S`). `sign` is the letter on the underside of a tavreli warrior, what
    it promotes to; a warrior that has promoted has `kind == sign` and `turned`.
    """

    colour: Colour
    kind: str
    sign: str = ""
    turned: bool = False

    @property
    def text(self) -> str:
        """The man in a position text: `K`, `pr`, `+H`; upper case White, lower Black."""
        letters = "+" + self.kind if self.turned else self.kind + self.sign
        return letters if self.colour is Colour.WHITE else letters.lower()

    def __str__(self) -> str:
        return self.text


Stack: TypeAlias = tuple[Man, ...]
"""The men on a square, bottom to top; `()` is an empty square."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """Men carried by hand: the top `count` of `origin` are set on top of `target`.

    `origin` None: from beside the board; `target` None: taken off the board.
    """

    origin: Square | None
    target: Square | None
    count: int = 1


@dataclass(frozen=True, slots=True)
class Turn:
    """A man to be turned over on `square` with a move: it was `was` and is now `now`."""

    square: Square
    was: Man
    now: Man


@dataclass(frozen=True)
class Move:
    """A legal move, with all that it does to the board, so that nobody else needs the rules.

    `name` is the move in the project's notation without check marks; it is unique among the legal
    moves of one position. `changes` are the squares whose stack is another one afterwards, ascending,
    with the stack then on them. `transfers` are the same change as a hand does it, in the usual order.
    `turns` are the men that change what they show.
    """

    name: str
    transfers: tuple[Transfer, ...]
    changes: tuple[tuple[Square, Stack], ...]
    turns: tuple[Turn, ...] = ()

    @cached_property
    def squares(self) -> frozenset[Square]:
        """All squares on which a hand does something in this move."""
        squares = {square for each in self.transfers for square in (each.origin, each.target)}
        return frozenset(square for square in squares if square is not None).union(
            turn.square for turn in self.turns
        )

    @cached_property
    def touched(self) -> int:
        """Bitmap of `squares`."""
        return sum(1 << square for square in self.squares)

    @cached_property
    def landing(self) -> Transfer | None:
        """How the men set down last come there, all squares on their way left out; None if none are."""
        last = next((each for each in reversed(self.transfers) if each.target is not None), None)
        for each in reversed(self.transfers):
            if last and last.origin is not None and each.target == last.origin:
                last = Transfer(each.origin, last.target, each.count)
        return last

    @cached_property
    def changed(self) -> int:
        """Bitmap of the squares of `changes`."""
        return sum(1 << square for square, _ in self.changes)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: `result` is `1-0`, `0-1` or `1/2-1/2`; `reason` a word such as `checkmate`."""

    result: str
    reason: str
