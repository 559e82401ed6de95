"""Games out of the archive, and into it: as records of their own game, or as JSON with all that is known."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, TypeAlias

from board_driver.archive import stored_record
from board_driver.clock import Clock, clock_to_json
from board_driver.files import named, whole
from board_driver.journal import Journal
from board_driver.stored import Former, StoredGame, StoredMove
from engine.errors import JournalError, RecordError, UsageError
from engine.games import GAMES
from engine.record import GameRecord, read_record, write_record

FORMAT = "tavreli-board/games"
VERSION = 1
JSON = ".json"


def export_game(journal: Journal, number: int, file: Path) -> None:
    """Write one game to a file: JSON if the name ends so, else as a record of its game.

    UsageError if the name has the ending of something else.
    """
    stored = journal.game(number)
    record = stored_record(stored)
    ending = GAMES[stored.game].ending
    if file.suffix.lower() not in (ending, JSON):
        raise UsageError(f"{file}: a game of {stored.game} goes into a file that ends in {ending} or {JSON}")
    save(file, _json_text(journal, [stored]) if file.suffix.lower() == JSON else write_record(record))


def export_games(journal: Journal, numbers: Sequence[int], place: Path) -> list[Path]:
    """Write games to a file, or to one file for each kind of game in a folder, with all of them as JSON.

    A file's ending chooses: `.json` takes all, `.pgn` those of chess. The files that were written.
    """
    if place.is_dir():
        listings = [(name, place / f"{name}{listing.ending}") for name, listing in GAMES.items()]
        files = [_write_kind(journal, numbers, name, file) for name, file in listings]
        save(place / "games.json", _json_text(journal, map(journal.game, numbers)))
        return [file for file in (*files, place / "games.json") if file]
    if place.suffix.lower() == JSON:
        save(place, _json_text(journal, map(journal.game, numbers)))
        return [place]
    names = [name for name, listing in GAMES.items() if listing.ending == place.suffix.lower()]
    if not names:
        endings = ", ".join(listing.ending for listing in GAMES.values())
        raise UsageError(f"{place}: name a folder that is there, or a file that ends in {endings} or {JSON}")
    file = _write_kind(journal, numbers, names[0], place)
    return [file] if file else []


def _write_kind(journal: Journal, numbers: Sequence[int], name: str, file: Path) -> Path | None:
    """Write all games of a kind into one file; None if there are none."""
    stored = (journal.game(number) for number in numbers)
    texts = [write_record(stored_record(each)).strip() for each in stored if each.game == name]
    if not texts:
        return None
    save(file, "\n\n".join(texts) + "\n")
    return file


def save(file: Path, text: str) -> None:
    """Write a file, whole or not at all; RecordError names it if that can't be done."""
    with named(file), whole(file) as part:
        part.write_text(text, "utf-8")


def _json_text(journal: Journal, games: Iterable[StoredGame]) -> str:
    body = {"format": FORMAT, "version": VERSION, "games": [_as_json(journal, game) for game in games]}
    return json.dumps(body, ensure_ascii=False, indent=1) + "\n"


def _as_json(journal: Journal, stored: StoredGame) -> dict[str, Any]:
    return {
        "game": stored.game,
        "options": dict(stored.options),
        "start": stored.start,
        "tags": dict(stored.tags),
        "began": stored.began.isoformat() if stored.began else None,
        "origin": stored.origin,
        "moves": [{"move": move.text, "t": move.t_ms} for move in stored.moves],
        "open": [list(candidates) for candidates in stored.open],
        "result": stored.result,
        "reason": stored.reason,
        "clock": stored.clock,
        "former": [asdict(former) for former in journal.history(stored.id)],
    }


# And back


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import has brought: the numbers of the new games, and how many had been there already."""

    numbers: tuple[int, ...]
    known: int


def import_games(journal: Journal, file: Path, game: str | None = None) -> Imported:
    """Enter all games of a file: records (`game`: of which game, where they don't say), or our own JSON.

    A game that is there already, with the same moves and tags, is not entered again. RecordError names
    the file, the game and the place of the first fault; then none is entered.
    """
    with named(file):
        text = file.read_text("utf-8-sig")
        is_json = file.suffix.lower() == JSON
        read = list(_read_json(text) if is_json else _read_records(text, game, file.name))
    known = {_identity(journal.game(row.id)) for row in journal.games()}
    numbers = []
    for stored, former in read:
        if (identity := _identity(stored)) not in known:
            known.add(identity)
            numbers.append(journal.enter(stored, former))
    return Imported(tuple(numbers), len(read) - len(numbers))


def _identity(stored: StoredGame) -> tuple[object, ...]:
    record = stored_record(stored)
    tags = {name: value for name, value in record.tags.items() if value.strip("?.")}
    return stored.game, stored.start, record.texts(), stored.result, tuple(sorted(tags.items()))


Read: TypeAlias = tuple[StoredGame, Sequence[Former]]
"""A game that was read, and what is no more in its record."""


def _read_records(text: str, game: str | None, name: str) -> Iterator[Read]:
    for number, part in enumerate(split_records(text), 1):
        try:
            record = read_record(part, game, name_hint=name)
        except RecordError as fault:
            raise RecordError(f"game {number}: {fault}", ply=fault.ply, token=fault.token) from fault
        yield _as_stored(record), ()


def split_records(text: str) -> list[str]:
    """The games of a text, each a text of its own: PGN's shape, or SGF."""
    if re.match(r"\ufeff?\s*\(\s*;", text):
        return _split_sgf(text)
    games, in_tags = [""], True
    for line in text.splitlines(keepends=True):
        is_tag = line.startswith("[")
        if is_tag and not in_tags:
            games.append("")
        if line.strip():
            in_tags = is_tag
        games[-1] += line
    return [game for game in games if game.strip()]


def _split_sgf(text: str) -> list[str]:
    """The game trees of an SGF collection: brackets in values do not count, nor does what `\\` protects."""
    games, depth, begin, in_value = [], 0, 0, False
    for found in re.finditer(r"\\.|[()\[\]]", text, re.DOTALL):
        match found[0]:
            case "[" | "]":
                in_value = found[0] == "["
            case "(" if not in_value:
                begin = found.start() if depth == 0 else begin
                depth += 1
            case ")" if not in_value:
                depth -= 1
                if depth == 0:
                    games.append(text[begin : found.end()])
    return games or [text]


def _as_stored(record: GameRecord) -> StoredGame:
    return StoredGame(
        id=0,
        game=record.game.name,
        options=record.game.options,
        start=record.start.text() if record.start else None,
        tags=record.tags,
        began=None,
        moves=tuple(StoredMove(text, 0) for text in record.texts()),
        result=record.result,
        reason="",
        open=(),
        clock=clock_to_json(Clock.of(record.timing)) if record.timing else None,
        origin="import",
    )


def _read_json(text: str) -> Iterator[Read]:
    try:
        body = json.loads(text)
        if body["format"] != FORMAT or body["version"] != VERSION:
            raise RecordError(f"this is not version {VERSION} of {FORMAT}")
        for number, game in enumerate(body["games"], 1):
            yield _checked(number, _from_json(game)), [_former(**each) for each in game["former"]]
    except (KeyError, TypeError, ValueError, AttributeError) as fault:
        if isinstance(fault, RecordError):
            raise
        raise RecordError(f"no games as this program writes them ({fault})") from fault


def _former(at: str, ply: int, kind: str, text: str) -> Former:
    datetime.fromisoformat(at)  # ValueError if it is none
    return Former(at, int(ply), str(kind), str(text))


def _from_json(game: dict[str, Any]) -> StoredGame:
    began = game["began"]
    return StoredGame(
        id=0,
        game=game["game"],
        options=game["options"],
        start=game["start"],
        tags=game["tags"],
        began=datetime.fromisoformat(began) if began else None,
        moves=tuple(StoredMove(move["move"], move["t"]) for move in game["moves"]),
        result=game["result"],
        reason=game["reason"],
        open=tuple(map(tuple, game["open"])),
        clock=game["clock"],
        origin="import",
    )


def _checked(number: int, stored: StoredGame) -> StoredGame:
    """The same; RecordError if its moves are not legal."""
    try:
        stored_record(stored)
    except JournalError as fault:
        raise RecordError(f"game {number}: {fault}") from fault
    return stored
