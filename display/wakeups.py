"""What wakes a program that waits for its window: the descriptors on which people's doings arrive.

SDL tells them to nobody, so they are those that opened while the window did: the socket to the desktop, or,
where there is none, the input devices. A loop that waits for them needs to look only seldom by itself.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

_OPEN = Path("/proc/self/fd")
_KINDS = ("socket:", "/dev/input/")


def input_descriptors() -> frozenset[int]:
    """The open descriptors that may bring input; none where there is no /proc."""
    found = set()
    for link in _OPEN.iterdir() if _OPEN.exists() else ():
        with suppress(OSError):  # the descriptor by which the folder is read is closed by now
            if str(link.readlink()).startswith(_KINDS):
                found.add(int(link.name))
    return frozenset(found)
