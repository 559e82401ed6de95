"""The menu: all that can be done to the game at hand, and the way to every other page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from board_driver.pages.actions import Adjourn, PressKey
from board_driver.pages.archive import Archive
from board_driver.pages.choice import Ask
from board_driver.pages.correcting import Plies
from board_driver.pages.leaf import Close, Facts, Leaf, Open, Step
from board_driver.pages.new_game import NewGame
from board_driver.pages.settings import Settings
from board_driver.pages.trouble import Trouble
from board_driver.session import Session
from display.inputs import PowerOff
from display.language import Language
from display.page import Entry, Page
from display.scene import Line, Mood


class Menu(Leaf):
    """What the menu button of play opens."""

    def show(self, facts: Facts) -> Page:
        """All of it; what can't be done now is there, but can't be chosen."""
        return Page(facts.language.gettext("Menu"), tuple(_entries(facts)), columns=2)

    def choose(self, key: str, facts: Facts) -> Iterable[Step]:
        """Do it, or open the page for it."""
        language, session = facts.language, facts.session
        match key:
            case "takeback":
                return PressKey("takeback"), Close()
            case "draw":
                offer = session.offer
                return PressKey("draw", None if offer is None else offer.other.letter), Close()
            case "clock":
                return PressKey("clock"), Close()
            case "claim":
                return PressKey("claim"), Close()
            case "resign":
                return (Open(_resign(language)),)
            case "correct":
                return (Open(Plies()),)
            case "adjourn":
                return (Open(_adjourn(language)),)
            case "new":
                return (Open(NewGame.like(facts)),)
            case "archive":
                return (Open(Archive()),)
            case "settings":
                return (Open(Settings()),)
            case "trouble":
                return (Open(Trouble()),)
            case _:
                return (Open(_power_off(language)),)


def _entries(facts: Facts) -> Iterator[Entry]:
    session, _ = facts.session, facts.language.gettext
    begun, playing = bool(session.plies), bool(session.plies) and session.outcome is None
    offered = session.offer is not None
    yield Entry("new", _("New game"))
    yield Entry("archive", _("Games"))
    yield Entry("takeback", _("Take back"), enabled=begun)
    yield Entry("correct", _("Correct a move"), enabled=begun)
    yield Entry("draw", _("Accept the draw") if offered else _("Offer a draw"), enabled=playing)
    yield Entry("claim", _("Claim a draw"), enabled=playing and _can_claim(session))
    yield Entry("resign", _("Resign"), enabled=playing)
    if clock := session.clock:
        text = (
            _("Clock: go on")
            if clock.is_paused
            else _("Clock: start")
            if clock.is_waiting
            else _("Clock: pause")
        )
        yield Entry("clock", text, enabled=session.outcome is None)
    yield Entry("adjourn", _("Adjourn"), enabled=playing)
    yield Entry("settings", _("Settings"))
    yield Entry("trouble", _("Board and lights"))
    yield Entry("off", _("Switch off"))


def _can_claim(session: Session) -> bool:
    return session.game.claim(session.record.positions) is not None


def _resign(language: Language) -> Ask:
    _ = language.gettext
    return Ask(
        _("Resign"),
        (Line(_("Who resigns?"), Mood.ASK),),
        (
            (_("Nobody, play on"), (Close(),)),
            (_("White resigns"), (PressKey("resign", "w"), Close())),
            (_("Black resigns"), (PressKey("resign", "b"), Close())),
        ),
    )


def _adjourn(language: Language) -> Ask:
    _ = language.gettext
    return Ask(
        _("Adjourn"),
        (Line(_("The game stays in the archive as it stands. Play it on from there: Games."), Mood.ASK),),
        ((_("Play on"), (Close(),)), (_("Adjourn the game"), (Adjourn(), Close()))),
    )


def _power_off(language: Language) -> Ask:
    """Asked twice, the answers the other way round, so that nobody does it by pressing too often."""
    _ = language.gettext
    sure = Ask(
        _("Switch off"),
        (Line(_("Wait until the screen is dark before you pull the plug."), Mood.WARN),),
        ((_("Yes, switch off now"), (PowerOff(), Close())), (_("No, play on"), (Close(),))),
        safe=1,
    )
    return Ask(
        _("Switch off"),
        (Line(_("Everything is kept; the game goes on when the board is switched on again."), Mood.ASK),),
        ((_("Play on"), (Close(),)), (_("Switch off"), (Open(sure),))),
    )
