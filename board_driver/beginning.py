"""How a session begins on a board that is there."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from board_driver.archive import stored_record
from board_driver.cellfile import cell_file_path, load_cells
from board_driver.clock import clock_from_json
from board_driver.config import Config
from board_driver.options import RunOptions
from board_driver.orientation import turned
from board_driver.replay import log_session
from board_driver.reports import Ply
from board_driver.session import Session
from board_driver.stored import StoredGame
from board_driver.table import SimulatedTable
from board_driver.terminal import tell
from engine.clock import parse_time_control
from engine.errors import ConfigError, JournalError, MoveError
from firmware_bridge.frames import BoardInfo
from firmware_bridge.sensorlog import read_log


def begin_session(
    options: RunOptions, config: Config, info: BoardInfo, table: SimulatedTable | None, *, is_turned: bool
) -> Session:
    """The session of a log that is replayed, of a simulated table, or of a real board that may be turned.

    ConfigError if the game can't be played on this board.
    """
    if options.log_to_replay:
        session = log_session(read_log(options.log_to_replay))
        session.set_clock(parse_time_control(options.clock) if options.clock else None)
        return session
    info = replace(info, sensors=config.men.on(info.sensors))
    game = table.demo.game if table else config.game.open(info.shape)
    if game.shape != info.shape:
        raise ConfigError(
            f"{game.name} needs {game.shape.files}x{game.shape.ranks} squares, "
            f"this board has {info.shape.files}x{info.shape.ranks}: choose another --game"
        )
    session = Session(game, table.start if table else options.start(game), info)
    session.set_clock(config.game.control)
    if not table:
        _use_measured_cells(session, config.archive.path, is_turned=is_turned)
        session.may_be_turned = True
    return session


def resume_session(config: Config, info: BoardInfo, stored: StoredGame) -> Session | None:
    """The session of a game that was interrupted; None if it can't go on here, with words on stderr."""
    info = replace(info, sensors=config.men.on(info.sensors))
    try:
        record = stored_record(stored)
        session = Session(record.game, record.positions()[0], info)
        clock = clock_from_json(stored.clock)
        clock = clock and clock.resumed(max((move.t_ms for move in stored.moves), default=0))
        rests = clock.ends if clock else (move.t_ms for move in stored.moves)
        plies = [Ply(move.text, move.t_ms, rest) for move, rest in zip(stored.moves, rests, strict=False)]
        session.resume(plies, stored.ways, clock)
        session.control = config.game.control or (clock.control if clock else None)
    except (JournalError, MoveError) as fault:
        tell(f"game {stored.id} was interrupted, and can't go on: {fault}")
        return None
    if record.game.shape == info.shape:
        return session
    tell(f"game {stored.id} was interrupted, and can't go on: this board has another size")
    return None


def _use_measured_cells(session: Session, archive: Path, *, is_turned: bool) -> None:
    """Begin with what `calibrate` has measured, if it was this board with these men."""
    path, info = cell_file_path(archive), session.info
    file = load_cells(path)
    if file is None or not info.sensors.weight:
        return
    if (file.shape, file.man_g) == (info.shape, info.sensors.weight.man_g):
        cells = file.aged(datetime.now(UTC))
        session.evidence.start_from(turned(cells) if is_turned else cells)
    else:
        tell(f"{path} is of another board or other men, and not used: measure again with calibrate")
