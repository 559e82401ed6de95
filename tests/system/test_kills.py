"""The host of a serial board is killed at twenty instants; the soak test has a thousand of them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine.samples import sample_game, sample_games
from tests.system.kills import play_with_kills
from tests.system.program import Home


def kill_hosts(folder: Path, seed: int, most: int) -> int:
    """Kill so many hosts, in one game after the other; how many games that took."""
    rng, kills, games = random.Random(seed), 0, 0
    while kills < most:
        name, kit = rng.choice(sample_games()), rng.choice(("weight", "reed+weight"))
        home = folder / str(games)
        home.mkdir()
        kills += play_with_kills(Home(home), sample_game(name), kit, rng, most - kills)
        games += 1
        print(f"{kills} kills in {games} games", flush=True)
    return games


@pytest.mark.system
def test_hosts_that_are_killed_lose_nothing(tmp_path: Path) -> None:
    assert kill_hosts(tmp_path, seed=2, most=20)


@pytest.mark.soak
def test_kill(tmp_path: Path) -> None:
    assert kill_hosts(tmp_path, seed=1, most=1000) > 10
