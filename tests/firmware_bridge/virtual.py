"""An asyncio loop whose time passes only while nothing is left to do: a busy machine delays nothing.

Only for what needs no thread and no process beside it: nothing waits for those.
"""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class _LeapingSelector(selectors.PollSelector):
    """Where a wait would be, `now` (s) leaps to its end, unless bytes are there, or on their way.

    The kernel's workers hand on what is written to a terminal, and a busy machine keeps them waiting.
    poll(2) lets them finish with the terminals that it asks; epoll doesn't (Linux, n_tty_poll).
    """

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None or timeout <= 0:
            return super().select(timeout)
        ready = super().select(0)
        if not ready:
            self.now += timeout
        return ready


class _VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._leaping = _LeapingSelector()
        super().__init__(self._leaping)

    def time(self) -> float:
        return self._leaping.now


def run_in_virtual_time(thing: Coroutine[Any, Any, T]) -> T:
    """What `asyncio.run` does, in virtual time; timeouts in it are virtual too."""
    with asyncio.Runner(loop_factory=_VirtualLoop) as runner:
        return runner.run(thing)
