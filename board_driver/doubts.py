"""A switch that may not tell the truth: weighed only where nothing else explains a board. Pure.

Each way the game may have gone is judged again without one more switch, at the price of `FAULTY`; so what the
other squares say decides, and what they leave open is asked about.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from operator import attrgetter

from board_driver.choices import choices
from board_driver.evidence import Evidence
from board_driver.inference import MOST_LINES, Agreed, judge
from board_driver.lines import Line
from board_driver.observation import squares_of
from board_driver.priors import FAULTY, MOVE, RIVAL, SECOND_MOVE, SURPRISE
from board_driver.switches import SwitchFault
from engine.types import Colour, Square

MOST_FAULTS = 2
"""No more switches than this fail before they are known to be broken."""
MOST_CONTRADICTING = 6
"""Where more switches are not as the record has it, they are right, and it is the men that are astray."""
MOST_DOUBTED = 40
"""If more of them come into question, in all the ways the game may have gone, none is doubted."""
DOUBTED_HASTY = 4
"""So many moves may have been made since the last rest; on corner cells, which then tell less, but one."""


def doubt(
    lines: Sequence[Line],
    evidence: Evidence,
    only: Set[Square] | None = None,
    *,
    confirmed: Colour | None = None,
    patient: bool = True,
) -> Agreed | None:
    """How the game has gone on if one switch more is not believed, `only` one of these if given.

    None if that explains nothing, or nothing but that no move has been made. The rest is as for `judge`.
    """
    found = _doubted(lines, evidence, only, confirmed=confirmed, patient=patient)
    found = [line for line in found if not odd(line, evidence)]  # men in the hand besides would be too much
    close = [line for line in found if line.cost < found[0].cost + RIVAL]
    if not found or all(any(each.same_as(line) for line in lines) for each in close):
        return None
    return _agreed(close)


def with_rivals(
    agreed: Agreed, lines: Sequence[Line], evidence: Evidence, *, confirmed: Colour | None
) -> Agreed:
    """What the board agrees with, and, if that surprises, how else the game may have gone on from `lines`.

    A man that seems to have pushed another off its square may have gone to one whose switch is dead.
    """
    best = agreed.lines[0]
    made = len(best.moves) - max(map(best.same_moves, lines))
    if not made or agreed.cost < MOVE + SECOND_MOVE * (made - 1) + SURPRISE:
        return agreed
    found = [replace(line, cost=line.cost + agreed.cost) for line in agreed.lines]
    others = _doubted(lines, evidence, None, confirmed=confirmed, patient=True, hasty=made + 1)
    left, most = odd(best, evidence), agreed.cost + RIVAL
    close = [line for line in others if line.cost < most and odd(line, evidence) <= left]
    whole = {line.names for line in close if not odd(line, evidence)}
    found = [line for line in found if line.names not in whole or not odd(line, evidence)]
    known = {line.names for line in found}
    found += (line for line in close if line.names not in known)
    found.sort(key=attrgetter("cost"))
    verdict = _agreed(found) or agreed
    return replace(verdict, shadows=agreed.shadows, askable=agreed.askable, maybes=agreed.maybes)


def _agreed(found: Sequence[Line]) -> Agreed | None:
    least = found[0].cost
    lines = tuple(replace(line, cost=line.cost - least) for line in found)
    return Agreed(lines, cost=least) if len(lines) <= MOST_LINES else None


def _doubted(
    lines: Sequence[Line],
    evidence: Evidence,
    only: Set[Square] | None,
    *,
    confirmed: Colour | None,
    patient: bool,
    hasty: int = DOUBTED_HASTY,
    flips: int = 1,
) -> list[Line]:
    """The lines that explain the board without one more switch, each once, the likeliest first."""
    found: list[Line] = []
    hasty = 1 if evidence.balances else hasty
    pairs = [(line, square) for line in lines for square in sorted(suspects(line, evidence, flips))]
    pairs = [(line, square) for line, square in pairs if only is None or square in only]
    for line, square in pairs if len(pairs) <= MOST_DOUBTED else ():
        faults = line.faults | 1 << square
        doubted = replace(line, cost=line.cost + FAULTY, faults=faults, since=None)
        since = evidence.since(line.rests[-1] if line.rests else None)
        verdict = judge([doubted], since, confirmed=confirmed, patient=patient, hasty=hasty)
        if isinstance(verdict, Agreed):
            found += (replace(each, cost=each.cost + verdict.cost) for each in verdict.lines)
    found.sort(key=attrgetter("cost"), reverse=True)
    return sorted({line.names: line for line in found}.values(), key=attrgetter("cost"))


def suspects(line: Line, evidence: Evidence, flips: int = 1) -> set[Square]:
    """The squares whose switch may not tell the truth: it is not as the position has it, or it alone has not
    moved of all the squares of a legal move.

    A switch fails but once: none that has changed more than `flips` times since the last move.
    """
    believed = evidence.since(line.rests[-1] if line.rests else None).without(line.faults)
    contradicting = odd(line, evidence)
    unproven = (line.faults & ~evidence.broken).bit_count()
    if unproven >= MOST_FAULTS or len(contradicting) > MOST_CONTRADICTING:
        return set()
    moved = believed.moved()
    unmoved = ([at for at in choice.changes if at not in moved] for choice in choices(line.position))
    alone = {squares[0] for squares in unmoved if len(squares) == 1}
    found = (alone | contradicting) - squares_of(believed.blind)
    return {square for square in found if len(believed.trace.changes(square)) <= flips}


def seeming(lines: Sequence[Line], evidence: Evidence) -> dict[SwitchFault, list[Square]]:
    """What is wrong with which switches, if one of these lines is how the game has gone; not yet proven."""
    found: dict[SwitchFault, set[Square]] = {}
    reed = evidence.observer.reed or 0
    for line in lines:
        for square in squares_of(line.faults & ~evidence.broken):
            closed = bool(reed >> square & 1)
            if closed != bool(line.position.stacks[square]):
                found.setdefault(SwitchFault.of(closed=closed), set()).add(square)
    return {fault: sorted(squares) for fault, squares in found.items()}


def odd(line: Line, evidence: Evidence) -> set[Square]:
    """The squares whose switch is believed, and is not as the position has it."""
    believed = evidence.without(line.faults)
    stacks = line.position.stacks
    return {square for square, stack in enumerate(stacks) if believed.reads_wrong(square, stack)}
