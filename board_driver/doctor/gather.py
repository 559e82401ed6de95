"""Gathering the facts of a machine. They are read below a root folder, so any machine can be shown to it."""

from __future__ import annotations

import os
import platform
import pwd
import shutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from board_driver.doctor.facts import SERVICE, Clock, Device, Disk, Machine, Power, Screen, Service, User
from firmware_bridge.gpio.libraries import has_library

LIBRARIES = ("gpiozero", "lgpio", "RPi.GPIO", "rpi-lgpio")
PORTS = ("ttyACM*", "ttyUSB*")
RULE_FOLDERS = ("etc/udev/rules.d", "run/udev/rules.d", "usr/lib/udev/rules.d", "lib/udev/rules.d")
AUTOSTART = "etc/xdg/autostart/tavreli-board.desktop"
UNIT_FOLDERS = ("etc/systemd/system", "usr/lib/systemd/system", "lib/systemd/system")


@dataclass(frozen=True, slots=True)
class Process:
    """What is asked of this process and its interpreter, not of files."""

    uid: int = field(default_factory=os.geteuid)
    gids: tuple[int, ...] = field(default_factory=lambda: (os.getegid(), *os.getgroups()))
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    now: datetime = field(default_factory=lambda: datetime.now(UTC))


def gather(archive: Path, root: Path = Path("/"), process: Process | None = None) -> Machine:
    """The facts of this machine, or of the one whose /proc, /sys, /etc, /dev and /run lie below `root`."""
    process = process or Process()
    system = _system(root)
    groups = _groups(root)
    debian = system.get("VERSION_ID", "") if system.get("ID") in {"debian", "raspbian"} else ""
    return Machine(
        model=_read(root / "proc/device-tree/model").strip("\0"),
        architecture=platform.machine(),
        system=system.get("PRETTY_NAME", ""),
        debian=int(debian) if debian.isdigit() else None,
        python=platform.python_version(),
        in_venv=sys.prefix != sys.base_prefix,
        user=_user(process, groups, root),
        disk=_disk(archive),
        clock=_clock(root, process),
        libraries=dict(_libraries()),
        rules=tuple(
            str(path) for folder in RULE_FOLDERS for path in sorted((root / folder).glob("*tavreli*.rules"))
        ),
        ports=_devices(root, groups, *PORTS),
        chips=_devices(root, groups, "gpiochip*"),
        screen=_screen(root, groups, process),
        power=_power(root),
        service=_service(root),
    )


def _read(path: Path) -> str:
    """The text of a file without its last line break; "" if it can't be read."""
    try:
        return path.read_text("utf-8", "replace").strip("\n")
    except OSError:
        return ""


def _system(root: Path) -> dict[str, str]:
    pairs = (line.partition("=") for line in _read(root / "etc/os-release").splitlines())
    return {key: value.strip('"') for key, _, value in pairs}


def _groups(root: Path) -> dict[int, tuple[str, frozenset[str]]]:
    """Name and listed members of each group, by its number."""
    found = {}
    for line in _read(root / "etc/group").splitlines():
        name, _, number, members = (*line.split(":"), "", "", "")[:4]
        if number.isdigit():
            found[int(number)] = (name, frozenset(filter(None, members.split(","))))
    return found


def _user(process: Process, groups: Mapping[int, tuple[str, frozenset[str]]], root: Path) -> User:
    lines = (line.split(":") for line in _read(root / "etc/passwd").splitlines())
    name = next((line[0] for line in lines if line[2:3] == [str(process.uid)]), "") or _own_name(process.uid)
    return User(
        name,
        process.uid == 0,
        frozenset(groups[gid][0] for gid in process.gids if gid in groups),
        frozenset(group for group, members in groups.values() if name in members),
        frozenset(group for group, _ in groups.values()),
    )


def _own_name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def _disk(archive: Path) -> Disk:
    folder = next(parent for parent in archive.parents if parent.is_dir())
    writable = os.access(archive if archive.exists() else folder, os.W_OK) and os.access(folder, os.W_OK)
    return Disk(str(folder), shutil.disk_usage(folder).free, writable)


def _clock(root: Path, process: Process) -> Clock:
    timesync = root / "run/systemd/timesync"
    synchronised = (timesync / "synchronized").exists() if timesync.is_dir() else None
    return Clock(process.now, synchronised, (root / "sys/class/rtc/rtc0").exists())


def _libraries() -> Iterator[tuple[str, str]]:
    for name in LIBRARIES:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            if name == "lgpio" and has_library(name):
                yield name, "of the system"


def _devices(
    root: Path, groups: Mapping[int, tuple[str, frozenset[str]]], *patterns: str
) -> tuple[Device, ...]:
    paths = sorted(path for pattern in patterns for path in (root / "dev").glob(pattern))
    return tuple(
        Device(
            f"/{path.relative_to(root)}",
            groups.get(path.stat().st_gid, (str(path.stat().st_gid),))[0],
            os.access(path, os.R_OK | os.W_OK),
        )
        for path in paths
        if path.exists()
    )


def _screen(root: Path, groups: Mapping[int, tuple[str, frozenset[str]]], process: Process) -> Screen:
    outputs = sorted((root / "sys/class/drm").glob("card*-*"))
    names = ("WAYLAND_DISPLAY", "DISPLAY")
    return Screen(
        next((process.environment[name] for name in names if process.environment.get(name)), ""),
        tuple(
            (output.name.partition("-")[2], _read(output / "modes").partition("\n")[0])
            for output in outputs
            if _read(output / "status") == "connected"
        ),
        len(outputs),
        _devices(root, groups, "dri/card*"),
    )


def _power(root: Path) -> Power:
    low = None
    for monitor in sorted((root / "sys/class/hwmon").glob("hwmon*")):
        if _read(monitor / "name") == "rpi_volt":
            low = _read(monitor / "in0_lcrit_alarm") == "1"
    heat = _read(root / "sys/class/thermal/thermal_zone0/temp")
    return Power(low, int(heat) / 1000 if heat.lstrip("-").isdigit() else None)


def _service(root: Path) -> Service:
    if (root / "sys/fs/cgroup/system.slice" / SERVICE).is_dir():
        return "running"
    if any((root / "etc/systemd/system").glob(f"*.wants/{SERVICE}")):
        return "enabled"
    if (root / AUTOSTART).is_file():
        return "desktop"
    return "installed" if any((root / folder / SERVICE).is_file() for folder in UNIT_FOLDERS) else ""
