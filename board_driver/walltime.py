"""The date as the computer has it, and whether to believe it: most Pis have no clock with a battery."""

from __future__ import annotations

import time
from collections.abc import Callable
from ctypes import CDLL, c_int, create_string_buffer
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from board_driver.stored import Moment

EARLIEST = datetime(2025, 1, 1, tzinfo=UTC)
"""No clock that is right shows an earlier date."""
_TIMEX_BYTES = 256
"""Room for the kernel's `struct timex` (208 bytes on 64 bit)."""
_TIME_ERROR = 5
"""What adjtimex(2) returns while the clock is not synchronized."""


def moment(root: Path = Path("/"), is_synchronized: Callable[[], bool] | None = None) -> Moment:
    """This moment; without a date if the clock can't be right. `root`: where /proc and /sys are."""
    boot = root / "proc/sys/kernel/random/boot_id"
    name = boot.read_text("ascii").strip() if boot.exists() else None
    now = datetime.now().astimezone()
    known = now >= EARLIEST and (_has_clock(root) or (is_synchronized or kernel_is_synchronized)())
    return Moment(now if known else None, name, time.clock_gettime(time.CLOCK_BOOTTIME))


def _has_clock(root: Path) -> bool:
    """True on a PC, and where a clock with a battery has set the time when the computer was started.

    Single-board computers are described by a device tree (https://www.devicetree.org); `hctosys` is 1 for the
    clock that set the time (Linux, Documentation/ABI/testing/rtc-cdev and sysfs-class-rtc).
    """
    if not (root / "proc/device-tree/model").exists():
        return True
    flags = (root / "sys/class/rtc").glob("rtc*/hctosys")
    return any(flag.read_text("ascii").strip() == "1" for flag in flags)


def kernel_is_synchronized() -> bool:
    """True once the kernel's clock was set by a time server (adjtimex(2))."""
    state: int = _adjtimex()(create_string_buffer(_TIMEX_BYTES))
    return 0 <= state != _TIME_ERROR


@cache
def _adjtimex() -> Callable[[object], int]:
    function = CDLL(None, use_errno=True).adjtimex
    function.restype = c_int
    result: Callable[[object], int] = function
    return result
