"""Waiting for what other tasks of the loop bring about."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


async def until(done: Callable[[], object]) -> None:
    """Wait until something is true; TimeoutError if it never is."""
    async with asyncio.timeout(20):
        while not done():
            await asyncio.sleep(0.01)
