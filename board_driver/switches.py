"""Reed switches that don't do their work, and their names: the doctor's and the game's are the same. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.types import BoardShape, Square

STUCK = "switch always closed (stuck)"
DEAD = "switch never closes (dead)"
STUCK_CURE = "look for a magnet left under the board, a bent reed, solder across its ends"
DEAD_CURE = "look for a loose wire, a diode the wrong way round, a broken reed"


def switch_faults(
    shape: BoardShape, stuck: Iterable[Square], dead: Iterable[Square]
) -> Iterator[tuple[str, str]]:
    """For each kind of fault there is: the squares with what is wrong with them, and the cure."""
    for squares, words, cure in ((stuck, STUCK, STUCK_CURE), (dead, DEAD, DEAD_CURE)):
        if names := ", ".join(shape.name(square) for square in sorted(squares)):
            yield f"{names}: {words}", cure
