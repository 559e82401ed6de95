"""In which orders the transfers of one move can be done with two hands, so that the same board comes of it.

A transfer is a lift and, later, a placing. What happens on one square keeps its order (a victim is off before
its captor stands there); all else is free.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from engine.types import Square, Transfer

BOTH_HANDS = 2


@dataclass(frozen=True, slots=True)
class Step:
    """A lift (or a placing) of the transfer with that index."""

    index: int
    lift: bool


def in_turn(transfers: Sequence[Transfer]) -> list[Step]:
    """One transfer after the other."""
    return [Step(index, lift) for index in range(len(transfers)) for lift in (True, False)]


def any_order(transfers: Sequence[Transfer], rng: random.Random) -> list[Step]:
    """Some order, never with more than two hands full; if it comes to a dead end, one after the other."""
    waiting, done, held = in_turn(transfers), list[Step](), 0
    while waiting:
        ready = [
            step
            for place, step in enumerate(waiting)
            if (held < BOTH_HANDS or not step.lift) and not _hindered(step, waiting[:place], transfers)
        ]
        if not ready:
            return in_turn(transfers)
        step = rng.choice(ready)
        waiting.remove(step)
        done.append(step)
        held += 1 if step.lift else -1
    return done


def _hindered(step: Step, earlier: Sequence[Step], transfers: Sequence[Transfer]) -> bool:
    square = _square(step, transfers)
    return any(
        other.index == step.index or (square is not None and _square(other, transfers) == square)
        for other in earlier
    )


def _square(step: Step, transfers: Sequence[Transfer]) -> Square | None:
    transfer = transfers[step.index]
    return transfer.origin if step.lift else transfer.target


def short_cut(transfers: Sequence[Transfer]) -> tuple[Transfer, ...]:
    """Without the stations on a man's way: where it is carried on at once, it was never set down."""
    found: list[Transfer] = []
    for transfer in transfers:
        last = found[-1] if found else None
        station = last.target if last and last.origin is not None else None
        if last and station is not None and (station, last.count) == (transfer.origin, transfer.count):
            found[-1] = Transfer(last.origin, transfer.target, last.count)
        else:
            found.append(transfer)
    return tuple(found)


def is_late_man(transfers: Sequence[Transfer]) -> bool:
    """True if the last transfer sets a man from beside the board on one that has just come: a crown."""
    if not transfers or transfers[-1].origin is not None:
        return False
    *before, crown = transfers
    touching = [other for other in before if crown.target in {other.origin, other.target}]
    return bool(touching) and touching[-1].target == crown.target
