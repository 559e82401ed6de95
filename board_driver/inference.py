"""From explanations to a verdict: accept by a margin, ask inside it, say what is wrong where none fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import TypeAlias

from board_driver.evidence import Evidence
from board_driver.hypotheses import ODD, Explainer, Line
from engine.types import Square

MARGIN = 6.0
"""The best explanation is believed if it costs this much less than the next (nats; odds of 400 to 1)."""
PATIENCE = 2.0
"""A board that may be in the middle of a move is waited for, unless that costs this much more than a move."""
MOST_LINES = 64
"""More alternatives than this are not carried on: the players must answer first."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """The board agrees with these lines, the best first; with one of them alone if there is one."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Unclear:
    """The board agrees with more lines than can be carried on."""


@dataclass(frozen=True, slots=True)
class Underway:
    """A hand is in the middle of something that can become a move."""


@dataclass(frozen=True, slots=True)
class Astray:
    """Nothing leads from the record to this board; by how many men (+ too many, - too few) it differs."""

    differences: tuple[tuple[Square, int], ...]


Verdict: TypeAlias = Agreed | Unclear | Underway | Astray


def judge(lines: Sequence[Line], evidence: Evidence, *, confirmed: bool = False) -> Verdict:
    """What the board at rest says of the game, if one of `lines` is how it has gone so far.

    `confirmed`: the player to move has pressed the key that says "I have moved".
    """
    explainers = [Explainer(line, evidence, confirmed=confirmed) for line in lines]
    found = [line for explainer in explainers for line in explainer.explanations()]
    least = min((line.cost for line in found), default=inf)
    if not confirmed and (not found or not evidence.weighs):
        held = min(explainer.underway() for explainer in explainers)
        if held < inf and held < least + PATIENCE:
            return Underway()
    if not found:
        found = [line for explainer in explainers for line in explainer.hasty()]
    if not found:
        return Astray(differences(lines[0], evidence))
    found.sort(key=lambda line: line.cost)
    least = found[0].cost
    distinct = {tuple(move.name for move in line.moves): line for line in reversed(found)}
    close = [line for line in distinct.values() if line.cost < least + MARGIN]
    close.sort(key=lambda line: line.cost)
    if len(close) > MOST_LINES:
        return Unclear()
    return Agreed(tuple(replace(line, cost=line.cost - least) for line in close))


def differences(line: Line, evidence: Evidence) -> tuple[tuple[Square, int], ...]:
    """By how many men each square differs from the end of a line, as far as its sensors can tell."""
    found = []
    for square, stack in enumerate(line.position.stacks):
        if evidence.misfit(square, stack) <= ODD:
            continue
        men = evidence.men(square, stack)
        difference = (-len(stack) or 1) if men is None else max(round(men), 0) - len(stack)
        if difference:
            found.append((square, difference))
    return tuple(found)
