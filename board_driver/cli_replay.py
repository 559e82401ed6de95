"""The command `replay`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from board_driver.cli_options import ClockText
from board_driver.files import load_record, save_record
from board_driver.terminal import say_json


def replay(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="A sensor log, may be gzipped.")],
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Write the decoded game there.")
    ] = None,
    answers: Annotated[
        Path | None,
        typer.Option("--answers", metavar="RECORD", help="Answer questions from the moves of this record."),
    ] = None,
    clock: ClockText = None,
) -> None:
    """Decode a sensor log into JSON Lines.

    A line is printed for each move, takeback, question, amendment, and board that no move explains; the
    last line is the whole game. With a clock, each move has the seconds that its player had left.
    """
    from board_driver.replay import Replay, check_game, log_session
    from engine.clock import parse_time_control
    from firmware_bridge.sensorlog import read_log

    source = read_log(log)
    known = load_record(answers) if answers else None
    if known:
        check_game(source, known.game)
    session = log_session(source)
    session.set_clock(parse_time_control(clock) if clock else None)
    decoding = Replay(session, known)
    try:
        for line in decoding.lines(source):
            say_json(line)
    finally:
        say_json(decoding.summary())
        if record:
            save_record(record, decoding.record())
