"""Lines of play, and the texts of their moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.errors import MoveError
from engine.game import Position
from engine.phrase import phrase
from engine.types import Move, Square, Stack


@dataclass(frozen=True, slots=True)
class Line:
    """One way the game may have gone: its positions, the start first, and the moves between them.

    `rests`: when the last man of each move came to rest, ms; a move that was only thought of has none yet.
    `since`: what has moved after that, ms, is not of its moves; None: after the last known rest.
    `faults`: bitmap of the squares whose switch has not told the truth, if the game has gone so.
    `weighed`: what stood there when shifts began to count on corner cells (`Balance`); None: not known.
    `lifted`: what of its cost is for men being off the board for the moment; weighed anew at the next rest.
    """

    positions: tuple[Position, ...]
    moves: tuple[Move, ...] = ()
    cost: float = 0.0
    rests: tuple[int, ...] = ()
    since: int | None = None
    faults: int = 0
    weighed: tuple[Stack, ...] | None = None
    lifted: float = 0.0

    @property
    def position(self) -> Position:
        """The position at its end."""
        return self.positions[-1]

    @property
    def names(self) -> tuple[str, ...]:
        """What tells its moves from those of other lines."""
        return tuple(move.name for move in self.moves)

    def play(self, move: Move) -> Line:
        """The line with a legal move more."""
        positions = (*self.positions, self.position.after(move))
        return Line(
            positions, (*self.moves, move), self.cost, self.rests, self.since, self.faults, self.weighed
        )

    def play_texts(self, texts: Iterable[str]) -> Line:
        """The line with these moves more; MoveError if one is not legal."""
        line = self
        for text in texts:
            line = line.play(line.position.find_move(text))
        return line

    def back(self, plies: int) -> Line:
        """The line with its last plies taken back."""
        keep = len(self.moves) - plies
        return replace(
            self, positions=self.positions[: keep + 1], moves=self.moves[:keep], rests=self.rests[:keep]
        )

    def at_rest(self, t: int) -> Line:
        """The line, its last moves having come to rest at `t`, those that had no time yet."""
        return replace(self, rests=(*self.rests, *[t] * (len(self.moves) - len(self.rests))))

    def marked(self) -> Line:
        """The line, shifts on corner cells counting from what stands at its end."""
        return replace(self, weighed=self.position.stacks)

    def same_as(self, other: Line) -> bool:
        """True if both have the same moves."""
        return len(self.moves) == len(other.moves) == self.same_moves(other)

    def same_moves(self, other: Line) -> int:
        """How many moves from the start on the two lines share."""
        same = 0
        for mine, theirs in zip(self.moves, other.moves, strict=False):
            if mine.name != theirs.name:
                break
            same += 1
        return same


def distinct(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines without those whose moves an earlier one has."""
    return tuple({line.names: line for line in reversed(lines)}.values())[::-1]


def become_alike(moves: Sequence[Move]) -> bool:
    """True if moves differ in nothing but what a man becomes, which no sensor can see."""
    heights = {tuple((square, len(stack)) for square, stack in move.changes) for move in moves}
    return len(heights) == 1 and len({move.transfers for move in moves}) == 1


def standing(lines: Sequence[Line]) -> Line:
    """How the game stands, though what a man became is open: as the move that its game lists first, a queen.

    It ends before the first ply in which the lines part otherwise.
    """
    left, plies = list(lines), 0
    while all(len(line.moves) > plies for line in left):
        moves = {line.moves[plies].name: line.moves[plies] for line in left}
        if len(moves) > 1:
            if not become_alike([*moves.values()]):
                break
            legal = left[0].positions[plies].legal_moves()
            first = next(move.name for move in legal if move.name in moves)
            left = [line for line in left if line.moves[plies].name == first]
        plies += 1
    return left[0].back(len(left[0].moves) - plies)


def move_texts(line: Line, first: int = 0) -> tuple[str, ...]:
    """The moves of a line in the project's notation, without its first ones."""
    plies = zip(line.positions[first:], line.moves[first:], strict=False)
    return tuple(position.move_text(move) for position, move in plies)


def played(line: Line, ply: int, text: str) -> bool:
    """True if `text`, in any spelling, is the move of that line after `ply` plies."""
    if ply >= len(line.moves):
        return False
    try:
        return line.positions[ply].find_move(text).name == line.moves[ply].name
    except MoveError:
        return False


def corrected(line: Line, ply: int, text: str) -> Line:
    """The line with another move at `ply` (1 is the first), and what followed as far as it stays legal.

    The moves keep their times.
    MoveError if the line has no such ply, or the text is no legal move there.
    """
    if not 1 <= ply <= len(line.moves):
        raise MoveError(
            text, phrase("there is no ply {ply}, the record has {plies}", ply=ply, plies=len(line.moves))
        )
    before = line.back(len(line.moves) - ply + 1)
    new = before.play(before.position.find_move(text))
    for move in line.moves[ply:]:
        legal = {each.name: each for each in new.position.legal_moves()}
        if new.position.outcome() or move.name not in legal:
            break
        new = new.play(legal[move.name])
    return replace(new, rests=line.rests[: len(new.moves)], weighed=None)


def touched(line: Line, lines: Sequence[Line]) -> set[Square]:
    """The squares where hands were, if the game has gone on like that from the nearest of some lines."""
    former = max(lines, key=line.same_moves)
    known = line.same_moves(former)
    return {square for move in (*former.moves[known:], *line.moves[known:]) for square in move.squares}
