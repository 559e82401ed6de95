"""`tavreli-board doctor` at a terminal, with a board on a port, and with reeds on a pretended Pi's pins."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
from collections.abc import Callable
from dataclasses import replace
from threading import Event, Thread

import pytest

from board_driver.doctor.examine import Examination
from board_driver.doctor.findings import Finding, State
from board_driver.doctor.walked_board import WalkedBoard
from engine.record import read_record
from engine.types import BoardShape
from firmware_bridge.gpio.wiring import Wiring
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.sim_link import SimulatedPort
from firmware_bridge.simulator.firmware import SimulatedFirmware
from firmware_bridge.simulator.kits import KITS
from tests.conftest import LIMIT_S
from tests.firmware_bridge.virtual import run_in_virtual_time
from tests.hardware import built
from tests.hardware.flashed import FlashedFirmware
from tests.system.bench import SPEED, Bench
from tests.system.fakechip.chip import PI_5, FakePins, fake_pins
from tests.system.program import COMMAND, Home
from tests.system.terminal import Terminal, at_terminal

pytestmark = pytest.mark.system

E4, C6 = 28, 42
WALK = "Take all men off"


@pytest.fixture
def walked() -> WalkedBoard:
    """A board with reeds of which one is stuck and one dead."""
    return WalkedBoard(BoardShape(), replace(KITS["reed"], stuck=frozenset({E4}), dead=frozenset({C6})))


def examined(home: Home, walked: WalkedBoard, visit: Callable[[Terminal, Bench], None]) -> Terminal:
    """Look at a board with the doctor at a terminal; what was shown is returned."""
    port = home.folder / "usb-board"
    with Bench(port, read_record("e2-e4"), "reed") as bench:
        bench.unplug()
        bench.firmware = SimulatedFirmware(walked)
        bench.plug(bench.firmware)
        words = [COMMAND, "doctor", "--link", f"serial://{port}", "--speed", str(SPEED)]
        with at_terminal(words, home.environment()) as terminal:
            visit(terminal, bench)
            terminal.ends()
            assert terminal.is_as_before, terminal.shown[-500:]
            bench.until(lambda: not any(any(light) for light in bench.lights))
    assert "Traceback" not in terminal.shown
    return terminal


def test_a_walk_over_the_board_is_drawn_and_its_faults_are_named(home: Home, walked: WalkedBoard) -> None:
    def visit(terminal: Terminal, bench: Bench) -> None:
        terminal.until("did every square shine red, green, blue, white? [y/n/- for no lights]")
        bench.until(lambda: all(any(light) for light in bench.lights))
        terminal.press("y\n")
        terminal.until(WALK)
        walked.begin()
        terminal.until("  1 + + + + + + + +")
        terminal.until("62 of 64")
        terminal.press("\n")
        terminal.until("2 faults")

    terminal = examined(home, walked, visit)
    assert terminal.process.returncode == 1
    assert "every square shone in every colour" in terminal.shown
    assert "FAULT    squares   e4: switch always closed (stuck); look for a magnet" in terminal.shown
    assert "FAULT    squares   c6: switch never closes (dead); look for a loose wire" in terminal.shown


@pytest.mark.parametrize("at", ["did every square shine", WALK])
@pytest.mark.parametrize("how", ["Ctrl-C", "SIGTERM"])
def test_it_can_be_broken_off_and_leaves_no_mess(how: str, at: str, home: Home, walked: WalkedBoard) -> None:
    def visit(terminal: Terminal, bench: Bench) -> None:
        terminal.until("did every square shine")
        if at == WALK:
            terminal.press("-\n")
            terminal.until(WALK)
            walked.begin()
            terminal.until("9 of 64")
        if how == "Ctrl-C":
            terminal.press("\x03")
        else:
            terminal.process.send_signal(signal.SIGTERM)

    terminal = examined(home, walked, visit)
    assert terminal.process.returncode == 130
    assert terminal.shown.endswith(("\n", "\x1b[2K")), "the prompt of the shell has a line of its own"
    assert list(home.temporary.iterdir()) == []


class Magnet(Thread):
    """A magnet that is on each square for some scans, once its thread has been started."""

    def __init__(self, pins: FakePins, dead: int) -> None:
        super().__init__(daemon=True)
        self._pins = pins
        self._dead = dead
        self.end = Event()

    def run(self) -> None:
        """Walk as time goes by, again and again."""
        while not self.end.wait(0.001):
            square = self._pins.scans // 8 % 64
            on = self._pins.scans % 8 > 3 and square != self._dead
            self._pins.close_switches(on << square)


def test_reeds_on_the_pins_are_walked_over_too(home: Home) -> None:
    config = home.folder / "board.toml"
    config.write_text("[gpio]\nbuttons = { ok = 3 }\n")
    with fake_pins(home.folder, PI_5, Wiring()) as pins:
        magnet = Magnet(pins, C6)
        magnet.start()
        words = ("--link", "gpio:", "--config", str(config), "--walk", "--json", "--speed", "5")
        done = subprocess.run(
            [COMMAND, "doctor", *words],
            env=home.environment(pins.environment),
            capture_output=True,
            text=True,
            check=False,
            timeout=LIMIT_S,
        )
        magnet.end.set()
        magnet.join()
    assert (done.returncode, done.stderr) == (1, "")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    seen = {line["about"]: line["seen"] for line in lines[:-1]}
    assert seen["board"] == "8x8 squares, reeds"
    assert seen["firmware"] == "reeds on the Pi's pins, lgpio on a Pi 5"
    assert seen["buttons"] == "ok on GPIO3"
    assert seen["squares"] == "c6: switch never closes (dead)"
    assert seen["lights"] == "this link has none"


@pytest.mark.parametrize("kit", ["reed", "reed+corners", "reed+weight"])
def test_the_flashed_firmware_is_found_well(kit: str, home: Home) -> None:
    """On a simulated chip, whose cells have the noise of real ones, and whose reeds have bounce."""
    built.hex_file(kit)
    built.simulator()
    board = WalkedBoard(BoardShape(), replace(KITS[kit], dead=frozenset({C6})))
    firmware = FlashedFirmware(board, kit)
    found: list[Finding] = []

    async def look() -> None:
        port = SimulatedPort(firmware)
        async with asyncio.timeout(LIMIT_S), port, SerialLink(port.path) as link:
            await Examination(link, found.append, None, list, board.begin).run("serial:", walks=True)

    run_in_virtual_time(look())
    [dead] = [finding.seen for finding in found if finding.state is not State.OK]
    assert dead == "c6: switch never closes (dead)"
    assert {finding.about for finding in found} >= {"link", "board", "lights", "line"}
    assert not any(any(light) for light in firmware.lights)
