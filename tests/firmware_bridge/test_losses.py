"""What becomes of frames that are lost, and when the log of a simulated game ends."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from engine.games import open_game
from engine.samples import sample_game, sample_games
from firmware_bridge.frames import KeyPress, SensorFrame
from firmware_bridge.simulator.actions import PlayedBoard, Push
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.firmware import BEAT_MS
from firmware_bridge.simulator.kits import find_kit
from firmware_bridge.simulator.script import SNAPSHOT_MS, TICK_MS, over_the_wire, simulate
from firmware_bridge.simulator.styles import find_style


def test_a_lost_frame_is_noticed_by_the_next_message_and_asked_for_again() -> None:
    """As the protocol has it: by the next beat (once a second) at the latest, and by a key."""
    record = sample_game(sample_games()[0])
    style = replace(find_style("tidy"), lost=1.0)
    events = list(simulate(record.game, None, record.moves, find_kit("reed"), 1, style=style))
    frames = [event for event in events if isinstance(event, SensorFrame)]
    keys = [event.t for event in events if isinstance(event, KeyPress)]
    assert [event.t for event in events] == sorted(event.t for event in events)
    assert frames[-1].reed == sum(bool(s) << at for at, s in enumerate(record.positions()[-1].stacks))
    for frame in frames:
        noticed = frame.t - SNAPSHOT_MS
        assert noticed % BEAT_MS == 0 or any(key <= noticed < key + TICK_MS for key in keys)


def test_what_is_told_again_is_what_the_board_says_by_then() -> None:
    """A hand leans on the board till half a second before it is asked for: the snapshot shows none of it."""
    game = open_game("tavreli")
    board = SimulatedBoard(game.shape, game.start().stacks, find_kit("reed+corners"), 1)
    hands = PlayedBoard(board, [Push(40, 6, 200.0, 500)])
    style = replace(find_style("tidy"), lost=1.0)
    first = next(over_the_wire(hands, style, Random(1)))
    assert isinstance(first, SensorFrame)
    assert first.corners
    assert abs(sum(first.corners) - 8.0 * sum(map(len, game.start().stacks))) < 10.0


def test_the_log_of_a_game_goes_on_till_no_hand_leans_on_the_board() -> None:
    game = open_game("tavreli")
    board = SimulatedBoard(game.shape, game.start().stacks, find_kit("reed"), 1)
    hands = PlayedBoard(board, [Push(40, 6, 200.0, 5000)])
    for t in range(0, 5100, 20):
        list(hands.events(t))
        assert board.is_pressed == (40 <= t < 5040)
