"""The file of measured cells: written by `calibrate`, read by `run`. It lies beside the archive."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from board_driver.calibration import CellState
from engine.errors import ConfigError
from engine.types import BoardShape

FORMAT = {"format": "tavreli-board/calibration", "version": 1}
REMEDY = "measure again with tavreli-board calibrate, or remove the file"


@dataclass(frozen=True, slots=True)
class CellFile:
    """What was measured of a board's cells, a1 first; `man_g`: what a man was taken to weigh."""

    shape: BoardShape
    man_g: float
    measured: datetime
    cells: tuple[CellState, ...]

    def aged(self, now: datetime) -> tuple[CellState, ...]:
        """The cells as they are known now."""
        seconds = max((now - self.measured).total_seconds(), 0.0)
        return tuple(cell.aged(seconds) for cell in self.cells)


def cell_file_path(archive: Path) -> Path:
    """Where the file lies, for an archive."""
    return archive.with_name("calibration.json")


def save_cells(path: Path, file: CellFile) -> None:
    """Write the file, whole or not at all; ConfigError names it if that can't be done."""
    body = FORMAT | {
        "board": asdict(file.shape),
        "man_g": file.man_g,
        "measured": file.measured.isoformat(),
        "cells": {file.shape.name(square): asdict(cell) for square, cell in enumerate(file.cells)},
    }
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(body, indent=1) + "\n", "utf-8")
        part.replace(path)
    except OSError as fault:
        raise ConfigError(f"{path}: {fault.strerror or fault}; check the name and the folder") from fault


def load_cells(path: Path) -> CellFile | None:
    """What the file says; None if there is none. ConfigError if it can't be used."""
    try:
        body = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise ConfigError(f"{path}: {fault.strerror or fault}; {REMEDY}") from fault
    except ValueError as fault:
        raise ConfigError(f"{path}: no JSON; {REMEDY}") from fault
    try:
        return _parse(body)
    except (KeyError, TypeError, ValueError, AttributeError) as fault:
        raise ConfigError(f"{path}: no measured cells; {REMEDY}") from fault


def _parse(body: dict[str, Any]) -> CellFile:
    if {key: body[key] for key in FORMAT} != FORMAT:
        raise ValueError(body["format"])
    shape = BoardShape(int(body["board"]["files"]), int(body["board"]["ranks"]))
    states: Sequence[CellState] = [
        CellState(**{key: float(value) for key, value in body["cells"][shape.name(square)].items()})
        for square in range(len(shape))
    ]
    measured = datetime.fromisoformat(body["measured"])
    if measured.tzinfo is None:
        raise ValueError(body["measured"])
    return CellFile(shape, float(body["man_g"]), measured, tuple(states))
