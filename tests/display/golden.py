"""Golden pictures: what the screen looked like when somebody last looked at it and found it good.

`python -m tests.display.golden` draws them anew into tests/golden; look at every one before it is kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pygame

from display.language import find_language
from display.layout import Size
from display.leds import lights
from display.scene import Scene
from display.screen import Screen, Shown
from tests.display.pages import pages
from tests.display.played import played
from tests.display.scenes import scenes

FOLDER = Path(__file__).parents[1] / "golden"
README_PAGES = Path(__file__).parents[2] / "hardware" / "pictures" / "pages.png"
SIZES: tuple[Size, ...] = ((800, 480), (480, 320))


def shown_in(code: str) -> dict[str, Shown]:
    """All scenes and pages in a language, by name."""
    language = find_language(code)
    built: dict[str, Shown] = {f"{name}-{code}": scene for name, scene in scenes(language).items()}
    built |= {f"play-{name}-{code}": scene for name, scene in played(language).items()}
    return built | {f"page-{name}-{code}": page for name, page in pages(language).items()}


SHOWN: dict[str, Shown] = {**shown_in("en"), **shown_in("ru")}
"""All that is drawn, by name."""

MEAN = 0.4
"""The mean difference of a value (0 to 255) that two font rasterizers may make."""
STRONG = 64
STRONG_SHARE = 0.0002
"""The share of pixels that may differ by STRONG or more: less than one badge at the smallest size."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How far two pictures are apart, and the picture of it."""

    mean: float
    strong_share: float
    picture: pygame.Surface

    @property
    def tolerable(self) -> bool:
        return self.mean <= MEAN and self.strong_share <= STRONG_SHARE


def difference(one: pygame.Surface, other: pygame.Surface) -> Difference:
    """The difference of two pictures of one size."""
    apart = one.copy()
    apart.blit(other, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    back = other.copy()
    back.blit(one, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    apart.blit(back, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    values = pygame.image.tobytes(apart, "RGB")
    if not any(values):
        return Difference(0.0, 0.0, apart)
    pixels = len(values) // 3
    strongest = map(max, values[0::3], values[1::3], values[2::3])
    strong = sum(value >= STRONG for value in strongest)
    return Difference(sum(values) / len(values), strong / pixels, apart)


def draw(name: str, size: Size) -> pygame.Surface:
    """The scene or page of a name as it is drawn now; some scenes with lights."""
    shown = SHOWN[name]
    return Screen(size).draw(shown, lights(shown) if name[:-3] in LIT and isinstance(shown, Scene) else ())


LIT = {"lifted", "astray"}


def path(name: str, size: Size) -> Path:
    return FOLDER / f"{name}-{size[0]}x{size[1]}.png"


def check(picture: pygame.Surface, golden: Path, folder: Path) -> None:
    """Fail unless a picture is like the golden one; picture and difference are left in `folder`."""
    assert golden.exists(), f"no {golden.name}: draw it by python -m tests.display.golden, and look at it"
    wanted = pygame.image.load(golden)
    assert picture.get_size() == wanted.get_size()
    found = difference(picture, wanted)
    if not found.tolerable:
        now, apart = folder / golden.name, folder / f"difference-{golden.name}"
        pygame.image.save(picture, now)
        pygame.image.save(found.picture, apart)
        raise AssertionError(
            f"{golden.name} differs: mean {found.mean:.2f}, strongly in {found.strong_share:.2%} of the "
            f"pixels; now {now}, difference {apart}"
        )


def pages_for_readme() -> pygame.Surface:
    """Four pages side by side, as README.md shows them."""
    picture = pygame.Surface((804, 484), depth=32)
    picture.fill((255, 255, 255))
    for index, name in enumerate(("new-game", "correct", "step", "trouble")):
        page = Screen((800, 480)).draw(SHOWN[f"page-{name}-en"])
        row, column = divmod(index, 2)
        picture.blit(pygame.transform.smoothscale(page, (400, 240)), (404 * column, 244 * row))
    return picture


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    pygame.image.save(pages_for_readme(), README_PAGES)
    for name in SHOWN:
        for size in SIZES:
            pygame.image.save(draw(name, size), path(name, size))
            print(path(name, size).name)


if __name__ == "__main__":
    main()
