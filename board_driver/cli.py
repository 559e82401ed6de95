"""The command line. Each command is thin: it reads, calls, and prints; the work is done elsewhere."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer

from board_driver.cli_config import config_app
from board_driver.cli_doctor import doctor, report
from board_driver.cli_games import ConfigFile, games_app
from board_driver.cli_replay import ClockText, replay
from board_driver.files import load_record, named
from board_driver.terminal import Level, Version, examples, progress, say, say_json, tell
from engine.errors import PositionError, TavreliBoardError, UsageError
from engine.game import Game, Position
from engine.games import DEFAULT_GAME, open_game, parse_options
from engine.record import GameRecord

app = typer.Typer(
    epilog=examples(
        "run --link sim:            watch a game on a simulated board, then play",
        "check game.tgn             read a record, print it in our own notation",
        "simulate game.tgn -o log.jsonl.gz",
        "replay log.jsonl.gz        what was played, from the sensors alone",
        "games                      the archive",
        "replay --help              more about one command",
    ),
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(games_app, name="games")
app.add_typer(config_app, name="config")
app.command(
    epilog=examples(
        "doctor                     the machine, and the board if there is one",
        "doctor --link serial:///dev/ttyACM0",
        "doctor --link sim: --speed 5",
    )
)(doctor)
app.command(epilog=examples("report", "report fault.zip --log sensors.jsonl"))(report)


@app.callback()
def program(version: Version = False) -> None:
    """Records tavreli (Russian chess), chess, draughts and Go from a board that senses its men."""


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


@app.command(epilog=examples("check game.tgn", "check moves.txt --game tavreli"))
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


@app.command(epilog=examples("perft 3", "perft 2 --divide"))
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


@app.command(epilog=examples("picture -o start.png", "picture --record game.tgn --ply 29 -o screen.png"))
def picture(
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE.png", help="The picture.")],
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
    """Draw the screen as the board would show it, into a PNG file."""
    from board_driver.picture import parse_size, scene_after
    from display.language import find_language
    from display.screen import save_picture

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


@app.command(epilog=examples("moves", "moves --record game.tgn", "moves --json"))
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


@app.command(
    epilog=examples(
        "simulate game.tgn -o log.jsonl", "simulate game.tgn --seed 7 --sensors reed+corners -o log.jsonl.gz"
    )
)
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
    game: GameName = None,
) -> None:
    """Let simulated hands play a record.

    They play it on a simulated board, and what its sensors say is written to a sensor log. The same seed
    gives the same bytes.
    """
    from firmware_bridge.sensorlog import LogWriter
    from firmware_bridge.simulator.kits import find_kit
    from firmware_bridge.simulator.script import log_header
    from firmware_bridge.simulator.script import simulate as play
    from firmware_bridge.simulator.styles import find_style

    kit = find_kit(sensors)
    style = find_style(hands)
    read = load_record(record, game)
    with LogWriter(output, log_header(read.game, read.start, kit)) as log:
        for event in play(read.game, read.start, read.moves, kit, seed, style=style):
            log.write(event)


app.command(
    epilog=examples(
        "replay log.jsonl.gz",
        "replay log.jsonl --record game.tgn",
        "replay log.jsonl --answers game.tgn",
        "replay log.jsonl --clock 5+3",
    )
)(replay)


@app.command(
    epilog=examples(
        "run                        with the board on the serial ports",
        "run --link serial:///dev/ttyACM0",
        "run --link sim:            hands play a game, then the board is yours",
        "run --link sim: --game capture-go --option size=13",
        "run --from 12:30           from ply 30 of game 12 of the archive",
        "run --game chess --clock 5+3",
        "run --link replay:log.jsonl --headless --speed 20",
    )
)
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
            archived=archived,
        )
    )


@app.command(
    epilog=examples(
        "calibrate                  with the board on the serial ports",
        "calibrate --link serial:///dev/ttyACM0",
        "calibrate --link sim: --speed 10 -o cells.json",
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


@app.command(epilog=examples("tare", "tare --link serial:///dev/ttyACM0"))
def tare(config: ConfigFile = None, link: CellsLink = None) -> None:
    """Take what the cells read now for zero. Take all men off the board first.

    For boards with load cells, under each square or under the corners; the board keeps it when it is
    switched off.
    """
    from board_driver.tare import run_tare

    say(run_tare(config, link))


def main() -> None:
    """Run the command line; a fault is one line on stderr and an exit code."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # not every terminal can show a Russian name
    try:
        code, complaint = _run_app()
        sys.stdout.flush()
    except OSError as fault:  # of the output: every other one has been given a name
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        why = fault.strerror or fault
        code = 1
        complaint = "" if isinstance(fault, BrokenPipeError) else f"the output can't be written: {why}"
    if complaint:
        tell(" ".join(complaint.split()), Level.ERROR)
    sys.exit(code)


def _run_app() -> tuple[int, str]:
    """The exit code, and what there is to complain of."""
    try:
        code = app(sys.argv[1:] or ["--help"], prog_name="tavreli-board", standalone_mode=False)
    except TavreliBoardError as fault:
        return fault.exit_code, str(fault)
    except typer.TyperException as fault:
        context = getattr(fault, "ctx", None)
        remedy = f"; see {context.command_path} --help" if context else ""
        return 2, fault.format_message().rstrip(".") + remedy
    except (KeyboardInterrupt, typer.Abort):
        return 130, "stopped"
    return (code if isinstance(code, int) else 0), ""
