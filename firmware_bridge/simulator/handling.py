"""How one move is made: its men lifted, carried or slid, set down, counted and turned over.

All follows from what the move says that it does to the board; nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import zip_longest

from engine.game import Position
from engine.types import BoardShape, Man, Move, Square, Transfer, Turn
from firmware_bridge.simulator.actions import Action, Nudge, Put, Take, TurnOver
from firmware_bridge.simulator.hands import Hands, right_hand
from firmware_bridge.simulator.order import Step, any_order, in_turn, is_late_man, short_cut

STATION_MS = (50, 300)
"""A man slid over a square trips its switch for so long (hardware notes)."""
DWELL_MS = (300, 1200)
BETWEEN = 0.42
"""How far off its square's centre a man stands that closes two switches."""
CENTRED = 0.03


class When(Enum):
    """When a man is turned over."""

    BEFORE = auto()
    DURING = auto()
    IN_HAND = auto()
    AFTER = auto()
    LATE = auto()


@dataclass(frozen=True, slots=True)
class Due:
    """Something to do with the man on a square under `above` others: turn it over so that it shows `man`.

    `crown`: or rather bring `man` and set it on top.
    """

    square: Square
    man: Man
    above: int = 0
    crown: bool = False

    def actions(self, hands: Hands, hand: int) -> Iterator[Action]:
        """Do it."""
        if not self.crown:
            yield from hands.turn(self.square, self.man, self.above, hand)
            return
        yield from hands.bring((self.man,), hand)
        hands.wait(hands.style.carry_ms)
        yield from hands.set_down(self.square, hand)
        hands.wait(hands.style.pause_ms)


class Handling:
    """One move as hands make it.

    `later`: squares on which something may be left to be done after the next move. `plain`: men are only
    lifted and carried, for another hand is on the board too; none lands before `not_before` (ms).
    `moving`, then `turning`, give the actions, not quite in the order of time; after them `late` is what is
    left to be done.
    """

    def __init__(
        self,
        hands: Hands,
        position: Position,
        move: Move,
        *,
        later: frozenset[Square],
        plain: bool,
        not_before: int,
    ) -> None:
        self._hands, self._move, self._position = hands, move, position
        self._later, self._plain, self._not_before = later, plain, not_before
        self._right = right_hand(position.turn)
        self._after = dict(move.changes)
        self._heights = [len(stack) for stack in position.stacks]
        self._holding: dict[int, int] = {}
        self.late: list[Due] = []
        self._turns = [(self._when(turn), self._due(turn)) for turn in move.turns]
        self.late += self._turned(When.LATE)

    def moving(self) -> Iterator[Action]:
        """Carrying the men, and turning those over that are not left for afterwards."""
        hands = self._hands
        transfers = self._transfers()
        for due in self._turned(When.BEFORE):
            yield from hands.turn(due.square, due.man, 0, self._right)
        if (wrong := self._wrong_count()) is not None:
            yield from self._two_goes(transfers[0], wrong)
        elif hands.chance(hands.style.any_order):
            yield from self._steps(transfers, any_order(transfers, hands.rng))
        else:
            yield from self._steps(transfers, in_turn(transfers))

    def turning(self) -> Iterator[Action]:
        """Turning men over afterwards."""
        for due in self._turned(When.AFTER):
            yield from due.actions(self._hands, self._right)

    def _turned(self, when: When) -> list[Due]:
        return [due for its, due in self._turns if its is when]

    def _transfers(self) -> Sequence[Transfer]:
        hands, transfers = self._hands, self._move.transfers
        crown = transfers[-1].target if is_late_man(transfers) else None
        if crown in self._later and hands.chance(hands.style.turn_late):
            assert crown is not None
            self.late.append(Due(crown, self._after[crown][-1], crown=True))
            transfers = transfers[:-1]
        return short_cut(transfers) if hands.chance(hands.style.short_cut) else transfers

    # Men turned over

    def _covered(self, turn: Turn) -> bool:
        """It stands where others land on it; if not, it has landed itself, or was left behind."""
        return turn.was.turned and self._landed(turn)

    def _landed(self, turn: Turn) -> bool:
        return any(transfer.target == turn.square for transfer in self._move.transfers)

    def _due(self, turn: Turn) -> Due:
        return Due(turn.square, turn.now, self._move.transfers[-1].count if self._covered(turn) else 0)

    def _when(self, turn: Turn) -> When:
        hands, style = self._hands, self._hands.style
        if turn.square in self._later and hands.chance(style.turn_late):
            return When.LATE
        if len(self._move.transfers) == 1 and hands.chance(style.turn_early):
            return When.DURING if self._covered(turn) or not self._landed(turn) else When.IN_HAND
        if self._covered(turn) and not hands.chance(style.turn_late):
            return When.BEFORE
        return When.AFTER

    # Men carried

    def _steps(self, transfers: Sequence[Transfer], steps: Sequence[Step]) -> Iterator[Action]:
        hands = self._hands
        lifted = carried = False
        for step, following in zip_longest(steps, steps[1:]):
            transfer = transfers[step.index]
            if step.lift:
                if lifted:
                    hands.wait(hands.style.pause_ms)
                pushed = lifted and self._pushes_off(transfers, step, following)
                yield from self._lift(step.index, transfer, pushed=pushed)
                carried = pushed
                for due in self._turned(When.DURING):
                    hands.wait(hands.style.pause_ms)
                    yield from hands.turn(due.square, due.man, 0, self._right + 1)
                    carried = True
            else:
                if not carried:
                    yield from self._carry(step.index, transfer)
                for due in self._turned(When.IN_HAND):
                    yield TurnOver(hands.t, due.man, self._holding[step.index])
                hands.t = max(hands.t, self._not_before)
                yield from self._set_down(step.index, transfer)
                carried = True
                hands.wait(hands.style.pause_ms)
            lifted = step.lift

    def _pushes_off(self, transfers: Sequence[Transfer], step: Step, following: Step | None) -> bool:
        """The man just lifted will stand, with the next step, where this one is lifted."""
        if following is None or following.lift or following.index == step.index:
            return False
        square = transfers[step.index].origin
        return transfers[following.index].target == square and self._hands.chance(self._hands.style.push_off)

    def _lift(self, index: int, transfer: Transfer, *, pushed: bool) -> Iterator[Action]:
        hands, origin = self._hands, transfer.origin
        hand = next(hand for hand in (self._right, self._right + 1) if hand not in self._holding.values())
        self._holding[index] = hand
        if origin is None:
            assert transfer.target is not None
            yield from hands.bring(self._after[transfer.target][-transfer.count :], hand)
            return
        if pushed:
            yield Take(hands.t, origin, transfer.count, hand)
        else:
            yield from hands.lift(origin, transfer.count, hand)
        self._heights[origin] -= transfer.count

    def _carry(self, index: int, transfer: Transfer) -> Iterator[Action]:
        """Through the air, or over the squares between, resting on one of them or not."""
        hands, hand = self._hands, self._holding[index]
        way = self._free_way(transfer)
        if self._plain or not way or not hands.chance(hands.style.slide):
            hands.wait(hands.style.carry_ms)
            return
        rest = hands.rng.choice(way) if hands.chance(hands.style.dwell) else None
        hands.wait(STATION_MS)
        for square in way:
            yield Put(hands.t, square, hand)
            hands.wait(DWELL_MS if square == rest else STATION_MS)
            yield Take(hands.t, square, transfer.count, hand)

    def _free_way(self, transfer: Transfer) -> list[Square]:
        """The squares on a straight line between, if there are any and all are empty."""
        if transfer.origin is None or transfer.target is None:
            return []
        way = between(self._hands.shape, transfer.origin, transfer.target)
        return [] if any(self._heights[square] for square in way) else way

    def _set_down(self, index: int, transfer: Transfer) -> Iterator[Action]:
        hands, square, hand = self._hands, transfer.target, self._holding.pop(index)
        if square is None:
            yield from hands.set_down(None, hand)
            return
        alone = not self._heights[square]
        self._heights[square] += transfer.count
        if alone and not self._plain and hands.chance(hands.style.off_centre):
            across, up = hands.rng.choice(directions(hands.shape, square))
            yield Put(hands.t, square, hand)
            yield Nudge(hands.t, square, BETWEEN * across, BETWEEN * up)
            hands.wait(hands.style.press_ms)
            yield Nudge(hands.t, square, hands.rng.gauss(0, CENTRED), hands.rng.gauss(0, CENTRED))
            hands.wait(hands.style.press_ms)
        else:
            yield from hands.set_down(square, hand)

    # Towers

    def _wrong_count(self) -> int | None:
        """Another number of men that could go the same way as this tower, if they are to be miscounted."""
        hands, move = self._hands, self._move
        if self._plain or len(move.transfers) != 1 or move.turns or not hands.chance(hands.style.two_goes):
            return None
        [right] = move.transfers
        counts = [
            other.transfers[0].count
            for other in self._position.legal_moves()
            if len(other.transfers) == 1
            and (other.transfers[0].origin, other.transfers[0].target) == (right.origin, right.target)
            and other.name != move.name
            and not other.turns
        ]
        return hands.rng.choice(counts) if counts and right.origin is not None else None

    def _two_goes(self, transfer: Transfer, wrong: int) -> Iterator[Action]:
        """Carry too few and then the others under them, or too many and give the lower ones back."""
        hands, right, left = self._hands, self._right, self._right + 1
        origin, target, count = transfer.origin, transfer.target, transfer.count
        assert origin is not None
        assert target is not None
        yield from hands.lift(origin, wrong, right)
        hands.wait(hands.style.carry_ms)
        yield from hands.set_down(target, right)
        hands.wait(DWELL_MS)
        yield from hands.lift(target, min(wrong, count), right)
        hands.wait(hands.style.pause_ms)
        if wrong < count:
            yield from hands.lift(origin, count - wrong, right)
        else:
            yield from hands.lift(target, wrong - count, left)
            hands.wait(hands.style.carry_ms)
            yield from hands.set_down(origin, left)
        hands.wait(hands.style.carry_ms)
        yield from hands.set_down(target, right)
        hands.wait(hands.style.pause_ms)


def directions(shape: BoardShape, square: Square) -> list[tuple[int, int]]:
    """The steps (files, ranks) from a square to the neighbours beside, above and below it."""
    rank, file = divmod(square, shape.files)
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return [(x, y) for x, y in steps if 0 <= file + x < shape.files and 0 <= rank + y < shape.ranks]


def between(shape: BoardShape, origin: Square, target: Square) -> list[Square]:
    """The squares strictly between two squares of one rank, file or diagonal; none if they share no line."""
    rank, file = divmod(origin, shape.files)
    ranks, files = target // shape.files - rank, target % shape.files - file
    steps = max(abs(ranks), abs(files))
    if not (ranks == 0 or files == 0 or abs(ranks) == abs(files)) or steps == 0:
        return []
    up, across = ranks // steps, files // steps
    return [(rank + up * step) * shape.files + file + across * step for step in range(1, steps)]
