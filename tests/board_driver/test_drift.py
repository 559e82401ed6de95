"""A game of two hours with cells that drift all the time: it records itself, and calibrates them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from board_driver.evidence import SOUND
from board_driver.replay import Replay
from board_driver.session import Session
from engine.samples import sample_game, sample_games
from firmware_bridge.frames import BoardInfo
from firmware_bridge.simulator.kits import find_kit
from firmware_bridge.simulator.script import simulate
from firmware_bridge.simulator.styles import TIDY

DRIFT_G_MIN = 0.02
"""Hardware notes of the load cells: what a zero goes away in a minute."""
TWO_HOURS_MS = 7_200_000


@pytest.mark.parametrize("kit_name", ["weight", "reed+weight"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_of_two_hours_with_drift_stays_in_bounds(kit_name: str, seed: int) -> None:
    record = sample_game(sample_games()[0])
    kit = find_kit(kit_name)
    kit = replace(kit, cells=replace(kit.cells, drift_g_min=DRIFT_G_MIN))
    think_ms = TWO_HOURS_MS // len(record.moves)
    style = replace(TIDY, think_ms=(think_ms // 2, think_ms * 3 // 2))
    session = Session(record.game, record.game.start(), BoardInfo(record.game.shape, kit.sensors))
    events = list(simulate(record.game, None, record.moves, kit, seed, style=style))
    first, last = session.evidence.cells, events[-1]
    said = list(Replay(session).lines(events))
    assert last.t > 0.8 * TWO_HOURS_MS
    assert session.texts() == record.texts()
    assert {next(iter(line)) for line in said} <= {"move", "end"}
    evidence = session.evidence
    for square, stack in enumerate(session.position.stacks):
        men = evidence.men(square, stack)
        assert men is not None
        assert abs(men - len(stack)) < 0.1 + 0.02 * len(stack)
        assert evidence.misfit(square, stack) < SOUND
    gone = [abs(now.zero - then.zero) for now, then in zip(evidence.cells, first, strict=True)]
    assert max(gone) > 1.5
    assert all(abs(cell.gain - 1.0) < 0.05 for cell in evidence.cells)
