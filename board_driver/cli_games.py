"""The commands around the archive: `tavreli-board games`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from board_driver.cli_options import ConfigFile
from board_driver.terminal import examples, say
from engine.errors import UsageError
from engine.record import write_record

ALL = "all"
games_app = typer.Typer(
    help="The archive of all games. Without a command: list them.",
    epilog=examples(
        "games",
        "games list --since 2026-11 --game chess --result 1-0",
        "games show 3",
        "games export 3 game.tgn",
        "games export all games.json",
        "games usb",
    ),
    invoke_without_command=True,
)
GameNumber = Annotated[int, typer.Argument(metavar="N", min=1, max=10**9, help="Its number in the list.")]
Since = Annotated[str | None, typer.Option("--since", metavar="DATE", help="2026-11-30, 2026-11 or 2026.")]
Until = Annotated[str | None, typer.Option("--until", metavar="DATE", help="The last day, month or year.")]
Kind = Annotated[
    str | None, typer.Option("--game", metavar="NAME", help="tavreli, chess, draughts or capture-go.")
]
Result = Annotated[str | None, typer.Option("--result", help="1-0, 0-1, 1/2-1/2 or *.")]
Name = Annotated[
    str | None, typer.Option("--name", metavar="TEXT", help="Part of a player, a place or an event.")
]


@games_app.callback()
def games(context: typer.Context, config: ConfigFile = None) -> None:
    """The archive of all games. Without a command: list them."""
    context.obj = config
    if context.invoked_subcommand is None:
        list_games(context)


@games_app.command("list")
def list_games(
    context: typer.Context,
    since: Since = None,
    until: Until = None,
    game: Kind = None,
    result: Result = None,
    name: Name = None,
) -> None:
    """List games, the oldest first: all, or those of these dates, game, result and name."""
    from board_driver.archive import open_archive, row_text
    from board_driver.search import Search

    search = Search(since, until, game, result, name)
    with open_archive(context.obj) as archive:
        rows = archive.games()
        if not rows:
            say(f"no games yet in {archive.path}")
        for row in search.of(rows):
            say(row_text(row))


@games_app.command("show")
def show_game(context: typer.Context, number: GameNumber) -> None:
    """Print one game as a record."""
    from board_driver.archive import open_archive, stored_record

    with open_archive(context.obj) as archive:
        say(write_record(stored_record(archive.game(number))).rstrip("\n"))


@games_app.command("export", epilog=examples("games export 3 game.tgn", "games export all chess.pgn"))
def export(
    context: typer.Context,
    number: Annotated[str, typer.Argument(metavar="N|all", help="Its number in the list, or all of them.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file; for all also a folder.")],
    since: Since = None,
    until: Until = None,
    game: Kind = None,
    result: Result = None,
    name: Name = None,
) -> None:
    """Write one game to a file, or all that the options choose.

    A game is written as a record, .tgn, .pgn, .pdn or .sgf by its kind, or as JSON with all that is known of
    it if the name ends in .json. Of all games a file takes those of its ending, .json takes all, and a folder
    gets a file for each kind of game.
    """
    from board_driver.archive import open_archive
    from board_driver.exchange import export_game, export_games
    from board_driver.search import Search

    with open_archive(context.obj) as archive:
        if number == ALL:
            rows = Search(since, until, game, result, name).of(archive.games())
            for written in export_games(archive, [row.id for row in rows], file):
                say(str(written))
        elif number.isdecimal() and 0 < int(number) < 10**9:
            export_game(archive, int(number), file)
        else:
            raise UsageError(f"no game {number!r}; give a number of the list, or {ALL}")


@games_app.command("import", epilog=examples("games import old.pgn", "games import games.json"))
def import_files(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Records, or JSON of games export.")],
    game: Kind = None,
) -> None:
    """Enter games of files into the archive; those that are there already are left out."""
    from board_driver.archive import open_archive
    from board_driver.exchange import import_games

    with open_archive(context.obj) as archive:
        for file in files:
            done = import_games(archive, file, game)
            known = f", {done.known} were there already" if done.known else ""
            say(f"{file}: {len(done.numbers)} games entered{known}")


@games_app.command("backup", epilog=examples("games backup games-copy.sqlite3"))
def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that is not there yet.")],
) -> None:
    """Copy the whole archive to a file, while games may be played.

    To go back to it, end tavreli-board and put the copy in the archive's place.
    """
    from board_driver.archive import open_archive

    with open_archive(context.obj) as archive:
        archive.copy_to(file)


@games_app.command("usb")
def usb(context: typer.Context) -> None:
    """Write all games to the USB stick that is plugged in, and make sure that it may be pulled out."""
    from board_driver.archive import open_archive
    from board_driver.stick import export_to_stick

    with open_archive(context.obj) as archive:
        say(f"all games are in {export_to_stick(archive)}; the stick may be pulled out")
