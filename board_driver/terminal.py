"""What the command line says: lines on stdout that are never wrapped or coloured, and help and progress."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import Annotated, Any

import typer


def examples(*lines: str) -> str:
    """The end of a help text: lines to type, each as it stands."""
    return "\b\nExamples:\n" + "\n".join(f"  tavreli-board {line}" for line in lines)


def say(text: str) -> None:
    """Print one line, whatever its length."""
    sys.stdout.write(text + "\n")


def say_json(line: dict[str, Any]) -> None:
    """Print one JSON line, at once."""
    say(json.dumps(line, ensure_ascii=False))
    sys.stdout.flush()


def _say_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        say(f"tavreli-board {version('tavreli-board')}")
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Show the version and exit.")
]


class Level(IntEnum):
    """How much something matters, as syslog(3) counts."""

    ERROR = 3
    WARNING = 4
    INFO = 6


def tell(text: str, level: Level = Level.INFO) -> None:
    """Say something about the program itself, on stderr.

    To systemd's journal the level is told, too (sd-daemon(3)): `journalctl -p warning` finds what is wrong.
    """
    start = f"<{level}>" if os.environ.get("JOURNAL_STREAM") else "tavreli-board: "
    sys.stderr.write(f"{start}{text}\n")
    sys.stderr.flush()


@contextmanager
def progress(what: str) -> Iterator[Callable[[float], None]]:
    """Show on a terminal's stderr how far a long work is; call what is yielded with fractions of it."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=1.0)
        yield lambda share: bar.advance(task, share)
