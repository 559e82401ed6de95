"""How long one full frame takes to draw: `python -m tests.bench.screen`."""

from __future__ import annotations

from statistics import median
from time import process_time

from display.leds import lights
from display.scene import Scene
from display.screen import Screen
from tests.display.golden import SHOWN

SIZES = ((480, 320), (800, 480), (1280, 720), (1920, 1080))
FRAMES = 50


def frame_ms(size: tuple[int, int], name: str) -> tuple[float, float]:
    """(first frame with empty caches, median of later ones) in milliseconds that a core works for it."""
    screen, scene = Screen(size), SHOWN[name]
    shown = lights(scene) if isinstance(scene, Scene) else ()
    times = []
    for _ in range(FRAMES + 1):
        start = process_time()
        screen.draw(scene, shown)
        times.append(1000 * (process_time() - start))
    return times[0], median(times[1:])


def main() -> None:
    """Print the times of every scene and page at every size."""
    print("a full frame in ms: first (nothing cached), then median; goal at 800x480: under 8")
    for size in SIZES:
        for name in SHOWN:
            first, later = frame_ms(size, name)
            print(f"{size[0]}x{size[1]} {name:22} first {first:7.1f}  then {later:6.2f}")


if __name__ == "__main__":
    main()
