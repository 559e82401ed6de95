"""Sensor logs (`*.jsonl`, may be gzipped): what a board said, to be replayed as often as one likes.

The first line is a header, each further line one event. The format is fixed, others rely on it; readers
ignore keys that they don't know.
"""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from engine.errors import LogError
from engine.types import BoardShape
from firmware_bridge.frames import (
    KEY_NAMES,
    BoardEvent,
    CornerCells,
    Correction,
    DeadStones,
    KeyPress,
    Pick,
    SensorFrame,
    Sensors,
    WeightCells,
)

FORMAT = "tavreli-board/sensor-log"
VERSION = 1


@dataclass(frozen=True, slots=True)
class LogHeader:
    """The first line of a log: the game and where it starts (None: the game's start), board and sensors.

    `cells`: what was known of the weight cells then, a1 first, each (zero in g, gain, variance of the zero,
    covariance, variance of the gain); () if nothing was but what the makers say.
    """

    game: str
    shape: BoardShape
    sensors: Sensors
    options: Mapping[str, object] = field(default_factory=dict)
    start: str | None = None
    cells: tuple[tuple[float, ...], ...] = ()


def header_json(header: LogHeader) -> dict[str, Any]:
    """The header as the JSON object of the first line."""
    sensors: dict[str, Any] = {"reed": header.sensors.reed, "weight": None}
    if weight := header.sensors.weight:
        sensors["weight"] = {"man_g": weight.man_g, "sigma_g": weight.sigma_g}
        if weight.men_g:
            sensors["weight"]["men_g"] = dict(weight.men_g)
    if corners := header.sensors.corners:
        at = [list(place) for place in corners.at]
        sensors["corners"] = {"at": at, "man_g": corners.man_g, "sigma_g": corners.sigma_g}
    line = {
        "format": FORMAT,
        "version": VERSION,
        "game": header.game,
        "options": dict(header.options),
        "start": header.start,
        "board": {"files": header.shape.files, "ranks": header.shape.ranks},
        "sensors": sensors,
    }
    cells = [[round(figure, 8) for figure in cell] for cell in header.cells]
    return line | ({"drift": True} if header.sensors.drift else {}) | ({"cells": cells} if cells else {})


def parse_header(line: Mapping[str, Any]) -> LogHeader:
    """The header of a log; LogError (line 1) if it is none, or of a version we can't read."""
    if line.get("format") != FORMAT:
        raise LogError(f'no sensor log: the first line has no "format": "{FORMAT}"', line=1)
    if line.get("version") != VERSION:
        raise LogError(f"sensor log of version {line.get('version')}; this program reads {VERSION}", line=1)
    try:
        return _header(line)
    except (KeyError, TypeError, ValueError, AttributeError) as fault:
        raise LogError(f"the first line is no header of a sensor log: {_why(fault)}", line=1) from fault


def _header(line: Mapping[str, Any]) -> LogHeader:
    board, sensors, start = line.get("board", {}), line["sensors"], line.get("start")
    weight, corners = sensors.get("weight"), sensors.get("corners")
    if start is not None and not isinstance(start, str):
        raise ValueError(f"start is {start!r}, neither a position text nor null")
    shape = BoardShape(int(board.get("files", 8)), int(board.get("ranks", 8)))
    return LogHeader(
        game=str(line.get("game", "tavreli")),
        shape=shape,
        sensors=Sensors(
            reed=bool(sensors.get("reed")),
            weight=_weight_cells(weight) if weight else None,
            corners=_corner_cells(corners) if corners else None,
            drift=bool(line.get("drift")),
        ),
        options=dict(line.get("options") or {}),
        start=start,
        cells=_cells(line.get("cells") or (), shape),
    )


def _cells(cells: Sequence[Sequence[float]], shape: BoardShape) -> tuple[tuple[float, ...], ...]:
    found = tuple(tuple(float(figure) for figure in cell) for cell in cells)
    if found and [len(cell) for cell in found] != [5] * len(shape):
        raise ValueError(f"cells are not five figures for each of {len(shape)} squares")
    return found


def _weight_cells(weight: Mapping[str, Any]) -> WeightCells:
    men = {str(letter): _man_g(grams) for letter, grams in (weight.get("men_g") or {}).items()}
    mean = sum(men.values()) / len(men) if men else None
    return WeightCells(_man_g(weight.get("man_g", mean)), _sigma_g(weight["sigma_g"]), men)


def _corner_cells(corners: Mapping[str, Any]) -> CornerCells:
    at = tuple((float(x), float(y)) for x, y in corners["at"])
    return CornerCells(at, _man_g(corners["man_g"]), _sigma_g(corners["sigma_g"]))


def _man_g(value: Any) -> float:
    if value is None:
        raise ValueError("man_g is missing")
    if not 0 < float(value) < 1e6:
        raise ValueError(f"a man of {value!r} g")
    return float(value)


def _sigma_g(value: Any) -> float:
    if not 0 <= float(value) < 1e6:
        raise ValueError(f"sigma_g is {value!r}")
    return float(value)


def _why(fault: Exception) -> str:
    return f"{fault.args[0]} is missing" if isinstance(fault, KeyError) else str(fault)


def event_json(event: BoardEvent, squares: int) -> dict[str, Any]:
    """An event as the JSON object of its line."""
    if isinstance(event, KeyPress):
        return {"t": event.t, "key": event.key} | ({"by": event.by} if event.by else {})
    if isinstance(event, Pick):
        return {"t": event.t, "pick": event.text}
    if isinstance(event, Correction):
        return {"t": event.t, "correct": {"ply": event.ply, "move": event.text}}
    if isinstance(event, DeadStones):
        return {"t": event.t, "dead": list(event.points)}
    line: dict[str, Any] = {"t": event.t}
    if event.reed is not None:
        line["reed"] = f"{event.reed:0{(squares + 3) // 4}x}"
    if event.grams is not None:
        line["g"] = [round(grams, 1) for grams in event.grams]
    if event.corners is not None:
        line["c"] = [round(grams, 2) for grams in event.corners]
    return line


def parse_event(line: Mapping[str, Any], header: LogHeader) -> BoardEvent | None:
    """The event of a line after the first, None for a kind that we don't know; ValueError if it is faulty."""
    t = line["t"]
    if not isinstance(t, int) or t < 0:
        raise ValueError(f"t is {t!r}, not a whole number of milliseconds")
    if "key" in line:
        key, by = line["key"], line.get("by")
        if key not in KEY_NAMES or by not in ("w", "b", None):
            raise ValueError(f"no button {key!r} by {by!r}; known: {', '.join(KEY_NAMES)}, by w or b")
        return KeyPress(t, key, by)
    if "pick" in line:
        return Pick(t, str(line["pick"]))
    if "correct" in line:
        return Correction(t, int(line["correct"]["ply"]), str(line["correct"]["move"]))
    if "dead" in line:
        return DeadStones(t, tuple(header.shape.name(header.shape.square(name)) for name in line["dead"]))
    if not {"reed", "g", "c"} & line.keys():
        return None
    sensors, squares = header.sensors, len(header.shape)
    reed = int(line["reed"], 16) if sensors.reed else None
    if reed is not None and reed >> squares:
        raise ValueError(f"reed {line['reed']!r} has more than {squares} squares")
    return SensorFrame(
        t,
        reed,
        _readings(line, "g", squares) if sensors.weight else None,
        _readings(line, "c", len(sensors.corners.at)) if sensors.corners else None,
    )


def _readings(line: Mapping[str, Any], key: str, count: int) -> tuple[float, ...]:
    readings = tuple(map(float, line[key]))
    if len(readings) != count:
        raise ValueError(f"{key} has {len(readings)} readings, not {count}")
    if not all(map(isfinite, readings)):
        raise ValueError(f"{key} has a reading that is no number of grams")
    return readings


class LogWriter:
    """Writes a log, one line an event; a name that ends in `.gz` is compressed (same events, same bytes).

    Every method raises LogError, naming the file, if it can't be written.
    """

    def __init__(self, path: Path, header: LogHeader) -> None:
        self._path = path
        self._squares = len(header.shape)
        with self._named():
            self._raw: BinaryIO = path.open("wb")
        zipped = path.suffix == ".gz"
        packed = gzip.GzipFile("", "wb", fileobj=self._raw, mtime=0) if zipped else self._raw
        self._out = io.TextIOWrapper(packed, "utf-8", newline="\n")
        self._write(header_json(header))

    def write(self, event: BoardEvent) -> None:
        """Add one event; its time must not be before the last one's."""
        self._write(event_json(event, self._squares))

    def _write(self, line: Mapping[str, Any]) -> None:
        with self._named():
            self._out.write(json.dumps(line, separators=(", ", ": ")) + "\n")

    @property
    def size(self) -> int:
        """Bytes that are in the file by now; some are still on their way."""
        return self._raw.tell()

    def close(self) -> None:
        """Finish the file; may be called twice."""
        with self._named(), self._raw:
            self._out.close()

    @contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except OSError as fault:
            why = fault.strerror or fault
            raise LogError(f"{self._path}: can't be written ({why}); check name, folder and disk") from fault

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@dataclass(frozen=True, slots=True)
class SensorLog:
    """A log file whose header has been read; iterate for its events."""

    path: Path
    header: LogHeader

    def __iter__(self) -> Iterator[BoardEvent]:
        """All events in order. LogError at the first faulty line, when all before it have been yielded."""
        last = 0
        for number, line in _lines(self.path):
            if number == 1 or not line:
                continue
            try:
                event = parse_event(line, self.header)
            except (KeyError, TypeError, ValueError) as fault:
                raise _fault(self.path, number, _why(fault)) from fault
            if event is None:
                continue
            if event.t < last:
                raise _fault(self.path, number, f"time runs backwards, from {last} to {event.t} ms")
            last = event.t
            yield event


def read_log(path: Path) -> SensorLog:
    """Open a log and read its header; LogError if there is none."""
    for _, line in _lines(path):
        try:
            return SensorLog(path, parse_header(line))
        except LogError as fault:
            raise _fault(path, 1, str(fault)) from fault
    raise _fault(path, 1, "the file is empty")


def _fault(path: Path, number: int, why: str) -> LogError:
    return LogError(f"{path}, line {number}: {why}", line=number)


def _lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    number = 0
    try:
        with path.open("rb") as raw:
            zipped = raw.read(2) == b"\x1f\x8b"
            raw.seek(0)
            stream: BinaryIO = gzip.GzipFile(fileobj=raw) if zipped else raw  # type: ignore[assignment]
            for number, text in enumerate(stream, 1):
                yield number, _object(path, number, text)
    except EOFError as fault:
        raise _fault(path, number + 1, "the compressed log is cut off here") from fault
    except (gzip.BadGzipFile, zlib.error) as fault:
        raise _fault(path, number + 1, f"the compressed log is damaged here ({fault})") from fault
    except OSError as fault:
        raise LogError(f"{path}: can't be read ({fault.strerror or fault}); check the name") from fault


def _object(path: Path, number: int, text: bytes) -> dict[str, Any]:
    try:
        line = json.loads(text) if text.strip() else {}
    except (ValueError, RecursionError) as fault:
        raise _fault(path, number, f"not a line of JSON, is the log cut off here? ({fault})") from fault
    if not isinstance(line, dict):
        raise _fault(path, number, "not a JSON object")
    return line
