"""Machines for tests: the files that a Raspberry Pi shows, below a folder of our own."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from board_driver.doctor.facts import Machine
from board_driver.doctor.gather import Process, gather

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
PLAYER = 1000

PI_5 = {
    "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
    "etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nID=debian\nVERSION_ID="13"\n',
    "etc/passwd": "root:x:0:0::/:/bin/sh\nann:x:1000:1000::/:/bin/sh\n",
    "etc/group": "root:x:0:\ndialout:x:20:ann\nvideo:x:44:ann\nplugdev:x:46:\nrender:x:105:ann\n"
    "gpio:x:986:ann\nann:x:1000:\n",
    "etc/udev/rules.d/60-tavreli-board.rules": "",
    "dev/gpiochip0": "",
    "run/systemd/timesync/synchronized": "",
    "sys/class/rtc/rtc0/name": "rpi-rtc",
    "sys/class/hwmon/hwmon1/name": "rpi_volt\n",
    "sys/class/hwmon/hwmon1/in0_lcrit_alarm": "0\n",
    "sys/class/thermal/thermal_zone0/temp": "51200\n",
    "sys/class/drm/card1-DSI-1/status": "connected\n",
    "sys/class/drm/card1-DSI-1/modes": "800x480\n",
    "sys/class/drm/card1-HDMI-A-1/status": "disconnected\n",
    "etc/systemd/system/tavreli-board.service": "",
    "etc/systemd/system/multi-user.target.wants/tavreli-board.service": "",
    "sys/fs/cgroup/system.slice/tavreli-board.service/cgroup.procs": "512\n",
}
ZERO_2 = PI_5 | {
    "proc/device-tree/model": "Raspberry Pi Zero 2 W Rev 1.0\0",
    "etc/os-release": 'PRETTY_NAME="Raspbian GNU/Linux 12 (bookworm)"\nID=raspbian\nVERSION_ID="12"\n',
}
ALL_GROUPS = (1000, 20, 44, 105, 986)


def machine(
    folder: Path,
    files: Mapping[str, str | None],
    gids: tuple[int, ...] = ALL_GROUPS,
    uid: int = PLAYER,
    environment: Mapping[str, str] | None = None,
) -> Machine:
    """The facts of a machine with these files (None: without that one)."""
    for name, text in files.items():
        if text is not None:
            path = folder / "root" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    (folder / "root/run/systemd/timesync").mkdir(parents=True, exist_ok=True)
    process = Process(uid, gids, environment or {}, NOW)
    return gather(folder / "games.sqlite3", folder / "root", process)
