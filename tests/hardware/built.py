"""The firmware and what runs it on a PC, built by make when a test needs it; nothing is built twice."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from tests.conftest import lacking, needs_tool

ROOT = Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "hardware" / "firmware"
OUT = ROOT / "build" / "firmware"
SIMAVR = Path("/usr/include/simavr/sim_avr.h")


@cache
def hex_file(kit: str = "reed", files: int = 8, ranks: int = 8, sources: Path = FIRMWARE) -> Path:
    """The firmware that is flashed; the `.elf` of the same name is beside it."""
    needs_tool("avr-gcc")
    image = _out(sources) / f"mega-{files}x{ranks}-{kit}.hex"
    _make(image.name, sources, *_board(kit, files, ranks), f"OUT={image.parent}", "WERROR=-Werror")
    return image


@cache
def on_pc(
    target: str,
    kit: str = "reed",
    files: int = 8,
    ranks: int = 8,
    sources: Path = FIRMWARE,
    options: str = "",
) -> Path:
    """The core as a shared library (`core`), or a program around it (`golden`, `fuzz`).

    `options`: the compiler's, as a builder gives them to make. In a process of `under_asan` the library has
    AddressSanitizer beside UBSan.
    """
    needs_tool("gcc")
    asan = target == "core" and "libasan" in os.environ.get("LD_PRELOAD", "")
    board = f"{files}x{ranks}-{kit}{options.replace(' ', '')}{'-asan' * asan}"
    names = {"core": f"core-{board}.so", "golden": "golden", "fuzz": f"fuzz-{board}"}
    program = _out(sources) / names[target]
    words = (f"OPTIONS={options}", f"NAME={board}", *["CORE_CHECKS=address,undefined"] * asan)
    _make(program.name, None, target, *_board(kit, files, ranks), *words, *_places(sources))
    return program


@cache
def sketch(
    kit: str = "reed", files: int = 8, ranks: int = 8, sources: Path = FIRMWARE, board: str = "mega"
) -> Path:
    """The sketch for Arduino by Debian's arduino-core-avr, for a `mega` or the Uno (`standard`)."""
    needs_tool("avr-g++")
    _make("sketch", None, "sketch", *_board(kit, files, ranks), f"BOARD={board}", *_places(sources))
    return _out(sources) / f"sketch-{board}-{files}x{ranks}-{kit}.hex"


def compile_foreign(kit: str) -> None:
    """The sketch's hardware layer as a processor that is no AVR would have it."""
    needs_tool("g++")
    _make("foreign", None, "foreign", f"KIT={kit}")


@cache
def simulator() -> Path:
    """The simulated chip and what is wired to it."""
    needs_tool("gcc")
    if not SIMAVR.exists():
        lacking("libsimavr-dev is not installed; `make test` installs what tests need")
    _make("sim", None, "sim", *_places(FIRMWARE))
    return OUT / "sim.so"


def under_asan(*words: str) -> subprocess.CompletedProcess[str]:
    """Run this Python with AddressSanitizer in it, so that the libraries it loads can have it, too."""
    where = [needs_tool("gcc"), "-print-file-name=libasan.so"]
    library = subprocess.run(where, check=True, capture_output=True, text=True).stdout.strip()
    # The interpreter frees little at its end, which is none of the firmware's leaks.
    environment = os.environ | {"LD_PRELOAD": library, "ASAN_OPTIONS": "detect_leaks=0"}
    command = [sys.executable, *words]
    return subprocess.run(
        command, check=False, capture_output=True, text=True, env=environment, cwd=ROOT, timeout=300
    )


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


def _board(kit: str, files: int, ranks: int) -> tuple[str, ...]:
    return f"KIT={kit}", f"FILES={files}", f"RANKS={ranks}"


def _places(sources: Path) -> tuple[str, ...]:
    return f"OUT={_out(sources)}", f"FIRMWARE={sources}"


def _make(lock_name: str, folder: Path | None, *words: str) -> None:
    """Run make in `folder`, or beside this file; one process at a time for things of the same lock."""
    OUT.mkdir(parents=True, exist_ok=True)
    words = ("make", "-s", "-C", str(folder or Path(__file__).parent), *words)
    with (OUT / f"{lock_name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        # What a make that runs the tests, or ASan, is told is not for this make and its compilers.
        environment = os.environ | {"MAKEFLAGS": "", "LD_PRELOAD": ""}
        done = subprocess.run(words, check=False, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
