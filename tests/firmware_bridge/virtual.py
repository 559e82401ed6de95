"""An asyncio loop whose time passes only while nothing is left to do: a busy machine delays nothing."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any

_BYTES_ARRIVE_S = 0.001
"""What a pseudo-terminal may take, by the wall, to hand bytes on; time stands still for as long."""


class _LeapingSelector(selectors.DefaultSelector):
    """Where a wait would be, `now` (s) leaps to its end, unless bytes come first."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None or timeout <= 0:
            return super().select(timeout)
        ready = super().select(min(timeout, _BYTES_ARRIVE_S))
        if not ready:
            self.now += timeout
        return ready


class _VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._leaping = _LeapingSelector()
        super().__init__(self._leaping)

    def time(self) -> float:
        return self._leaping.now


def run_in_virtual_time(thing: Coroutine[Any, Any, None]) -> None:
    """What `asyncio.run` does, in virtual time; timeouts in it are virtual too."""
    with asyncio.Runner(loop_factory=_VirtualLoop) as runner:
        runner.run(thing)
