"""What may have happened to the game, as lines of play with a cost, and what a hand may be in the middle of.

A line is scored by what it predicts for every sensor, plus a prior for how unusual it is. No game has a
detector of its own: captures, castling, splits and takebacks all are differences of stacks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import islice
from math import inf
from typing import TypeAlias

from board_driver.evidence import CROWN, ODD, SOUND, UNSEEN, Evidence
from board_driver.lines import Line
from engine.game import Position
from engine.types import Colour, Move, Square, Stack, Transfer

TAKEBACK, TAKEBACK_PLY = 6.5, 0.5
"""Prior costs of taking moves back, and of each ply of it: more than MARGIN, so that it yields to a move."""
MOVE, SECOND_MOVE = 1.0, 3.0
"""Prior costs of a move, and of another one before the board came to rest."""
LEAN = 12.0
"""What a hand that leans on the board costs at most, on corner cells, while men are in it."""
DISORDER, HASTE_MS = 10.0, 300
"""A man set down before the one that moved earlier; a reply may land before, by so little."""
BACKWARD, CHATTER_MS = 6.0, 60
"""A man set down before it was lifted, by more than a switch chatters."""
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

Changes: TypeAlias = dict[Square, Stack]


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move; `changes` are its own, `squares` all on which a hand does something."""

    move: Move
    changes: Changes
    squares: frozenset[Square]


@lru_cache(maxsize=64)
def choices(position: Position) -> tuple[Choice, ...]:
    """The legal moves that change the board, none when the game is over; the last answers are kept."""
    moves = () if position.outcome() else position.legal_moves()
    return tuple(Choice(move, dict(move.changes), frozenset(move.squares)) for move in moves if move.changes)


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
        self._known: dict[tuple[Square, Hashable], float] = {}
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

    def lifted(self) -> float:
        """The cost of nothing having happened, but some men being off the board for the moment; or inf."""
        base = next(self._bases())
        cost = self._line.cost + sum(base.costs) + LIFTED + LIFTED_MORE * (len(base.odd) - 1)
        left: Changes = {}
        for square in base.odd:
            rests = [base.stacks[square][:height] for height in range(len(base.stacks[square]))]
            fitting = [rest for rest in rests if self._misfit(square, rest) <= ODD]
            if not fitting:
                return inf
            left[square] = min(fitting, key=partial(self._misfit, square))
            cost += self._misfit(square, left[square]) - base.costs[square]
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
            wrong = sum(self._misfit(square, stack) > ODD for square, stack in stacks.items())
            if wrong <= DEEP_ODD:
                yield changes, moves
            return
        for choice in choices(position):
            if self._may_begin(base, choice, len(moves) + plies + 1):
                after = position.after(choice.move)
                more = (*moves, choice.move)
                yield from self._sequences(base, after, changes | choice.changes, more, plies - 1)

    def _bases(self) -> Iterator[_Base]:
        positions, moves = self._line.positions, self._line.moves
        costs = [self._misfit(square, stack) for square, stack in enumerate(self._stacks)]
        odd = {square for square, cost in enumerate(costs) if cost > ODD}
        yield _Base(positions[-1], self._stacks, 0, costs, frozenset(odd))
        for back in range(1, len(positions)):
            position = positions[-1 - back]
            costs = costs.copy()
            stacks = position.stacks
            for square, _ in moves[-back].changes:
                costs[square] = self._misfit(square, stacks[square])
                (odd.add if costs[square] > ODD else odd.discard)(square)
            yield _Base(position, stacks, back, costs, frozenset(odd))

    def _misfit(self, square: Square, stack: Stack) -> float:
        key = (square, self._evidence.load(stack))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._evidence.misfit(square, stack)
        return known

    def _agrees(self, base: _Base, changes: Changes) -> bool:
        return base.odd <= changes.keys() and all(
            self._misfit(square, stack) <= ODD for square, stack in changes.items()
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
            fitting = [stack for stack in possible if self._misfit(square, stack) <= ODD]
            if not fitting:
                return inf
            stack = min(fitting, key=partial(self._misfit, square))
            more += self._misfit(square, stack) - base.costs[square]
            men -= len(stack) if square in before else 0
            chosen[square] = stack
            end = after.get(square, stacks[square])
            complete &= all(_stands_for(each, end) for each in fitting)
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
        return sum(self._misfit(square, stack) > ODD for square, stack in choice.changes.items()) <= 2

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
        shown = _seen(now, target, undone, moves, every=evidence.weighs_squares)
        turned = {turn.square for move in self._line.moves[-1:] for turn in move.turns}
        concerned = turned.union(*(move.squares for move in (*undone, *moves)))
        traces = evidence.traces(shown, sum(1 << square for square in concerned))
        prior = self._prior(undone, moves, noticed=bool(shown) or evidence.weighs) + self._unlikely(moves)
        if len(moves) > 1 and prior > FAR_FETCHED:
            return
        line = self._played(base, moves)
        squares = sum(self._misfit(square, stack) - base.costs[square] for square, stack in changes.items())
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
            if len(undone) == 1 and _begins_alike(undone[0], moves[0]):
                cost += SLID - TAKEBACK
        if self._confirmed:
            return cost + UNNOTICED * (not moves)
        return cost + UNNOTICED * (bool(moves or undone) and not noticed)


def _begins_alike(move: Move, other: Move) -> bool:
    """True if two moves lift the same men, so that one may have become the other in the hand."""
    origins, others = ({transfer.origin for transfer in each.transfers} for each in (move, other))
    return bool(origins & others)


def disorder(moves: Sequence[Move], changed_at: Mapping[Square, int]) -> float:
    """The cost of moves in an order of time that they can't have had, as far as can be seen.

    A man lands after it was lifted, and after the men of its side that moved before; it may land a little
    before the other side's man that it replies to. Where a man is turned over, too, it may be late.
    `changed_at`: when each square changed last, ms.
    """
    cost = 0.0
    landings: list[int | None] = []
    for number, move in enumerate(moves):
        others = {square for other in (*moves[:number], *moves[number + 1 :]) for square in other.squares}
        others |= {turn.square for turn in move.turns}
        lifted, landed = (
            None if square is None or square in others else changed_at.get(square)
            for square in (move.transfers[-1].origin, move.transfers[-1].target)
        )
        landings.append(landed)
        if lifted is not None and landed is not None and lifted > landed + CHATTER_MS:
            cost += BACKWARD
    for ahead, late in ((1, HASTE_MS), (2, 0)):
        for first, second in zip(landings, landings[ahead:], strict=False):
            if first is not None and second is not None and first > second + late:
                cost += DISORDER
    return cost


def _colours(stack: Stack) -> list[Colour]:
    return [man.colour for man in stack]


def _stands_for(stack: Stack, end: Stack) -> bool:
    """True if a stack will do at a move's end: a promoted man may still be the old one, a crown late."""
    if end and end[-1].kind == CROWN and len(stack) < len(end):
        end = end[:-1]
    return _colours(stack) == _colours(end)


def _seen(
    stacks: Sequence[Stack], after: Changes, undone: Sequence[Move], made: Sequence[Move], *, every: bool
) -> int:
    """Bitmap of the squares whose sensor must have seen something when moves were undone and others made.

    `stacks`: those before; `after`: those then, where moves changed them. `every`: all squares whose stack
    changes; otherwise those that become empty or occupied. A man need not rest on the squares it only passes.
    An undone move followed by another is a man that goes on: only where other men stand than before has
    something been seen.
    """
    if undone and made:
        other = [square for square, stack in after.items() if _colours(stack) != _colours(stacks[square])]
        return sum(1 << square for square in other if every or len(stacks[square]) == len(after[square]) == 1)
    changed = {square for move in (*undone, *made) for square, _ in move.changes}
    transfers = [transfer for move in made for transfer in move.transfers]
    if not made:
        back = reversed([transfer for move in undone for transfer in move.transfers])
        transfers = [Transfer(transfer.target, transfer.origin, transfer.count) for transfer in back]
    heights: dict[Square, int] = {}
    squares = 0
    for transfer in transfers:
        for square, men in ((transfer.origin, -transfer.count), (transfer.target, transfer.count)):
            if square is None or square not in changed:
                continue
            before = heights.get(square, len(stacks[square]))
            heights[square] = before + men
            if every or not before or not heights[square]:
                squares |= 1 << square
    return squares


def halfway(before: Changes, move: Move) -> dict[Square, list[Stack]]:
    """The stacks that may stand on each square of a move while it is being made; `before`: those before it.

    Each transfer is not begun, in the hand or done; a man that is turned over may be in the hand, too.
    """
    options = {square: [stack] for square, stack in before.items()}
    after = dict(move.changes)
    for transfer in move.transfers:
        origin, target, count = transfer.origin, transfer.target, transfer.count
        carried = after.get(target, ())[-count:] if target is not None else ()
        if origin is not None:
            enough = [stack for stack in options[origin] if len(stack) >= count]
            carried = enough[-1][-count:] if enough else carried
            options[origin] += [stack[:-count] for stack in enough]
        if target is not None:
            options[target] += [stack + carried for stack in options[target]]
    for turn in move.turns:
        options[turn.square] += [each[:-1] for each in options[turn.square] if each]
    return options
