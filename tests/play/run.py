"""Many matches on several cores, with progress on stderr; Ctrl-C ends it at once."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from multiprocessing import get_context

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tests.play.matches import Match
from tests.play.referee import Tally, play


def play_all(matches: Sequence[Match], jobs: int) -> Iterator[tuple[Match, Tally]]:
    """The matches with what came of them, as they end."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    pool = get_context("fork").Pool(jobs, initializer=_deaf)
    wrong = plies = 0
    with pool, Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=len(matches))
        for match, tally in pool.imap_unordered(_played, matches):
            wrong, plies = wrong + len(tally.wrong), plies + tally.plies
            bar.update(task, advance=1, description=f"{plies} plies, {wrong} wrong; {match}")
            yield match, tally


def _deaf() -> None:
    """Ctrl-C is for the parent, which then ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _played(match: Match) -> tuple[Match, Tally]:
    return match, play(match)
