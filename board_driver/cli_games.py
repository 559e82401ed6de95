"""The commands around the archive: `tavreli-board games`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from board_driver.files import save_record
from board_driver.terminal import examples, say
from engine.record import write_record

games_app = typer.Typer(
    help="The archive of all games. Without a command: list them.",
    epilog=examples("games", "games show 3", "games export 3 game.tgn"),
    invoke_without_command=True,
)
GameNumber = Annotated[int, typer.Argument(metavar="N", min=1, max=10**9, help="Its number in the list.")]
ConfigFile = Annotated[Path | None, typer.Option("--config", metavar="FILE", help="A configuration file.")]


@games_app.callback()
def games(context: typer.Context, config: ConfigFile = None) -> None:
    """The archive of all games. Without a command: list them."""
    context.obj = config
    if context.invoked_subcommand is None:
        list_games(context)


@games_app.command("list")
def list_games(context: typer.Context) -> None:
    """List all games, the oldest first."""
    from board_driver.archive import open_archive, row_text

    with open_archive(context.obj) as archive:
        rows = archive.games()
        if not rows:
            say(f"no games yet in {archive.path}")
        for row in rows:
            say(row_text(row))


@games_app.command("show")
def show_game(context: typer.Context, number: GameNumber) -> None:
    """Print one game as a record."""
    from board_driver.archive import open_archive, stored_record

    with open_archive(context.obj) as archive:
        say(write_record(stored_record(archive.game(number))).rstrip("\n"))


@games_app.command("export")
def export_game(
    context: typer.Context,
    number: GameNumber,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record to be written.")],
) -> None:
    """Write one game to a file, in the format of its game: .tgn, .pgn, .pdn or .sgf."""
    from board_driver.archive import open_archive, stored_record

    with open_archive(context.obj) as archive:
        save_record(file, stored_record(archive.game(number)))
