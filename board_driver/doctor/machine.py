"""Judging the machine by its facts. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from board_driver.doctor.facts import Disk, Machine
from board_driver.doctor.findings import Finding, State, fault, ok, skipped, warning

MEGABYTE = 1_000_000
LITTLE = 200 * MEGABYTE
"""Below this much free space a system stops to work well; an archive of games needs only a few of it."""
NONE_LEFT = 20 * MEGABYTE
FIRST_YEAR = 2026
"""No clock that is right shows an earlier one."""
HOT_C = 80.0
"""A Raspberry Pi slows down from here on."""
OLDEST_DEBIAN = 12
"""The first with Python 3.11."""


def check_machine(machine: Machine, link: str, size: tuple[int, int]) -> Iterator[Finding]:
    """What is to be said of the machine; `link`: the URL that is used ("": a board is looked for)."""
    yield _model(machine)
    yield _system(machine)
    yield _python(machine)
    yield from _power(machine)
    yield from _groups(machine, link)
    if link.startswith("gpio:"):
        yield from _pins(machine)
    elif not link.startswith("sim:"):
        yield _rule(machine)
    yield _screen(machine, size)
    yield _disk(machine.disk)
    yield _clock(machine)
    yield _service(machine)


def _model(machine: Machine) -> Finding:
    if not machine.is_pi:
        return ok(
            "machine", f"no Raspberry Pi, but {machine.model or machine.architecture}: good for USB boards"
        )
    if machine.model.startswith(("Raspberry Pi Zero W", "Raspberry Pi Zero Rev", "Raspberry Pi Model")):
        return warning("machine", f"{machine.model} is slow", "a Pi 3, 4, 5 or Zero 2 does better")
    return ok("machine", machine.model)


def _system(machine: Machine) -> Finding:
    name = machine.system or "an unknown system"
    if machine.debian is not None and machine.debian < OLDEST_DEBIAN:
        return fault("system", f"{name} is too old", "install Raspberry Pi OS or Debian 12 or newer")
    return ok("system", f"{name}, {machine.architecture}")


def _python(machine: Machine) -> Finding:
    seen = f"Python {machine.python}{', in a venv' if machine.in_venv else ''}"
    if {"RPi.GPIO", "rpi-lgpio"} <= machine.libraries.keys():
        cure = "pip uninstall both, then install one again (on a Pi 5, rpi-lgpio)"
        return fault("python", f"{seen}, with RPi.GPIO and rpi-lgpio in each other's place", cure)
    return ok("python", seen)


def _power(machine: Machine) -> Iterator[Finding]:
    power = machine.power
    if power.low is not None:
        if power.low:
            supply = "5 V 5 A" if machine.model.startswith("Raspberry Pi 5") else "5 V 3 A"
            cure = f"a supply of {supply} with a short, thick cable; lights need a supply of their own"
            yield fault("power", "the voltage is too low", cure)
        else:
            yield ok("power", "the voltage is high enough")
    if power.celsius is not None and power.celsius >= HOT_C:
        yield warning("heat", f"the processor has {power.celsius:.0f} °C, and slows down", "let air to it")


def _groups(machine: Machine, link: str) -> Iterator[Finding]:
    """Whether the user is in the groups that the link and the screen need, where the machine has them."""
    user = machine.user
    if user.is_root:
        yield warning(
            "groups", "run as root, who needs none", "run it as the user who plays: games are kept by user"
        )
        return
    needed = {group: state for group, state in _needed(machine, link).items() if group in user.known}
    missing = sorted(needed.keys() - user.groups)
    if not missing:
        yield ok("groups", f"{user.name} is in all that are needed: {', '.join(sorted(needed)) or 'none'}")
    for group in missing:
        cure = f"sudo usermod -aG {group} {user.name}, then log in again"
        if group in user.listed:
            cure = "that is new, so log out and in again"
        yield Finding("groups", needed[group], f"{user.name} is not in {group}", cure)


def _needed(machine: Machine, link: str) -> dict[str, State]:
    """The groups that are needed, and what it is to be in none of them."""
    needed: dict[str, State] = {}
    if link.startswith("gpio:"):
        needed["gpio"] = State.FAULT
    elif not link.startswith(("sim:", "replay:")):
        needed |= {} if machine.ports else {"dialout": State.WARNING}
        needed |= {port.group: State.FAULT for port in machine.ports if not port.usable}
    if machine.is_pi and not machine.screen.desktop:
        needed |= {"video": State.FAULT, "render": State.FAULT}
    return needed


def _pins(machine: Machine) -> Iterator[Finding]:
    libraries = machine.libraries
    if "lgpio" in libraries or "gpiozero" in libraries:
        yield ok("pins", ", ".join(f"{name} {libraries[name]}" for name in libraries))
    else:
        cure = "pip install 'tavreli-board[gpio]', sudo apt install python3-lgpio"
        yield fault("pins", "no library for the Pi's pins", cure)
    if machine.model.startswith("Raspberry Pi 5") and "RPi.GPIO" in libraries and "lgpio" not in libraries:
        yield fault("pins", "RPi.GPIO does not work on a Pi 5", "sudo apt install python3-lgpio")
    if not machine.chips:
        yield fault("pins", "there is no /dev/gpiochip*", "use a Raspberry Pi, or connect the board by USB")


def _rule(machine: Machine) -> Finding:
    if machine.rules:
        return ok("udev", f"rule {machine.rules[0]}")
    if machine.ports and all(port.usable for port in machine.ports):
        return ok("udev", "no rule for the board, and none needed: its port is open to you")
    cure = "sudo hardware/install sets one up, or: sudo cp hardware/udev/*.rules /etc/udev/rules.d/"
    return warning("udev", "no rule for the board", cure)


def _screen(machine: Machine, size: tuple[int, int]) -> Finding:
    screen = machine.screen
    if screen.desktop:
        return ok("screen", f"a desktop, {screen.desktop}")
    if not screen.outputs:
        return skipped(
            "screen", "no desktop, and no screen that could be drawn on: games go on in the terminal"
        )
    if not screen.connected:
        return warning("screen", "no screen is connected", "check its cable and power, then restart")
    shut = [card.path for card in screen.cards if not card.usable]
    if shut and len(shut) == len(screen.cards):
        return fault("screen", f"{shut[0]} is not for you", "see groups: video and render")
    name, mode = screen.connected[0]
    if mode and mode != f"{size[0]}x{size[1]}":
        width, _, height = mode.partition("x")
        cure = f"size = [{width}, {height}] under [screen] fills it"
        return warning("screen", f"{name} has {mode}, the picture {size[0]}x{size[1]}", cure)
    return ok("screen", f"{name} {mode}".rstrip())


def _disk(disk: Disk) -> Finding:
    free = f"{disk.free / MEGABYTE:.0f} MB free in {disk.folder}"
    if not disk.writable:
        cure = "make it your own (sudo chown), or name a file elsewhere under [archive]"
        return fault("disk", f"games can't be written in {disk.folder}", cure)
    if disk.free < NONE_LEFT:
        return fault("disk", free, "make room: sudo apt clean, sudo journalctl --vacuum-size=50M")
    if disk.free < LITTLE:
        return warning("disk", free, "make room soon: sudo apt clean, sudo journalctl --vacuum-size=50M")
    return ok("disk", free)


def _clock(machine: Machine) -> Finding:
    clock = machine.clock
    seen = f"{clock.now:%Y-%m-%d %H:%M} UTC"
    if clock.now.year < FIRST_YEAR:
        return fault("clock", f"{seen} is wrong", "connect to a network, sudo timedatectl set-ntp true")
    if clock.synchronised is False and not clock.kept:
        cure = "connect to a network, or fit a clock with a battery; games bear its date"
        return warning("clock", f"{seen}, set by nothing since the start", cure)
    return ok("clock", seen)


def _service(machine: Machine) -> Finding:
    match machine.service:
        case "running":
            return ok("service", "running")
        case "desktop":
            return ok("service", "opens with the desktop")
        case "enabled":
            cure = "sudo systemctl start tavreli-board; journalctl -u tavreli-board tells why it ended"
            return warning("service", "starts with the machine, but does not run", cure)
        case "installed":
            return warning(
                "service",
                "installed, but does not start by itself",
                "sudo systemctl enable --now tavreli-board",
            )
        case _:
            return skipped(
                "service", "not installed (sudo hardware/install): tavreli-board run is started by hand"
            )
