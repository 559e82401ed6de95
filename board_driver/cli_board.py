"""The commands that need a board: `run`, `calibrate` and `tare`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from board_driver.cli_options import CellsLink, ClockText, ConfigFile, GameName, GameOptions, PositionText
from board_driver.terminal import say


def run(
    config: ConfigFile = None,
    link: Annotated[
        str | None,
        typer.Option(
            "--link",
            metavar="URL",
            help="serial:///dev/ttyACM0?baud=115200, gpio:, sim: or replay:FILE. Default: look for a board.",
        ),
    ] = None,
    game: GameName = None,
    option: GameOptions = None,
    position: PositionText = None,
    clock: ClockText = None,
    archived: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="N[:PLY]", help="Go on with game N of the archive, at its end or after a ply."
        ),
    ] = None,
    headless: Annotated[bool, typer.Option("--headless", help="Open no window.")] = False,
    play: Annotated[
        str | None,
        typer.Option(
            "--play",
            metavar="RECORD",
            help='With sim: what hands play at once: a sample game, a file, or "none".',
        ),
    ] = None,
    speed: Annotated[
        float, typer.Option("--speed", min=0.1, max=100.0, help="With sim: and replay: how fast time goes.")
    ] = 1.0,
    log: Annotated[
        Path | None, typer.Option("--log", metavar="FILE", help="Write the raw sensor log there.")
    ] = None,
    keep: Annotated[
        bool, typer.Option("--keep", help="With replay: enter what was played into the archive.")
    ] = False,
    wait: Annotated[
        bool, typer.Option("--wait", help="If the board is not there yet, wait for it; for services.")
    ] = False,
) -> None:
    """Record the games played on a board.

    Each move is in the archive before it is shown. Ctrl-C ends the program; nothing decided is lost.

    With sim: hands play a real game on a simulated board; then the board is yours, take the men with
    the mouse.
    """
    from board_driver.options import RunOptions
    from board_driver.startup import run_daemon

    run_daemon(
        RunOptions(
            config,
            link,
            game,
            tuple(option or ()),
            headless=headless,
            play=play,
            speed=speed,
            log=log,
            position=position,
            clock=clock,
            wait=wait,
            keep=keep,
            archived=archived,
        )
    )


def calibrate(
    config: ConfigFile = None,
    link: CellsLink = None,
    game: GameName = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write there; default: beside the archive, where run reads it.",
        ),
    ] = None,
    speed: Annotated[
        float, typer.Option("--speed", min=0.1, max=100.0, help="With sim: how fast time goes.")
    ] = 1.0,
) -> None:
    """Measure the weight cells.

    First on the empty board, then on the board set up for a game: each cell's zero and gain is printed, with
    the squares that are out of bounds. `run` begins with these figures. What sim: measures is kept only
    with -o.
    """
    from board_driver.calibrate import CalibrateOptions, run_calibrate

    for line in run_calibrate(CalibrateOptions(config, link, game, output, speed)):
        say(line)


def tare(config: ConfigFile = None, link: CellsLink = None) -> None:
    """Take what the cells read now for zero. Take all men off the board first.

    For boards with load cells, under each square or under the corners; the board keeps it when it is
    switched off.
    """
    from board_driver.tare import run_tare

    say(run_tare(config, link))
