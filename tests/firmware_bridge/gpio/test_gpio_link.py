"""The link to the Pi's own pins: what it tells, what it frees, and what is said when it can't be."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from threading import Event
from time import monotonic

import pytest
from gpiozero import LED, Device  # type: ignore[import-untyped]

from engine.errors import ConfigError, LinkError
from engine.types import BoardShape
from firmware_bridge.conversation import Connected
from firmware_bridge.frames import SensorFrame
from firmware_bridge.gpio.gpio_link import GpioLink
from firmware_bridge.gpio.libraries import has_library, load_library
from firmware_bridge.gpio.matrix import MatrixPins
from firmware_bridge.gpio.pins import GpiozeroPins, open_pins
from firmware_bridge.gpio.wiring import BUTTONS, COLUMNS, ROWS, Wiring
from firmware_bridge.link import open_link
from tests.conftest import LIMIT_S, lacking
from tests.firmware_bridge.gpio.physics import PhysicalPins, ReedMatrix, WiredFactory

MANY_SCANS = 30
"""More than it takes to believe a switch."""
PI_5 = "d04170"


@contextmanager
def wired(matrix: ReedMatrix, wiring: Wiring) -> Iterator[WiredFactory]:
    Device.pin_factory = factory = WiredFactory(matrix, wiring, PI_5)
    try:
        yield factory
    finally:
        factory.close()
        Device.pin_factory = None


async def next_frame(link: GpioLink) -> SensorFrame:
    async for event in link.events():
        if isinstance(event, SensorFrame):
            return event
    raise AssertionError("the link has ended")


def test_switches_that_change_are_told_and_a_snapshot_comes_when_asked_for() -> None:
    async def run() -> None:
        matrix = ReedMatrix(real=True)
        link = GpioLink(Wiring(), opener=lambda _: PhysicalPins(matrix))
        async with asyncio.timeout(LIMIT_S), link:
            connected = await anext(link.events())
            assert isinstance(connected, Connected)
            assert (connected.info.shape, connected.info.sensors.reed) == (BoardShape(8, 8), True)
            assert connected.info.firmware == "reeds on the Pi's pins, physics"
            first = await next_frame(link)
            assert first.reed == 0
            matrix.closed = 1 << 63
            while (changed := await next_frame(link)).reed == 0:
                pass
            assert (changed.reed, changed.t >= first.t + 10) == (1 << 63, True)
            link.send_lights([(255, 0, 0)] * 64)
            link.request_snapshot()
            assert (await next_frame(link)).reed == 1 << 63

    asyncio.run(run())


def test_a_closed_link_ends_its_events_and_gives_the_pins_back() -> None:
    async def run(pins: PhysicalPins) -> None:
        link = GpioLink(Wiring(), opener=lambda _: pins)
        async with asyncio.timeout(LIMIT_S), link:
            await next_frame(link)
        await link.close()
        assert [event async for event in link.events()] == []

    pins = PhysicalPins(ReedMatrix(real=True))
    asyncio.run(run(pins))
    assert pins.closes == 1


class Failing(PhysicalPins):
    """Pins that fail when the first switch closes."""

    def low(self) -> int:
        if super().low():
            raise OSError(5, "Input/output error")
        return 0


def test_pins_that_fail_end_the_link_with_one_line() -> None:
    async def run(matrix: ReedMatrix) -> None:
        async with asyncio.timeout(LIMIT_S), GpioLink(Wiring(), opener=lambda _: Failing(matrix)) as link:
            await next_frame(link)
            matrix.closed = 1
            await next_frame(link)

    with pytest.raises(LinkError, match="Input/output error: check the wiring") as fault:
        asyncio.run(run(ReedMatrix(real=True)))
    assert fault.value.exit_code == 3


class Counted(PhysicalPins):
    """Pins that count how often they are scanned."""

    scans = 0

    def drive(self, row: int) -> None:
        super().drive(row)
        self.scans += row == 0

    def pass_scans(self, count: int) -> None:
        until, end = self.scans + count, monotonic() + LIMIT_S
        while self.scans < until:
            assert monotonic() < end
            Event().wait(0.01)


class Slow(Counted):
    """Pins of which a scan takes 40 ms."""

    def drive(self, row: int) -> None:
        super().drive(row)
        Event().wait(0.005)


def test_slow_pins_are_asked_less_often() -> None:
    async def run(pins: Slow) -> float:
        began = monotonic()
        async with asyncio.timeout(LIMIT_S), GpioLink(Wiring(), opener=lambda _: pins) as link:
            await next_frame(link)
        return monotonic() - began

    pins = Slow(ReedMatrix(real=True))
    seconds = asyncio.run(run(pins))
    assert pins.scans <= 1 + seconds / 0.160  # a quarter of the time


def test_what_happened_while_the_loop_was_busy_is_told_after_it() -> None:
    async def run(matrix: ReedMatrix) -> list[int | None]:
        pins = Counted(matrix)
        async with (
            asyncio.timeout(LIMIT_S),
            GpioLink(Wiring(), opener=lambda _: pins) as link,
        ):
            seen = [(await next_frame(link)).reed]
            for closed in (1, 3, 2):
                matrix.closed = closed
                pins.pass_scans(MANY_SCANS)  # the loop does nothing meanwhile
            while seen[-1] != 2:
                seen.append((await next_frame(link)).reed)
            return seen

    assert [key for key, _ in groupby(asyncio.run(run(ReedMatrix(real=True))))] == [0, 1, 3, 2]


# By gpiozero


def test_by_gpiozero_the_whole_link_works_and_other_devices_are_kept_off_its_pins() -> None:
    async def run(wiring: Wiring, matrix: ReedMatrix) -> SensorFrame:
        async with asyncio.timeout(LIMIT_S), open_link("gpio:", wiring=wiring) as link:
            assert isinstance(link, GpioLink)
            with pytest.raises(LinkError, match=f"GPIO{ROWS[0]} is already in use"):
                open_pins(wiring)
            return await next_frame(link)

    wiring, matrix = Wiring(access="gpiozero"), ReedMatrix(real=True)
    matrix.closed = 0xFF000000000000FF
    with wired(matrix, wiring):
        for _ in range(2):  # all pins have been given back
            assert asyncio.run(run(wiring, matrix)).reed == matrix.closed


def test_pins_are_given_back_when_one_of_them_can_not_be_had() -> None:
    matrix, wiring = ReedMatrix(real=True), Wiring(access="gpiozero")
    with wired(matrix, wiring):
        with LED(COLUMNS[3]), pytest.raises(LinkError, match=f"GPIO{COLUMNS[3]} is already in use"):
            open_pins(wiring)
        pins: MatrixPins = GpiozeroPins(wiring)
        pins.close()
        pins.close()


# What is missing


def run_python(program: str, *, path: Path, more: dict[str, str] | None = None) -> str:
    """What a new interpreter prints, in which the modules of `path` come first."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": f"{path}:{Path(__file__).resolve().parents[3]}", **(more or {})},
        cwd=path,
        capture_output=True,
        text=True,
        check=True,
        timeout=LIMIT_S,
    )
    assert done.stderr == ""
    return done.stdout.strip()


OPEN = """
from firmware_bridge.gpio.pins import open_pins
from firmware_bridge.gpio.wiring import Wiring
try:
    open_pins(Wiring(access={access!r}))
except ConnectionError as fault:
    print(fault.exit_code, fault)
"""


@pytest.mark.parametrize("library", ["lgpio", "gpiozero"])
def test_a_missing_library_is_named_with_the_command_that_installs_it(library: str, tmp_path: Path) -> None:
    (tmp_path / f"{library}.py").write_text("raise ImportError('not here')")
    said = run_python(OPEN.format(access=library), path=tmp_path)
    start = f"3 gpio: the library {library} is missing (not here): pip install 'tavreli-board[gpio]'"
    assert said == start + (", or sudo apt install python3-lgpio" if library == "lgpio" else "")


def test_a_library_that_only_the_system_has_is_taken_from_there(tmp_path: Path) -> None:
    (tmp_path / "pins_of_the_system.py").write_text("import helper_of_the_system\nhere = True\n")
    (tmp_path / "helper_of_the_system.py").write_text("")
    before = list(sys.path)
    assert load_library("pins_of_the_system", tmp_path).here
    with pytest.raises(LinkError, match="the library no_such_pins is missing"):
        load_library("no_such_pins", tmp_path)
    assert sys.path == before


@pytest.mark.parametrize("access", ["auto", "lgpio", "gpiozero"])
def test_on_a_machine_without_such_pins_that_is_one_line_and_leaves_no_file(
    access: str, tmp_path: Path
) -> None:
    if access == "lgpio" and not has_library("lgpio"):
        lacking("lgpio is not installed, and pip has none for this Python")
    said = run_python(OPEN.format(access=access), path=tmp_path)
    assert said.startswith("3 gpio: ")
    assert "Raspberry Pi" in said
    assert "\n" not in said
    assert list(tmp_path.iterdir()) == []


# Wiring


@pytest.mark.parametrize(
    ("wiring", "said"),
    [
        ({"rows": (4, 17, 27, 22, 5, 6, 13, 13)}, "pin 13 is used twice, by row 7 and row 8"),
        ({"buttons": {"confirm": 18}}, "pin 18 is used twice, by column 1 and button confirm"),
        ({"buzzer": 26, "buttons": {"ok": 26}}, "pin 26 is used twice, by button ok and the buzzer"),
        ({"rows": (0, 1, 2, 3, 4)}, "pin 0 is not on the header; it has GPIO2 to GPIO27"),
        ({"buzzer": 28}, "pin 28 is not on the header"),
        ({"columns": (18, 23)}, "2x8 squares; name 5 pins or more"),
        ({"buttons": {"fire": 26}}, "there is no button 'fire'; there are up, down, ok, back, confirm"),
    ],
)
def test_wiring_that_can_not_be_is_refused(wiring: dict[str, object], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        Wiring(**wiring)  # type: ignore[arg-type]


def test_the_default_wiring_leaves_the_pins_that_the_documentation_calls_free() -> None:
    used = set(Wiring().uses().values())
    assert set(range(2, 28)) - used == {2, 3, 7, 8, 9, 10, 11, 14, 15, 26}
    assert {"up", "down", "ok", "back", "confirm", "clock_w", "clock_b"} <= set(BUTTONS)
