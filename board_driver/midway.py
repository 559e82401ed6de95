"""What it costs that a board rests in the middle of a move: men in a hand, or on their way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import inf
from operator import itemgetter

from board_driver.bases import Base
from board_driver.choices import Changes, Choice, carried, hands_on
from board_driver.evidence import LADEN, ODD, Evidence
from board_driver.haste import CHATTER_MS
from board_driver.observation import squares_of
from board_driver.priors import LEAN, PARKED
from engine.types import Move, Square, Stack


class Midway:
    """The costs of what hands are doing, where those `stacks` stood before; for one rest of the board."""

    def __init__(
        self, evidence: Evidence, stacks: tuple[Stack, ...], weighed: Sequence[Stack] | None
    ) -> None:
        """`weighed`: what stood there when shifts began to count (`Line.weighed`)."""
        self._evidence = evidence
        self._stacks = stacks
        pairs = enumerate(zip(weighed or (), stacks, strict=False))
        self._since = [(at, then, now) for at, (then, now) in pairs if len(then) != len(now)]
        self._is_weighed = weighed is not None
        self._put_back = [*self._set_down_again()] if weighed else []
        self._blind = evidence.blind
        self._sees_all = evidence.weighs_squares or all(len(stack) <= 1 for stack in stacks)
        self._files = evidence.observer.info.shape.files
        self._moved = sum(1 << square for square in evidence.moved())
        self._laden = {square: t for square in evidence.moved() if (t := evidence.laden_since(square))}
        self._traces: dict[int, float] = {}

    def least_half(
        self,
        base: Base,
        changes: Changes,
        possible: Iterable[tuple[Choice, float]],
        others: int,
        *,
        held: bool = False,
        worth: float = inf,
    ) -> float:
        """What the squares cost more, at least, if after some changes one of the `possible` moves is half
        made, each with what it costs besides; or `worth`, if that is less.
        """
        least, before = worth, base.cost_of(changes.keys())
        for choice, more in possible:
            uncalled = self._uncalled(hands_on(others | choice.move.touched, (choice.move,), self._files))
            if uncalled + more - before - base.cost_of(choice.squares) < least:
                least = min(least, more + self._half_cost(base, changes, choice, others, held=held))
        return least

    def hold(self, chosen: Changes, concerned: int, moves: Iterable[Move] = ()) -> float:
        """The cost of shifts and traces if so many men stand on some squares, and others are in the hand.

        `concerned`: bitmap of the squares that have a part in it; `moves`: those that were made, or are.
        """
        touched = hands_on(concerned, moves, self._files)
        return min(self.shift(chosen), LEAN) + self._uncalled(touched)

    def _uncalled(self, touched: int) -> float:
        """The cost of what moved on other squares than those that hands touched."""
        key = touched & self._moved
        if key not in self._traces:
            self._traces[key] = self._evidence.traces(0, touched)
        return self._traces[key]

    def shift(self, changes: Changes) -> float:
        """The cost, on corner cells, of these stacks standing now."""
        if not self._is_weighed:
            return 0.0
        stacks = self._stacks
        now = [(at, stacks[at], stack) for at, stack in changes.items() if stack != stacks[at]]
        again = [(at, stack, stack) for at, stack in self._put_back if changes.get(at, stack) == stack]
        return self._evidence.shift((*self._since, *now, *again))

    def _set_down_again(self) -> Iterator[tuple[Square, Stack]]:
        """The stacks that were off their squares for a while since shifts began to count."""
        trace = self._evidence.observer.since(self._evidence.marked_at)
        changed = {at for at, _, _ in self._since}
        for square in trace.changed_at.keys() - changed:
            stays, stack = trace.changes(square), self._stacks[square]
            spans = ((after.since - stay.since, stay.reading) for stay, after in pairwise(stays))
            if stack and any(ms > CHATTER_MS and not closed for ms, closed in spans) and stays[-1].reading:
                yield square, stack

    def _half_cost(
        self,
        base: Base,
        changes: Changes,
        choice: Choice,
        others: int,
        *,
        held: bool = False,
    ) -> float:
        """What the squares cost more if, after a base and some changes, a move is half made; or inf.

        `others`: bitmap of the squares where hands were for what was done before it.
        """
        misfit, costs = self._evidence.misfit, base.costs
        more, to_begin = 0.0, inf
        chosen = {square: stack for square, stack in changes.items() if square not in choice.squares}
        for square, stack in chosen.items():
            if (cost := misfit(square, stack)) > ODD:
                return inf
            more += cost - costs[square]
        alone = squares_of(base.odd & ~choice.move.touched) - changes.keys()
        under: dict[Square, Iterable[Stack]] = {square: [base.stacks[square]] for square in alone}
        men = choice.men
        for square, possible in choice.halves_without(self._blind):
            fitting = [(cost, stack) for stack in possible if (cost := misfit(square, stack)) <= ODD]
            if not fitting:
                under[square] = possible
                continue
            least, stack = min(fitting, key=itemgetter(0))
            more += least - costs[square]
            men -= len(stack)
            chosen[square] = stack
            begun = min((cost for cost, stack in fitting if possible[stack]), default=inf)
            to_begin = min(to_begin, begun - least)
        more += to_begin
        if more == inf or len(under) > 1 or ((held or under) and not men):
            return inf
        if self._sees_all and men + choice.brought < 0:
            return inf
        for square, below in under.items():
            loaded = [stack + men for stack in below for men in carried(choice.before, chosen, choice.move)]
            parked = next((stack for stack in loaded if misfit(square, stack) <= ODD), None)
            if parked is None:
                return inf
            chosen[square] = parked
            more += PARKED + misfit(square, parked) - costs[square]
        changed = {square: stack for square, stack in chosen.items() if stack != self._stacks[square]}
        for square in changed:
            others |= 1 << square
        early = LADEN if self._laden and self._was_laden(choice.move, others) else 0.0
        return more + early + self.hold(changed, others, (choice.move,))

    def _was_laden(self, move: Move, others: int) -> bool:
        """True if a man stood where a move goes before its own were lifted; `others` are explained."""
        changes = self._evidence.trace.changes
        origins = {each.origin for each in move.transfers if each.origin is not None}
        lifted = min((stays[0].since for square in origins if (stays := changes(square))), default=0)
        hands = hands_on(move.touched, (move,), self._files) & ~others
        return any(hands >> square & 1 and t < lifted for square, t in self._laden.items())
