"""Random draughts positions: by playing, and by setting men up, with kings and much to capture."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.draughts import Draughts, Position

GAME = Draughts()
DARK = [file + rank for rank in "12345678" for file in ("aceg" if rank in "1357" else "bdfh")]


def playout(start: Position, rng: random.Random, plies: int) -> Iterator[Position]:
    """The positions of a random game."""
    position = start
    yield position
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves:
            return
        position = position.after(rng.choice(moves))
        yield position


def set_up(rng: random.Random) -> Position:
    """A random position: one to twelve men of each side, some of them kings."""
    squares = rng.sample(DARK, len(DARK))
    kings = rng.choice((0.1, 0.4, 0.8))
    sides = []
    for side, last in (("W", "8"), ("B", "1")):
        men = [squares.pop() for _ in range(rng.randint(1, 12))]
        crowns = ["K" * (rng.random() < kings or name[1] == last) for name in men]
        sides.append(side + ",".join(map("".join, zip(crowns, men, strict=True))))
    return GAME.position(":".join((rng.choice("WB"), *sides)))
