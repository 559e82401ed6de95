"""From explanations to a verdict: accept by a margin, ask inside it, say what is wrong where none fits."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import TypeAlias

from board_driver.evidence import ODD, Evidence
from board_driver.hypotheses import ROUNDING, Explainer
from board_driver.lines import Line, become_alike, touched
from board_driver.priors import KEPT, MARGIN, MOVE, PATIENCE, SECOND_MOVE
from board_driver.sequences import FARTHEST, likeliest
from engine.types import Colour, Square

SOONEST = MOVE + SECOND_MOVE + PATIENCE
"""A hand that costs less than this is not weighed against several moves: none would cost less."""
PLAIN = 2.0 * MOVE
"""A single move that costs more on switches leaves something unexplained, and is weighed against several."""
WILD = 12.0
"""What costs more is hardly an explanation: others are believed, too, up to a quarter of the rest."""
MESS = 18.0
"""Where even the likeliest costs more, the players are asked at once, even in the middle of a move."""
MOST_HASTY = 8
"""So many moves may be made before the board comes to rest."""
MOST_MAYBES = 12
"""So many lines that are not believed are carried on, the likeliest."""
MOST_LINES = 64
"""More alternatives than this are not carried on: the players must answer first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Judged:
    """`maybes`: ways in which the game may have gone, too, but too improbable to be asked about, or not to
    be believed yet: they are carried on, and may prove right by what is played later. `otherwise`: the same
    if nothing of this is believed; at a pause."""

    maybes: tuple[Line, ...] = field(default=(), compare=False)
    otherwise: tuple[Line, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Agreed(_Judged):
    """The board agrees with these lines, the best first; with one of them alone if there is one.

    `shadows`: where the last move has been undone or amended, the lines in which a hand may instead be in the
    middle of the next one (a man to be taken in passing is set back first). They are not asked about; if
    what is done next completes such a move, it was that. `cost`: that of the best line. `askable`: False if
    after each of them a hand is in the middle of a move, which may tell which it is.
    """

    lines: tuple[Line, ...]
    shadows: tuple[Line, ...] = ()
    cost: float = 0.0
    askable: bool = True


@dataclass(frozen=True, slots=True)
class Unclear(_Judged):
    """The board agrees with more lines than can be carried on."""


@dataclass(frozen=True, slots=True)
class Underway(_Judged):
    """A hand is in the middle of something that can become a move; `askable`: or it may be one already."""

    askable: bool = False


@dataclass(frozen=True, slots=True)
class Astray(_Judged):
    """Nothing leads from the record to this board; by how many men (+ too many, - too few) it differs."""

    differences: tuple[tuple[Square, int], ...]


Verdict: TypeAlias = Agreed | Unclear | Underway | Astray


def judge(
    lines: Sequence[Line],
    evidence: Evidence,
    *,
    maybes: Sequence[Line] = (),
    confirmed: Colour | None = None,
    patient: bool = True,
    hasty: int = MOST_HASTY,
    pause: bool = False,
) -> Verdict:
    """What the board at rest says of the game, if one of `lines` is how it has gone so far.

    `maybes`: those of the last verdict. `confirmed`: the side that has pressed the key that says "I have
    moved". `patient`: a hand that may be in the middle of a move is waited for; otherwise that is one of the
    ways the game may have gone. `hasty`: up to so many moves may have been made since the last rest.
    `pause`: this is no rest, but a pause between two men that move.
    """
    rest = _Rest(lines, evidence, maybes, confirmed=confirmed, patient=patient, hasty=hasty)
    verdict = rest.verdict()
    verdict = replace(verdict, maybes=rest.maybes(verdict, pause=pause))
    return replace(verdict, otherwise=rest.maybes(None, pause=True)) if pause else verdict


class _Rest:
    """One rest of the board, being judged."""

    def __init__(
        self,
        lines: Sequence[Line],
        evidence: Evidence,
        maybes: Sequence[Line],
        *,
        confirmed: Colour | None,
        patient: bool,
        hasty: int,
    ) -> None:
        self._lines, self._evidence = lines, evidence
        self._confirmed, self._patient, self._most = confirmed, patient, hasty
        self._explainers, self._others = (
            [Explainer(line, evidence.since(line.since), confirmed=confirmed) for line in each]
            for each in (lines, maybes)
        )
        self._each_found = [_explanations(explainer) for explainer in self._explainers]
        self._found = [line for found in self._each_found for line in found]
        """What one move more, or an undone one, explains."""
        self._begun: list[Line] = []
        """What is explained by a hand being in the middle of one of several moves."""
        for explainer in self._others:
            self._found += explainer.explanations()

    def verdict(self) -> Verdict:
        """What is believed."""
        lines, explainers, patient = self._lines, self._explainers, self._patient
        best = min(self._found, key=lambda line: line.cost, default=None)
        shadows: list[Line] = []
        waits: list[Line] = []
        undoes = best is not None and _undoes(best, lines)
        known = best is not None and any(best.same_as(line) for line in lines)
        if self._confirmed is None and not known:
            worth = best.cost + PATIENCE if best else inf
            held = self._held(worth, in_hand=best is not None and not undoes)
            waits = [line for line in held if line.cost < worth]
            odd = best is not None and best.cost > PLAIN and not self._evidence.weighs_squares
            own = any(best is line for found in self._each_found for line in found)
            if best and (not own or (odd and not undoes)):
                return self._patiently(self._judge_hasty(waits))
            enough = worth + MARGIN - PATIENCE if undoes else worth
            ways = (*explainers, *self._others)
            if patient and best and any(each.lifted(enough) < enough for each in ways):
                return Underway(askable=True)
            if patient and best and undoes and any(line.cost + MARGIN < best.cost for line in waits):
                return Underway(askable=True)
            if undoes:
                shadows = self._undo(worth)
                begun = [line for line in self._begun if best and not line.same_as(best)]
                if patient and best and any(line.cost < best.cost + PATIENCE for line in begun):
                    return Underway(askable=True)
                if not patient:
                    self._found += waits
            elif waits and best and patient:
                return Underway(askable=True)
            elif best:
                self._found += waits
                unexplained = zip(held, self._each_found, strict=True)
                self._found += [line for line, own in unexplained if not own and line.cost < inf]
        if best and not undoes and explainers[0].moved - touched(best, lines):
            done, begun = self._hasty(best.cost + KEPT)
            if known:
                if patient and any(line.cost < best.cost for line in begun):
                    return Underway(askable=True)
            else:
                self._found += done
        if best:
            return self._patiently(self._agree(self._found, shadows), unsure=undoes)
        return self._patiently(self._judge_hasty(waits))

    def _held(self, worth: float, *, in_hand: bool) -> list[Line]:
        """The lines, a hand being in the middle of a move after each; `in_hand`: only with men in it.

        What costs more than `worth` may have that cost, unless nothing explains its line.
        """
        each = zip(self._lines, self._explainers, self._each_found, strict=True)
        return [
            replace(line, cost=explainer.underway(held=in_hand, worth=worth if found else inf))
            for line, explainer, found in each
        ]

    def _undo(self, worth: float) -> list[Line]:
        """The lines after which a hand may be in the middle of a move, though what is best undoes them all;
        several moves after what was undone are weighed, too."""
        own = [each for each in self._explainers if not each.is_shadow]
        done, self._begun = self._sequences(own, worth + KEPT)
        self._found += done
        costs = [(each.line, each.underway(bases=2, worth=worth)) for each in self._explainers]
        return [replace(line, cost=cost) for line, cost in costs if cost < worth]

    def maybes(self, verdict: Verdict | None, *, pause: bool) -> tuple[Line, ...]:
        """What may be so, too, the likeliest first; costs are those beyond the verdict's best line, if it is
        believed.

        What is played after a `pause` was played before the board came to rest, which is not that usual.
        """
        believed: Sequence[Line] = self._lines
        base, paid, fresh = None, 0.0, [*self._found, *self._begun]
        least = min((line.cost for line in fresh), default=inf)
        ends: dict[Hashable, float] = {}
        if isinstance(verdict, Agreed):
            believed, base, least = verdict.lines, verdict.cost, verdict.cost
            paid = base - self._standing(believed[0])
            ends = {_end(line): base for line in believed}
        held = [
            each.line
            for each in self._others
            if min(each.underway(), each.lifted()) < least + KEPT or not fresh
        ]
        fresh += [each.disturbed(least + KEPT) for each in self._left(believed)]
        found: dict[tuple[str, ...], Line] = {}
        for line in sorted([*fresh, *held], key=lambda line: line.cost):
            if line.cost >= ends.setdefault(_end(line), line.cost) + MARGIN:
                continue  # nothing that is played later will tell how it came to that
            if line.cost < least + KEPT and not any(_is_same(line, each) for each in believed):
                since, less, more = line.since, paid, 0.0
                if line not in held:
                    since = self._evidence.accounted(line.position.stacks)
                    less = self._standing(line) if base is None else base
                    more = SECOND_MOVE - MOVE if pause else 0.0
                lasting = max(line.cost - line.lifted - less, 0.0)
                found.setdefault(line.names, replace(line, cost=lasting + more, lifted=0.0, since=since))
        kept = list(found.values())
        if len(kept) > MOST_MAYBES:  # but none that may be believed though one that is let go is as likely
            kept = [line for line in kept if line.cost < kept[MOST_MAYBES].cost]
        return tuple(kept)

    def _left(self, believed: Sequence[Line]) -> list[Explainer]:
        """Those of the lines so far that are not believed any more."""
        return [
            each
            for each in self._explainers
            if not each.is_shadow
            and not any(line.same_moves(each.line) == len(each.line.moves) for line in believed)
        ]

    def _patiently(self, verdict: Verdict, *, unsure: bool = False) -> Verdict:
        """The verdict, unless it is unsure and a hand rests on what it is about, or a man between squares."""
        if not self._patient:
            return verdict
        found = verdict.lines if isinstance(verdict, Agreed) else ()
        moved = self._explainers[0].moved
        for line in found:
            others = () if any(map(line.same_as, self._lines)) else moved - touched(line, self._lines)
            if any(self._evidence.is_fingered(square, line.position.stacks[square]) for square in others):
                return Underway(askable=True)
        unsure |= isinstance(verdict, Unclear) or len(found) > 1
        tells = not unsure and self._evidence.observer.reed is not None  # that he stands under that hand
        pressed = not tells and any(
            self._evidence.is_pressed(square, line.position.stacks[square])
            for line in found
            for square in touched(line, self._lines)
        )
        if pressed or (unsure and (self._evidence.straddles() or self._evidence.leans())):
            return Underway(askable=True)
        return verdict

    def _judge_hasty(self, waits: Sequence[Line]) -> Verdict:
        """The verdict if no single move explains all: several may, or all of them but one underway.

        `waits`: the lines of which a move may be underway. While a hand rests on the board its men can't be
        counted, and it will go.
        """
        found, patient, explainers = self._found, self._patient, self._explainers
        single, waiting = (min((line.cost for line in each), default=inf) for each in (found, waits))
        if patient and waiting < min(SOONEST, single + PATIENCE):
            return Underway(askable=bool(found))
        if not found and self._evidence.leans():
            return Astray(differences(self._lines[0], self._evidence))
        lifted = min(each.lifted() for each in explainers)
        done, begun = self._hasty(min(lifted, waiting) + KEPT)
        done = self._found = [*done, *found]
        least = min((line.cost for line in (*done, *begun)), default=inf)
        if least < inf and min(lifted, waiting) >= least + (MARGIN if patient else PATIENCE):
            settled = _settle(done, begun)
            if settled or not patient:
                ended = {line.names for line in done}
                waits_on = settled is not done and not all(line.names in ended for line in begun)
                return self._agree(settled or [*done, *begun], (), askable=not waits_on)
            return Underway(askable=True)
        if lifted <= waiting and not found:
            return Astray(differences(self._lines[0], self._evidence))
        if patient or min(lifted, waiting) + MARGIN < least:
            return Underway(askable=min(lifted, waiting) + MARGIN >= least)
        return self._agree([*done, *begun, *waits], ())

    def _hasty(self, worth: float) -> tuple[list[Line], list[Line]]:
        """The lines of several moves, done and with the last one underway; none if it is likelier that men
        were moved as no game has it. Those that cost more than `worth` may be missing."""
        done, begun = self._sequences((*self._explainers, *self._others), worth)
        for each in self._others:
            half = replace(each.line, cost=each.underway(bases=1))
            begun.append(min(half, each.disturbed(), key=lambda line: line.cost))
        begun = [line for line in begun if line.cost <= worth]
        least = min((line.cost for line in (*done, *begun)), default=inf)
        if least > min(FARTHEST, *(each.astray() for each in self._explainers)):
            return [], []
        self._begun = begun
        return done, begun

    def _sequences(self, ways: Iterable[Explainer], worth: float) -> tuple[list[Line], list[Line]]:
        """The lines of several moves from any of these, done and with the last one underway."""
        if self._evidence.balances:
            whole = self._evidence.is_whole()
            return likeliest([each.beginning(worth) for each in ways], most=self._most) if whole else ([], [])
        both = [each.hasty(self._most, worth) for each in ways]
        return [line for done, _ in both for line in done], [line for _, begun in both for line in begun]

    def _agree(
        self, found: Sequence[Line], shadows: Sequence[Line], *, askable: bool = True
    ) -> Agreed | Unclear:
        found = sorted(found, key=lambda line: line.cost)
        least = found[0].cost
        distinct: dict[tuple[str, ...], Line] = {}
        for line in found:
            distinct.setdefault(line.names, line)
        margin = MARGIN + max(least - WILD, 0.0) / 4.0 - ROUNDING
        close = [line for line in distinct.values() if line.cost < least + margin]
        if len(close) > MOST_LINES:
            return Unclear()
        lasting = min(line.cost - line.lifted for line in close)
        return Agreed(
            tuple(
                replace(
                    line,
                    cost=line.cost - line.lifted - lasting,
                    lifted=0.0,
                    since=self._evidence.accounted(line.position.stacks),
                )
                for line in close
            ),
            tuple(replace(line, cost=min(line.cost - least, -MARGIN - 1.0)) for line in shadows),
            least,
            askable or least > MESS,
        )

    def _standing(self, line: Line) -> float:
        """What the squares cost that agree with a line: that is weighed anew at the next rest."""
        costs = (self._evidence.misfit(at, stack) for at, stack in enumerate(line.position.stacks))
        return sum(cost for cost in costs if cost <= ODD)


def _explanations(explainer: Explainer) -> list[Line]:
    """The lines that agree with the board; of a shadow only what goes on from it, for it was undone."""
    found, shadow = explainer.explanations(), explainer.line
    if not explainer.is_shadow:
        return found
    return [line for line in found if len(line.moves) > len(shadow.moves) == line.same_moves(shadow)]


def _settle(done: Sequence[Line], begun: Sequence[Line]) -> Sequence[Line]:
    """Which of the lines of several moves to go by; none if the last man may be in the hand, and which move
    came before it hangs on that."""
    if not done or not begun:
        return done or begun
    best_done, best_begun = (min(each, key=lambda line: line.cost) for each in (done, begun))
    if best_begun.cost >= best_done.cost + PATIENCE:
        return done
    if best_done.same_moves(best_begun) == len(best_begun.moves):
        return [*begun, *done]
    return [] if best_done.cost < best_begun.cost + MARGIN else begun


def _is_same(line: Line, other: Line) -> bool:
    """True if two lines have the same moves, or if they part where a man became something else: if that was
    asked, it has been answered."""
    moves = line.same_moves(other)
    parting = line.moves[moves : moves + 1] + other.moves[moves : moves + 1]
    return not parting or (len(parting) == 2 and become_alike(parting))


def _end(line: Line) -> Hashable:
    return line.position.turn, line.position.stacks


def _undoes(line: Line, lines: Sequence[Line]) -> bool:
    """True if a line undoes or amends the end of all the others."""
    return all(line.same_moves(other) < len(other.moves) for other in lines)


def differences(line: Line, evidence: Evidence) -> tuple[tuple[Square, int], ...]:
    """By how many men each square differs from the end of a line, as far as its sensors can tell."""
    evidence = evidence.without(line.faults)
    found = []
    for square, stack in enumerate(line.position.stacks):
        if not evidence.is_odd(square, stack):
            continue
        men = evidence.men(square, stack)
        difference = (-len(stack) or 1) if men is None else max(round(men), 0) - len(stack)
        if difference:
            found.append((square, difference))
    return tuple(found)
