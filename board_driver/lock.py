"""Only one daemon plays into an archive."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from engine.errors import JournalError


@contextmanager
def only_daemon(archive: Path) -> Iterator[None]:
    """Hold the lock of an archive; JournalError if another process does.

    The kernel lets it go when the process ends, however that happens. Where no lock file can be made, nobody
    else can write either.
    """
    path = archive.with_name(archive.name + ".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError:
        yield
        return
    try:
        _lock(file, path)
        os.ftruncate(file, 0)
        with suppress(OSError):  # a full disk: then it is not told which process it is
            os.write(file, str(os.getpid()).encode())
        yield
    finally:
        os.close(file)


def _lock(file: int, path: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.pread(file, 20, 0).decode("ascii", "replace") or "unknown"
        raise JournalError(
            f"tavreli-board is running already (process {holder}, {path}): end that one first, as with "
            "sudo systemctl stop tavreli-board, or name another archive in a --config",
            kind="foreign",
        ) from None
