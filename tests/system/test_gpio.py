"""The real libraries of the Pi's pins, and the real program, over a pretended chip with a reed matrix."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from time import monotonic

import pytest

from engine.record import GameRecord
from engine.samples import sample_game
from engine.types import BoardShape
from firmware_bridge.gpio.matrix import SCAN_MS
from firmware_bridge.gpio.wiring import Wiring
from firmware_bridge.simulator.actions import PlayedBoard
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.kits import find_kit
from firmware_bridge.simulator.script import script
from tests.conftest import LIMIT_S
from tests.system.fakechip.chip import PI_3, PI_4, PI_5, PI_5_OF_2023, ZERO_2, FakePins, Pi, fake_pins
from tests.system.program import Home, Program, run

pytestmark = pytest.mark.system

GAME = sample_game("london-1860-1", "chess")
SPEED = 10
TAKEBACK, OK, BUZZER = 26, 3, 14
WIRING = Wiring(buttons={"takeback": TAKEBACK, "ok": OK}, buzzer=BUZZER)
CONFIG = f"[gpio]\nbuttons = {{ takeback = {TAKEBACK}, ok = {OK} }}\nbuzzer = {BUZZER}\n"
A1, B1, A2, B2 = 1, 2, 1 << 8, 1 << 9
PATTERN = 0xFFFF00000000A5FF

SCANNER = """
import sys
from time import perf_counter
from firmware_bridge.gpio.gpio_link import _spin
from firmware_bridge.gpio.matrix import scan
from firmware_bridge.gpio.pins import open_pins
from firmware_bridge.gpio.wiring import Wiring
pins = open_pins(Wiring(access=sys.argv[1]))
began = perf_counter()
samples = {scan(pins, 8, 8, _spin) for _ in range(50)}
print(pins.name, *map(hex, samples), sep="; ")
print(f"{(perf_counter() - began) / 50 * 1e6:.0f} us a scan", file=sys.stderr)
try:
    open_pins(Wiring(access=sys.argv[1]))
except ConnectionError as fault:
    print(fault)
pins.close()
open_pins(Wiring(access=sys.argv[1])).close()
"""


def scanned(pins: FakePins, access: str, folder: Path, **more: str) -> list[str]:
    """What a new process sees of the matrix."""
    done = subprocess.run(
        [sys.executable, "-c", SCANNER, access],
        env={"PYTHONPATH": str(Path(__file__).resolve().parents[2]), **pins.environment, **more},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT_S,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("pi", "header"),
    [
        (PI_3, "Pi 3 or Zero"),
        (PI_4, "Pi 4"),
        (PI_5, "Pi 5"),
        (PI_5_OF_2023, "Pi 5"),
        (ZERO_2, "Pi 3 or Zero"),
    ],
    ids=["3", "4", "5", "5 of 2023", "Zero 2"],
)
def test_lgpio_finds_the_header_of_every_model_and_sees_each_switch(
    pi: Pi, header: str, tmp_path: Path
) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    with fake_pins(tmp_path, pi, Wiring()) as pins:
        pins.close_switches(PATTERN)
        found, busy = scanned(pins, "auto", folder)
        assert found == f"lgpio on a {header}; {PATTERN:#x}"
        assert busy.startswith("gpio: GPIO4 is in use by ")
        assert pins.shorts == 0
        assert list(folder.iterdir()) == []


@pytest.mark.parametrize(("factory", "name"), [("lgpio", "LGPIO"), ("rpigpio", "RPiGPIO")])
@pytest.mark.parametrize("pi", [PI_4, PI_5], ids=["4", "5"])
def test_gpiozero_sees_the_same_by_lgpio_and_rpi_lgpio(
    pi: Pi, factory: str, name: str, tmp_path: Path
) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    with fake_pins(tmp_path, pi, Wiring()) as pins:
        pins.close_switches(PATTERN)
        found, busy = scanned(pins, "gpiozero", folder, GPIOZERO_PIN_FACTORY=factory)
        assert found == f"gpiozero ({name}); {PATTERN:#x}"
        assert "GPIO4 is already in use" in busy
        assert pins.shorts == 0
        assert list(folder.iterdir()) == []


@pytest.mark.parametrize("access", ["lgpio", "gpiozero"])
def test_without_diodes_there_are_ghosts_but_no_harm(access: str, tmp_path: Path) -> None:
    with fake_pins(tmp_path, PI_4, Wiring()) as pins:
        pins.close_switches(A1 | B1 | A2, bare=2**64 - 1)
        found, _ = scanned(pins, access, tmp_path)
        assert found.endswith(f"; {A1 | B1 | A2 | B2:#x}")
        assert pins.shorts == 0


# The real program


class Hands(Thread):
    """Plays a record on the pins. Its time goes by scans, so a slow machine makes slow hands."""

    def __init__(self, pins: FakePins, record: GameRecord) -> None:
        super().__init__(daemon=True)
        start, kit = record.positions()[0], find_kit("reed")
        self._pins = pins
        self._board = SimulatedBoard(BoardShape(), start.stacks, kit, seed=5)
        self._played = PlayedBoard(self._board, script(record.game, start, record.moves, kit, seed=5))
        self._end = Event()
        self.show(0)

    def show(self, t: int) -> None:
        """Let the switches be as the men are."""
        for _ in self._played.events(t):
            pass
        self._pins.close_switches(self._board.snapshot(t).reed or 0)

    def run(self) -> None:
        """Move the men as time goes by."""
        t = 0
        while not self._end.wait(0.001):
            while t < self._pins.scans * SCAN_MS:
                t += SCAN_MS
                self.show(t)

    def stop(self) -> None:
        """Let the hands rest."""
        self._end.set()
        self.join()


@contextmanager
def playing(
    folder: Path, pi: Pi, record: GameRecord, access: str, **more: str
) -> Iterator[tuple[FakePins, Program, Home]]:
    home = Home(folder)
    config = folder / "board.toml"
    config.write_text(f"{CONFIG}access = {access!r}\n")
    with fake_pins(folder, pi, WIRING) as pins:
        hands = Hands(pins, record)
        words = ("--link", "gpio:", "--game", "chess", "--headless", "--speed", str(SPEED))
        with run(home, *words, "--config", str(config), more={**pins.environment, **more}) as program:
            hands.start()
            try:
                yield pins, program, home
            finally:
                hands.stop()


def press(pins: FakePins, pin: int, until: Callable[[], bool], program: Program) -> None:
    pins.hold(pin, down=True)
    program.until(until)
    pins.hold(pin, down=False)


@pytest.mark.parametrize(
    ("access", "libraries"),
    [
        ("lgpio", {}),
        ("gpiozero", {"GPIOZERO_PIN_FACTORY": "lgpio"}),
        ("gpiozero", {"GPIOZERO_PIN_FACTORY": "rpigpio"}),
    ],
    ids=["lgpio", "gpiozero", "rpi-lgpio"],
)
def test_a_whole_game_is_recorded_exactly_from_the_pins(
    access: str, libraries: dict[str, str], tmp_path: Path
) -> None:
    with playing(tmp_path, PI_4, GAME, access, **libraries) as (pins, program, home):
        program.until(lambda: program.printed[-1:] == ["Black wins: checkmate"])
        end = monotonic() + LIMIT_S
        while not pins.highs(BUZZER):  # it sounds in a thread of its own
            assert monotonic() < end
            Event().wait(0.01)
        assert program.ends(signal.SIGTERM) == 0
    assert program.moves == list(GAME.texts())
    [game] = home.games()
    assert [move.text for move in game.moves] == list(GAME.texts())
    assert pins.shorts == 0
    assert list(home.temporary.iterdir()) == []


@pytest.mark.parametrize("factory", ["lgpio", "rpigpio"])
def test_a_button_takes_the_last_move_back(factory: str, tmp_path: Path) -> None:
    opening = GameRecord(GAME.game, moves=GAME.moves[:6])
    with playing(tmp_path, PI_5, opening, "gpiozero", GPIOZERO_PIN_FACTORY=factory) as (pins, program, _):
        program.until_moves(6)
        press(pins, TAKEBACK, lambda: program.printed[-1] == "taken back: the last move", program)
        assert pins.highs(BUZZER) == 0
        assert program.ends(signal.SIGTERM) == 0
    assert program.moves == list(opening.texts())
    assert "Traceback" not in "\n".join(program.told)
