"""The start page: which game, with which options and clock, and who plays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from board_driver.pages.actions import StartGame
from board_driver.pages.choice import Choice
from board_driver.pages.leaf import Become, Close, Facts, Leaf, Open, Step
from board_driver.pages.wording import CLOCKS, clock_text, game_name, option_name, options_of, value_text
from board_driver.pages.writing import Naming
from display.page import Entry, Page
from display.scene import Line, Mood
from engine.errors import UsageError
from engine.games import GAMES, open_game
from engine.types import BoardShape

VALUES: Mapping[str, tuple[object, ...]] = {
    "size": (5, 7, 8, 9, 13, 19),
    "target": (1, 2, 3, 5, 10, 0),
    "komi": (0.0, 0.5, 3.5, 5.5, 6.5, 7.0, 7.5),
    "handicap": (0, 2, 3, 4, 5, 6, 7, 8, 9),
}
"""What can be chosen for the options that are no switches."""
ONE_COLUMN = 5
"""So many entries stand under each other, more side by side."""


@dataclass(frozen=True)
class NewGame(Leaf):
    """A game that has not begun yet; `options` are all that the game has."""

    name: str
    options: Mapping[str, object] = field(default_factory=dict)
    clock: str = "none"
    white: str = ""
    black: str = ""

    @classmethod
    def like(cls, facts: Facts) -> NewGame:
        """Another game of the kind at hand, between the same players."""
        game = facts.session.game
        options = options_of(game.name, game.options)
        return cls(game.name, options, facts.clock, *facts.players)

    def show(self, facts: Facts) -> Page:
        """What is chosen so far."""
        _ = facts.language.gettext
        lines: tuple[Line, ...] = ()
        if facts.session.plies and facts.session.outcome is None:
            lines = (Line(_("The game at hand stays in the archive, unfinished."), Mood.ASK),)
        entries = tuple(self._entries(facts))
        columns = 1 if len(entries) <= ONE_COLUMN else 2
        buttons = (
            Entry("swap", _("Swap sides"), enabled=self.white != self.black),
            Entry("start", _("Start"), main=True),
        )
        return Page(_("New game"), entries, columns, buttons, lines)

    def _entries(self, facts: Facts) -> Iterator[Entry]:
        language = facts.language
        _ = language.gettext
        yield Entry("game", _("Game"), game_name(language, self.name))
        yield Entry("clock", _("Clock"), clock_text(language, self.clock))
        yield Entry("white", _("White"), self.white or "—")
        yield Entry("black", _("Black"), self.black or "—")
        for option, value in self.options.items():
            if option != "size" or facts.fixed is None:
                yield Entry(
                    f"option {option}", option_name(language, option), value_text(language, option, value)
                )

    def choose(self, key: str, facts: Facts) -> Iterable[Step]:
        """Change it, or begin."""
        _ = facts.language.gettext
        match key:
            case "start":
                return StartGame(self.name, self.options, self.clock, self.white, self.black), Close()
            case "swap":
                return (Become(replace(self, white=self.black, black=self.white)),)
            case "white":
                return (Open(Naming(_("Who plays White?"), self.white, lambda name: self._with(white=name))),)
            case "black":
                return (Open(Naming(_("Who plays Black?"), self.black, lambda name: self._with(black=name))),)
            case "clock":
                texts = dict.fromkeys((*CLOCKS, self.clock, facts.clock))
                clocks = tuple((text, clock_text(facts.language, text)) for text in texts)
                chosen = Choice(
                    _("Clock"), clocks, self.clock, lambda text: self._with(clock=text), columns=2
                )
                return (Open(chosen),)
            case "game":
                games = tuple((name, game_name(facts.language, name)) for name in games_for(facts.fixed))
                return (Open(Choice(_("Game"), games, self.name, lambda name: self._as(name, facts.fixed))),)
            case _:
                return self._choose_option(key.removeprefix("option "), facts)

    def _choose_option(self, option: str, facts: Facts) -> Iterable[Step]:
        value = self.options[option]
        if isinstance(value, bool):
            return self._with(options={**self.options, option: not value})
        values = {str(each): each for each in self._values(option)}
        choice = Choice(
            option_name(facts.language, option),
            tuple((text, value_text(facts.language, option, each)) for text, each in values.items()),
            str(value),
            lambda text: self._with(options=_agreed(self.name, {**self.options, option: values[text]})),
            columns=2,
        )
        return (Open(choice),)

    def _values(self, option: str) -> Iterator[object]:
        """The values with which the game can be played, all else being as it is."""
        for value in dict.fromkeys((*VALUES[option], self.options[option])):
            if option == "size" or is_playable(self.name, {**self.options, option: value}):
                yield value

    def _with(self, **changes: object) -> Iterable[Step]:
        return (Become(replace(self, **changes)),)  # type: ignore[arg-type]

    def _as(self, name: str, fixed: BoardShape | None) -> Iterable[Step]:
        """Another game; what both have stays."""
        options = options_of(name, self.options)
        if fixed is not None and "size" in options:
            options["size"] = fixed.files
        return self._with(name=name, options=_agreed(name, options))


def games_for(fixed: BoardShape | None) -> tuple[str, ...]:
    """The games that can be played on a board: of that shape, or of any."""
    if fixed is None:
        return tuple(GAMES)
    square = {"size": fixed.files} if fixed.files == fixed.ranks else {}
    fitting = (
        (name, {key: square[key] for key in listing.options if key in square})
        for name, listing in GAMES.items()
    )
    return tuple(
        name
        for name, options in fitting
        if is_playable(name, options) and open_game(name, options).shape == fixed
    )


def is_playable(name: str, options: Mapping[str, object]) -> bool:
    """Whether a game has these options."""
    try:
        open_game(name, options)
    except UsageError:
        return False
    return True


def _agreed(name: str, options: Mapping[str, object]) -> Mapping[str, object]:
    """The options, without the handicap if the board has become too small for it."""
    return options if is_playable(name, options) else {**options, "handicap": 0}
