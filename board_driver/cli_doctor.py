"""The commands `doctor` and `report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from board_driver.cli_options import ConfigFile
from board_driver.terminal import say


def doctor(
    config: ConfigFile = None,
    link: Annotated[
        str | None,
        typer.Option(
            "--link",
            metavar="URL",
            help="serial:///dev/ttyACM0?baud=115200, gpio: or sim:. Default: look for a board.",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="JSON Lines: what was found, then the counts.")
    ] = False,
    walk: Annotated[
        bool | None,
        typer.Option("--walk/--no-walk", help="Have every square tried. Default: at a terminal."),
    ] = None,
    speed: Annotated[
        float, typer.Option("--speed", min=0.1, max=100.0, help="With sim: how fast time goes.")
    ] = 1.0,
) -> None:
    """Say what is wrong with machine, link, sensors, lights and screen.

    Each thing looked at is one line: ok, warning, FAULT or skipped, and the cure. At a terminal you are asked
    to look at the lights, and to set a man on every square in turn. Without a board the machine is looked at.
    Exit 0: no fault; 1: some; 3: no board was reached.
    """
    from board_driver.doctor.doctor import DoctorOptions, run_doctor

    raise typer.Exit(run_doctor(DoctorOptions(config, link, as_json, walk, speed)))


def report(
    file: Annotated[Path, typer.Argument(metavar="FILE.zip", help="The file to be written.")] = Path(
        "tavreli-board-report.zip"
    ),
    config: ConfigFile = None,
    log: Annotated[
        Path | None, typer.Option("--log", metavar="FILE", help="A sensor log; default: the configured one.")
    ] = None,
) -> None:
    """Pack what is needed to understand a fault into one file, to go with a report of it.

    These are the versions, the configuration without secrets, what `doctor` says, what the service has said,
    and the last sensor log. No game of the archive is in it.
    """
    from board_driver.bugreport import write_report

    names = write_report(config, log, file)
    say(f"{file}: {', '.join(names)}")
