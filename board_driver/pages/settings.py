"""The settings: what of the configuration can be changed at the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from board_driver.config import Config
from board_driver.pages.actions import ChangeSetting
from board_driver.pages.choice import Choice
from board_driver.pages.leaf import Facts, Leaf, Open, Step
from board_driver.pages.wording import CLOCKS, clock_text
from display.language import Language, find_language, language_codes
from display.page import Entry, Page

Value = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Setting:
    """A key of the configuration with its name and its values, both in words; two values are a switch."""

    key: str
    name: str
    values: tuple[tuple[Value, str], ...]

    def text(self, config: Config) -> str:
        """What it is set to, in words."""
        here = setting_value(config, self.key)
        return next((text for value, text in self.values if value == here), str(here))


class Settings(Leaf):
    """All settings with what they are set to."""

    def show(self, facts: Facts) -> Page:
        """A line each."""
        entries = tuple(
            Entry(each.key, each.name, each.text(facts.config), enabled=_can_change(each.key, facts))
            for each in settings(facts.language, facts)
        )
        return Page(facts.language.gettext("Settings"), entries)

    def choose(self, key: str, facts: Facts) -> Iterable[Step]:
        """Turn a switch, or ask for one of the values."""
        setting = next(each for each in settings(facts.language, facts) if each.key == key)
        here = setting_value(facts.config, key)
        if len(setting.values) == 2:
            other = next((value for value, _ in setting.values if value != here), here)
            return (ChangeSetting(key, other),)
        values = {str(value): value for value, _ in setting.values}
        choices = tuple((str(value), text) for value, text in setting.values)
        return (Open(Choice(setting.name, choices, str(here), _change(key, values), columns=2)),)


def settings(language: Language, facts: Facts) -> Iterator[Setting]:
    """The settings that there are; those of a simulated board only where there is one."""
    _ = language.gettext
    languages = tuple((code, find_language(code).name) for code in language_codes())
    yield Setting("screen.language", _("Language"), languages)
    clocks = tuple((clock, clock_text(language, clock)) for clock in dict.fromkeys((*CLOCKS, facts.clock)))
    yield Setting("game.clock", _("Clock of a new game"), clocks)
    brightness = tuple((percent / 100, f"{percent} %") for percent in (5, 10, 25, 50, 75, 100))
    yield Setting("lights.brightness", _("Brightness of the lights"), ((0.0, _("off")), *brightness))
    volumes = tuple((percent / 100, f"{percent} %") for percent in (25, 50, 100))
    yield Setting("sound.volume", _("Sounds"), ((0.0, _("off")), *volumes))
    yield Setting("screen.flipped", _("At the bottom"), ((False, _("White")), (True, _("Black"))))
    facing = ((False, _("the same way")), (True, _("to each player")))
    yield Setting("screen.facing", _("Signs of the men turned"), facing)
    turns = tuple((turn, f"{turn}°") for turn in (0, 90, 180, 270))
    yield Setting("screen.turn", _("Picture turned, from the next start"), turns)
    if facts.fixed is None:
        kits = (
            ("reed", _("switches")),
            ("reed+corners", _("switches and corner scales")),
            ("weight", _("scales")),
            ("reed+weight", _("switches and scales")),
        )
        yield Setting("simulator.kit", _("Sensors, from the next game"), kits)
    else:
        yield Setting(
            "board.side", _("White's left-hand corner"), tuple((corner, corner) for corner in ("a1", "h8"))
        )


def setting_value(config: Config, key: str) -> Value:
    """What a dotted key of the configuration is set to."""
    here: object = config
    for name in key.split("."):
        here = getattr(here, name)
    assert isinstance(here, str | int | float | bool)
    return here


def _can_change(key: str, facts: Facts) -> bool:
    """A board is not turned round under a game."""
    return key != "board.side" or not facts.session.plies


def _change(key: str, values: dict[str, Value]) -> Callable[[str], Iterable[Step]]:
    return lambda text: (ChangeSetting(key, values[text]),)
