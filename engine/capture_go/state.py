"""A position without the history that the ko rule looks at, and its text.

The text is codes, each with its value, in any order: `AB a1,b2 AW c3 PL W CB 2 CW 1 KO d4 PS 1 MN 12`.
As in SGF, AB and AW are the stones, PL is the side to move, MN the move number. CB and CW are how many stones
Black and White have captured; KO are the points where the side to move may not play, for the position would
come again; PS is how many passes were just made. What is left out is none, MN 1, and PL White where only
Black has stones, two or more (a handicap), else Black.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from engine.capture_go.grid import Points, make_grid, points_of, squares_of
from engine.capture_go.rules import Rules
from engine.errors import PositionError, one_line
from engine.types import BoardShape, Colour

CODES = ("AB", "AW", "PL", "CB", "CW", "KO", "PS", "MN")


@dataclass(frozen=True, slots=True)
class State:
    """`stones` of White and of Black, and how many each has `captured`; `passes`: those just made.

    `ko` stands in a text for the history; a `Position` has the history itself.
    """

    stones: tuple[Points, Points] = (0, 0)
    turn: Colour = Colour.BLACK
    captured: tuple[int, int] = (0, 0)
    passes: int = 0
    number: int = 1
    ko: Points = 0


def write_state(state: State, shape: BoardShape) -> str:
    """The text of a state; what is none is left out, PL and MN never are."""
    (white, black), (by_white, by_black) = state.stones, state.captured
    lists = {"AB": black, "AW": white, "KO": state.ko}
    values = {code: ",".join(map(shape.name, squares_of(points))) for code, points in lists.items()}
    counts = {"CB": by_black, "CW": by_white, "PS": state.passes, "MN": state.number}
    values |= {code: str(count) for code, count in counts.items() if count}
    values["PL"] = state.turn.letter.upper()
    return " ".join(f"{code} {values[code]}" for code in CODES if values.get(code))


def read_state(text: str, rules: Rules) -> State:
    """The state of a text; PositionError says which rule the text breaks."""
    values = _values(text)
    black, white, ko = (_points(values.get(code, ""), code, rules.shape) for code in ("AB", "AW", "KO"))
    turn = values.get("PL", "").upper() or ("W" if black.bit_count() > 1 and not white else "B")
    if turn not in {"B", "W"}:
        raise PositionError(f"PL {one_line(turn)}: the side to move is B or W")
    by_white, by_black, passes = (_count(values.get(code, "0"), code) for code in ("CW", "CB", "PS"))
    number = _count(values.get("MN", "1"), "MN")
    state = State((white, black), Colour("WB".index(turn)), (by_white, by_black), passes, number, ko)
    _check(state, rules)
    return state


def _values(text: str) -> dict[str, str]:
    words = text.split()
    values: dict[str, str] = {}
    for code, value in [*pairwise([*words, ""])][::2]:
        if code.upper() not in CODES or not value:
            raise PositionError(
                f"{one_line(f'{code} {value}')}: expected one of {' '.join(CODES)} and its value"
            )
        if code.upper() in values:
            raise PositionError(f"{code} is there twice")
        values[code.upper()] = value
    return values


def _points(names: str, code: str, shape: BoardShape) -> Points:
    try:
        squares = [shape.square(name) for name in names.split(",") if names]
    except ValueError as fault:
        raise PositionError(f"{code}: {one_line(str(fault))}") from None
    if len(set(squares)) < len(squares):
        raise PositionError(f"{code} names a point twice")
    return points_of(squares)


def _count(digits: str, code: str) -> int:
    if not re.fullmatch("[0-9]{1,6}", digits):
        raise PositionError(f"{code} {one_line(digits)}: not a number")
    return int(digits)


def _check(state: State, rules: Rules) -> None:
    for what, where in _faults(state, rules):
        if where:
            raise PositionError(f"{what}: {','.join(map(rules.shape.name, squares_of(where)))}")
    if state.passes > 2:
        raise PositionError(f"PS {state.passes}: two passes end the game")
    if state.number < 1:
        raise PositionError("MN 0: moves are numbered from 1")


def _faults(state: State, rules: Rules) -> Iterator[tuple[str, Points]]:
    """What may be wrong with points, and the points that are."""
    grid = make_grid(rules.size)
    white, black = state.stones
    taken = white | black
    yield "a black and a white stone on one point", white & black
    for stones in state.stones:
        for group in grid.groups(stones):
            yield "a group without a liberty", 0 if grid.neighbours(group) & ~taken else group
    own, enemy = state.stones[state.turn], state.stones[state.turn.other]
    yield "KO where no stone can be played", state.ko & ~grid.playable(own, enemy)[0]
