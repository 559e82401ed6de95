"""Game records in files: their faults are told with the file's name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import RecordError
from engine.record import GameRecord, read_record, write_record


@contextmanager
def named(path: Path) -> Iterator[None]:
    """Faults of a file are told with its name."""
    try:
        yield
    except RecordError as fault:
        raise RecordError(f"{path}: {fault}", ply=fault.ply, token=fault.token) from fault
    except UnicodeDecodeError as fault:
        raise RecordError(f"{path}: no UTF-8 text (byte {fault.start}); save the file as UTF-8") from fault
    except OSError as fault:
        raise RecordError(f"{path}: {fault.strerror or fault}; check the name and the folder") from fault


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """A file to be written first, that takes the place of `path` if all goes well, and else is removed."""
    part = path.with_name(path.name + ".part")
    try:
        yield part
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def load_record(path: Path, game: str | None = None) -> GameRecord:
    """The record in a file; RecordError names the file."""
    with named(path):
        return read_record(path.read_text("utf-8-sig"), game, name_hint=path.name)


def save_record(path: Path, record: GameRecord) -> None:
    """Write a record to a file; RecordError names the file."""
    with named(path):
        path.write_text(write_record(record), "utf-8")
