"""What there is to play: the records of each game, for each kit, in each style of hands, from a seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from itertools import product
from typing import Any

from engine.games import GAMES
from engine.record import GameRecord, read_record
from engine.samples import sample_game, sample_games
from firmware_bridge.simulator.kits import KITS, Kit, find_kit
from firmware_bridge.simulator.styles import HANDS, STYLES, TIDY, Style
from tests.conftest import RECORDS

FOLDERS = {"capture-go": "go"}
"""Where the records of a game are not in a folder of its own name."""
MISPRINT = ("f8 - e9", "f8 - e7")
"""In the last record of tavreli, named in its own comment."""


@dataclass(frozen=True, order=True)
class Match:
    """One record played once: by those hands, on that kit, from that seed; `answered`: questions are.

    `fail`: a switch that fails meanwhile, such as e4=dead@20.
    """

    game: str
    record: str
    kit: str
    hands: str
    seed: int
    answered: bool = True
    fail: str = ""

    def __str__(self) -> str:
        return f"{self.game} {self.record} {self.kit} {self.hands} seed {self.seed} {self.fail}".rstrip()

    @property
    def command(self) -> str:
        """What plays it again."""
        return (
            f"python -m tests.bench.inference --games {self.game} --records {self.record} --kits {self.kit} "
            f"--hands {self.hands} --first-seed {self.seed}{'' if self.answered else ' --unanswered'}"
            f"{f' --fail {self.fail}' if self.fail else ''}"
        )


TIMES = {field.name: getattr(STYLES["blitz"], field.name) for field in fields(Style) if field.type == "Span"}
BASES = STYLES | {"hasty": replace(TIDY, **TIMES)}
"""The styles, and hands that are as quick as in blitz and tidy else."""
GESTURES = [field.name for field in fields(Style) if field.type == "float" and field.default == 0.0]
"""What hands may do, each with a probability."""
SINGLE = [f"{gesture}={0.01 if gesture in {'outliers', 'lost', 'repeated'} else 0.4}" for gesture in GESTURES]
TOGETHER = ["any_order=1+push_off=1", "slide=0.5+dwell=0.5"]
"""What does nothing alone."""


def style_of(hands: str) -> Style:
    """The style of some hands: `clumsy`, or `tidy+lean=0.5+knock=0.1` for hands that do that so often."""
    name, *changes = hands.split("+")
    pairs = (change.split("=") for change in changes)
    figures: dict[str, Any] = {gesture: float(probability) for gesture, probability in pairs}
    return replace(BASES[name], **figures)


def each_alone(hands: str) -> list[str]:
    """Hands that do but one thing more than those given, often, for each such thing."""
    return [f"{hands}+{more}" for more in SINGLE + TOGETHER]


def _corners(off_centre: float, drift_g: float) -> Kit:
    """Corner cells whose zeros drift so far between two moves of tidy hands, about four seconds apart."""
    kit = find_kit("reed+corners")
    return replace(kit, off_centre=off_centre, cells=replace(kit.cells, walk_g=drift_g / 2.0))


PLAYED_KITS = {name: kit for name, kit in KITS.items() if not kit.sensors.corners} | {
    "corners-fine": _corners(0.02, 0.05),
    "corners-coarse": _corners(0.05, 0.15),
}
"""Kits with no corner cells, and two of reed+corners: the best and the worst of the hardware notes."""


def kit_of(name: str) -> Kit:
    """A kit of the simulator, or one of those two."""
    return PLAYED_KITS.get(name) or find_kit(name)


@dataclass(frozen=True)
class Choice:
    """Which matches to play; what is left empty means all there are."""

    games: Sequence[str] = ()
    records: Sequence[str] = ()
    kits: Sequence[str] = ()
    hands: Sequence[str] = ()
    answered: bool = True
    fail: str = ""

    def matches(self, seeds: Sequence[int]) -> Iterator[Match]:
        """All of them, seed by seed."""
        games = [game for game in self.games or GAMES if record_names(game)]
        for seed in seeds:
            for game in games:
                for record in record_names(game):
                    if not self.records or record in self.records:
                        for kit, hands in product(self.kits or PLAYED_KITS, self.hands or HANDS):
                            yield Match(game, record, kit, hands, seed, self.answered, self.fail)


@cache
def record_names(game: str) -> tuple[str, ...]:
    """The records of a game beside the checkout; without them its sample games, if it has any."""
    folder = RECORDS / FOLDERS.get(game, game)
    if folder.is_dir():
        return tuple(sorted(path.stem for path in folder.iterdir() if path.is_file()))
    return sample_games() if game == "tavreli" else ()


@cache
def find_record(game: str, name: str) -> GameRecord:
    """The record of that name."""
    files = [path for path in (RECORDS / FOLDERS.get(game, game)).glob(f"{name}.*") if path.is_file()]
    if not files:
        return sample_game(name)
    text = files[0].read_text("utf-8-sig")
    if game == "tavreli":
        text = text.replace(*MISPRINT)
    return read_record(text, game, name_hint=files[0].name)
