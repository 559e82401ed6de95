"""What may have happened to the game, as lines of play with a cost, and what a hand may be in the middle of.

A line is scored by what it predicts for every sensor, plus a prior for how unusual it is. No game has a
detector of its own: captures, castling, splits and takebacks all are differences of stacks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import replace
from functools import cached_property, partial
from itertools import islice
from math import inf

from board_driver.bases import Base, Bases
from board_driver.choices import (
    Changes,
    Choice,
    begins_alike,
    choices,
    hands_on,
    seen,
    touched_by,
)
from board_driver.evidence import BUMPED, ODD, SOUND, UNCALLED, Evidence
from board_driver.haste import BACKWARD, CROWD, Haste, Played, backward, landed_early, out_of_turn
from board_driver.lines import Line
from board_driver.midway import Midway
from board_driver.observation import squares_of
from board_driver.priors import (
    ASTRAY,
    ASTRAY_MORE,
    BOTH_HELD,
    DEEP_ODD,
    FARTHER,
    HELD,
    KEPT,
    LEAN,
    LEFT_OUT,
    LIFTED,
    LIFTED_MORE,
    MARGIN,
    MOST_BACK,
    MOST_ODD,
    MOVE,
    PARKED,
    REPLAYED,
    SECOND_MOVE,
    SLID,
    STOOD_MS,
    TAKEBACK,
    UNNOTICED,
    taking_back,
)
from board_driver.sequences import Beginning
from engine.types import Colour, Move, Square

ROUNDING = 1e-6
"""Costs that differ by less than this are the same, summed up in another order."""


class Explainer:
    """The explanations of one rest of the board, for one line of play."""

    def __init__(self, line: Line, evidence: Evidence, *, confirmed: Colour | None) -> None:
        """`confirmed`: the side that has said by a key that it has moved."""
        self.line = line
        self._evidence = evidence = evidence.without(line.faults)
        self._files = evidence.observer.info.shape.files
        self._confirmed = confirmed
        self._stacks = line.position.stacks
        self._midway = Midway(evidence, self._stacks, line.weighed)
        self._bases = Bases(line, evidence)
        self._sees_all = evidence.weighs_squares or all(len(stack) <= 1 for stack in self._stacks)

    @property
    def is_shadow(self) -> bool:
        """True if the line is kept only for what a hand may be in the middle of (`Agreed.shadows`)."""
        return self.line.cost < 0.0

    @property
    def moved(self) -> Set[Square]:
        """The squares that have shown anything that is not of the line's moves."""
        return self._evidence.moved()

    def explanations(self) -> list[Line]:
        """All lines that agree with the board, with their costs, in no order; none if nothing agrees."""
        found: list[Line] = []
        fewest = len(self._stacks)
        for base in self._bases:
            fewest = min(fewest, base.odd.bit_count())
            if base.odd.bit_count() > fewest + FARTHER:
                break
            if not base.odd:
                found += self._ending(base, {}, ())
            if not base.back and found and self._is_beyond_doubt(base):
                return found
            if base.back <= 1 or base.odd.bit_count() <= DEEP_ODD:
                found += self._singles(base)
        return found

    def _is_beyond_doubt(self, base: Base) -> bool:
        """True if every square agrees with a position, and nothing hints at another."""
        sound = self._confirmed is None and max(base.costs) <= SOUND
        return sound and self._midway.shift({}) < ODD

    def underway(
        self, *, held: bool = False, parked: bool = False, bases: int = MOST_BACK, worth: float = inf
    ) -> float:
        """The least cost of a hand being in the middle of a move, or of undoing or amending the last one.

        `held`: only with men in the hand, not between two transfers of a move. `parked`: only with its men
        resting on a square on their way. `bases`: 1 looks at the end of the record only, 2 at that with its
        last ply taken back, too. `worth`: what is asked for only if it is less; otherwise that is the answer.
        """
        least = worth
        for base in islice(self._bases, min(bases, 2) if parked else bases):
            prior = self.line.cost + HELD + taking_back(base.back)
            if prior + PARKED * parked >= least:
                break
            if base.back <= 1 or base.odd.bit_count() <= DEEP_ODD:
                prior += sum(base.costs)
                lifting, undone = self._lifting(base, parked=parked), touched_by(self._undone(base))
                half = self._midway.least_half(base, {}, lifting, undone, held=held, worth=least - prior)
                least = prior + half if half < least - prior else least
        return least

    def _lifting(self, base: Base, *, parked: bool) -> Iterator[tuple[Choice, float]]:
        """The moves that may be half made, with no cost of their own.

        Moves that lift the same men, and whose target shows nothing of them yet, cost the same.
        """
        lifted: set[tuple[Square | None, int]] = set()
        for choice in choices(base.position):
            if (base.odd & ~choice.move.touched).bit_count() != parked:
                continue
            transfer, *others = choice.move.transfers
            target = transfer.target
            if not (others or choice.move.turns or target is None or base.odd >> target & 1):
                lift = transfer.origin, transfer.count
                if self._evidence.misfit(target, choice.changes[target]) > ODD:
                    if lift in lifted:
                        continue
                    lifted.add(lift)
            yield choice, 0.0

    def lifted(self, worth: float = inf) -> float:
        """The cost of men being off the board, or where none can stay, for now; or `worth`, if less."""
        return self.disturbed(worth).cost

    def disturbed(self, worth: float = inf) -> Line:
        """The line at the cost of that."""
        cost, for_now = self._lifted()
        least = self.underway(parked=True, worth=min(cost, worth))
        return replace(self.line, cost=least, lifted=for_now * (cost <= least))

    def astray(self) -> float:
        """The cost of none of all that: men were moved as no game has it."""
        base = next(iter(self._bases))
        cost = self.line.cost + sum(cost for cost in base.costs if cost <= ODD)
        others = len(self._evidence.moved() - squares_of(base.odd))  # men may have stood there, too
        cost += min(self._midway.shift({}), LEAN) + min(UNCALLED * others, BUMPED)
        return cost + ASTRAY + ASTRAY_MORE * base.odd.bit_count()

    def _lifted(self) -> tuple[float, float]:
        """The cost of men being off the board for the moment, and what of it is for that."""
        base = next(iter(self._bases))
        odd = squares_of(base.odd)
        back = {square for square in self._evidence.moved() - odd if self._evidence.was_bared(square)}
        men = len(odd) + len(back)
        prior = BOTH_HELD if self._both_hold(base) else _lifting(men)
        cost, left = self._off(base, {square: base.stacks[square] for square in odd})
        hold = self._midway.hold(left, base.odd | sum(1 << square for square in back))
        return self.line.cost + sum(base.costs) + prior + cost + hold, prior

    def _off(self, base: Base, stacks: Changes) -> tuple[float, Changes]:
        """What it costs more, or inf, that men are off these stacks for the moment; what is left of them."""
        cost, left = 0.0, Changes()
        for square, stack in stacks.items():
            rests = [stack[:height] for height in range(len(stack))]
            fitting = [rest for rest in rests if self._evidence.misfit(square, rest) <= ODD]
            if not fitting:
                return inf, left
            left[square] = min(fitting, key=partial(self._evidence.misfit, square))
            cost += self._evidence.misfit(square, left[square]) - base.costs[square]
        return cost if left else inf, left

    def _both_hold(self, base: Base) -> bool:
        """True if two men were lifted, and nothing has been seen to land since."""
        odd, times = squares_of(base.odd), self._evidence.trace.changed_at
        if len(odd) != 2 or not odd <= times.keys():
            return False
        first = min(times[square] for square in odd)
        return all(t <= first for square, t in times.items() if square not in odd)

    def beginning(self, worth: float) -> Beginning:
        """What sequences of moves that cost no more than `worth` are looked for from, on corner cells."""
        by_back, haste, begin = self._begin()
        odd, weighed = partial(self._odd, by_back), partial(self._weighed, by_back)
        begun, worth = partial(self._begun, by_back), min(worth, self.astray())
        return Beginning(haste, begin, odd, weighed, begun, self.line.cost, worth)

    def _begin(self) -> tuple[dict[int, Base], Haste, list[Played]]:
        """The bases that several moves may begin from, what is asked for them, and none played from each."""
        bases = [base for base in islice(self._bases, len(LEFT_OUT)) if base.odd.bit_count() <= MOST_ODD]
        haste = Haste(self._evidence, self._stacks)
        begin = [haste.begin(self.line.back(base.back), base.back, LEFT_OUT[base.back]) for base in bases]
        return {base.back: base for base in bases}, haste, begin

    def hasty(self, most: int, worth: float) -> tuple[list[Line], list[Line]]:
        """Lines with up to `most` moves made before the board rested: all done, or the last underway.

        None if they all cost more than `worth`; those that cost `KEPT` more than the best may be missing.
        """
        done: list[Line] = []
        held: list[Line] = []
        late: list[tuple[float, int, Played]] = []
        by_back, haste, begin = self._begin()
        least, limit = inf, self.astray()
        most = most if self._sees_all else min(most, 2)
        worth = min(worth, limit + KEPT) + ROUNDING

        def weigh(some: Iterable[tuple[float, int, Played]]) -> float:
            for prior, number, played in some:
                close = _least(done, held) + KEPT
                if prior <= close and number > 1:
                    done.extend(self._all_done(by_back[played.back], played, prior))
                if prior <= close and number < most:
                    held.extend(self._last_held(by_back[played.back], played, prior, close))
            return _least(done, held)

        for number, found in enumerate(islice(haste.sequences(begin), most), 1):
            if len(found) > CROWD:
                return [], []
            priors = [(self._prior_of(by_back[played.back], played), number, played) for played in found]
            least = weigh(each for each in priors if each[0] <= worth)
            late += [each for each in priors if each[0] > worth]
            more = min((played.surprise for played in found), default=inf) + MOVE + SECOND_MOVE * number
            if self.line.cost + more > min(least + MARGIN if least <= worth else worth, limit):
                break
        if least > worth:
            return [], []
        weigh(late)
        return done, held

    def _odd(self, by_back: dict[int, Base], played: Played) -> int:
        """The squares (a bitmap) that do not agree after some moves."""
        return by_back[played.back].odd & ~played.changed | self._evidence.odd(played.changes)

    def _weighed(self, by_back: dict[int, Base], played: Played) -> Line | None:
        """The line of some moves, if the whole board agrees with its end."""
        base = by_back[played.back]
        return next(self._all_done(base, played, self._prior_of(base, played)), None)

    def _begun(self, by_back: dict[int, Base], played: Played) -> Line | None:
        """The line of some moves, if a next one is half made and all its men are down."""
        base = by_back[played.back]
        return next(self._last_held(base, played, self._prior_of(base, played), inf), None)

    def _prior_of(self, base: Base, played: Played) -> float:
        """What some moves cost, but for what stands on the squares and what moved on others."""
        surprise = played.surprise - LEFT_OUT[base.back]
        return (
            max(self.line.cost, 0.0) + surprise + self._prior(self._undone(base), played.moves, noticed=True)
        )

    def _all_done(self, base: Base, played: Played, prior: float) -> Iterator[Line]:
        """The line of some moves, if the board agrees with its end."""
        if base.odd & ~played.changed or not self._agree(played.changes):
            return
        undone = touched_by(self._undone(base))
        target = {square: base.stacks[square] for square in squares_of(undone)} | played.changes
        if self._midway.shift(target) <= LEAN:
            squares = sum(base.costs) + self._squares(base, played.changes)
            hold = self._midway.hold(target, undone | played.touched, played.moves)
            yield replace(played.line, cost=prior + squares + hold)

    def _last_held(self, base: Base, played: Played, prior: float, worth: float) -> Iterator[Line]:
        """The line of some moves, if a next one may be underway and it costs less than `worth`; on corner
        cells, where all men are down, only one of several men."""
        down = self._evidence.balances
        odd = base.odd & ~played.changed
        times = self._evidence.trace.changed_at
        wrong = odd | self._evidence.odd(played.changes)
        since = {square: t for square, t in times.items() if wrong >> square & 1}
        possible = (
            (each, out_of_turn((t for at, t in since.items() if at in each.squares), played.landings))
            for each in choices(played.line.position)
            if len(each.move.transfers) > down
            and (beside := wrong & ~each.move.touched).bit_count() <= 1
            and not (beside and beside & ~hands_on(0, (each.move,), self._files))
        )
        prior += HELD + sum(base.costs)
        others, worth = hands_on(played.touched, played.moves, self._files), worth - prior
        half = self._midway.least_half(base, played.changes, possible, others, worth=worth)
        off, lifted = inf, 0.0
        if not down and (wrong == odd or len(played.landings) > 1):  # the men of a single move are waited for
            off, lifted = self._also_lifted(base, played, wrong), _lifting(wrong.bit_count())
        if min(half, off) < worth:
            yield replace(played.line, cost=prior + min(half, off), lifted=lifted * (off < half))

    def _also_lifted(self, base: Base, played: Played, odd: int) -> float:
        """What the squares cost more if, after some moves, men are off those for no move; or inf."""
        after = {square: played.changes.get(square, base.stacks[square]) for square in squares_of(odd)}
        cost, left = self._off(base, after)
        if cost == inf:
            return inf
        squares = self._squares(base, {at: stack for at, stack in played.changes.items() if at not in left})
        hold = self._midway.hold(played.changes | left, odd | played.touched, played.moves)
        return _lifting(odd.bit_count()) + cost + squares + hold

    def _undone(self, base: Base) -> tuple[Move, ...]:
        return self.line.moves[len(self.line.moves) - base.back :]

    def _agree(self, changes: Changes) -> bool:
        return all(self._evidence.misfit(square, stack) <= ODD for square, stack in changes.items())

    def _squares(self, base: Base, changes: Changes) -> float:
        """What some squares cost more if their stacks have changed since a base."""
        costs = base.costs
        return sum(self._evidence.misfit(square, stack) - costs[square] for square, stack in changes.items())

    def _singles(self, base: Base) -> Iterator[Line]:
        for choice in choices(base.position):
            if not base.odd & ~choice.move.changed and self._agree(choice.changes):
                yield from self._ending(base, choice.changes, (choice.move,))

    def _ending(self, base: Base, changes: Changes, moves: tuple[Move, ...]) -> Iterator[Line]:
        """The line of a base and the moves from there, if corner cells agree with its end."""
        evidence, undone = self._evidence, self._undone(base)
        target = {square: base.stacks[square] for move in undone for square, _ in move.changes}
        target |= changes
        shift = self._midway.shift(target)
        if shift > LEAN:
            return
        shown = seen(self._stacks, target, undone, moves, every=evidence.weighs_squares)
        concerned = touched_by((*undone, *moves))
        for turn in self.line.moves[-1].turns if self.line.moves else ():
            concerned |= 1 << turn.square
        traces = evidence.traces(shown, hands_on(concerned, (*undone, *moves), self._files))
        own = changes.keys() if moves else target.keys()
        noticed = evidence.weighs or any(shown >> square & 1 for square in own)
        prior = self._prior(undone, moves, noticed=noticed)
        times = evidence.trace.changed_at
        prior += sum(map(self._backward, moves))
        if undone and moves and begins_alike(undone[0], moves[0]):
            former, now = undone[0].landing, moves[0].landing
            if former and now and former.target != now.target:
                prior += min(landed_early(former.target, now.target, times), BACKWARD)
        line = self.line.back(base.back)
        for move in moves:
            line = line.play(move)
        squares = self._squares(base, changes)
        yield replace(line, cost=line.cost + sum(base.costs) + squares + shift + traces + prior)

    def _backward(self, move: Move) -> float:
        """The cost of a man having landed before it was lifted; where it left may have trembled since."""
        trace, origin = self._evidence.trace, move.landing.origin if move.landing else None
        times = trace.changed_at
        if origin is None or origin not in times:
            return 0.0
        first = next((stay.since for stay in trace.changes(origin)), times[origin])
        cost = backward(move, {**times, origin: first})
        if dict(move.changes).get(origin) and not self._evidence.weighs_squares:
            return min(cost, UNCALLED)  # no switch saw him lifted off the others; they were, too, later
        straddled = self._evidence.was_straddled(origin)
        return cost if cost or straddled else min(backward(move, times), BACKWARD)

    @cached_property
    def _has_stood(self) -> bool:
        """True if the man that moved last stood so long that he is not on his way any more."""
        line, times = self.line, self._evidence.trace.changed_at
        if not line.moves or len(line.rests) < len(line.moves):
            return False
        left = [times[square] for square, _ in line.moves[-1].changes if square in times]
        return bool(left) and min(left) > line.rests[-1] + STOOD_MS

    def _prior(self, undone: tuple[Move, ...], moves: tuple[Move, ...], *, noticed: bool) -> float:
        cost = taking_back(len(undone))
        if moves:
            cost += MOVE + SECOND_MOVE * (len(moves) - 1)
            if len(undone) == 1 and begins_alike(undone[0], moves[0]) and not self._has_stood:
                cost += SLID - TAKEBACK
            cost += REPLAYED * bool({move.name for move in undone} & {move.name for move in moves})
        if self._confirmed is not None:
            turn = self.line.position.turn
            turn = turn.other if (len(undone) + len(moves)) % 2 else turn
            return cost + UNNOTICED * (turn is self._confirmed)
        return cost + UNNOTICED * (bool(moves or undone) and not noticed)


def _lifting(men: int) -> float:
    """The prior cost of so many men, one or more, having been lifted for no move."""
    return LIFTED + LIFTED_MORE * (men - 1)


def _least(*lines: Iterable[Line]) -> float:
    return min((line.cost for each in lines for line in each), default=inf)
