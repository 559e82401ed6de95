"""A whole game played by simulated hands: as actions, and as the sensor log that a board would write."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from engine.game import Game, Position
from engine.types import Move
from firmware_bridge.frames import BoardEvent
from firmware_bridge.sensorlog import LogHeader
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.hands import TICK_MS, Action, Hands, PlayedBoard
from firmware_bridge.simulator.kits import Kit

REST_MS = 1000
"""A game begins and ends with a board at rest: the reader calibrates on the first second."""


def script(game: Game, start: Position, moves: Sequence[Move], kit: Kit, seed: int) -> Iterator[Action]:
    """What tidy hands do, from rest, to play legal moves one after the other from a position.

    On a board that can't weigh, in a game that has towers, the mover presses `confirm` after each move.
    """
    hands = Hands(random.Random(seed), REST_MS)
    position = start
    confirms = game.towers and not (kit.sensors.weight or kit.sensors.corners)
    for move in moves:
        yield from hands.play(move)
        if confirms:
            yield from hands.press("confirm", position.turn)
        position = position.after(move)


def log_header(game: Game, start: Position | None, kit: Kit) -> LogHeader:
    """The first line of the log of a game played on a kit; `start` None: the game's own start."""
    return LogHeader(game.name, game.shape, kit.sensors, game.options, start.text() if start else None)


def simulate(
    game: Game, start: Position | None, moves: Sequence[Move], kit: Kit, seed: int
) -> Iterator[BoardEvent]:
    """All that a board of that kit says while tidy hands play the moves. Same seed, same events."""
    first = start or game.start()
    thing = SimulatedBoard(game.shape, first.stacks, kit, seed)
    board = PlayedBoard(thing, script(game, first, moves, kit, seed + 1))
    t = end = 0
    while t <= end:
        yield from board.events(t)
        if not board.done:
            end = t + 2 * REST_MS
        t += TICK_MS
