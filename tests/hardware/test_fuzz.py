"""Millions of bytes, random and mutated, against the core under AddressSanitizer and UBSan: see pc/fuzz.c."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.hardware import built

MILLION = 1_000_000
BOARDS = [("reed", 8), ("reed+corners", 9), ("reed+weight", 13), ("fsr", 5), ("reed", 19)]


def fuzz(kit: str, size: int, count: int, seed: int, sources: Path = built.FIRMWARE) -> tuple[int, str, str]:
    """Exit code, and what was said on stdout and stderr."""
    program = built.on_pc("fuzz", kit, size, size, sources)
    words = [str(program), str(seed), str(count)]
    done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=600)
    return done.returncode, done.stdout, done.stderr


def test_four_million_bytes_do_no_harm() -> None:
    code, said, fault = fuzz("reed+weight", 8, 4 * MILLION, seed=1)
    assert (code, fault) == (0, "")
    assert int(said.split()[0]) >= 4 * MILLION


@pytest.mark.system
@pytest.mark.parametrize(("kit", "size"), BOARDS)
@pytest.mark.parametrize("seed", [2, 3])
def test_fifty_million_bytes_do_no_harm(kit: str, size: int, seed: int) -> None:
    code, said, fault = fuzz(kit, size, 50 * MILLION, seed)
    assert (code, fault) == (0, "")
    assert int(said.split()[0]) >= 50 * MILLION


@pytest.mark.system
@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        (
            "core/frame.c",
            "reader->block > BLOCK_MAX || ++reader->block > BLOCK_MAX",
            "++reader->block == 0",
            "out of bounds",
        ),
        ("core/board.c", "first > SQUARES || count > SQUARES - first", "false", "AddressSanitizer"),
        (
            "core/cells.c",
            "(int64_t)(counts - cells->zero[cell]) * FULL_SCALE_UNITS",
            "(counts - cells->zero[cell]) * (int32_t)FULL_SCALE_UNITS",
            "overflow",
        ),
    ],
)
def test_a_fault_is_found(file: str, old: str, new: str, fault: str, tmp_path: Path) -> None:
    sources = built.changed_copy(tmp_path, file, old, new)
    code, _, told = fuzz("reed+weight", 8, 2 * MILLION, 1, sources)
    assert code != 0
    assert fault in told
