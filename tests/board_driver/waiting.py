"""Waiting for what other tasks of the loop bring about."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tests.conftest import LIMIT_S


async def until(done: Callable[[], object]) -> None:
    """Wait until something is true; TimeoutError if it never is."""
    async with asyncio.timeout(LIMIT_S):
        while not done():
            await asyncio.sleep(0.01)
