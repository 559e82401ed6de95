"""The host of a serial board is killed at twenty instants; the soak test has a thousand of them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine.samples import sample_game, sample_games
from tests.system.kills import play_with_kills
from tests.system.program import Home


@pytest.mark.system
@pytest.mark.parametrize(("kit", "name"), [("weight", "moscow-1997-1"), ("reed+weight", "ryazan-2002-2")])
def test_a_host_that_is_killed_now_and_then_loses_nothing(kit: str, name: str, tmp_path: Path) -> None:
    assert play_with_kills(Home(tmp_path), sample_game(name), kit, random.Random(name), most=10) == 10


@pytest.mark.soak
def test_kill(tmp_path: Path) -> None:
    rng, kills, games = random.Random(1), 0, 0
    while kills < 1000:
        name, kit = rng.choice(sample_games()), rng.choice(("weight", "reed+weight"))
        folder = tmp_path / str(games)
        folder.mkdir()
        kills += play_with_kills(Home(folder), sample_game(name), kit, rng, 1000 - kills)
        games += 1
        print(f"{kills} kills in {games} games", flush=True)
