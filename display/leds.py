"""The lights under the squares: a colour and a rhythm each, and no more current than the supply gives.

What asks for something blinks, what only tells is steady, so that rhythm tells as much as colour does. A
number of men is told by as many winks: of a dark square that lacks them, of a lit one that has too many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from display.palette import LIGHTS, RGB
from display.scene import Mark, Scene
from engine.types import Square

OFF: RGB = (0, 0, 0)
FULL_WHITE_MA = 60.0
"""What one WS2812 takes at (255, 255, 255), at most; in proportion to its three values below."""
SUPPLY_MA = 2000.0
STEP_MS = 250
"""Lights change only every so many ms: four messages a second."""
RHYTHMS = {
    Mark.CHECKER: "1110",
    Mark.CHECK: "10",
    Mark.QUESTION: "1100",
    Mark.TURN: "10100000",
    Mark.GOAL: "110",
}
"""When a mark is lit, step by step; those that are not here, and count nothing, are steady."""
FLASHES = {Mark.MISSING, Mark.ORIGIN}
WINKS = {Mark.EXTRA}
MOST_WINKS = 9
"""Nobody counts more."""


def rhythm(mark: Mark, men: int = 1) -> str:
    """When a mark is lit, step by step: `1` is lit, `0` dark. `men`: how many it is about, of some marks."""
    men = min(men, MOST_WINKS)
    if mark in FLASHES and men:
        return "10" * men + "000"
    if mark in WINKS:
        return "01" * men + "111"
    return RHYTHMS.get(mark, "1")


def lights(
    scene: Scene, t: int = 0, *, brightness: float = 0.5, limit_ma: float = SUPPLY_MA
) -> tuple[RGB, ...]:
    """The light of each square at `t` (ms), a1 first; of more marks on one square the last in order is shown.

    `brightness` 0 to 1 scales all of them; if all that blink at once would still take more than `limit_ma`
    milliamperes, all are dimmed alike until they don't. ValueError for values out of range.
    """
    if not 0.0 <= brightness <= 1.0:
        raise ValueError(f"brightness {brightness} is not within 0 to 1")
    if limit_ma < 0.0:
        raise ValueError(f"a current limit of {limit_ma} mA is below 0")
    shown = [OFF] * len(scene.shape)
    for square, mark in scene.marks_in_order():
        shown[square] = LIGHTS[mark]
    bright = list(capped(shown, brightness, limit_ma))
    for square, pattern in _rhythms(scene):
        if pattern[t // STEP_MS % len(pattern)] == "0":
            bright[square] = OFF
    return tuple(bright)


def blinks(scene: Scene) -> bool:
    """True if the lights of a scene change with time."""
    return any("0" in pattern for _, pattern in _rhythms(scene))


def _rhythms(scene: Scene) -> Iterator[tuple[Square, str]]:
    counts = dict(scene.counts)
    for square, mark in dict(scene.marks_in_order()).items():
        yield square, rhythm(mark, counts.get(square, 1))


def capped(shown: Sequence[RGB], brightness: float, limit_ma: float) -> tuple[RGB, ...]:
    """Lights scaled by `brightness`, and dimmed so that together they take no more than `limit_ma`."""
    wanted = current_ma(shown) * brightness
    scale = brightness * (limit_ma / wanted if wanted > limit_ma else 1.0)
    return tuple(_scaled(light, scale) for light in shown)


def current_ma(shown: Sequence[RGB]) -> float:
    """What lights take together, in milliamperes."""
    return sum(map(sum, shown)) * FULL_WHITE_MA / (3 * 255)


def _scaled(light: RGB, scale: float) -> RGB:
    # Rounded down, so that many small roundings never add up to more than the limit.
    red, green, blue = (int(value * scale) for value in light)
    return red, green, blue
