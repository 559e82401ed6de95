"""The position of a game of capture Go, as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from engine.capture_go.grid import Points, is_single, make_grid, points_of, squares_of
from engine.capture_go.rules import Rules
from engine.capture_go.score import AreaScore, count_areas, own_areas
from engine.capture_go.state import State, read_state, write_state
from engine.clock import DEAD, lost_on_time
from engine.errors import MoveError, PositionError
from engine.phrase import Phrase, phrase
from engine.types import BoardShape, Colour, Man, Move, Outcome, Square, Stack, Transfer

PASS = "pass"  # noqa: S105 a move, no password
_PASS = Move(PASS, (), ())
_STONES: tuple[Stack, Stack] = ((Man(Colour.WHITE, "S"),), (Man(Colour.BLACK, "S"),))
"""A stone of each colour, as a stack."""


@dataclass(frozen=True, eq=False)
class Position:
    """An immutable position, made by `CaptureGo.start`, `CaptureGo.position` or `after`.

    `_seen` are the stones of all positions of the game so far, this one too: they may not come again
    (positional superko). A position that was read from a text knows only those that its KO points stand for.
    """

    rules: Rules
    _state: State
    _seen: frozenset[tuple[Points, Points]]

    @classmethod
    def from_text(cls, rules: Rules, text: str) -> Position:
        """The position of a text; PositionError says which rule the text breaks."""
        state = read_state(text, rules)
        position = cls(rules, replace(state, ko=0), frozenset((state.stones,)))
        banned = {position._stones_after(1 << square) for square in squares_of(state.ko)}
        return replace(position, _seen=position._seen | banned)

    @property
    def turn(self) -> Colour:
        """The side to move."""
        return self._state.turn

    @property
    def number(self) -> int:
        """The move number: up by one when the side that began is to move."""
        return self._state.number

    @property
    def captured(self) -> tuple[int, int]:
        """How many stones White and Black have captured."""
        return self._state.captured

    @cached_property
    def stacks(self) -> tuple[Stack, ...]:
        """The stack of each square, a1 first."""
        stacks: list[Stack] = [()] * self.rules.size**2
        for stones, stack in zip(self._state.stones, _STONES, strict=True):
            for square in squares_of(stones):
                stacks[square] = stack
        return tuple(stacks)

    @property
    def key(self) -> Hashable:
        """Stones, side to move, captured stones, passes, and where the ko rule forbids a move."""
        state = self._state
        return self.rules, state.stones, state.turn, state.captured, state.passes, self._ko

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.rules, self._state, self._ko) == (other.rules, other._state, other._ko)

    def __hash__(self) -> int:
        return hash(self._state)

    def __repr__(self) -> str:
        return f"Position({self.text()!r})"

    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves by their points, the pass last."""
        if self.outcome():
            return ()
        return (*map(self._move, squares_of(self._playable & ~self._ko)), _PASS)

    def count_moves(self) -> int:
        """`len(self.legal_moves())`, without making the moves."""
        return 0 if self.outcome() else (self._playable & ~self._ko).bit_count() + 1

    def after(self, move: Move) -> Position:
        """The position after a legal move (not checked)."""
        state, turn = self._state, self.turn
        stones, captured = state.stones, list(state.captured)
        if move.transfers:
            point = points_of(square for square, stack in move.changes if stack)
            stones = self._stones_after(point)
            captured[turn] += len(move.changes) - 1
        after = State(
            stones=stones,
            turn=turn.other,
            captured=(captured[0], captured[1]),
            passes=0 if move.transfers else state.passes + 1,
            number=state.number + (turn is not self.rules.first),
        )
        return Position(self.rules, after, self._seen | {stones})

    def outcome(self) -> Outcome | None:
        """How the game has ended: enough stones captured, or two passes; else None.

        After two passes more captured stones win. In ordinary Go the areas are counted, every stone alive;
        where players agree that some are dead, `score(dead).outcome()` is the result.
        """
        (by_white, by_black), target = self.captured, self.rules.target
        if target and max(by_white, by_black) >= target:
            return Outcome("0-1" if by_black >= target else "1-0", "stones captured")
        if self._state.passes < 2:
            return None
        if not target:
            return self.score().outcome()
        if by_white == by_black:
            return Outcome("1/2-1/2", "two passes")
        return Outcome("0-1" if by_black > by_white else "1-0", "two passes")

    def score(self, dead: Collection[Square] = ()) -> AreaScore:
        """The area count when all groups with a stone on one of the `dead` squares are taken off.

        PositionError if there is no stone on one of them.
        """
        white, black = self._alive(dead)
        return count_areas(make_grid(self.rules.size), black, white, self.rules.komi)

    def territory(self, dead: Collection[Square] = ()) -> dict[Colour, frozenset[Square]]:
        """What each side owns beside its living stones: empty points, and dead stones on them.

        PositionError if there is no stone on one of the `dead` squares.
        """
        white, black = self._alive(dead)
        owned = own_areas(make_grid(self.rules.size), black, white)
        living = {Colour.WHITE: white, Colour.BLACK: black}
        return {side: frozenset(squares_of(owned[side] & ~living[side])) for side in Colour}

    def _alive(self, dead: Collection[Square]) -> tuple[Points, Points]:
        """White's and Black's stones, but for the groups with a stone on one of these squares."""
        grid, named = make_grid(self.rules.size), points_of(dead)
        if wrong := named & ~self._occupied:
            raise PositionError(f"no stone on {','.join(map(self.rules.shape.name, squares_of(wrong)))}")
        white, black = ((stones & ~grid.group(named & stones, stones)) for stones in self._state.stones)
        return white, black

    def out_of_time(self, side: Colour) -> Outcome:
        """How the game ends when the time of a side has run out: it has lost."""
        return lost_on_time(side)

    @property
    def is_counted(self) -> bool:
        """Two passes have ended a game of ordinary Go."""
        return self._state.passes == 2 and not self.rules.target

    def groups(self, squares: Iterable[Square]) -> frozenset[Square]:
        """All stones of the groups that have one on these squares."""
        grid, named = make_grid(self.rules.size), points_of(squares)
        found = (grid.group(named & stones, stones) for stones in self._state.stones)
        return frozenset(square for points in found for square in squares_of(points))

    def agreed(self, dead: Collection[Square]) -> Outcome:
        """The count without the dead stones; its reason names a stone of each of their groups."""
        outcome, grid = self.score(dead).outcome(), make_grid(self.rules.size)
        named = points_of(dead)
        first = [
            next(squares_of(group)) for each in self._state.stones for group in grid.groups(named & each)
        ]
        names = ",".join(map(self.rules.shape.name, sorted(first)))
        return replace(outcome, reason=f"{outcome.reason}{DEAD}{names}") if names else outcome

    def checks(self) -> tuple[tuple[Square, Square], ...]:
        """There is no check in Go."""
        return ()

    def find_move(self, text: str) -> Move:
        """The legal move that a text means, `d4`, `D4` or `pass`; MoveError says why there is none."""
        name = text.strip().lower()
        if self.outcome():
            raise MoveError(text, phrase("the game is over"))
        if name == PASS:
            return _PASS
        try:
            square = self.rules.shape.square(name)
        except ValueError:
            last = self.rules.shape.name(self.rules.size**2 - 1)
            why = phrase("no move; points are a1 to {last}, without i, or pass", last=last)
            raise MoveError(text, why) from None
        if (fault := self._why_not(1 << square)) is not None:
            raise MoveError(text, fault)
        return self._move(square)

    def move_text(self, move: Move) -> str:
        """A legal move in the project's notation."""
        return move.name

    def text(self) -> str:
        """The position text; `CaptureGo.position` reads it back."""
        return write_state(replace(self._state, ko=self._ko), self.rules.shape)

    @property
    def _occupied(self) -> Points:
        white, black = self._state.stones
        return white | black

    @cached_property
    def _choice(self) -> tuple[Points, dict[Points, Points]]:
        """`Grid.playable` for the side to move."""
        stones = self._state.stones
        return make_grid(self.rules.size).playable(stones[self.turn], stones[self.turn.other])

    @property
    def _playable(self) -> Points:
        """The points where a stone may stand, repetition aside."""
        return self._choice[0]

    @cached_property
    def _ko(self) -> Points:
        """The points where a stone would bring back a position."""
        playable, captures = self._choice
        own, enemy = (self._state.stones[side] for side in (self.turn, self.turn.other))
        points = 0
        for point in captures:
            points |= point if self._stones_after(point) in self._seen else 0
        for stones in self._seen:  # a stone that takes nothing leaves the enemy's as they are
            point = stones[self.turn] ^ own
            if stones[self.turn.other] == enemy and point & playable == point and is_single(point):
                points |= 0 if point in captures else point
        return points

    def _stones_after(self, point: Points) -> tuple[Points, Points]:
        """White's and Black's stones when the side to move has played on a playable point."""
        taken = self._choice[1].get(point, 0)
        white, black = self._state.stones
        if self.turn is Colour.WHITE:
            return white | point, black & ~taken
        return white & ~taken, black | point

    def _move(self, square: Square) -> Move:
        return _play(self.rules.size, self.turn, square, self._choice[1].get(1 << square, 0))

    def _why_not(self, point: Points) -> Phrase | None:
        """Why there is no move on a point; None if there is one."""
        if point & self._occupied:
            return phrase("a stone stands there")
        if not point & self._playable:
            return phrase("a forbidden point, the stone would have no liberty")
        if point & self._ko:
            return phrase("the position would come again (superko)")
        return None


@lru_cache(maxsize=4096)
def _play(size: int, turn: Colour, square: Square, captured: Points) -> Move:
    """A stone on a square that captures those; most such moves recur in the next position."""
    taken = tuple(squares_of(captured))
    return Move(
        name=BoardShape(size, size).name(square),
        transfers=(Transfer(None, square), *(Transfer(stone, None) for stone in taken)),
        changes=tuple(sorted([(square, _STONES[turn]), *((stone, ()) for stone in taken)])),
    )
