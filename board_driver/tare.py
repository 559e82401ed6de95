"""`tavreli-board tare`: the empty board's cells are told that what they read is nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path

from board_driver.calibrate import simulated_board
from board_driver.config import load_config
from engine.errors import LinkError, UsageError
from firmware_bridge.link import Lost, find_board, open_link
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.sim_link import SimLink

PATIENCE_S = 10.0
"""A tare takes a tenth of a second; a lost one is asked for again after a second."""


def run_tare(config: Path | None, link: str | None) -> str:
    """Tare the board; what to print. UsageError if it has no cells, LinkError if it can't be reached."""
    configured = load_config(config)
    url = link or configured.board.link
    thing = simulated_board(configured) if url == "sim:" else None

    async def tare() -> str:
        async with open_link(url or await find_board(), thing=thing) as opened:
            if not isinstance(opened, SerialLink | SimLink):
                raise UsageError(f"{url} has no cells; tare a board on a serial port")
            return await tare_cells(opened)

    return asyncio.run(tare())


async def tare_cells(link: SerialLink | SimLink) -> str:
    """The same on a link that has been entered."""
    link.request_tare()
    try:
        async with asyncio.timeout(PATIENCE_S):
            async for event in link.events():
                if isinstance(event, Lost):
                    raise LinkError(event.reason)
                if not link.taring:
                    break
    except TimeoutError:
        raise LinkError("the board does not answer; try again") from None
    if link.health.faults["refused"]:
        raise UsageError("this board has no load cells, or firmware older than 1.1: there is nothing to tare")
    return "tared: all cells read 0 now, and the board keeps that"
