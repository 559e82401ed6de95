"""When the men of a move came to rest, by what the sensors showed last. Pure; times are ms."""

from __future__ import annotations

from dataclasses import replace

from board_driver.lines import Line
from board_driver.observation import Observer
from engine.types import Move, Square


def timed(line: Line, observer: Observer, pressed: int | None = None) -> Line:
    """The line with the times at which its moves came to rest, the board having just been judged.

    Moves that have their times keep them. `pressed`: when the mover said "I have moved".
    """
    later = set[Square]()
    times: list[int] = []
    for move in reversed(line.moves[len(line.rests) :]):
        rest = _rest(move, later, observer, pressed)
        times.append(min([rest, *times[-1:]]))
        later |= move.squares
    last = line.rests[-1] if line.rests else 0
    return replace(line, rests=(*line.rests, *(max(time, last) for time in reversed(times))))


def _rest(move: Move, later: set[Square], observer: Observer, pressed: int | None) -> int:
    """When the last man of a move came to rest.

    Squares on which `later` moves did something say nothing of it. Where a man came to others a switch shows
    nothing: then the corner cells tell, or else the mover's key.
    """
    landings = {transfer.target for transfer in move.transfers if transfer.target is not None} - later
    if observer.weight or landings <= observer.changed_at.keys():
        return observer.changed_last(move.squares - later)
    if observer.corners:
        return observer.changed_last()
    return observer.changed_last(move.squares - later) if pressed is None else pressed
