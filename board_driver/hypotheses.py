"""What may have happened to the game, as lines of play with a cost, and what a hand may be in the middle of.

A line is scored by what it predicts for every sensor, plus a prior for how unusual it is. No game has a
detector of its own: captures, castling, splits and takebacks all are differences of stacks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, islice
from math import inf

from board_driver.choices import Changes, Choice, begins_alike, choices, disorder, halfway, seen, stands_for
from board_driver.evidence import CROWN, ODD, SOUND, UNSEEN, Evidence
from board_driver.lines import Line
from engine.game import Position
from engine.types import Move, Square, Stack

TAKEBACK, TAKEBACK_PLY = 6.5, 0.5
"""Prior costs of taking moves back, and of each ply of it: more than MARGIN, so that it yields to a move."""
MOVE, SECOND_MOVE = 1.0, 3.0
"""Prior costs of a move, and of another one before the board came to rest."""
LEAN = 12.0
"""What a hand that leans on the board costs at most, on corner cells, while men are in it."""
FAR_FETCHED = 16.0
"""Several moves that cost more than this, sensors aside, are no explanation."""
SLID = 2.5
"""Prior cost of the last man having gone on to another square."""
LIFTED, LIFTED_MORE = 6.0, 1.5
"""Prior costs of a man, and each other one, having been lifted for no move: knocked, adjusted, looked at."""
MOST_SEQUENCES = 60
"""No more ways than this of having begun are looked at."""
HELD = 1.0
"""Prior cost of the board resting while men are in the hand."""
UNNOTICED = 12.0
"""Prior cost of what the players' confirm key contradicts: a move that changed no sensor, without the key."""
FARTHER = 8
"""A board that disagrees in so many squares more than with later positions shows no earlier one still."""
DEEP_ODD = 4
"""A move after a takeback of several plies is looked for where no more than this many squares disagree."""


@dataclass(frozen=True, slots=True)
class _Base:
    """A position of the record from which something may have been played, `back` plies before its end.

    `costs`: those of each square, a1 first; `odd`: the squares that don't agree.
    """

    position: Position
    stacks: tuple[Stack, ...]
    back: int
    costs: list[float]
    odd: frozenset[Square]


class Explainer:
    """The explanations of one rest of the board, for one line of play."""

    def __init__(self, line: Line, evidence: Evidence, *, confirmed: bool) -> None:
        self._line = line
        self._evidence = evidence
        self._confirmed = confirmed
        self._stacks = line.position.stacks
        self._found: list[_Base] = []
        self._more = self._find_bases()
        self._sees_all = evidence.weighs_squares or all(len(stack) <= 1 for stack in self._stacks)

    def explanations(self) -> list[Line]:
        """All lines that agree with the board, with their costs, in no order; none if nothing agrees."""
        found: list[Line] = []
        fewest = len(self._stacks)
        for base in self._bases():
            fewest = min(fewest, len(base.odd))
            if len(base.odd) > fewest + FARTHER:
                break
            found += self._ending(base, {}, ())
            if not base.back and found and self._is_beyond_doubt(base):
                return found
            if base.back <= 1 or len(base.odd) <= DEEP_ODD:
                found += self._singles(base)
        return found

    def _is_beyond_doubt(self, base: _Base) -> bool:
        """True if every square agrees with a position, and nothing hints at another."""
        sound = not self._confirmed and max(base.costs) <= SOUND
        return sound and self._evidence.shift(()) < ODD

    def underway(self, *, held: bool = False) -> float:
        """The least cost of a hand being in the middle of a move, or of undoing or amending the last one.

        `held`: only with men in the hand, not between two transfers of a move.
        """
        return min(
            (
                self._line.cost + sum(base.costs) + cost + HELD + TAKEBACK * base.back
                for base in islice(self._bases(), 2)
                for choice in choices(base.position)
                if base.odd <= choice.squares and (cost := self._half_cost(base, {}, choice, held=held)) < inf
            ),
            default=inf,
        )

    def leaned_on(self) -> bool:
        """True if a hand rests on the board: squares weigh more than their men, and no move brings any."""
        base = next(self._bases())
        return self._evidence.leans(base.odd, base.stacks) and not any(
            len(stack) > len(base.stacks[square]) and stack[-1].kind == CROWN
            for choice in choices(base.position)
            for square, stack in choice.changes.items()
        )

    def lifted(self) -> float:
        """The cost of nothing having happened, but some men being off the board for the moment; or inf."""
        base = next(self._bases())
        cost = self._line.cost + sum(base.costs) + LIFTED + LIFTED_MORE * (len(base.odd) - 1)
        left: Changes = {}
        for square in base.odd:
            rests = [base.stacks[square][:height] for height in range(len(base.stacks[square]))]
            fitting = [rest for rest in rests if self._evidence.misfit(square, rest) <= ODD]
            if not fitting:
                return inf
            left[square] = min(fitting, key=partial(self._evidence.misfit, square))
            cost += self._evidence.misfit(square, left[square]) - base.costs[square]
        return cost + self._hold(left) if left else inf

    def _hold(self, chosen: Changes) -> float:
        """The cost of traces and shifts if so many men stand on some squares, and others are in the hand."""
        changes = {square: stack for square, stack in chosen.items() if stack != self._stacks[square]}
        shift = self._evidence.shift(
            (square, self._stacks[square], stack) for square, stack in changes.items()
        )
        return min(shift, LEAN) + self._evidence.traces(0, sum(1 << square for square in changes))

    def hasty(self, most: int) -> tuple[list[Line], list[Line]]:
        """Lines with up to `most` moves made before the board rested: all done, or the last underway."""
        done: list[Line] = []
        held: list[Line] = []
        for plies in range(2, most + 1):
            if plies > 2 and (done or held or not self._sees_all):
                break
            for base in islice(self._bases(), 2):
                sequences = self._sequences(base, base.position, {}, (), plies - 1)
                for changes, moves in islice(sequences, MOST_SEQUENCES):
                    after = self._played(base, moves)
                    for choice in choices(after.position):
                        both = changes | choice.changes
                        if self._agrees(base, both):
                            done += self._ending(base, both, (*moves, choice.move))
                    if not base.back and not self._evidence.balances:
                        held += self._holding(base, changes, moves, after)
        return done, held

    def _holding(self, base: _Base, changes: Changes, moves: tuple[Move, ...], after: Line) -> Iterator[Line]:
        """The line after some moves, if a next one may be underway."""
        half = min((self._half_cost(base, changes, each) for each in choices(after.position)), default=inf)
        if half < inf:
            prior = self._prior((), moves, noticed=True) + HELD
            prior += self._unlikely(moves)
            yield replace(after, cost=after.cost + sum(base.costs) + half + prior)

    def _played(self, base: _Base, moves: tuple[Move, ...]) -> Line:
        line = self._line.back(base.back)
        for move in moves:
            line = line.play(move)
        return line

    def _sequences(
        self, base: _Base, position: Position, changes: Changes, moves: tuple[Move, ...], plies: int
    ) -> Iterator[tuple[Changes, tuple[Move, ...]]]:
        """So many moves more, with what all change, that may have been made with just one after them."""
        if not plies:
            stacks = {square: base.stacks[square] for square in base.odd} | changes
            wrong = sum(self._evidence.misfit(square, stack) > ODD for square, stack in stacks.items())
            if wrong <= DEEP_ODD:
                yield changes, moves
            return
        for choice in choices(position):
            if self._may_begin(base, choice, len(moves) + plies + 1):
                after = position.after(choice.move)
                more = (*moves, choice.move)
                yield from self._sequences(base, after, changes | choice.changes, more, plies - 1)

    def _bases(self) -> Iterator[_Base]:
        """The positions of the line, the last first, with what the board says of each; found but once."""
        for number in count():
            if number == len(self._found):
                self._found += islice(self._more, 1)
            if number == len(self._found):
                return
            yield self._found[number]

    def _find_bases(self) -> Iterator[_Base]:
        positions, moves = self._line.positions, self._line.moves
        costs = [self._evidence.misfit(square, stack) for square, stack in enumerate(self._stacks)]
        odd = {square for square, cost in enumerate(costs) if cost > ODD}
        yield _Base(positions[-1], self._stacks, 0, costs, frozenset(odd))
        for back in range(1, len(positions)):
            position = positions[-1 - back]
            costs = costs.copy()
            stacks = position.stacks
            for square, _ in moves[-back].changes:
                costs[square] = self._evidence.misfit(square, stacks[square])
                (odd.add if costs[square] > ODD else odd.discard)(square)
            yield _Base(position, stacks, back, costs, frozenset(odd))

    def _agrees(self, base: _Base, changes: Changes) -> bool:
        return base.odd <= changes.keys() and all(
            self._evidence.misfit(square, stack) <= ODD for square, stack in changes.items()
        )

    def _singles(self, base: _Base) -> Iterator[Line]:
        for choice in choices(base.position):
            if self._agrees(base, choice.changes):
                yield from self._ending(base, choice.changes, (choice.move,))

    def _half_cost(self, base: _Base, changes: Changes, choice: Choice, *, held: bool = False) -> float:
        """What the squares cost more if, after a base and some changes, a move is half made; or inf."""
        stacks = base.stacks
        before = {square: changes.get(square, stacks[square]) for square in choice.squares}
        options = {square: [stack] for square, stack in changes.items()} | halfway(before, choice.move)
        if not base.odd <= options.keys():
            return inf
        after = changes | choice.changes
        more = 0.0
        chosen: Changes = {}
        complete = True
        men = sum(map(len, before.values()))
        for square, possible in options.items():
            fitting = [stack for stack in possible if self._evidence.misfit(square, stack) <= ODD]
            if not fitting:
                return inf
            stack = min(fitting, key=partial(self._evidence.misfit, square))
            more += self._evidence.misfit(square, stack) - base.costs[square]
            men -= len(stack) if square in before else 0
            chosen[square] = stack
            end = after.get(square, stacks[square])
            complete &= all(stands_for(each, end) for each in fitting)
        if complete or (held and not men):
            return inf
        return more + self._hold(chosen)

    def _may_begin(self, base: _Base, choice: Choice, plies: int) -> bool:
        """True if a move may be one of several, not the last: of two, it mends something and leaves little;
        of more, all its cells have seen something."""
        if plies > 2:
            return choice.changes.keys() <= self._evidence.moved()
        left = base.odd - choice.changes.keys()
        if len(left) == len(base.odd) or len(left) > DEEP_ODD:
            return False
        return (
            sum(self._evidence.misfit(square, stack) > ODD for square, stack in choice.changes.items()) <= 2
        )

    def _ending(self, base: _Base, changes: Changes, moves: tuple[Move, ...]) -> Iterator[Line]:
        """The line of a base and the moves from there, if the board agrees with its end."""
        if base.odd - changes.keys():
            return
        evidence, now = self._evidence, self._stacks
        undone = self._line.moves[len(self._line.moves) - base.back :]
        target = {square: base.stacks[square] for move in undone for square, _ in move.changes}
        target |= changes
        shift = evidence.shift((square, now[square], stack) for square, stack in target.items())
        if shift > LEAN:
            return
        shown = seen(now, target, undone, moves, every=evidence.weighs_squares)
        turned = {turn.square for move in self._line.moves[-1:] for turn in move.turns}
        concerned = turned.union(*(move.squares for move in (*undone, *moves)))
        traces = evidence.traces(shown, sum(1 << square for square in concerned))
        prior = self._prior(undone, moves, noticed=bool(shown) or evidence.weighs) + self._unlikely(moves)
        if len(moves) > 1 and prior > FAR_FETCHED:
            return
        line = self._played(base, moves)
        squares = sum(
            self._evidence.misfit(square, stack) - base.costs[square] for square, stack in changes.items()
        )
        yield replace(line, cost=line.cost + sum(base.costs) + squares + shift + traces + prior)

    def _unlikely(self, moves: tuple[Move, ...]) -> float:
        """The cost of an order of time that moves can't have had, and of squares that changed too seldom."""
        observer = self._evidence.observer
        visits = Counter(square for move in moves for square, _ in move.changes)
        unseen = sum(max(count - observer.visits[square], 0) for square, count in visits.items() if count > 1)
        return disorder(moves, observer.changed_at) + UNSEEN * unseen

    def _prior(self, undone: tuple[Move, ...], moves: tuple[Move, ...], *, noticed: bool) -> float:
        cost = TAKEBACK + TAKEBACK_PLY * len(undone) if undone else 0.0
        if moves:
            cost += MOVE + SECOND_MOVE * (len(moves) - 1)
            if len(undone) == 1 and begins_alike(undone[0], moves[0]):
                cost += SLID - TAKEBACK
        if self._confirmed:
            return cost + UNNOTICED * (not moves)
        return cost + UNNOTICED * (bool(moves or undone) and not noticed)
