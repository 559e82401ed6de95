"""How fast a log of two hours at ten frames a second is decoded: `python -m tests.bench.replay`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from board_driver.replay import Replay, log_session
from engine.record import GameRecord
from engine.samples import sample_game, sample_games
from firmware_bridge.frames import BoardEvent
from firmware_bridge.sensorlog import LogWriter, read_log
from firmware_bridge.simulator.actions import PlayedBoard
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.kits import KITS, Kit
from firmware_bridge.simulator.script import log_header, script
from firmware_bridge.simulator.styles import TIDY

TWO_HOURS_MS, FRAME_MS = 7_200_000, 100


def frames(record: GameRecord, kit: Kit) -> Iterator[BoardEvent]:
    """A game that is played in two hours, on a board that sends ten times a second."""
    think_ms = (TWO_HOURS_MS - 200_000) // len(record.moves)
    style = replace(TIDY, think_ms=(think_ms - 1000, think_ms))
    start = record.game.start()
    thing = SimulatedBoard(record.game.shape, start.stacks, kit, seed=1)
    board = PlayedBoard(thing, script(record.game, start, record.moves, kit, 2, style=style))
    for t in range(0, TWO_HOURS_MS, FRAME_MS):
        yield from (event for event in board.events(t) if event.t < t)
        yield board.snapshot(t)


def main() -> None:
    """Print how long each kit's log takes, and how much of the game was decided."""
    print("a log of two hours at ten frames a second, read and decoded; goal: under 10 s")
    record = sample_game(sample_games()[0])
    for name, kit in KITS.items():
        with TemporaryDirectory() as folder:
            path = Path(folder) / "log.jsonl"
            with LogWriter(path, log_header(record.game, None, kit)) as log:
                for event in frames(record, kit):
                    log.write(event)
            source = read_log(path)
            began, replay = process_time(), Replay(log_session(source), record)
            for _ in replay.lines(source):
                pass
            said, cpu = replay.summary(), process_time() - began
        decided = f"{len(said['moves'])} of {len(record.moves)} plies"
        times = f"{said['seconds']:5.2f} s ({cpu:.2f} s of one core)"
        print(f"{name:13} {said['frames']} frames in {times}; {decided}, {said['asked']} questions")


if __name__ == "__main__":
    main()
