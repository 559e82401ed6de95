"""`tavreli-board tare`: over the link's own simulated board, and over the flashed firmware behind a port."""

from __future__ import annotations

from pathlib import Path

import pytest

from board_driver.tare import tare_cells
from engine.errors import UsageError
from firmware_bridge.frames import SensorFrame
from firmware_bridge.link import open_link
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.sim_link import SimLink, SimulatedPort
from tests.board_driver.commands import OPENING, Ran, Run, make_log
from tests.firmware_bridge.things import WatchedBoard
from tests.firmware_bridge.virtual import run_in_virtual_time
from tests.hardware.flashed import FlashedFirmware

DONE = "tared: all cells read 0 now, and the board keeps that"


def test_the_command_says_what_it_did(run: Run) -> None:
    assert run("tare", "--link", "sim:") == Ran(0, f"{DONE}\n", "")


def test_a_log_has_no_cells(run: Run, tmp_path: Path) -> None:
    log = make_log(tmp_path / "game.jsonl", OPENING)
    assert "tare a board on a serial port" in run("tare", "--link", f"replay:{log}").complaint(2)


@pytest.mark.parametrize("kit", ["weight", "reed+corners"])
def test_the_flashed_firmware_reads_nothing_afterwards(kit: str) -> None:
    async def tared() -> SensorFrame:
        firmware = FlashedFirmware(WatchedBoard(kit, moves=0), kit)
        async with SimulatedPort(firmware) as port, open_link(f"serial://{port.path}") as link:
            assert isinstance(link, SerialLink)
            assert await tare_cells(link) == DONE
            link.request_snapshot()
            async for event in link.events():
                if isinstance(event, SensorFrame):
                    return event
        raise AssertionError("no frame came")

    frame = run_in_virtual_time(tared())
    readings = sorted(map(abs, frame.grams or frame.corners or ()))
    assert readings[len(readings) // 4] < 1.5, "men of 8 or 12 g stand there"


def test_a_board_of_reeds_refuses() -> None:
    async def refused() -> None:
        async with SimLink(WatchedBoard("reed", moves=0)) as link:
            with pytest.raises(UsageError, match="no load cells"):
                await tare_cells(link)

    run_in_virtual_time(refused())
