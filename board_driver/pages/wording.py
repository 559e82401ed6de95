"""What pages call games, their options, and how games ended."""

from __future__ import annotations

from collections.abc import Mapping

from board_driver.seating import players
from board_driver.stored import GameRow
from display.language import Language
from engine.clock import Mode, parse_time_control
from engine.games import GAMES
from engine.phrase import phrase_in

CLOCKS = (
    "none",
    "3+2",
    "5",
    "5+3",
    "10",
    "10+5",
    "15+10",
    "25+10",
    "30",
    "60",
    "90+30",
    "5d3",
    "10+3x30",
    "30+5x30",
)
"""Those of blitz, rapid and classical chess (FIDE), of draughts, and byo-yomi as Go clubs play it."""


def game_name(language: Language, name: str) -> str:
    """What a game is called."""
    _ = language.gettext
    names = {
        "tavreli": _("Tavreli"),
        "chess": _("Chess"),
        "draughts": _("Russian draughts"),
        "capture-go": _("Capture Go"),
    }
    return names.get(name, name)


def option_name(language: Language, option: str) -> str:
    """What an option of a game is called; one that has no words yet has its own name."""
    _ = language.gettext
    names = {
        "double_step_over_own": _("Double step over own men"),
        "chess960": _("Chess960 castling"),
        "size": _("Board"),
        "target": _("Captures to win"),
        "komi": _("Komi"),
        "handicap": _("Handicap stones"),
    }
    return names.get(option, option)


def value_text(language: Language, option: str, value: object) -> str:
    """A value of an option in words."""
    _ = language.gettext
    match option, value:
        case _, bool():
            return _("yes") if value else _("no")
        case "size", _:
            return f"{value} × {value}"
        case "target", 0:
            return _("none, area counts")
        case "handicap", 0:
            return language.say(phrase_in("handicap", "none"))
        case _, float():
            return f"{value:g}"
    return str(value)


def options_of(name: str, chosen: Mapping[str, object]) -> dict[str, object]:
    """All options of a game, those that are not chosen at their defaults."""
    return {**GAMES[name].options, **{key: chosen[key] for key in chosen if key in GAMES[name].options}}


def clock_text(language: Language, clock: str) -> str:
    """A time control in words."""
    _ = language.gettext
    control = parse_time_control(clock)
    if control is None:
        return language.say(phrase_in("clock", "none"))
    minutes, seconds = f"{control.main_ms / 60_000:g}", f"{control.extra_ms / 1000:g}"
    match control.mode:
        case Mode.SUDDEN_DEATH:
            return _("{minutes} min", minutes=minutes)
        case Mode.FISCHER:
            return _("{minutes} min + {seconds} s", minutes=minutes, seconds=seconds)
        case Mode.BRONSTEIN:
            return _("{minutes} min, {seconds} s delay", minutes=minutes, seconds=seconds)
        case Mode.BYOYOMI:
            periods = control.periods
            return _(
                "{minutes} min + {periods} × {seconds} s", minutes=minutes, periods=periods, seconds=seconds
            )


def names_text(language: Language, number: int, tags: Mapping[str, str]) -> str:
    """Who played a game: `Anna – Boris`; its number in the archive where nobody was named."""
    white, black = players(tags)
    if white or black:
        return f"{white or '?'} – {black or '?'}"
    return language.gettext("Game {number}", number=number)


def result_text(language: Language, row: GameRow) -> str:
    """How a game ended, in short: `1–0`, `½–½`, `unfinished`, or the word for why it has no result."""
    if row.result == "*":
        return language.gettext("unfinished")
    return row.result.replace("1/2", "½").replace("-", "–")
