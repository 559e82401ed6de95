"""A whole game played by simulated hands: as actions, and as the sensor log that a board would write."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from engine.game import Game, Position
from engine.types import Move
from firmware_bridge.frames import BoardEvent, SensorFrame
from firmware_bridge.sensorlog import LogHeader
from firmware_bridge.simulator.actions import Action, Fail, PlayedBoard
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.failures import Failure
from firmware_bridge.simulator.firmware import BEAT_MS
from firmware_bridge.simulator.hands import Hands
from firmware_bridge.simulator.kits import Kit
from firmware_bridge.simulator.players import Players
from firmware_bridge.simulator.styles import TIDY, Style

TICK_MS = 20
REST_MS = 1000
"""A game begins and ends with a board at rest: the reader calibrates on the first second."""
REPEATED_MS = 10
"""A frame that comes twice comes so much later again."""
SNAPSHOT_MS = 40
"""A snapshot of the board takes so long on the wire."""


def script(
    game: Game,
    start: Position,
    moves: Sequence[Move],
    kit: Kit,
    seed: int,
    *,
    style: Style = TIDY,
    failures: Iterable[Failure] = (),
) -> Iterator[Action]:
    """What hands do, from rest, to play legal moves one after the other from a position, in order of time.

    Switches fail meanwhile. On a board that can't weigh, in a game that has towers, the mover presses
    `confirm` after each move.
    """
    confirms = game.towers and not (kit.sensors.weight or kit.sensors.corners)
    pair = Hands(random.Random(seed), style, game.shape, REST_MS)
    players = Players(pair, confirms=confirms)
    position = start
    waiting: list[Action] = []
    failing = tuple(failures)
    for ply, (move, reply) in enumerate(zip_longest(moves, moves[1:]), 1):
        begin = players.begin()
        waiting += [Fail(begin, each.square, each.fault) for each in failing if each.ply == ply]
        yield from (action for action in waiting if action.t <= begin)
        waiting = [action for action in waiting if action.t > begin]
        waiting += players.play(position, move, ply, reply)
        waiting.sort(key=lambda action: action.t)
        position = position.after(move)
    yield from waiting


def log_header(game: Game, start: Position | None, kit: Kit) -> LogHeader:
    """The first line of the log of a game played on a kit; `start` None: the game's own start."""
    return LogHeader(game.name, game.shape, kit.sensors, game.options, start.text() if start else None)


def simulate(
    game: Game,
    start: Position | None,
    moves: Sequence[Move],
    kit: Kit,
    seed: int,
    *,
    style: Style = TIDY,
    failures: Iterable[Failure] = (),
) -> Iterator[BoardEvent]:
    """All that a board of that kit says while hands play the moves, and switches fail.

    Same seed, style and failures, same events.
    """
    first = start or game.start()
    thing = SimulatedBoard(game.shape, first.stacks, style.handled(kit), seed)
    board = PlayedBoard(thing, script(game, first, moves, kit, seed + 1, style=style, failures=failures))
    return over_the_wire(board, style, random.Random(seed + 2))


def over_the_wire(board: PlayedBoard, style: Style, rng: random.Random) -> Iterator[BoardEvent]:
    """The events of a board until it rests at the end, with frames lost or repeated. The next message, a beat
    at the latest, tells that one was lost, and a snapshot is asked for."""
    t = end = 0
    snapshot_at: int | None = None
    while t <= end or snapshot_at is not None:
        for event in board.events(t):
            if isinstance(event, SensorFrame) and rng.random() < style.lost:
                snapshot_at = snapshot_at or (t // BEAT_MS + 1) * BEAT_MS + SNAPSHOT_MS
                continue
            yield event
            if not isinstance(event, SensorFrame):
                snapshot_at = snapshot_at and min(snapshot_at, t + SNAPSHOT_MS)
                continue
            snapshot_at = None
            if rng.random() < style.repeated:
                yield replace(event, t=event.t + REPEATED_MS)
        if snapshot_at is not None and snapshot_at <= t:
            yield board.snapshot(t)
            snapshot_at = None
        if not board.done or board.board.is_pressed:
            end = t + 2 * REST_MS
        t += TICK_MS
