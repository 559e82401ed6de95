"""What systemd is told of the daemon: that it is ready, what it does, and that its loop still turns.

After sd_notify(3): datagrams to the socket that the environment names. Without a systemd nothing is said.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


def notify(state: str) -> None:
    """Tell systemd, such as `READY=1` or `STATUS=waiting for the board`."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.sendto(state.encode(), address.replace("@", "\0", 1) if address[0] == "@" else address)


@asynccontextmanager
async def watched() -> AsyncIterator[None]:
    """Be ready, and tell systemd so often that the loop turns that it restarts one that does not."""
    wanted_s = int(os.environ.get("WATCHDOG_USEC", "0")) / 1e6
    notify("READY=1")
    task = asyncio.create_task(_ping(wanted_s / 3)) if wanted_s else None
    try:
        yield
    finally:
        notify("STOPPING=1")
        if task:
            task.cancel()


async def _ping(pause_s: float) -> None:
    while True:
        notify("WATCHDOG=1")
        await asyncio.sleep(pause_s)
