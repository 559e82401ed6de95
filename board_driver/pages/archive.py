"""The archive: the games that were played, the latest first, by game and result."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from board_driver.pages.actions import OpenGame
from board_driver.pages.choice import Choice
from board_driver.pages.leaf import Become, Facts, Leaf, Open, Step
from board_driver.pages.wording import game_name, names_text, result_text
from board_driver.seating import players
from board_driver.stored import GameRow
from display.language import Language
from display.page import Entry, Page
from display.scene import Line

ANY = ""
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


@dataclass(frozen=True)
class Archive(Leaf):
    """The games that are of a kind (`game`), ended so (`result`) and had this player; "" is any."""

    game: str = ANY
    result: str = ANY
    player: str = ANY

    def show(self, facts: Facts) -> Page:
        """A line a game, and what is looked for."""
        language = facts.language
        _ = language.gettext
        rows = self._found(facts)
        entries = tuple(Entry(f"game {row.id}", _title(language, row), _value(language, row)) for row in rows)
        buttons = (
            Entry("by game", game_name(language, self.game) if self.game else _("All games")),
            Entry("by result", _result(language, self.result) if self.result else _("All results")),
            Entry("by player", self.player or _("All players")),
        )
        lines = () if entries else (Line(_("No game is like that.")),)
        return Page(_("Games"), entries, 1, buttons, lines)

    def choose(self, key: str, facts: Facts) -> Iterable[Step]:
        """Open a game, or look for others."""
        language = facts.language
        _ = language.gettext
        match key:
            case "by game":
                names = tuple(dict.fromkeys(row.game for row in facts.games))
                games = ((ANY, _("All games")), *((name, game_name(language, name)) for name in names))
                return self._ask(_("Game"), games, "game", self.game)
            case "by result":
                results = ((ANY, _("All results")), *((each, _result(language, each)) for each in RESULTS))
                return self._ask(_("Result"), results, "result", self.result)
            case "by player":
                names = tuple(dict.fromkeys(name for row in reversed(facts.games) for name in _names(row)))
                players = ((ANY, _("All players")), *((name, name) for name in names))
                return self._ask(_("Player"), players, "player", self.player)
            case _:
                return (OpenGame(int(key.removeprefix("game "))),)

    def _found(self, facts: Facts) -> list[GameRow]:
        return [
            row
            for row in reversed(facts.games)
            if self.game in (ANY, row.game)
            and self.result in (ANY, row.result)
            and (self.player == ANY or self.player in _names(row))
        ]

    def _ask(
        self, title: str, choices: tuple[tuple[str, str], ...], name: str, current: str
    ) -> Iterable[Step]:
        def then(value: str) -> Iterable[Step]:
            return (Become(replace(self, **{name: value})),)

        return (Open(Choice(title, choices, current, then, columns=2)),)


def _names(row: GameRow) -> list[str]:
    return [name for name in players(row.tags) if name]


def _title(language: Language, row: GameRow) -> str:
    """`12.03. Anna – Boris`."""
    day = f"{row.began:%d.%m.%y}  " if row.began else ""
    return day + names_text(language, row.id, row.tags)


def _value(language: Language, row: GameRow) -> str:
    """`Chess, 1–0`."""
    return f"{game_name(language, row.game)}, {result_text(language, row)}"


def _result(language: Language, result: str) -> str:
    _ = language.gettext
    words = {
        "1-0": _("White won"),
        "0-1": _("Black won"),
        "1/2-1/2": _("Drawn"),
        "*": _("Unfinished"),
    }
    return words[result]
