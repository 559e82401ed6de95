"""A host that is far behind the hands of its simulated board hears the game to its end."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from board_driver.config import Config
from board_driver.desk import Desk
from board_driver.keeper import Keeper
from board_driver.options import RunOptions
from board_driver.recorder import Recorder
from board_driver.seating import Seating
from board_driver.stored import Moment
from board_driver.table import SimulatedTable
from board_driver.turned_link import TurnedLink
from engine.record import read_record
from firmware_bridge.conversation import Connected
from firmware_bridge.replay_link import ReplayLink
from firmware_bridge.simulator.firmware import TICK_MS

RECORD = read_record("e2-e4 e7-e5 g1-f3")


@pytest.mark.parametrize("kit", ["reed", "reed+weight"])
def test_what_the_hands_have_done_is_heard_to_the_last_move(kit: str, tmp_path: Path) -> None:
    async def hear() -> list[str]:
        table = SimulatedTable(RECORD, kit, seed=1)
        said = [event for t in range(0, 60_000, TICK_MS) for event in table.thing.events(t)]
        assert table.thing.done
        deaf = TurnedLink(ReplayLink(tmp_path), is_turned=False)
        keeper = Keeper(tmp_path / "games.sqlite3", Recorder({}), Moment)
        seating = Seating(RunOptions(headless=True), Config())
        desk = Desk(seating, link=deaf, keeper=keeper, table=table, draws=False)
        desk.take(Connected(table.board.info))
        while not desk.is_over():
            desk.take(said.pop(0))
        await desk.close()
        assert desk.session
        return [ply.text for ply in desk.session.plies]

    assert asyncio.run(hear()) == list(RECORD.texts())
