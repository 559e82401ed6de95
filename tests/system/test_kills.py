"""The host of a serial board is killed at twenty instants; `make soak-kill` has a thousand of them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine.samples import sample_game
from tests.system.kills import assert_nothing_lost, play_with_kills
from tests.system.program import Home

PLAYED = ["e2-e4", "e7-e5", "d2-d4", "d7-d5"]


KILLS = 20


@pytest.mark.system
def test_hosts_that_are_killed_lose_nothing(tmp_path: Path) -> None:
    """In one game, and in another if that is whole before its hosts were killed so often."""
    rng, killed, printed = random.Random(2), 0, 0
    for name in ("ryazan-2002-2", "moscow-1997-1"):
        (tmp_path / name).mkdir()
        home = Home(tmp_path / name)
        outlived = play_with_kills(home, sample_game(name), "weight", rng, most=KILLS - killed)
        assert outlived.kept >= outlived.printed
        killed, printed = killed + outlived.kills, printed + outlived.printed
    assert killed == KILLS
    assert printed > 5


@pytest.mark.parametrize(
    ("before", "shown", "kept", "why"),
    [
        (1, 3, 3, "what was shown is lost"),
        (2, 0, 1, "what was kept is lost"),
    ],
)
def test_a_loss_is_seen(before: int, shown: int, kept: int, why: str) -> None:
    with pytest.raises(AssertionError, match=why):
        assert_nothing_lost(PLAYED[:before], PLAYED[before : before + shown], PLAYED[:kept], PLAYED)


def test_what_was_never_played_is_seen() -> None:
    with pytest.raises(AssertionError, match="invented"):
        assert_nothing_lost([], [], ["e2-e4", "d2-d4"], PLAYED)
    assert_nothing_lost(PLAYED[:1], PLAYED[1:3], PLAYED, PLAYED)
