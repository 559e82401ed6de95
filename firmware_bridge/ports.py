"""Serial ports: opening one, with the remedy if it can't be, and finding those that may be a board."""

from __future__ import annotations

import errno
import termios
from dataclasses import dataclass
from pathlib import Path

import serial
from serial.tools import list_ports

from engine.errors import LinkError
from engine.phrase import Phrase, phrase

BY_ID = Path("/dev/serial/by-id")


@dataclass(frozen=True, slots=True)
class Port:
    """A serial port that may be a board: its path (by-id if there is one) and what the device says it is."""

    path: str
    description: str


def find_ports(by_id: Path = BY_ID) -> list[Port]:
    """The serial ports on USB, sorted by path. Only a Hello tells whether a board is behind one."""
    usb = [port for port in list_ports.comports() if port.vid is not None]
    ports = [Port(stable_path(port.device, by_id), port.description) for port in usb]
    return sorted(ports, key=lambda port: port.path)


def stable_path(path: str, by_id: Path = BY_ID) -> str:
    """The name by which a port will be found again when it is plugged in anew; `path` if there is no better.

    A symbolic link is taken to be such a name already.
    """
    if not Path(path).is_symlink() and by_id.is_dir():
        for link in sorted(by_id.iterdir()):
            if link.resolve() == Path(path).resolve():
                return str(link)
    return path


def open_port(path: str, baud: int) -> serial.Serial:
    """Open a port for us alone, non-blocking; LinkError names the remedy. A board that heeds DTR is reset."""
    try:
        return serial.Serial(path, baud, timeout=0, write_timeout=0, exclusive=True)
    except (OSError, ValueError, OverflowError, termios.error) as fault:
        why = _remedy(path, baud, fault)
        raise LinkError(phrase("{port}: {reason}", port=path, reason=why)) from fault


def _remedy(path: str, baud: int, fault: Exception) -> Phrase:
    code = getattr(fault, "errno", None)
    if code in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        others = ", ".join(port.path for port in find_ports()) or phrase("none on USB")
        return phrase("no such port; is the board plugged in? Ports there are: {others}", others=others)
    if code in (errno.EACCES, errno.EPERM):
        return phrase(
            "no permission; add yourself to its group (sudo usermod -aG {group} $USER), log in again",
            group=_group(path),
        )
    if code in (errno.EAGAIN, errno.EBUSY):
        return phrase("another program uses this port; end that first (fuser -v {port} names it)", port=path)
    if isinstance(fault, ValueError | OverflowError):
        return phrase("this port can't do {baud} baud; boards use 115200", baud=baud)
    return phrase(
        "not usable as a serial port; give the port that the board is on ({fault})", fault=str(fault)
    )


def _group(path: str) -> str:
    try:
        return Path(path).group()
    except (KeyError, OSError):
        return "dialout"
