"""The same library under AddressSanitizer, in a Python of its own that has it from the start."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hardware import built

USERS = ("tests/hardware/test_core.py", "tests/hardware/test_alike.py")
BOOT = """
import sys
from pathlib import Path
from tests.hardware.core import Core
Core("reed+weight", sources=Path(sys.argv[1])).run(400)
"""


@pytest.mark.system
def test_what_is_tested_of_the_core_touches_no_memory_that_is_not_its_own() -> None:
    done = built.under_asan("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *USERS)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


def test_a_byte_too_many_is_found(tmp_path: Path) -> None:
    """A name read beyond its end, which UBSan does not see; the right firmware boots."""
    old = "frame_bytes(hello, FIRMWARE, sizeof FIRMWARE - 1)"
    wrong = built.changed_copy(tmp_path, "core/board.c", old, old.replace("- 1", "+ 1"))
    done = built.under_asan("-c", BOOT, str(wrong))
    assert "AddressSanitizer: global-buffer-overflow" in done.stderr
    done = built.under_asan("-c", BOOT, str(built.FIRMWARE))
    assert (done.returncode, done.stderr) == (0, "")
