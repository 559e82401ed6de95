"""A game of Go on 19x19 points, each with a switch and a cell, over the wire at its own speed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from board_driver.reports import Amended, Moved, Report, TakenBack
from board_driver.session import Session
from engine.game import Game
from engine.games import open_game
from engine.types import Move
from firmware_bridge.conversation import Connected, Conversation
from firmware_bridge.simulator.actions import PlayedBoard
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.firmware import TICK_MS, SimulatedFirmware
from firmware_bridge.simulator.kits import find_kit
from firmware_bridge.simulator.script import script

GO = open_game("capture-go", {"size": 19, "target": 0})
KIT = find_kit("reed+weight")
AFTER_MS = 3000


def random_game(game: Game, plies: int, seed: int) -> list[Move]:
    rng, position, moves = random.Random(seed), game.start(), list[Move]()
    for _ in range(plies):
        moves.append(rng.choice([move for move in position.legal_moves() if move.changes]))
        position = position.after(moves[-1])
    return moves


def told(moves: Sequence[Move], seed: int) -> Iterator[Report]:
    """What a session reports of a board that speaks over a line of 115200 baud, its beats and answers too."""
    board = SimulatedBoard(GO.shape, GO.start().stacks, KIT, seed)
    thing = PlayedBoard(board, script(GO, GO.start(), moves, KIT, seed))
    firmware, conversation = SimulatedFirmware(thing), Conversation()
    session: Session | None = None
    t = end = 0
    while t <= end:
        t += TICK_MS
        end = end if thing.done else t + AFTER_MS
        data = firmware.tick(t) + firmware.receive(conversation.output(t), t)
        for event in conversation.receive(data, t):
            if isinstance(event, Connected):
                session = Session(GO, GO.start(), event.info)
            elif session:
                yield from session.feed(event)
    assert session
    assert not conversation.faults


@pytest.mark.parametrize("seed", range(3))
def test_a_game_on_the_largest_board_is_recorded_without_an_amendment(seed: int) -> None:
    moves = random_game(GO, 25, seed)
    reports = list(told(moves, seed))
    assert not [each for each in reports if isinstance(each, Amended | TakenBack)]
    assert [each.text for each in reports if isinstance(each, Moved)] == [str(move) for move in moves]
