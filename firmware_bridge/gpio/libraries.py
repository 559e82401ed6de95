"""The libraries of the Pi's pins, which a plain installation lacks; their faults become LinkErrors."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engine.errors import LinkError

SYSTEM = Path("/usr/lib/python3/dist-packages")
"""Where Raspberry Pi OS installs python3-lgpio. A venv does not see it, but for Python 3.13 and
later pip finds no lgpio that is ready to run."""
CHOICE = "GPIOZERO_PIN_FACTORY"
"""The environment variable by which gpiozero is told which library to use."""

Library = Any
"""A module or object of a library that has no types."""


def has_library(name: str) -> bool:
    """True if a library is installed, here or in the system; it may still find no pins."""
    return bool(find_spec(name) or PathFinder.find_spec(name, [str(SYSTEM)]))


def load_lgpio() -> Library:
    """The module `lgpio`; LinkError if it is not installed.

    When it is imported it goes to the folder of LG_WD and leaves a pipe in it, which nobody needs any more.
    """
    here, before = Path.cwd(), os.environ.get("LG_WD")
    with TemporaryDirectory(prefix="lgpio-") as folder:
        os.environ["LG_WD"] = folder
        try:
            return load_library("lgpio")
        finally:
            os.chdir(here)
            del os.environ["LG_WD"]
            os.environ |= {"LG_WD": before} if before else {}


def load_gpiozero() -> Library:
    """The module `gpiozero` with its pins chosen: as the environment says, or the best there are.

    LinkError if it is not installed, or finds no pins.
    """
    gpiozero = load_library("gpiozero")
    if gpiozero.Device.pin_factory is None:
        if has_library("lgpio"):
            load_lgpio()  # before gpiozero does, or rpi-lgpio, and leaves the pipe here
        with warnings.catch_warnings(record=True) as tried, faults():
            warnings.simplefilter("always")
            try:
                gpiozero.Device.ensure_pin_factory()
            except gpiozero.BadPinFactory as fault:
                why = "; ".join(str(warning.message) for warning in tried)
                raise gpiozero.BadPinFactory(f"{fault} {why}".strip()) from fault
    return gpiozero


def load_library(name: str, system: Path = SYSTEM) -> Library:
    """A module, from the system's folder if it is nowhere else; LinkError if it is not there either."""
    sys.path.append(str(system))
    try:
        return import_module(name)
    except ImportError as fault:
        remedy = "pip install 'tavreli-board[gpio]'"
        if name == "lgpio":
            remedy += ", or sudo apt install python3-lgpio"
        raise LinkError(f"gpio: the library {name} is missing ({fault}): {remedy}") from fault
    finally:
        sys.path.remove(str(system))


@contextmanager
def faults() -> Iterator[None]:
    """What the libraries raise becomes a LinkError in one line, with a remedy."""
    try:
        yield
    except _kinds() as fault:
        if isinstance(fault, LinkError):
            raise
        raise LinkError(f"gpio: {_words(fault)}") from fault


def _kinds() -> tuple[type[Exception], ...]:
    ours = (OSError, RuntimeError, ValueError, ImportError)
    names = (("lgpio", "error"), ("gpiozero", "GPIOZeroError"))
    return (*ours, *(getattr(sys.modules[module], kind) for module, kind in names if module in sys.modules))


_REMEDIES = {
    "busy": "another program or an overlay has one of these pins; gpioinfo names it",
    "in use": "another program or an overlay has one of these pins; gpioinfo names it",
    "not allowed": "sudo usermod -aG gpio $USER, then log in again",
    "permi": "sudo usermod -aG gpio $USER, then log in again",
    "gpiochip": "is this a Raspberry Pi, and are you in the group gpio? tavreli-board doctor tells",
    "pin factory": "is this a Raspberry Pi, and are you in the group gpio? tavreli-board doctor tells",
}


def _words(fault: Exception) -> str:
    text = " ".join(str(fault).split()) or type(fault).__name__
    remedy = next((remedy for part, remedy in _REMEDIES.items() if part in text.lower()), "")
    return (
        f"{text}: {remedy or 'check the wiring and [gpio] in the configuration; tavreli-board doctor helps'}"
    )
