"""Searching the archive: by date, game, result and names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from board_driver.stored import GameRow
from engine.errors import UsageError
from engine.games import GAMES
from engine.record import RESULTS

_DATE = re.compile(r"(\d{4})(?:[-.](\d\d?))?(?:[-.](\d\d?))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Search:
    """What a game must be to be found; None: anything.

    `since` and `until` are dates such as `2026-11-30`, `2026-11` or `2026`, and count from the first to the
    last day that they may mean. `name` is a part of the value of any tag, in any case: a player, a place, an
    event.
    """

    since: str | None = None
    until: str | None = None
    game: str | None = None
    result: str | None = None
    name: str | None = None

    def __post_init__(self) -> None:
        if self.game is not None and self.game not in GAMES:
            raise UsageError(f"no game {self.game!r}, only {', '.join(GAMES)}")
        if self.result is not None and self.result not in RESULTS:
            raise UsageError(f"no result {self.result!r}, only {', '.join(RESULTS)}")
        for text in filter(None, (self.since, self.until)):
            _days(text)

    def of(self, rows: Iterable[GameRow]) -> Iterator[GameRow]:
        """The games that are meant, in the order in which they come."""
        return (row for row in rows if self._fits(row))

    def _fits(self, row: GameRow) -> bool:
        if self.game not in {None, row.game} or self.result not in {None, row.result}:
            return False
        if self.name is not None and not any(
            self.name.casefold() in value.casefold() for value in row.tags.values()
        ):
            return False
        if self.since is None and self.until is None:
            return True
        played = played_on(row)
        if played is None:
            return False
        first, last = played
        return (self.since is None or _days(self.since)[0] <= last) and (
            self.until is None or first <= _days(self.until)[1]
        )


def played_on(row: GameRow) -> tuple[date, date] | None:
    """The first and the last day on which a game may have been played: as its tag says, or the computer."""
    text = row.tags.get("Date", "").partition("?")[0].rstrip(".-")
    if text:
        try:
            return _days(text)
        except UsageError:
            return None
    return (row.began.date(), row.began.date()) if row.began else None


def _days(text: str) -> tuple[date, date]:
    """The first and the last day that a date may mean."""
    found = _DATE.fullmatch(text)
    if found:
        year, month, day = (int(part) if part else None for part in found.groups())
        try:
            first = date(year or 0, month or 1, day or 1)
            if day:
                return first, first
            after = (first.year + (not month or month == 12), first.month % 12 + 1 if month else 1, 1)
            return first, date.fromordinal(date(*after).toordinal() - 1)
        except ValueError:
            pass
    raise UsageError(f"no date {text!r}; write it like 2026-11-30, 2026-11 or 2026")
