"""The command line. Each command is thin: it reads, calls, and prints; the work is done elsewhere."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper

import typer

from board_driver.cli_board import calibrate, run, tare
from board_driver.cli_config import config_app
from board_driver.cli_doctor import doctor, report
from board_driver.cli_games import games_app
from board_driver.cli_records import check, moves, perft, picture, simulate
from board_driver.cli_replay import replay
from board_driver.terminal import Level, Version, examples, tell
from engine.errors import TavreliBoardError

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


app.command(epilog=examples("check game.tgn", "check moves.txt --game tavreli"))(check)
app.command(epilog=examples("perft 3", "perft 2 --divide"))(perft)
app.command(epilog=examples("picture -o start.png", "picture --record game.tgn --ply 29 -o screen.png"))(
    picture
)
app.command(epilog=examples("moves", "moves --record game.tgn", "moves --json"))(moves)
app.command(
    epilog=examples(
        "simulate game.tgn -o log.jsonl",
        "simulate game.tgn --seed 7 --sensors reed+corners -o log.jsonl.gz",
        "simulate game.pgn --sensors reed --fail e4=dead@20 -o log.jsonl",
    )
)(simulate)
app.command(
    epilog=examples(
        "replay log.jsonl.gz",
        "replay log.jsonl --record game.tgn",
        "replay log.jsonl --answers game.tgn",
        "replay log.jsonl --clock 5+3",
    )
)(replay)
app.command(
    epilog=examples(
        "run                        with the board on the serial ports",
        "run --link serial:///dev/ttyACM0",
        "run --link sim:            hands play a game, then the board is yours",
        "run --link sim: --game capture-go --option size=13",
        "run --from 12:30           from ply 30 of game 12 of the archive",
        "run --game chess --clock 5+3",
        "run --link replay:log.jsonl --speed 20",
        "run --link replay:log.jsonl --headless --keep",
    )
)(run)
app.command(
    epilog=examples(
        "calibrate                  with the board on the serial ports",
        "calibrate --link serial:///dev/ttyACM0",
        "calibrate --link sim: --speed 10 -o cells.json",
    )
)(calibrate)
app.command(epilog=examples("tare", "tare --link serial:///dev/ttyACM0"))(tare)


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
