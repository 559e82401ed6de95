"""The command `doctor`."""

from __future__ import annotations

from typing import Annotated

import typer

from board_driver.cli_games import ConfigFile


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
