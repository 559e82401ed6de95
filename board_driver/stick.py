"""All games onto a USB stick."""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime
from pathlib import Path

from board_driver.exchange import export_games
from board_driver.files import named
from board_driver.journal import Journal
from engine.errors import JournalError

MEDIA = ("/media/", "/run/media/")
"""Where desktops, and our own udev rule, mount what is plugged in (Filesystem Hierarchy Standard 3.0)."""
FOLDER = "tavreli-board"
_OCTAL = re.compile(r"\\([0-7]{3})")


def export_to_stick(journal: Journal, mounts: Path = Path("/proc/self/mountinfo")) -> Path:
    """Write all games to the one stick that is there, a file for each kind of game; the folder they are in.

    It is on the stick when this returns. JournalError says what to do if there is no stick, or several;
    RecordError if it can't be written. `mounts` is in the form of proc_pid_mountinfo(5).
    """
    sticks = find_sticks(mounts.read_text("utf-8"))
    if not sticks:
        raise JournalError("there is no USB stick: plug one in, wait a moment, and try again")
    if len(sticks) > 1:
        raise JournalError(f"there are several USB sticks ({', '.join(map(str, sticks))}): leave only one in")
    folder = sticks[0] / FOLDER / datetime.now(UTC).astimezone().strftime("%Y-%m-%d-%H%M%S")
    with named(folder):
        folder.mkdir(parents=True)
        export_games(journal, [row.id for row in journal.games()], folder)
        os.sync()
    return folder


def find_sticks(mountinfo: str) -> list[Path]:
    """The places where removable media are mounted."""
    places = (line.split()[4] for line in mountinfo.splitlines())
    paths = (_OCTAL.sub(lambda found: chr(int(found[1], 8)), place) for place in places)
    return sorted({Path(path) for path in paths if path.startswith(MEDIA)})
