"""The options that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

ConfigFile = Annotated[Path | None, typer.Option("--config", metavar="FILE", help="A configuration file.")]
CellsLink = Annotated[
    str | None,
    typer.Option(
        "--link", metavar="URL", help="serial:///dev/ttyACM0?baud=115200 or sim:. Default: look for a board."
    ),
]
GameName = Annotated[
    str | None,
    typer.Option("--game", metavar="NAME", help="tavreli (default), chess, draughts or capture-go."),
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option", metavar="NAME=VALUE", help="An option of the game, like size=9; may be repeated."
    ),
]
PositionText = Annotated[
    str | None, typer.Option("--position", metavar="TEXT", help="A position text; default: the start.")
]
RecordFile = Annotated[
    Path | None, typer.Option("--record", metavar="FILE", help="After the moves of this record.")
]
ClockText = Annotated[
    str | None,
    typer.Option(
        "--clock",
        metavar="TEXT",
        help="none, 5 (minutes), 5+3 (Fischer), 5d3 (Bronstein delay) or 30+5x30 (byo-yomi).",
    ),
]
