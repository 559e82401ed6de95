"""The lights under the squares: one colour a square, no more current than the supply gives."""

from __future__ import annotations

from collections.abc import Sequence

from display.palette import LIGHTS, RGB
from display.scene import Scene

OFF: RGB = (0, 0, 0)
FULL_WHITE_MA = 60.0
"""What one WS2812 takes at (255, 255, 255), at most; in proportion to its three values below."""
SUPPLY_MA = 2000.0


def lights(scene: Scene, *, brightness: float = 0.5, limit_ma: float = SUPPLY_MA) -> tuple[RGB, ...]:
    """The light of each square of a scene, a1 first; of more marks on one square the last in order is shown.

    `brightness` 0 to 1 scales all of them; if together they would still take more than `limit_ma`
    milliamperes, all are dimmed alike until they don't. ValueError for values out of range.
    """
    if not 0.0 <= brightness <= 1.0:
        raise ValueError(f"brightness {brightness} is not within 0 to 1")
    if limit_ma < 0.0:
        raise ValueError(f"a current limit of {limit_ma} mA is below 0")
    shown = [OFF] * len(scene.shape)
    for square, mark in scene.marks_in_order():
        shown[square] = LIGHTS[mark]
    return capped(shown, brightness, limit_ma)


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
