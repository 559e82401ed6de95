"""An asyncio loop whose time passes only while nothing is left to do: a busy machine delays nothing.

Threads of its executors are waited for; nothing waits for a process beside it.
"""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any, TypeVar

T = TypeVar("T")


class _LeapingSelector(selectors.PollSelector):
    """Where a wait would be, `now` (s) leaps to its end, unless bytes are there, or on their way.

    The kernel's workers hand on what is written to a terminal, and a busy machine keeps them waiting.
    poll(2) lets them finish with the terminals that it asks; epoll doesn't (Linux, n_tty_poll). `in_threads`:
    how many calls are not back from a thread, which wakes the loop when one is.
    """

    now = 0.0
    in_threads = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None or timeout <= 0:
            return super().select(timeout)
        ready = super().select(None if self.in_threads else 0)
        if not ready:
            self.now += timeout
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """Such a loop; its time begins at 0."""

    def __init__(self) -> None:
        self.leaping = _LeapingSelector()
        super().__init__(self.leaping)

    def time(self) -> float:
        return self.leaping.now

    def run_in_executor(  # type: ignore[override]  # asyncio's own stub types it with TypeVarTuple
        self, executor: Executor | None, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        future = super().run_in_executor(executor, func, *args)
        self.leaping.in_threads += 1
        future.add_done_callback(self._returned)
        return future

    def _returned(self, _: object) -> None:
        self.leaping.in_threads -= 1


def stand_still(seconds: float) -> None:
    """Let time pass in which nothing runs, as on a machine that was suspended."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    loop.leaping.now += seconds


def run_in_virtual_time(thing: Coroutine[Any, Any, T]) -> T:
    """What `asyncio.run` does, in virtual time; timeouts in it are virtual too."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(thing)
