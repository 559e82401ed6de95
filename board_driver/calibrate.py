"""`tavreli-board calibrate`: the shell around a measurement."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from board_driver.cellfile import CellFile, cell_file_path, save_cells
from board_driver.config import Config, load_config
from board_driver.measurement import MeasuredCell, Measurement
from engine.errors import LinkError
from engine.types import BoardShape, Stack
from firmware_bridge.frames import BoardInfo, SensorFrame
from firmware_bridge.link import Connected, Link, Lost, find_board, open_link
from firmware_bridge.simulator.actions import Action, Bring, PlayedBoard, Put
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.kits import find_kit

ASK = ("take all men off the board", "set the men up for a game")
SET_UP_AFTER_MS = 5000
"""When the simulated hands set the men up: the empty board has been measured by then."""


@dataclass(frozen=True, slots=True)
class CalibrateOptions:
    """What the command line says; None: as configured."""

    config: Path | None = None
    link: str | None = None
    game: str | None = None
    output: Path | None = None
    speed: float = 1.0


def run_calibrate(options: CalibrateOptions) -> Iterator[str]:
    """Measure, write the file, and yield what was found, line by line."""
    config = load_config(options.config)
    config = config.model_copy(update={"game": config.game.with_choice(options.game, ())})
    url = options.link or config.board.link
    info, measurement = asyncio.run(_run(options, config, url))
    assert info.sensors.weight
    cells = measurement.cells()
    yield from cell_lines(info.shape, cells)
    path = options.output or (None if url == "sim:" else cell_file_path(config.archive.path))
    if path:
        states = tuple(cell.state for cell in cells)
        save_cells(path, CellFile(info.shape, info.sensors.weight.man_g, datetime.now(UTC), states))
        yield f"written to {path}"


async def _run(options: CalibrateOptions, config: Config, url: str) -> tuple[BoardInfo, Measurement]:
    url = url or await find_board()
    thing = simulated_board(config) if url == "sim:" else None
    async with open_link(url, thing=thing, speed=options.speed, wiring=config.gpio.wiring) as link:
        return await measure(link, config)


def simulated_board(config: Config) -> PlayedBoard:
    """An empty board that hands set up after a while."""
    game = config.game.open()
    empty: Sequence[Stack] = ((),) * len(game.shape)
    board = SimulatedBoard(game.shape, empty, find_kit(config.simulator.kit), seed=1)
    return PlayedBoard(board, set_up_actions(game.start().stacks, SET_UP_AFTER_MS))


def set_up_actions(stacks: Sequence[Stack], t: int) -> Iterator[Action]:
    """Hands that set men up on an empty board, from `t` on."""
    for square, stack in enumerate(stacks):
        for man in stack:
            yield Bring(t, man)
            yield Put(t + 40, square)
            t += 80


async def measure(link: Link, config: Config) -> tuple[BoardInfo, Measurement]:
    """Lead the players through both steps on stderr; LinkError if the board goes for good."""
    measurement: Measurement | None = None
    info: BoardInfo | None = None
    asked: tuple[int, list[int]] = (-1, [])
    async for event in link.events():
        match event:
            case Connected(board):
                asked = (-1, [])
                info = replace(board, sensors=config.men.on(board.sensors))
                measurement = Measurement(info, config.game.open(info.shape).start().stacks)
            case Lost(reason):
                _tell(f"the board is away: {reason}")
            case SensorFrame() if measurement and info:
                measurement.feed(event)
                if measurement.step == 2:
                    return info, measurement
                if asked != (now := (measurement.step, measurement.wrong())):
                    _ask(info.shape, *now, again=asked[0] == now[0])
                    asked = now
    raise LinkError("the board said nothing more before it was measured; start again")


def _ask(shape: BoardShape, step: int, wrong: Sequence[int], *, again: bool) -> None:
    if not again:
        _tell(f"{ASK[step]}, and leave it alone until told")
    elif 0 < len(wrong) <= 8:
        _tell(f"not yet right: {', '.join(map(shape.name, wrong))}")


def _tell(text: str) -> None:
    sys.stderr.write(f"tavreli-board: {text}\n")
    sys.stderr.flush()


def cell_lines(shape: BoardShape, cells: Sequence[MeasuredCell]) -> Iterator[str]:
    """Each cell's zero and gain, then the squares that are out of bounds."""
    for square, cell in enumerate(cells):
        gain = f"gain {cell.state.gain:.3f}" if cell.loaded else "gain not measured: no man stands there"
        yield f"{shape.name(square):>3}  zero {cell.state.zero:+.2f} g  {gain}"
    bad = [
        f"{shape.name(square)}: {cell.empty_g:.1f} g empty, {cell.set_up_g:.1f} g set up"
        for square, cell in enumerate(cells)
        if not cell.sound
    ]
    yield f"out of bounds, look at cell and wires: {'; '.join(bad)}" if bad else "all cells are in bounds"
