"""The routes of a capture: the library gives one for each set of captured men and end, players write any."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import TypeAlias

from draughts import Move as Jump
from draughts import RussianBoard

from engine.draughts.board import SHAPE, SQUARES, to_move
from engine.types import Colour

Route: TypeAlias = tuple[int, ...]
"""The squares on which a man stands in the course of a move, as the library counts them."""


def find_jumps(board: RussianBoard, written: Route) -> list[Jump]:
    """The legal moves that a written route means, whole or (of a capture) with squares left out."""
    legal = board.legal_moves
    if exact := [jump for jump in legal if tuple(jump.square_list) == written]:
        return exact
    ends = [(jump, list(routes_of(board, jump))) for jump in legal if _same_ends(jump, written)]
    whole = [jump for jump, routes in ends if written in routes]
    return whole or [jump for jump, routes in ends if any(_leaves_out(written, route) for route in routes)]


def routes_of(board: RussianBoard, jump: Jump) -> Iterator[Route]:
    """All routes on which the man of a legal capture takes the same men and comes to the same end.

    Nothing more than the steps of a man and of a king is known here; which men can be taken in one move,
    and where it may end, is the library's.
    """
    origin, target = jump.square_list[0], jump.square_list[-1]
    occupied = {square for square in range(len(SQUARES)) if board[square]} - {origin}
    crown_row = board.PROMO_WHITE if to_move(board) is Colour.WHITE else board.PROMO_BLACK

    def go_on(route: Route, left: frozenset[int], king: bool) -> Iterator[Route]:
        if not left and route[-1] == target:
            yield route
        for ray in RAYS[route[-1]]:
            free = len(list(takewhile(lambda square: square not in occupied, ray)))
            victim, behind = ray[free : free + 1], ray[free + 1 :]
            if left.isdisjoint(victim) or (free and not king):
                continue
            for square in takewhile(lambda square: square not in occupied, behind if king else behind[:1]):
                crowned = king or bool(crown_row >> square & 1)
                yield from go_on((*route, square), left.difference(victim), crowned)

    return go_on((origin,), frozenset(jump.captured_list), abs(board[origin]) == 2)


_PLACES = {divmod(square, SHAPE.files): index for index, square in enumerate(SQUARES)}
"""The squares by rank and file."""


def _ray(place: tuple[int, int], up: int, right: int) -> Route:
    rank, file = place
    steps = ((rank + up * step, file + right * step) for step in range(1, SHAPE.files))
    return tuple(_PLACES[step] for step in steps if step in _PLACES)


RAYS = tuple(tuple(_ray(place, up, right) for up in (1, -1) for right in (1, -1)) for place in _PLACES)
"""The squares on the four diagonals from each square, the nearest first."""


def _same_ends(jump: Jump, written: Route) -> bool:
    """Whether a move is a capture that begins and ends as a written route does."""
    origin, target = jump.square_list[0], jump.square_list[-1]
    return bool(jump.captured_list) and (origin, target) == (written[0], written[-1])


def _leaves_out(written: Route, route: Route) -> bool:
    """Whether a written route is the other one with squares left out."""
    squares = iter(route)
    return all(square in squares for square in written)
