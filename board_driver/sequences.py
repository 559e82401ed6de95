"""Several moves made before a board on corner cells came to rest, the likeliest first.

Switches see few of the men that move between towers, so there are many such sequences, and only what all
moves of one come to is weighed. They are looked for one by one, where the most is explained first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from itertools import count

from board_driver.haste import Haste, Played
from board_driver.lines import Line
from board_driver.priors import MARGIN, MOVE, SECOND_MOVE

MOST_LOOKED_AT = 200
"""From no more positions than this moves are looked for, from all lines: about half a second here."""
FARTHEST = 30.0
"""What costs more than this is not looked for: eight moves in order cost about as much."""
MOST_MENDED = 4
"""A move changes no more squares than this (castling)."""
PER_SQUARE = SECOND_MOVE / 2.0
"""What it costs to explain another square that moved: a move does so for two."""


def likeliest(
    haste: Haste,
    begin: Iterable[Played],
    weighed: Callable[[Played], tuple[int, Line | None]],
    *,
    most: int,
    known: float,
    worth: float,
    among: int,
) -> list[Line]:
    """The lines of two moves or more, up to `most`, that the board agrees with.

    `weighed`: how many squares do not agree after some moves, and the line, if none and the cells do.
    `known`: the cost of the line before them; `worth`: what they may cost; `among`: of so many lines this is
    one.
    """
    order = count()
    found: list[Line] = []
    worth = min(worth, known + FARTHEST)
    known += MOVE
    heap = [
        (known + each.surprise + PER_SQUARE * haste.unexplained(each), next(order), each) for each in begin
    ]
    looked_at = 0
    while heap and heap[0][0] < worth and looked_at < MOST_LOOKED_AT // among:
        _, _, played = heappop(heap)
        made = len(played.landings)
        odd, line = weighed(played)
        if made > 1 and line:
            found.append(line)
            worth = min(worth, line.cost + MARGIN)
            continue
        if odd > MOST_MENDED * (most - made):
            continue
        looked_at += 1
        for more in haste.continued(played):
            cost = known + more.surprise + SECOND_MOVE * made + PER_SQUARE * haste.unexplained(more)
            if cost < worth:
                heappush(heap, (cost, next(order), more))
    return found
