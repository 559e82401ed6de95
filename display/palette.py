"""Every colour of the screen and of the lights.

Marks take their hues from Okabe and Ito's set for colour-blind people ("Color Universal Design", 2008),
on a slate board that none of them gets lost on. The lights have a set of their own: LEDs show no dark
colours, so they differ along blue - white - yellow and in strength. `tests/display/test_leds.py` proves
that people with any of the three colour deficiencies can tell them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from display.scene import Mark, Mood
from engine.types import Colour

RGB: TypeAlias = tuple[int, int, int]
"""Red, green, blue: 0 to 255 each."""

BACKGROUND: RGB = (24, 29, 35)
FRAME: RGB = (36, 43, 51)
CARD: RGB = (38, 46, 55)
RULE: RGB = (66, 77, 88)
TEXT: RGB = (240, 243, 246)
FAINT: RGB = (164, 176, 188)
LIGHT_SQUARE: RGB = (186, 197, 206)
DARK_SQUARE: RGB = (122, 138, 152)
GO_BOARD: RGB = (150, 164, 176)
GO_LINE: RGB = (46, 55, 64)
SHADOW: RGB = (20, 26, 32)
BUTTON: RGB = (0, 96, 154)
BUTTON_QUIET: RGB = (58, 69, 81)
BADGE: RGB = (20, 24, 29)
LIGHT_OFF: RGB = (98, 112, 125)
DISABLED: RGB = (112, 124, 136)

OKABE_ITO_BLUE: RGB = (0, 114, 178)
OKABE_ITO_SKY: RGB = (86, 180, 233)
OKABE_ITO_GREEN: RGB = (0, 158, 115)
OKABE_ITO_YELLOW: RGB = (240, 228, 66)
OKABE_ITO_ORANGE: RGB = (230, 159, 0)
OKABE_ITO_VERMILION: RGB = (213, 94, 0)
OKABE_ITO_PURPLE: RGB = (204, 121, 167)
CLOCK_RUNS: RGB = (226, 232, 238)
CLOCK_LOW = OKABE_ITO_ORANGE
CLOCK_INK: RGB = (16, 20, 26)
FOCUS = OKABE_ITO_YELLOW
EMPTY_CELL: RGB = (52, 62, 72)
FULL_CELL = OKABE_ITO_BLUE


@dataclass(frozen=True, slots=True)
class ManColours:
    """How the men of one side look: face, side wall, thin lines, sign, and the ring of a promoted man."""

    face: RGB
    wall: RGB
    line: RGB
    ink: RGB
    ring: RGB


MEN: dict[Colour, ManColours] = {
    Colour.WHITE: ManColours((252, 246, 230), (222, 209, 178), (92, 80, 58), (30, 30, 34), (198, 112, 0)),
    Colour.BLACK: ManColours((42, 46, 54), (78, 86, 98), (10, 12, 15), (250, 244, 226), (255, 186, 52)),
}

MARKS: dict[Mark, RGB] = {
    Mark.LAST: OKABE_ITO_YELLOW,
    Mark.LIFTED: OKABE_ITO_BLUE,
    Mark.TARGET: (0, 110, 80),
    Mark.TOWER: (0, 110, 80),
    Mark.CHECKER: OKABE_ITO_VERMILION,
    Mark.CHECK: OKABE_ITO_VERMILION,
    Mark.QUESTION: (150, 60, 120),
    Mark.TURN: OKABE_ITO_ORANGE,
    Mark.ORIGIN: OKABE_ITO_SKY,
    Mark.GOAL: OKABE_ITO_SKY,
    Mark.MISSING: OKABE_ITO_VERMILION,
    Mark.EXTRA: OKABE_ITO_BLUE,
}

MOODS: dict[Mood, RGB] = {
    Mood.PLAIN: FAINT,
    Mood.GOOD: (60, 200, 150),
    Mood.ASK: OKABE_ITO_SKY,
    Mood.WARN: (255, 140, 60),
}

LIGHTS: dict[Mark, RGB] = {
    Mark.LAST: (40, 0, 90),
    Mark.LIFTED: (0, 0, 255),
    Mark.TARGET: (40, 90, 40),
    Mark.TOWER: (90, 255, 160),
    Mark.CHECKER: (255, 90, 12),
    Mark.CHECK: (160, 0, 0),
    Mark.QUESTION: (255, 12, 255),
    Mark.TURN: (255, 255, 0),
    Mark.ORIGIN: (0, 0, 255),
    Mark.GOAL: (120, 255, 255),
    Mark.MISSING: (90, 0, 40),
    Mark.EXTRA: (160, 90, 160),
}
"""The light of each mark at full brightness, as an LED is driven (in proportion to its light)."""


def sensor_shade(share: float) -> RGB:
    """The colour of a cell that is so full, 0 to 1 (what is beyond counts as that)."""
    part = min(1.0, max(0.0, share))
    red, green, blue = (
        round(empty + part * (full - empty)) for empty, full in zip(EMPTY_CELL, FULL_CELL, strict=True)
    )
    return red, green, blue
