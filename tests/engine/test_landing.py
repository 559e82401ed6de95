"""How the men that a move sets down last come there, in every game."""

from __future__ import annotations

import pytest

from engine.games import open_game

LANDINGS = [
    ("tavreli", None, "e2-e4", ("e2", "e4", 1)),
    ("tavreli", None, "g1xe2", ("g1", "e2", 1)),
    ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", ("h1", "f1", 1)),
    ("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", ("e5", "d6", 1)),
    ("chess", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8=Q+", (None, "e8", 1)),
    ("draughts", "W:Wc3:Bd4,f6:H0:F1", "c3:g7", ("c3", "g7", 1)),
    ("capture-go", None, "c3", (None, "c3", 1)),
]


@pytest.mark.parametrize(("game_name", "start", "text", "landing"), LANDINGS)
def test_the_last_men_set_down_and_where_they_were_lifted(
    game_name: str, start: str | None, text: str, landing: tuple[str | None, str, int]
) -> None:
    game = open_game(game_name, None)
    position = game.position(start) if start else game.start()
    found = position.find_move(text).landing
    assert found is not None
    name = game.shape.name
    origin, target = (None if square is None else name(square) for square in (found.origin, found.target))
    assert (origin, target, found.count) == landing
