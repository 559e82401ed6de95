"""From explanations to a verdict: accept by a margin, ask inside it, say what is wrong where none fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import TypeAlias

from board_driver.evidence import Evidence
from board_driver.hypotheses import Explainer, Line
from engine.types import Square

MARGIN = 6.0
"""The best explanation is believed if it costs this much less than the next (nats; odds of 400 to 1)."""
PATIENCE = 2.0
"""A board that may be in the middle of a move is waited for, unless that costs this much more than a move."""
MOST_LINES = 64
"""More alternatives than this are not carried on: the players must answer first."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """The board agrees with these lines, the best first; with one of them alone if there is one.

    `shadows`: where the last move has been undone or amended, the lines in which a hand may instead be in the
    middle of the next one (a man to be taken in passing is set back first). They are not asked about; what
    is done next may prove them right.
    """

    lines: tuple[Line, ...]
    shadows: tuple[Line, ...] = ()


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
    lines: Sequence[Line], evidence: Evidence, *, confirmed: bool = False, patient: bool = True
) -> Verdict:
    """What the board at rest says of the game, if one of `lines` is how it has gone so far.

    `confirmed`: the player to move has pressed the key that says "I have moved". `patient`: a hand that
    may be in the middle of a move is waited for; otherwise that is one of the ways the game may have gone.
    """
    explainers = [Explainer(line, evidence, confirmed=confirmed) for line in lines]
    found = [line for explainer in explainers for line in explainer.explanations()]
    best = min(found, key=lambda line: line.cost, default=None)
    shadows: list[Line] = []
    if not confirmed and not (best and any(best.same_as(line) for line in lines)):
        undoes = best is not None and _undoes(best, lines)
        held = [each.underway(held=best is not None and not undoes) for each in explainers]
        limit = best.cost + PATIENCE if best else inf
        waits = [replace(line, cost=cost) for line, cost in zip(lines, held, strict=True) if cost < limit]
        if undoes:
            shadows = waits
        elif waits and (patient or not best):
            return Underway(askable=best is not None)
        else:
            found += waits
    if not found:
        found = [line for explainer in explainers for line in explainer.hasty()]
    if not found:
        return Astray(differences(lines[0], evidence))
    return _agree(found, shadows)


def _undoes(line: Line, lines: Sequence[Line]) -> bool:
    """True if a line undoes or amends the end of all the others."""
    return all(line.same_moves(other) < len(other.moves) for other in lines)


def _agree(found: Sequence[Line], shadows: Sequence[Line]) -> Verdict:
    found = sorted(found, key=lambda line: line.cost)
    least = found[0].cost
    distinct = {tuple(move.name for move in line.moves): line for line in reversed(found)}
    close = sorted(
        (line for line in distinct.values() if line.cost < least + MARGIN), key=lambda line: line.cost
    )
    if len(close) > MOST_LINES:
        return Unclear()
    return Agreed(
        tuple(replace(line, cost=line.cost - least) for line in close),
        tuple(replace(line, cost=line.cost - least) for line in shadows),
    )


def differences(line: Line, evidence: Evidence) -> tuple[tuple[Square, int], ...]:
    """By how many men each square differs from the end of a line, as far as its sensors can tell."""
    found = []
    for square, stack in enumerate(line.position.stacks):
        if not evidence.is_odd(square, stack):
            continue
        men = evidence.men(square, stack)
        difference = (-len(stack) or 1) if men is None else max(round(men), 0) - len(stack)
        if difference:
            found.append((square, difference))
    return tuple(found)
