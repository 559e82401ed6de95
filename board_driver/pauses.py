"""What stood on the board between two men that moved, if that is enough to believe a move. Pure."""

from __future__ import annotations

from collections.abc import Sequence, Set

from board_driver.evidence import Evidence
from board_driver.inference import Agreed
from board_driver.lines import Line, touched
from board_driver.observation import PAUSE_MS
from board_driver.priors import SECOND_MOVE
from engine.types import Square

GLANCED = 4.0
"""Moves that leave more unexplained than this, beside what several cost, are not believed before rest."""


def is_beyond_doubt(verdict: Agreed, record: Line, evidence: Evidence, news: Set[Square]) -> bool:
    """True if there is but one way the game may have gone, and the hand has gone on from its squares.

    `news`: the squares where that is seen.
    """
    if len(verdict.lines) > 1:
        return False
    [line] = verdict.lines
    handled = touched(line, [record])
    made = len(line.moves) - line.same_moves(record)
    if not evidence.weighs_squares and verdict.cost > GLANCED + SECOND_MOVE * made:
        return False
    if not handled or news <= handled:
        return False
    undoes = line.same_moves(record) < len(record.moves)
    if undoes and (verdict.shadows or not evidence.unsound(line.position.stacks) <= news):
        return False
    seen = handled | evidence.moved()
    if any(evidence.laden_since(square, PAUSE_MS) is not None for square in seen - handled):
        return False  # a man was there
    return all(evidence.is_sound(square, line.position.stacks[square]) for square in seen)


def is_whole(verdict: Agreed, lines: Sequence[Line], record: Line, changing: Set[Square]) -> bool:
    """True if all that a verdict says has been done, and is a little surprising at most; on corner cells.

    `lines`: those so far; `changing`: the squares whose switch changes just now.
    """
    if len(verdict.lines) > len(lines):
        return False
    if any(changing & touched(line, [record]) for line in verdict.lines):
        return False
    known = min(line.same_moves(record) for line in verdict.lines)
    changed = max(len(line.moves) for line in (*verdict.lines, record)) - known
    return changed > 0 and verdict.cost <= GLANCED + SECOND_MOVE * changed
