"""Several moves made before a board on corner cells came to rest, the likeliest first.

Switches see few of the men that move between towers, so there are many such sequences, and only what all
moves of one come to is weighed. They are looked for one by one, where the most is explained first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import count
from typing import NamedTuple

from board_driver.haste import Haste, Played
from board_driver.lines import Line
from board_driver.priors import MARGIN, MOVE, SECOND_MOVE

MOST_LOOKED_AT = 400
"""From no more positions than this moves are looked for, from all lines: up to a second here, mostly 0.01."""
FARTHEST = 30.0
"""What costs more than this is not looked for: eight moves in order cost about as much."""
MOST_MENDED = 4
"""A move changes no more squares than this (castling)."""
PER_SQUARE = SECOND_MOVE / 2.0
"""What it costs to explain another square that moved: a move does so for two."""
PER_ODD = PER_SQUARE / 2.0
"""What sets a sequence back for each square that does not agree: the nearer ones are gone on from first."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """A line of play that may have gone on.

    `begin`: it, and it without its last moves. `odd`: the squares (a bitmap) that do not agree after some
    moves; `weighed`: the line of some moves after which all do, if the cells do; `begun`: that of some moves
    after which another is half made, all its men being down (castling). `known`: its cost; `worth`: what a
    line from it may cost.
    """

    haste: Haste
    begin: Iterable[Played]
    odd: Callable[[Played], int]
    weighed: Callable[[Played], Line | None]
    begun: Callable[[Played], Line | None]
    known: float
    worth: float

    def look(self, played: Played, order: int) -> _Found:
        """Some moves as they are kept to be gone on from."""
        odd = self.odd(played)
        made = MOVE + SECOND_MOVE * max(len(played.landings) - 1, 0)
        left = (odd | self.haste.unexplained(played)).bit_count()
        least = self.known + made + played.surprise + PER_SQUARE * left
        rank = least + PER_ODD * odd.bit_count() if played.landings else self.known + played.surprise
        return _Found(rank, order, least, odd.bit_count(), played, self)


class _Found(NamedTuple):
    """Some moves from a beginning. `rank`: the least are gone on from first, beginnings before others, and
    those that leave less to be explained sooner than costs would have it; `least`: what they cost at least
    once all is explained; `odd`: how many squares do not agree yet; `tried`: the cells do not agree with
    their end."""

    rank: float
    order: int
    least: float
    odd: int
    played: Played
    beginning: Beginning
    tried: bool = False

    def later(self) -> _Found:
        """The same once the board was found not to agree with its end, so that another move must follow."""
        return self._replace(rank=self.rank + SECOND_MOVE, least=self.least + SECOND_MOVE, tried=True)


def likeliest(beginnings: Iterable[Beginning], *, most: int) -> tuple[list[Line], list[Line]]:
    """The lines of two moves or more, up to `most`, that the board agrees with, and those of one or more
    after which the next is half made."""
    order = count()
    found: list[Line] = []
    begun: list[Line] = []
    heap = [each.look(begin, next(order)) for each in beginnings for begin in each.begin]
    heapify(heap)
    worth = min((each.beginning.known for each in heap), default=0.0) + FARTHEST
    looked_at = 0
    while heap and looked_at < MOST_LOOKED_AT:
        now = heappop(heap)
        beginning, made = now.beginning, len(now.played.landings)
        if now.least >= worth:
            continue
        if not now.odd and not now.tried:
            line = beginning.weighed(now.played) if made > 1 else None
            if line:
                found.append(line)
                worth = min(worth, line.cost + MARGIN)
            else:
                heappush(heap, now.later())
            continue
        if 0 < made < most and now.odd <= MOST_MENDED // 2 and (line := beginning.begun(now.played)):
            begun.append(line)
            worth = min(worth, line.cost + MARGIN)
        looked_at += 1
        for played in beginning.haste.continued(now.played):
            more = beginning.look(played, next(order))
            if more.odd <= MOST_MENDED * (most - made - 1) and more.least < min(worth, beginning.worth):
                heappush(heap, more)
    return found, begun
