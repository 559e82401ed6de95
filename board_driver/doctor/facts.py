"""What is known of the machine, as values: no judgement, and None or "" where something can't be known."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

SERVICE = "tavreli-board.service"
Service: TypeAlias = Literal["", "desktop", "installed", "enabled", "running"]
"""How far the service has come; `desktop`: the program opens with the desktop instead."""


@dataclass(frozen=True, slots=True)
class User:
    """Who runs the program.

    `groups`: those of this process; `listed`: those of /etc/group, which a new login would bring; `known`:
    all that there are on the machine.
    """

    name: str
    is_root: bool = False
    groups: frozenset[str] = frozenset()
    listed: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Device:
    """A device file: its group, and whether we may read and write it."""

    path: str
    group: str
    usable: bool


@dataclass(frozen=True, slots=True)
class Screen:
    """Where a picture may be shown.

    `desktop`: the display server of this login, or "". `connected`: each connected output with its best mode
    (`800x480`, or "").
    """

    desktop: str = ""
    connected: tuple[tuple[str, str], ...] = ()
    outputs: int = 0
    cards: tuple[Device, ...] = ()


@dataclass(frozen=True, slots=True)
class Disk:
    """Where the archive lies: the folder that is there already, free bytes, and if it may be written."""

    folder: str
    free: int
    writable: bool


@dataclass(frozen=True, slots=True)
class Clock:
    """The time; `synchronised` by the network; `kept`: a clock of its own goes on without power."""

    now: datetime
    synchronised: bool | None = None
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Power:
    """`low`: the supply's voltage is, or was, too low; `celsius`: the processor's temperature."""

    low: bool | None = None
    celsius: float | None = None


@dataclass(frozen=True, slots=True)
class Machine:
    """All that is known. `libraries`: the version of each library of the pins that is installed."""

    model: str
    architecture: str
    system: str
    debian: int | None
    python: str
    in_venv: bool
    user: User
    disk: Disk
    clock: Clock
    libraries: dict[str, str] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    ports: tuple[Device, ...] = ()
    chips: tuple[Device, ...] = ()
    screen: Screen = Screen()
    power: Power = Power()
    service: Service = ""

    @property
    def is_pi(self) -> bool:
        """True on any Raspberry Pi."""
        return self.model.startswith("Raspberry Pi")
