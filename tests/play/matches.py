"""What there is to play: the records of each game, for each kit, in each style of hands, from a seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from engine.games import GAMES
from engine.record import GameRecord, read_record
from engine.tavreli.samples import sample_game, sample_games
from firmware_bridge.simulator.kits import KITS
from firmware_bridge.simulator.styles import HANDS
from tests.conftest import RECORDS

FOLDERS = {"capture-go": "go"}
"""Where the records of a game are not in a folder of its own name."""
MISPRINT = ("f8 - e9", "f8 - e7")
"""In the last record of tavreli, named in its own comment."""


@dataclass(frozen=True, order=True)
class Match:
    """One record played once: by those hands, on that kit, from that seed."""

    game: str
    record: str
    kit: str
    hands: str
    seed: int

    def __str__(self) -> str:
        return f"{self.game} {self.record} {self.kit} {self.hands} seed {self.seed}"

    @property
    def command(self) -> str:
        """What plays it again."""
        return (
            f"python -m tests.bench.inference --games {self.game} --records {self.record} --kits {self.kit} "
            f"--hands {self.hands} --first-seed {self.seed} --seeds 1"
        )


@dataclass(frozen=True)
class Choice:
    """Which matches to play; what is left empty means all there are."""

    games: Sequence[str] = ()
    records: Sequence[str] = ()
    kits: Sequence[str] = ()
    hands: Sequence[str] = ()

    def matches(self, seeds: Sequence[int]) -> Iterator[Match]:
        """All of them, seed by seed."""
        games = [game for game in self.games or GAMES if record_names(game)]
        for seed in seeds:
            for game in games:
                for record in record_names(game):
                    if not self.records or record in self.records:
                        for kit, hands in product(self.kits or KITS, self.hands or HANDS):
                            yield Match(game, record, kit, hands, seed)


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
