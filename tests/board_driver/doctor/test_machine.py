"""What the doctor says of a machine: a Pi 5, a Zero 2, a PC, and all that may be wrong with one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from board_driver.doctor.facts import Device, Disk, Machine, Screen
from board_driver.doctor.findings import Finding, State
from board_driver.doctor.gather import gather
from board_driver.doctor.machine import LITTLE, NONE_LEFT, check_machine
from tests.board_driver.doctor.machines import ALL_GROUPS, NOW, PI_5, ZERO_2, machine

SIZE = (800, 480)
BY_USB = "serial:///dev/ttyACM0"


def found(facts: Machine, link: str = "") -> list[Finding]:
    return list(check_machine(facts, link, SIZE))


def about(facts: Machine, what: str, link: str = "") -> Finding:
    [finding] = [finding for finding in found(facts, link) if finding.about == what]
    return finding


def ills(facts: Machine, link: str = "") -> list[str]:
    return [each.text for each in found(facts, link) if each.state in {State.WARNING, State.FAULT}]


@pytest.mark.parametrize(
    ("files", "model"), [(PI_5, "Raspberry Pi 5 Model B Rev 1.0"), (ZERO_2, "Raspberry Pi Zero 2 W Rev 1.0")]
)
@pytest.mark.parametrize("link", ["", BY_USB, "gpio:"])
def test_a_pi_that_is_well_has_nothing_wrong(
    files: dict[str, str], model: str, link: str, tmp_path: Path
) -> None:
    facts = machine(tmp_path, files)
    assert ills(facts, link) == []
    assert about(facts, "machine").seen == model
    assert about(facts, "service").seen == "running"
    assert about(facts, "screen").seen == "DSI-1 800x480"
    assert about(facts, "clock").seen == f"{NOW:%Y-%m-%d %H:%M} UTC"
    assert "ann is in all" in about(facts, "groups").seen


def test_with_a_desktop_the_program_opens_there(tmp_path: Path) -> None:
    units = {name: None for name in PI_5 if name.endswith(("wants/tavreli-board.service", "cgroup.procs"))}
    facts = machine(tmp_path, PI_5 | units | {"etc/xdg/autostart/tavreli-board.desktop": ""})
    assert about(facts, "service").text == "ok       service   opens with the desktop"


def test_this_machine_can_be_looked_at_whatever_it_is(tmp_path: Path) -> None:
    facts = gather(tmp_path / "none" / "yet" / "games.sqlite3")
    assert facts.disk.folder == str(tmp_path)
    assert {each.about for each in found(facts)} >= {"machine", "system", "python", "disk", "clock"}


def test_a_machine_without_any_of_these_files_is_a_pc_of_which_little_is_known(tmp_path: Path) -> None:
    facts = machine(tmp_path, {})
    assert "no Raspberry Pi" in about(facts, "machine").seen
    assert "an unknown system" in about(facts, "system").seen
    assert about(facts, "screen").state is about(facts, "service").state is State.SKIPPED


@pytest.mark.parametrize(
    ("change", "link", "said"),
    [
        (
            {"proc/device-tree/model": "Raspberry Pi Zero W Rev 1.1\0"},
            "",
            "warning  machine   Raspberry Pi Zero W Rev 1.1 is slow; a Pi 3, 4, 5 or Zero 2 does better",
        ),
        (
            {"etc/os-release": 'PRETTY_NAME="Old"\nID=raspbian\nVERSION_ID="11"\n'},
            "",
            "FAULT    system    Old is too old; install Raspberry Pi OS or Debian 12 or newer",
        ),
        (
            {"sys/class/hwmon/hwmon1/in0_lcrit_alarm": "1\n"},
            "",
            "FAULT    power     the voltage is too low; a supply of 5 V 5 A with a short, thick cable",
        ),
        (
            {"sys/class/thermal/thermal_zone0/temp": "84900\n"},
            "",
            "warning  heat      the processor has 85 °C, and slows down; let air to it",
        ),
        (
            {"etc/udev/rules.d/60-tavreli-board.rules": None},
            BY_USB,
            "warning  udev      no rule for the board; sudo hardware/install sets one up",
        ),
        (
            {"dev/gpiochip0": None},
            "gpio:",
            "FAULT    pins      there is no /dev/gpiochip*; use a Raspberry Pi",
        ),
        (
            {"sys/class/drm/card1-DSI-1/status": "disconnected\n"},
            "",
            "warning  screen    no screen is connected; check its cable and power, then restart",
        ),
        (
            {"sys/class/drm/card1-DSI-1/modes": "1024x600\n800x480\n"},
            "",
            "warning  screen    DSI-1 has 1024x600, the picture 800x480; size = [1024, 600] under [screen]",
        ),
        (
            {"run/systemd/timesync/synchronized": None, "sys/class/rtc/rtc0/name": None},
            "",
            "warning  clock     2026-12-01 12:00 UTC, set by nothing since the start; connect to a network",
        ),
        (
            {"sys/fs/cgroup/system.slice/tavreli-board.service/cgroup.procs": None},
            "",
            "warning  service   starts with the machine, but does not run; sudo systemctl start",
        ),
        (
            {
                "sys/fs/cgroup/system.slice/tavreli-board.service/cgroup.procs": None,
                "etc/systemd/system/multi-user.target.wants/tavreli-board.service": None,
            },
            "",
            "warning  service   installed, but does not start by itself; sudo systemctl enable --now",
        ),
    ],
)
def test_each_ill_is_one_line_with_its_cure(
    change: dict[str, str | None], link: str, said: str, tmp_path: Path
) -> None:
    [line] = ills(machine(tmp_path, PI_5 | change), link)
    assert line.startswith(said)
    assert "\n" not in line


# Groups


@pytest.mark.parametrize("link", ["gpio:", BY_USB])
def test_a_group_that_is_missing_is_named_with_the_command(link: str, tmp_path: Path) -> None:
    group, number = {"gpio:": ("gpio", 986), BY_USB: ("dialout", 20)}[link]
    files = PI_5 | {"etc/group": PI_5["etc/group"].replace(f"{number}:ann", f"{number}:")}
    facts = machine(tmp_path, files, tuple(gid for gid in ALL_GROUPS if gid != number))
    shut = replace(facts, ports=(Device("/dev/ttyACM0", "dialout", usable=False),))
    assert ills(shut, link) == [
        f"FAULT    groups    ann is not in {group}; sudo usermod -aG {group} ann, then log in again"
    ]
    assert ills(shut, "sim:") == []


def test_a_new_group_needs_a_new_login(tmp_path: Path) -> None:
    facts = machine(tmp_path, PI_5, tuple(gid for gid in ALL_GROUPS if gid != 44))
    assert about(facts, "groups").text == (
        "FAULT    groups    ann is not in video; that is new, so log out and in again"
    )


def test_with_no_port_there_dialout_is_only_advised(tmp_path: Path) -> None:
    facts = machine(tmp_path, PI_5, tuple(gid for gid in ALL_GROUPS if gid != 20))
    assert about(facts, "groups").state is State.WARNING
    open_port = replace(facts, ports=(Device("/dev/ttyACM0", "plugdev", usable=True),))
    assert about(open_port, "groups").state is State.OK


def test_a_port_that_belongs_to_plugdev_asks_for_that_group(tmp_path: Path) -> None:
    facts = machine(tmp_path, PI_5)
    shut = replace(facts, ports=(Device("/dev/ttyACM0", "plugdev", usable=False),))
    assert "usermod -aG plugdev ann" in about(shut, "groups").text


def test_on_a_desktop_the_screen_needs_no_group(tmp_path: Path) -> None:
    facts = machine(tmp_path, PI_5, (1000, 20), environment={"WAYLAND_DISPLAY": "wayland-0"})
    assert about(facts, "groups").state is State.OK
    assert about(facts, "screen").seen == "a desktop, wayland-0"


def test_a_group_that_the_machine_does_not_have_is_not_asked_for(tmp_path: Path) -> None:
    files = PI_5 | {"etc/group": "dialout:x:20:\nvideo:x:44:\nann:x:1000:\n"}
    assert about(machine(tmp_path, files, (1000, 20, 44)), "groups").state is State.OK


def test_root_is_told_to_be_somebody_else(tmp_path: Path) -> None:
    assert "run as root" in about(machine(tmp_path, PI_5, (0,), uid=0), "groups").text


# Facts that no file brings


def test_libraries_of_the_pins(tmp_path: Path) -> None:
    facts = machine(tmp_path, PI_5)
    bare = replace(facts, libraries={})
    assert "pip install 'tavreli-board[gpio]'" in about(bare, "pins", "gpio:").cure
    old = replace(facts, libraries={"gpiozero": "2.0.1", "RPi.GPIO": "0.7.1"})
    assert "RPi.GPIO does not work on a Pi 5" in " ".join(ills(old, "gpio:"))
    both = replace(facts, libraries={"RPi.GPIO": "0.7.1", "rpi-lgpio": "0.6"})
    assert about(both, "python").state is State.FAULT


@pytest.mark.parametrize(
    ("disk", "state"),
    [
        (Disk("/", LITTLE, writable=True), State.OK),
        (Disk("/", LITTLE - 1, writable=True), State.WARNING),
        (Disk("/", NONE_LEFT - 1, writable=True), State.FAULT),
        (Disk("/", LITTLE, writable=False), State.FAULT),
    ],
)
def test_a_disk_that_is_full_or_shut(disk: Disk, state: State, tmp_path: Path) -> None:
    finding = about(replace(machine(tmp_path, PI_5), disk=disk), "disk")
    assert finding.state is state
    assert bool(finding.cure) is (state is not State.OK)


def test_a_clock_that_was_never_set(tmp_path: Path) -> None:
    facts = machine(tmp_path, PI_5)
    wrong = replace(facts, clock=replace(facts.clock, now=NOW.replace(year=1970)))
    assert "timedatectl set-ntp true" in about(wrong, "clock").text


def test_a_screen_that_may_not_be_drawn_on(tmp_path: Path) -> None:
    facts = machine(tmp_path, PI_5)
    card = Device("/dev/dri/card1", "video", usable=False)
    shut = replace(facts, screen=Screen(connected=(("DSI-1", ""),), outputs=1, cards=(card,)))
    assert about(shut, "screen").text.startswith("FAULT    screen    /dev/dri/card1 is not for you")
