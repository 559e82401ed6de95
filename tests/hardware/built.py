"""The firmware and what runs it on a PC, built by make when a test needs it; nothing is built twice."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
from functools import cache
from pathlib import Path

from tests.conftest import needs_tool

ROOT = Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "hardware" / "firmware"
OUT = ROOT / "build" / "firmware"


@cache
def hex_file(kit: str = "reed", files: int = 8, ranks: int = 8, sources: Path = FIRMWARE) -> Path:
    """The firmware that is flashed; the `.elf` of the same name is beside it."""
    needs_tool("avr-gcc")
    out = _out(sources)
    _make(sources, f"KIT={kit}", f"FILES={files}", f"RANKS={ranks}", f"OUT={out}")
    return out / f"mega-{files}x{ranks}-{kit}.hex"


@cache
def on_pc(target: str, kit: str = "reed", files: int = 8, ranks: int = 8, sources: Path = FIRMWARE) -> Path:
    """The core as a shared library (`core`), or a program around it (`golden`, `fuzz`)."""
    needs_tool("gcc")
    out = _out(sources)
    board = (f"KIT={kit}", f"FILES={files}", f"RANKS={ranks}")
    _make(Path(__file__).parent, target, *board, f"OUT={out}", f"FIRMWARE={sources}")
    return out / {"core": f"core-{files}x{ranks}-{kit}.so", "fuzz": f"fuzz-{files}x{ranks}-{kit}"}.get(
        target, target
    )


@cache
def sketch(
    kit: str = "reed", files: int = 8, ranks: int = 8, sources: Path = FIRMWARE, board: str = "mega"
) -> Path:
    """The sketch for Arduino by Debian's arduino-core-avr, for a `mega` or the Uno (`standard`)."""
    needs_tool("avr-g++")
    out = _out(sources)
    words = (f"KIT={kit}", f"FILES={files}", f"RANKS={ranks}", f"BOARD={board}")
    _make(Path(__file__).parent, "sketch", *words, f"OUT={out}", f"FIRMWARE={sources}")
    return out / f"sketch-{board}-{files}x{ranks}-{kit}.hex"


def compile_foreign(kit: str) -> None:
    """The sketch's hardware layer as a processor that is no AVR would have it."""
    needs_tool("g++")
    _make(Path(__file__).parent, "foreign", f"KIT={kit}")


@cache
def simulator() -> Path:
    """The simulated chip and what is wired to it."""
    needs_tool("gcc")
    _make(Path(__file__).parent, "sim", f"OUT={OUT}")
    return OUT / "sim.so"


def changed_copy(folder: Path, file: str, old: str, new: str) -> Path:
    """The firmware's sources with one thing done otherwise; `old` must be there once."""
    sources = folder / "firmware"
    shutil.copytree(FIRMWARE, sources, ignore=shutil.ignore_patterns("build"))
    text = (sources / file).read_text()
    assert text.count(old) == 1, f"{file} has {old!r} {text.count(old)} times"
    (sources / file).write_text(text.replace(old, new))
    return sources


def _out(sources: Path) -> Path:
    return OUT if sources == FIRMWARE else sources / "build"


def _make(folder: Path, *words: str) -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    with (OUT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = subprocess.run(
            ["make", "-s", "-C", folder, *words], check=False, capture_output=True, text=True
        )
    assert done.returncode == 0, done.stdout + done.stderr
