"""The two ways to the pins of a matrix: lgpio with all columns read at once, and gpiozero pin by pin."""

from __future__ import annotations

import os
from contextlib import ExitStack, suppress
from pathlib import Path

from engine.errors import LinkError
from firmware_bridge.gpio.libraries import CHOICE, Library, faults, has_library, load_gpiozero, load_lgpio
from firmware_bridge.gpio.matrix import MatrixPins
from firmware_bridge.gpio.wiring import Wiring

HEADERS = {
    "pinctrl-rp1": "Pi 5",
    "pinctrl-bcm2711": "Pi 4",
    "pinctrl-bcm2835": "Pi 3 or Zero",
}
"""The chip that has the header, by its label: its number is 0 or, on a Pi 5 before 2024, 4."""
CHIPS = range(16)
_KERNEL = 1
"""The flag of a line that has an owner."""


def open_pins(wiring: Wiring) -> MatrixPins:
    """The matrix's pins, by the library that `wiring` asks for; LinkError names what is missing.

    By itself it takes lgpio, unless another one is asked of gpiozero, or lgpio is not installed.
    """
    access = wiring.access
    if access == "auto":
        is_lgpio = os.environ.get(CHOICE, "lgpio") == "lgpio" and has_library("lgpio")
        access = "lgpio" if is_lgpio else "gpiozero"
    with faults():
        return LgpioPins(wiring) if access == "lgpio" else GpiozeroPins(wiring)


class LgpioPins:
    """Pins by lgpio. A row is an open drain: the kernel makes its pin an input again when it is let go."""

    def __init__(self, wiring: Wiring) -> None:
        self._lgpio = load_lgpio()
        self._chip, label = _open_header(self._lgpio)
        self.name = f"lgpio on a {HEADERS[label]}"
        self._rows, self._first = wiring.rows, wiring.columns[0]
        self._all = (1 << len(wiring.columns)) - 1
        with ExitStack() as stack:
            stack.callback(self.close)
            self._claim(wiring)
            stack.pop_all()

    def _claim(self, wiring: Wiring) -> None:
        lgpio = self._lgpio
        for pin in (*wiring.rows, *wiring.columns):
            _, _, flags, _, owner = lgpio.gpio_get_line_info(self._chip, pin)
            if flags & _KERNEL:
                raise LinkError(
                    f"gpio: GPIO{pin} is in use by {owner or 'something else'}: end that, or give the matrix "
                    f"another pin in [gpio] of the configuration"
                )
        pull_up = getattr(lgpio, "SET_PULL_UP", None) or lgpio.SET_BIAS_PULL_UP  # its name before 0.2
        for pin in wiring.rows:
            lgpio.gpio_claim_output(self._chip, pin, 1, lgpio.SET_OPEN_DRAIN)
        lgpio.group_claim_input(self._chip, list(wiring.columns), pull_up)

    def drive(self, row: int) -> None:
        """See `MatrixPins.drive`."""
        self._lgpio.gpio_write(self._chip, self._rows[row], 0)

    def release(self, row: int) -> None:
        """See `MatrixPins.release`."""
        self._lgpio.gpio_write(self._chip, self._rows[row], 1)

    def low(self) -> int:
        """See `MatrixPins.low`."""
        _, levels = self._lgpio.group_read(self._chip, self._first)
        return ~int(levels) & self._all

    def close(self) -> None:
        """See `MatrixPins.close`."""
        if self._chip is not None:
            self._lgpio.gpiochip_close(self._chip)
            self._chip = None


def _open_header(lgpio: Library) -> tuple[int | None, str]:
    """The chip of the header, open, and its label."""
    seen = []
    for number in CHIPS:
        with suppress(lgpio.error):
            chip: int = lgpio.gpiochip_open(number)
            label = str(lgpio.gpio_get_chip_info(chip)[3])
            if label in HEADERS:
                return chip, label
            seen.append(label)
            lgpio.gpiochip_close(chip)
    shut = [path for path in Path("/dev").glob("gpiochip*") if not os.access(path, os.R_OK | os.W_OK)]
    if shut:
        raise LinkError(f"gpio: {shut[0]} is not for you: sudo usermod -aG gpio $USER, then log in again")
    others = f" (there is {', '.join(seen)})" if seen else ""
    raise LinkError(f"gpio: no pins of a Raspberry Pi here{others}: connect the board by USB, or try sim:")


class GpiozeroPins:
    """Pins by gpiozero, whatever library is behind it: lgpio, RPi.GPIO or rpi-lgpio, pigpio, its own."""

    def __init__(self, wiring: Wiring) -> None:
        gpiozero = load_gpiozero()
        factory = type(gpiozero.Device.pin_factory).__name__.removesuffix("Factory")
        self.name = f"gpiozero ({factory})"
        with ExitStack() as stack:

            def take(device: Library) -> Library:
                stack.callback(device.close)
                return device.pin

            self._rows = [take(gpiozero.GPIODevice(pin)) for pin in wiring.rows]
            self._columns = [take(gpiozero.InputDevice(pin, pull_up=True)) for pin in wiring.columns]
            for row in self._rows:
                row.function = "input"
            self._stack = stack.pop_all()

    def drive(self, row: int) -> None:
        """See `MatrixPins.drive`."""
        self._rows[row].output_with_state(0)

    def release(self, row: int) -> None:
        """See `MatrixPins.release`."""
        self._rows[row].function = "input"

    def low(self) -> int:
        """See `MatrixPins.low`."""
        return sum((not column.state) << place for place, column in enumerate(self._columns))

    def close(self) -> None:
        """See `MatrixPins.close`."""
        self._stack.close()
