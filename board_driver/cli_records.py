"""The commands around records and positions, which need no board: `check`, `moves`, `picture`, ..."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from board_driver.cli_options import GameName, GameOptions, PositionText, RecordFile
from board_driver.files import load_record, named
from board_driver.terminal import progress, say, say_json
from engine.errors import PositionError, UsageError
from engine.game import Game, Position
from engine.games import DEFAULT_GAME, open_game, parse_options
from engine.record import GameRecord


def find_position(
    game: str | None, options: list[str] | None, text: str | None, record: Path | None = None
) -> tuple[Game, Position]:
    """The game and the position that the options of a command mean."""
    if record is not None:
        if text is not None or options:
            raise UsageError("give either --position or --record, not both (with a record no --option)")
        read = load_record(record, game)
        return read.game, read.positions()[-1]
    name = game or DEFAULT_GAME
    rules = open_game(name, parse_options(name, options or ()))
    try:
        return rules, rules.start() if text is None else rules.position(text)
    except PositionError as fault:
        raise PositionError(f"--position: {fault}; mend it, or leave it out for the start") from None


def check(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A record, or a bare list of moves.")],
    game: GameName = None,
) -> None:
    """Read a record and print it in our notation.

    Any accepted spelling will do, a bare list of moves too. The last line is the position at the end.
    A faulty record: exit 1, and one line with file, ply, the text at fault, and why.
    """
    read = load_record(record, game)
    for tag, value in read.tags.items():
        say(f'[{tag} "{value}"]')
    say(" ".join([*read.numbered(), read.result]))
    say(read.positions()[-1].text())


def perft(
    depth: Annotated[int, typer.Argument(min=0, max=12, metavar="DEPTH", help="Plies to look ahead.")],
    game: GameName = None,
    option: GameOptions = None,
    position: PositionText = None,
    divide: Annotated[bool, typer.Option("--divide", help="Print the count below each move.")] = False,
) -> None:
    """Count the sequences of legal moves.

    The last line is `nodes N`.
    """
    from engine.perft import divide as divided
    from engine.perft import perft as count

    _, start = find_position(game, option, position)
    if depth == 0:
        say("nodes 1")
        return
    total = 0
    with progress("perft") as advance:
        moves = start.count_moves()
        for text, nodes in divided(start, depth) if divide or depth > 2 else [("", count(start, depth))]:
            total += nodes
            advance(1 / max(moves, 1))
            if divide:
                say(f"{text} {nodes}")
    say(f"nodes {total}")


def picture(
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The picture: .png, .jpg or .bmp.")
    ],
    game: GameName = None,
    option: GameOptions = None,
    position: PositionText = None,
    record: RecordFile = None,
    ply: Annotated[
        int | None, typer.Option("--ply", metavar="N", min=0, help="After so many plies of it.")
    ] = None,
    size: Annotated[str, typer.Option("--size", metavar="WIDTHxHEIGHT", help="Pixels.")] = "800x480",
    lang: Annotated[str, typer.Option("--lang", metavar="CODE", help="The language: en or ru.")] = "en",
) -> None:
    """Draw the screen as the board would show it, into a file whose name says which format it has."""
    from board_driver.picture import check_ending, parse_size, scene_after
    from display.language import find_language
    from display.screen import save_picture

    check_ending(output)
    if record is None and ply is not None:
        raise UsageError("--ply counts the plies of a record: give one with --record")
    if record is None:
        rules, here = find_position(game, option, position)
        shown = GameRecord(rules, start=here)
    elif position is None and not option:
        shown = load_record(record, game)
    else:
        raise UsageError("give either --position or --record, not both (with a record no --option)")
    scene = scene_after(shown, ply, find_language(lang))
    with named(output):
        save_picture(scene, parse_size(size), output)


def moves(
    game: GameName = None,
    option: GameOptions = None,
    position: PositionText = None,
    record: RecordFile = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="JSON Lines, with the stacks after each move.")
    ] = False,
) -> None:
    """List the legal moves, one a line.

    Those of the start, of a position text, or after the moves of a record.
    """
    rules, here = find_position(game, option, position, record)
    for move in here.legal_moves():
        text = here.move_text(move)
        if as_json:
            stacks = {rules.shape.name(square): [man.text for man in stack] for square, stack in move.changes}
            say_json({"move": text, "changes": stacks})
        else:
            say(text)


def simulate(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="The game to be played.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="LOG", help="The sensor log; .gz is compressed.")
    ],
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Same seed, same log.")] = 0,
    sensors: Annotated[
        str, typer.Option("--sensors", help="reed, reed+corners, weight or reed+weight.")
    ] = "reed+weight",
    hands: Annotated[str, typer.Option("--hands", help="tidy, club, blitz or clumsy.")] = "tidy",
    fail: Annotated[
        list[str] | None,
        typer.Option(
            "--fail", metavar="E4=DEAD@20", help="A switch is stuck, dead or restless from a ply on."
        ),
    ] = None,
    game: GameName = None,
) -> None:
    """Let simulated hands play a record.

    They play it on a simulated board, and what its sensors say is written to a sensor log. The same seed
    gives the same bytes.
    """
    from firmware_bridge.sensorlog import LogWriter
    from firmware_bridge.simulator.failures import read_failure
    from firmware_bridge.simulator.kits import find_kit
    from firmware_bridge.simulator.script import log_header
    from firmware_bridge.simulator.script import simulate as play
    from firmware_bridge.simulator.styles import find_style

    kit = find_kit(sensors)
    style = find_style(hands)
    read = load_record(record, game)
    failures = [read_failure(text, read.game.shape) for text in fail or ()]
    with LogWriter(output, log_header(read.game, read.start, kit)) as log:
        for event in play(read.game, read.start, read.moves, kit, seed, style=style, failures=failures):
            log.write(event)
