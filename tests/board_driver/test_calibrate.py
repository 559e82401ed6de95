"""`tavreli-board calibrate`: the cells of a board are measured, named where they are faulty, and kept."""

from __future__ import annotations

import asyncio
import json
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from board_driver.calibrate import cell_lines, measure, set_up_actions
from board_driver.calibration import UNKNOWN, CellModel, CellState
from board_driver.cellfile import CellFile, load_cells, save_cells
from board_driver.config import Config
from board_driver.measurement import Measurement
from board_driver.session import Session
from engine.errors import ConfigError, UsageError
from engine.games import open_game
from engine.types import BoardShape, Stack
from firmware_bridge.frames import BoardInfo, SensorFrame, Sensors, WeightCells
from firmware_bridge.link import open_link
from firmware_bridge.sim_link import SimulatedPort
from firmware_bridge.simulator.actions import PlayedBoard
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.firmware import SimulatedFirmware
from firmware_bridge.simulator.kits import find_kit
from tests.board_driver.commands import Run
from tests.conftest import LIMIT_S
from tests.firmware_bridge.virtual import run_in_virtual_time

GAME = open_game("tavreli")
START = GAME.start().stacks
EMPTY: tuple[Stack, ...] = ((),) * 64
INFO = BoardInfo(GAME.shape, Sensors(weight=WeightCells(12.0, 0.25)))
NOON = datetime(2024, 5, 4, 12, 0, tzinfo=UTC)


class Cells:
    """Cells of known zero and gain, the men all of the same weight."""

    def __init__(self, seed: int = 1) -> None:
        self.rng = random.Random(seed)
        self.zeros = [self.rng.uniform(-1.5, 1.5) for _ in START]
        self.gains = [self.rng.uniform(0.96, 1.04) for _ in START]

    def frame(self, t: int, stacks: tuple[Stack, ...]) -> SensorFrame:
        cells = zip(stacks, self.zeros, self.gains, strict=True)
        grams = (zero + 12.0 * len(men) * gain + self.rng.gauss(0.0, 0.1) for men, zero, gain in cells)
        return SensorFrame(t, grams=tuple(grams))


def measured(cells: Cells) -> Measurement:
    measurement = Measurement(INFO, START)
    t = 0
    for stacks in (EMPTY, START):
        step = measurement.step
        while measurement.step == step:
            t += 200
            assert t < 60_000, measurement.wrong()
            measurement.feed(cells.frame(t, stacks))
    return measurement


def test_zeros_and_gains_are_found() -> None:
    cells = Cells()
    found = measured(cells).cells()
    assert all(cell.sound for cell in found)
    assert [cell.loaded for cell in found] == [bool(stack) for stack in START]
    for cell, zero, gain in zip(found, cells.zeros, cells.gains, strict=True):
        assert cell.state.zero == pytest.approx(zero, abs=0.3)
        if cell.loaded:
            assert cell.set_up_g == pytest.approx(zero + 12.0 * gain, abs=0.3)
            assert abs(cell.state.gain - gain) <= abs(1.0 - gain) + 0.01
            assert cell.state.gain_variance < UNKNOWN.gain_variance
        else:
            assert cell.state.gain == pytest.approx(1.0, abs=1e-6)


def test_a_board_that_is_not_empty_or_not_still_is_waited_for() -> None:
    cells, measurement = Cells(), Measurement(INFO, START)
    for t in range(200, 20_000, 200):
        assert not measurement.feed(cells.frame(t, START))
    assert len(measurement.wrong()) == 32
    for t in range(20_000, 22_800, 200):
        assert not measurement.feed(cells.frame(t, EMPTY))
    assert measurement.step == 0


def test_faulty_cells_are_named_and_teach_nothing() -> None:
    cells = Cells()
    cells.zeros[10], cells.gains[20] = 9.0, 1.0
    cells.gains[0] = 0.0
    found = measured(cells).cells()
    assert [square for square, cell in enumerate(found) if not cell.sound] == [0, 10]
    *_, last = cell_lines(GAME.shape, found)
    assert last.startswith("out of bounds, look at cell and wires: a1: ")
    assert "c2: 9." in last


def test_a_board_without_cells_has_nothing_to_measure() -> None:
    with pytest.raises(UsageError, match="no weight cells"):
        Measurement(BoardInfo(GAME.shape, Sensors(reed=True)), START)


# The file


STATES = tuple(CellState(square / 100, 1.0 + square / 1000, 0.1, -0.001, 0.0004) for square in range(64))


def test_the_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = CellFile(GAME.shape, 12.0, NOON, STATES)
    path = tmp_path / "data" / "calibration.json"
    assert load_cells(path) is None
    save_cells(path, file)
    assert load_cells(path) == file
    assert [each.name for each in path.parent.iterdir()] == ["calibration.json"]


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": "tavreli-board/calibration", "version": 2}', "\xff"]
)
def test_a_file_that_is_none_is_named_with_the_remedy(tmp_path: Path, text: str) -> None:
    path = tmp_path / "calibration.json"
    path.write_text(text, "latin-1")
    with pytest.raises(ConfigError, match="measure again"):
        load_cells(path)


def test_a_zero_is_forgotten_with_time_and_a_gain_is_not() -> None:
    file = CellFile(GAME.shape, 12.0, NOON, STATES)
    assert file.aged(NOON) == STATES
    hour, year = (file.aged(NOON + timedelta(hours=hours))[5] for hours in (1, 9000))
    assert STATES[5].zero_variance < hour.zero_variance < year.zero_variance == UNKNOWN.zero_variance
    assert year.gain_variance == STATES[5].gain_variance


def test_a_cell_starts_from_what_is_known() -> None:
    model = CellModel()
    model.learn(12.0, 12.5, 0.1, 1000)
    again = CellModel(model.state)
    assert again.predict(60.0) == model.predict(60.0)


def test_a_session_starts_from_measured_cells() -> None:
    session = Session(GAME, GAME.start(), INFO)
    session.evidence.start_from(STATES)
    assert session.evidence.cells == STATES


# The command


def hands(events_at: int) -> PlayedBoard:
    board = SimulatedBoard(GAME.shape, EMPTY, find_kit("reed+weight"), seed=3)
    return PlayedBoard(board, set_up_actions(START, events_at))


def test_a_board_on_a_port_is_measured() -> None:
    async def through_the_port() -> tuple[BoardInfo, Measurement]:
        async with (
            SimulatedPort(SimulatedFirmware(hands(6000)), 20) as port,
            open_link(f"serial://{port.path}") as link,
        ):
            return await asyncio.wait_for(measure(link, Config()), LIMIT_S)

    info, measurement = run_in_virtual_time(through_the_port())
    assert info.shape == BoardShape()
    assert all(cell.sound for cell in measurement.cells())


def test_the_simulated_board_is_measured_and_kept_only_where_it_is_told(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "cells.json"
    said = run("calibrate", "--link", "sim:", "--speed", 20, "-o", file)
    assert said.code == 0
    assert len(said.lines) == 64 + 2
    assert said.lines[0].startswith(" a1  zero ")
    assert said.lines[-2:] == ["all cells are in bounds", f"written to {file}"]
    assert next(line.split(", and")[0] for line in said.err.splitlines()) == (
        "tavreli-board: take all men off the board"
    )
    assert len(json.loads(file.read_text())["cells"]) == 64
    assert not (tmp_path / "data").exists()


def test_reeds_alone_are_not_measured(run: Run, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text('[simulator]\nkit = "reed"\n')
    said = run("calibrate", "--config", config, "--link", "sim:")
    assert "no weight cells" in said.complaint(2)
