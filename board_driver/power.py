"""Switching the computer off."""

from __future__ import annotations

import subprocess

from board_driver.terminal import tell

COMMAND = ("systemctl", "poweroff")
REMEDY = "switch it off as administrator, or install with hardware/install, which permits it"


def power_off() -> None:
    """Let the system end everything in good order, and switch the computer off; what hinders it is told."""
    try:
        done = subprocess.run(  # noqa: S603 - it is no input
            COMMAND, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
        )
    except OSError as fault:
        tell(f"the computer can't be switched off ({fault.strerror}): {REMEDY}")
        return
    if done.returncode:
        tell(f"the computer can't be switched off ({' '.join(done.stderr.split())}): {REMEDY}")
