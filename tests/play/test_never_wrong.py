"""No wrong move in a record, whoever plays: the smaller run of what `make soak-inference` does at length."""

from __future__ import annotations

import pytest

from tests.conftest import shared_records
from tests.play.matches import FOLDERS, Match
from tests.play.referee import play

RECORD = "09"
SAMPLE = [
    (game, kit, hands)
    for game in ("tavreli", "chess", "draughts", "capture-go")
    for kit, hands in (("weight", "blitz"), ("weight", "clumsy"), ("reed+weight", "club"))
] + [("chess", "reed", "club"), ("draughts", "reed", "blitz"), ("draughts", "reed", "clumsy")]


@pytest.mark.parametrize(("game", "kit", "hands"), SAMPLE)
def test_nothing_wrong_is_recorded(game: str, kit: str, hands: str) -> None:
    shared_records(FOLDERS.get(game, game))
    tally = play(Match(game, RECORD, kit, hands, seed=1))
    assert (tally.wrong, tally.astray) == ([], 0)
