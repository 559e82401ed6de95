"""From explanations to a verdict: accept by a margin, ask inside it, say what is wrong where none fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import TypeAlias

from board_driver.evidence import Evidence
from board_driver.hypotheses import Explainer
from board_driver.lines import Line
from board_driver.priors import CLOSE, MARGIN, MOVE, PATIENCE, SECOND_MOVE
from engine.types import Square

SOONEST = MOVE + SECOND_MOVE + PATIENCE
"""A hand that costs less than this is not weighed against several moves: none would cost less."""
PLAIN = 2.0 * MOVE
"""A single move that costs more on switches leaves something unexplained, and is weighed against several."""
MOST_HASTY = 8
"""So many moves may be made before the board comes to rest."""
MOST_LINES = 64
"""More alternatives than this are not carried on: the players must answer first."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """The board agrees with these lines, the best first; with one of them alone if there is one.

    `shadows`: where the last move has been undone or amended, the lines in which a hand may instead be in the
    middle of the next one (a man to be taken in passing is set back first). They are not asked about; if
    what is done next completes such a move, it was that. `cost`: that of the best line.
    """

    lines: tuple[Line, ...]
    shadows: tuple[Line, ...] = ()
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class Unclear:
    """The board agrees with more lines than can be carried on."""


@dataclass(frozen=True, slots=True)
class Underway:
    """A hand is in the middle of something that can become a move; `askable`: or it may be one already."""

    askable: bool = False


@dataclass(frozen=True, slots=True)
class Astray:
    """Nothing leads from the record to this board; by how many men (+ too many, - too few) it differs."""

    differences: tuple[tuple[Square, int], ...]


Verdict: TypeAlias = Agreed | Unclear | Underway | Astray


def judge(
    lines: Sequence[Line],
    evidence: Evidence,
    *,
    confirmed: bool = False,
    patient: bool = True,
    hasty: int = MOST_HASTY,
    passing: bool = False,
) -> Verdict:
    """What the board at rest says of the game, if one of `lines` is how it has gone so far.

    `confirmed`: the player to move has pressed the key that says "I have moved". `patient`: a hand that
    may be in the middle of a move is waited for; otherwise that is one of the ways the game may have gone.
    `hasty`: up to so many moves may have been made since the last rest. `passing`: nothing is asked but what
    the board agrees with, if that is not the first of the lines: any other verdict may stand for another.
    """
    explainers = [Explainer(line, evidence, confirmed=confirmed) for line in lines]
    each_found = [_explanations(explainer) for explainer in explainers]
    found = [line for lines_found in each_found for line in lines_found]
    best = min(found, key=lambda line: line.cost, default=None)
    shadows: list[Line] = []
    waits: list[Line] = []
    undoes = best is not None and _undoes(best, lines)
    if not confirmed and not (best and any(best.same_as(line) for line in lines)):
        worth = best.cost + PATIENCE if best else inf
        held = [
            replace(
                line,
                cost=explainer.underway(held=best is not None and not undoes, worth=worth if own else inf),
            )
            for line, explainer, own in zip(lines, explainers, each_found, strict=True)
        ]
        waits = [line for line in held if line.cost < worth]
        if best and not undoes and best.cost > PLAIN and not evidence.weighs_squares:
            verdict = _judge_hasty(
                explainers, found, waits, evidence, patient=patient, passing=passing, most=hasty
            )
            return _patiently(verdict, lines, explainers, evidence) if patient else verdict
        if patient and best and any(each.lifted(worth) < worth for each in explainers):
            return Underway(askable=True)
        if patient and best and undoes and any(line.cost + MARGIN < best.cost for line in waits):
            return Underway(askable=True)
        if undoes:
            shadows = [
                replace(line, cost=cost)
                for line, explainer in zip(lines, explainers, strict=True)
                if (cost := explainer.underway(deep=False, worth=worth)) < worth
            ]
            worth += MARGIN - PATIENCE
            found += [
                line
                for each in explainers
                if not each.is_shadow
                for line in each.hasty(hasty, worth, every=True, among=len(explainers))[0]
            ]
        elif waits and best and patient:
            return Underway(askable=True)
        elif best:
            found += waits
            found += [line for line, own in zip(held, each_found, strict=True) if not own and line.cost < inf]
    if best and not undoes and evidence.moved() - touched(best, lines):
        stands = any(best.same_as(line) for line in lines)
        if not stands:
            found += _hasty(explainers, hasty, best.cost + MARGIN, every=True)[0]
        elif patient and not (passing and best.same_as(lines[0])):
            begun = _hasty(explainers, hasty, best.cost, every=True)[1]
            if any(line.cost < best.cost for line in begun):
                return Underway(askable=True)
    if best:
        verdict = _agree(found, shadows)
        return _patiently(verdict, lines, explainers, evidence, unsure=undoes) if patient else verdict
    verdict = _judge_hasty(explainers, [], waits, evidence, patient=patient, passing=passing, most=hasty)
    return _patiently(verdict, lines, explainers, evidence) if patient else verdict


def _explanations(explainer: Explainer) -> list[Line]:
    """The lines that agree with the board, but for a shadow itself: it was undone."""
    found = explainer.explanations()
    return [line for line in found if not (explainer.is_shadow and line.same_as(explainer.line))]


def _patiently(
    verdict: Verdict,
    lines: Sequence[Line],
    explainers: Sequence[Explainer],
    evidence: Evidence,
    *,
    unsure: bool = False,
) -> Verdict:
    """The verdict, unless it is unsure and a hand rests on what it is about, or a man between two squares."""
    found = verdict.lines if isinstance(verdict, Agreed) else ()
    unsure |= isinstance(verdict, Unclear) or len(found) > 1
    if not unsure:
        return verdict
    pressed = any(
        evidence.is_pressed(square, line.position.stacks[square])
        for line in found
        for square in touched(line, lines)
    )
    if pressed or evidence.straddles() or any(explainer.leaned_on() for explainer in explainers):
        return Underway(askable=True)
    return verdict


def _judge_hasty(
    explainers: Sequence[Explainer],
    found: Sequence[Line],
    waits: Sequence[Line],
    evidence: Evidence,
    *,
    patient: bool,
    passing: bool,
    most: int,
) -> Verdict:
    """The verdict if no single move explains all: several may, or all of them but one underway.

    `found`: what a single move explains; `waits`: the lines of which a move may be underway. While a hand
    rests on the board its men can't be counted, and it will go.
    """
    single, waiting = (min((line.cost for line in each), default=inf) for each in (found, waits))
    if patient and waiting < min(SOONEST, single + PATIENCE):
        return Underway(askable=bool(found))
    if not found and explainers[0].leaned_on():
        return Astray(differences(explainers[0].line, evidence))
    lifted = min(each.lifted() for each in explainers)
    worth = min(lifted, waiting) + MARGIN
    if patient and (passing or lifted <= waiting) and not found and len(explainers) == 1:
        worth -= CLOSE  # only if one of them costs less, any is asked for
    done, begun = _hasty(explainers, most, min(worth, single + CLOSE))
    done += found
    least = min((line.cost for line in (*done, *begun)), default=inf)
    if least < inf and min(lifted, waiting) >= least + PATIENCE:
        settled = _settle(done, begun)
        if settled or not patient:
            return _agree(settled or [*done, *begun], ())
        return Underway(askable=True)
    if lifted <= waiting and not found:
        return Astray(differences(explainers[0].line, evidence))
    if patient or min(lifted, waiting) + MARGIN < least:
        return Underway(askable=min(lifted, waiting) + MARGIN >= least)
    return _agree([*done, *begun, *waits], ())


def _hasty(
    explainers: Sequence[Explainer], most: int, worth: float, *, every: bool = False
) -> tuple[list[Line], list[Line]]:
    """The lines of several moves, done and with the last one underway; none if it is likelier that men were
    moved as no game has it. For `worth` and `every` see `Explainer.hasty`."""
    done: list[Line] = []
    begun: list[Line] = []
    least = inf
    for explainer in explainers:
        near = worth if every else min(worth, least + CLOSE)
        more_done, more_begun = explainer.hasty(most, near, every=every, among=len(explainers))
        done += more_done
        begun += more_begun
        least = min((line.cost for line in (*done, *begun)), default=inf)
    return ([], []) if least > min(each.astray() for each in explainers) else (done, begun)


def _settle(done: Sequence[Line], begun: Sequence[Line]) -> Sequence[Line]:
    """Which of the lines of several moves to go by; none if the last man may be in the hand, and which move
    came before it hangs on that."""
    if not done or not begun:
        return done or begun
    best_done, best_begun = (min(each, key=lambda line: line.cost) for each in (done, begun))
    if best_begun.cost >= best_done.cost + PATIENCE:
        return done
    if best_done.same_moves(best_begun) == len(best_begun.moves):
        return begun
    return [] if best_done.cost < best_begun.cost + MARGIN else begun


def touched(line: Line, lines: Sequence[Line]) -> set[Square]:
    """The squares where hands were, if the game has gone on like that from the nearest of some lines."""
    former = max(lines, key=line.same_moves)
    known = line.same_moves(former)
    return {square for move in (*former.moves[known:], *line.moves[known:]) for square in move.squares}


def _undoes(line: Line, lines: Sequence[Line]) -> bool:
    """True if a line undoes or amends the end of all the others."""
    return all(line.same_moves(other) < len(other.moves) for other in lines)


def _agree(found: Sequence[Line], shadows: Sequence[Line]) -> Verdict:
    found = sorted(found, key=lambda line: line.cost)
    least = found[0].cost
    distinct: dict[tuple[str, ...], Line] = {}
    for line in found:
        distinct.setdefault(tuple(move.name for move in line.moves), line)
    close = [line for line in distinct.values() if line.cost < least + MARGIN]
    if len(close) > MOST_LINES:
        return Unclear()
    return Agreed(
        tuple(replace(line, cost=line.cost - least) for line in close),
        tuple(replace(line, cost=min(line.cost - least, -MARGIN - 1.0)) for line in shadows),
        least,
    )


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
