"""Waiting for a board that is not there yet: it boots more slowly than the program, or is plugged in late."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from board_driver.terminal import Level, tell
from board_driver.watchdog import notify
from engine.errors import LinkError
from firmware_bridge.link import Link

T = TypeVar("T")
PAUSE_S = 2.0
"""Between two looks for the board."""


async def found(look: Callable[[], Awaitable[T]], *, wait: bool) -> T:
    """What `look` finds; with `wait` it is called again and again while it raises LinkError.

    Each reason is told once.
    """
    told = ""
    while True:
        try:
            return await look()
        except LinkError as fault:
            if not wait:
                raise
            if str(fault) != told:
                told = str(fault)
                tell(f"waiting for the board: {told}", Level.WARNING)
                notify(f"STATUS=waiting for the board: {told}")
        await asyncio.sleep(PAUSE_S)


@asynccontextmanager
async def entered(make: Callable[[], Link], *, wait: bool) -> AsyncIterator[Link]:
    """A link with a board that answers, closed at the end; with `wait` it is waited for."""
    link = await found(lambda: make().__aenter__(), wait=wait)
    notify("STATUS=playing")
    try:
        yield link
    finally:
        await link.close()
