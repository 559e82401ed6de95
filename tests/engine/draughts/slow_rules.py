"""Russian draughts once more, slowly and plainly, after the rules alone: a second program for the tests.

A position is a dict of squares, (file, rank) from (0, 0) for a1, to `w`, `b`, or `W`, `B` for kings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TypeAlias

At: TypeAlias = tuple[int, int]
Men: TypeAlias = dict[At, str]
Route: TypeAlias = tuple[At, ...]
Outcome: TypeAlias = tuple[At, At, frozenset[At], str]
"""Where a move begins and ends, whom it takes, and what the man then is: moves with the same are one move."""

DIAGONALS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def legal_moves(men: Men, side: str) -> dict[Outcome, set[Route]]:
    """The routes of each legal move."""
    own = [at for at, man in men.items() if man.lower() == side]
    moves: dict[Outcome, set[Route]] = defaultdict(set)
    for at in own:
        rest = {square: man for square, man in men.items() if square != at}
        for route, taken, man in captures(rest, men[at], (at,), frozenset()):
            moves[at, route[-1], taken, man].add(route)
    if not moves:
        for at in own:
            for target in steps(men, at):
                moves[at, target, frozenset(), crowned(men[at], target)].add((at, target))
    return dict(moves)


def after(men: Men, move: Outcome) -> Men:
    """The position after a move."""
    origin, target, taken, man = move
    return {at: other for at, other in men.items() if at != origin and at not in taken} | {target: man}


def crowned(man: str, at: At) -> str:
    """What a man is on a square."""
    return man.upper() if at[1] == (7 if man == "w" else 0) else man


def captures(
    rest: Men, man: str, route: Route, taken: frozenset[At]
) -> Iterator[tuple[Route, frozenset[At], str]]:
    """All captures that begin with a route, to their ends; `rest` are the other men, the taken ones too."""
    if taken:
        man = crowned(man, route[-1])
    for across, up in DIAGONALS:
        ahead = [(route[-1][0] + across * n, route[-1][1] + up * n) for n in range(1, 8)]
        ahead = [at for at in ahead if min(at) >= 0 and max(at) < 8]
        if man.islower():
            ahead = ahead[:2]
        victim = next((at for at in ahead if at in rest), None)
        if victim is None or rest[victim].lower() == man.lower() or victim in taken:
            continue
        if man.islower() and victim != ahead[0]:
            continue
        landings = []
        for at in ahead[ahead.index(victim) + 1 :]:
            if at in rest:
                break
            landings.append(at)
        further = {at: list(captures(rest, man, (*route, at), taken | {victim})) for at in landings}
        if any(further.values()):
            for longer in further.values():
                yield from longer
        else:
            yield from (((*route, at), taken | {victim}, crowned(man, at)) for at in landings)


def steps(men: Men, at: At) -> Iterator[At]:
    """Where a man may go without capturing."""
    man = men[at]
    for across, up in DIAGONALS:
        if man.islower() and up != (1 if man == "w" else -1):
            continue
        for n in range(1, 2 if man.islower() else 8):
            target = at[0] + across * n, at[1] + up * n
            if target in men or min(target) < 0 or max(target) > 7:
                break
            yield target
