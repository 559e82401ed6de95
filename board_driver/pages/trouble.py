"""The page for trouble: the link, what every sensor says right now, and a test of the lights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from board_driver.pages.correcting import board_of
from board_driver.pages.leaf import Become, Facts, Leaf, Step
from display.page import Entry, Page, Reading
from display.palette import RGB
from display.scene import Line, Mood

COLOURS: tuple[RGB, ...] = ((255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255))
COLOUR_MS, STEP_MS = 1000, 150
"""How long a colour is shown, and how long the walking light stays on a square."""
FULL_MEN = 3
"""A square with so many men has the deepest colour."""


@dataclass(frozen=True)
class Trouble(Leaf):
    """What the sensors say. `test`: the test of the lights that runs: `colours`, `walking` or ""."""

    test: str = ""
    live: ClassVar[bool] = True

    def show(self, facts: Facts) -> Page:
        """A number and a colour a square, and what the board says of itself."""
        session, _ = facts.session, facts.language.gettext
        colours, walking = self.test == "colours", self.test == "walking"
        return Page(
            _("Board and lights"),
            (
                Entry("colours", _("Lights: all colours"), ticked=colours),
                Entry("walking", _("Lights: one by one"), ticked=walking),
            ),
            lines=tuple(_words(facts)),
            board=board_of(facts, session.position, ()),
            readings=tuple(_readings(facts)),
        )

    def choose(self, key: str, facts: Facts) -> Iterable[Step]:
        """Begin a test, or end it."""
        return (Become(replace(self, test="" if self.test == key else key)),)

    def lights(self, squares: int, t: int) -> tuple[RGB, ...] | None:
        """Every light in one colour after the other, or one white light that walks from square to square."""
        match self.test:
            case "colours":
                return (COLOURS[t // COLOUR_MS % len(COLOURS)],) * squares
            case "walking":
                here = t // STEP_MS % squares
                return tuple((255, 255, 255) if square == here else (0, 0, 0) for square in range(squares))
        return None


def _words(facts: Facts) -> Iterator[Line]:
    _ = facts.language.gettext
    if facts.away:
        yield Line(_("The board is away: {reason}", reason=facts.away), Mood.WARN)
    else:
        yield Line(_("The board answers on {link}", link=facts.link), Mood.GOOD)
    frame, info = facts.frame, facts.session.info
    if info.firmware:
        yield Line(_("Firmware {version}", version=info.firmware))
    if frame and frame.corners:
        grams = ", ".join(f"{each:.0f}" for each in frame.corners)
        yield Line(_("Corners: {grams} g", grams=grams))
    parts = [
        (info.sensors.reed, _("a frame: the switch is closed")),
        (info.sensors.weight is not None, _("numbers: grams")),
        (True, _("red: not as in the record")),
    ]
    yield Line("; ".join(words for there, words in parts if there))


def _readings(facts: Facts) -> Iterator[Reading]:
    """What each square's sensors said last, as numbers and as shares of a full square."""
    frame, session = facts.frame, facts.session
    weight = session.info.sensors.weight
    for square, stack in enumerate(session.position.stacks):
        closed = None if frame is None or frame.reed is None else bool(frame.reed >> square & 1)
        text, share = "", 0.0
        if frame and frame.grams and weight:
            grams = frame.grams[square]
            text, share = f"{grams:.0f}", grams / (FULL_MEN * weight.man_g)
        wrong = frame is not None and session.evidence.is_odd(square, stack)
        yield Reading("0" if text == "-0" else text, closed, share, wrong)
