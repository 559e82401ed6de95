"""The screen as the board would show it in the middle of a game, without a board or a window."""

from __future__ import annotations

import re
from pathlib import Path

from board_driver.lines import Line
from board_driver.presenter import View, present
from board_driver.session import Session
from display.language import ENGLISH, Language
from display.scene import Scene
from display.screen import PICTURES
from engine.errors import UsageError
from engine.record import GameRecord
from engine.types import Outcome
from firmware_bridge.frames import BoardInfo, Sensors

LEAST, MOST = 240, 7680
"""Width and height of a picture, pixels."""


def scene_after(record: GameRecord, ply: int | None = None, language: Language = ENGLISH) -> Scene:
    """What is shown after so many plies of a record (None: all); UsageError if it is shorter."""
    plies = len(record.moves)
    if ply is not None and not 0 <= ply <= plies:
        raise UsageError(f"--ply {ply}: the record has {plies} plies; give a number from 0 to {plies}")
    line = Line(record.positions(), record.moves).back(0 if ply is None else plies - ply)
    session = Session(record.game, line.positions[0], BoardInfo(record.game.shape, Sensors(reed=True)))
    over = record.result != "*" and len(line.moves) == plies
    session.take_up(line, Outcome(record.result, "") if over else None)
    return present(session, View(language=language))


def check_ending(file: Path) -> None:
    """UsageError if the name of a picture does not say which format it is to have."""
    if file.suffix.lower() not in PICTURES:
        *first, last = PICTURES
        raise UsageError(f"-o {file}: let the name end in {', '.join(first)} or {last}")


def parse_size(text: str) -> tuple[int, int]:
    """Width and height in pixels from `800x480`; UsageError if no screen has them."""
    if not re.fullmatch(r"\d{1,5}x\d{1,5}", text, re.ASCII):
        raise UsageError(f"--size {text}: write width and height in pixels, like 800x480")
    width, height = map(int, text.split("x"))
    if not (LEAST <= width <= MOST and LEAST <= height <= MOST):
        raise UsageError(f"--size {text}: a screen has from {LEAST} to {MOST} pixels each way")
    return width, height
