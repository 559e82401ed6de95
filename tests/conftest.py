"""What several tests stand on: the published records beside the checkout, and tools that may be missing.

What is missing skips a test on a newcomer's machine, and fails it with `CI=true`, so that nothing is skipped
unseen.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import HealthCheck, settings

LIMIT_S = 120
"""Nothing that a test waits for takes longer than this, however busy the machine is."""
settings.register_profile("patient", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

RECORDS = Path(__file__).resolve().parents[2] / "shared" / "records"


def lacking(what: str) -> NoReturn:
    """Skip the running test, or fail it with `CI=true`, for what is missing."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what} (CI=true: nothing is skipped)", pytrace=False)
    pytest.skip(what)


def shared_records(game: str = "tavreli") -> list[Path]:
    """The record files of a game in ../shared/records, sorted; without any the test skips (or fails)."""
    files = sorted(path for path in (RECORDS / game).glob("*") if path.is_file())
    if not files:
        lacking(f"no records of {game} in ../shared/records beside the checkout")
    return files


def needs_tool(name: str) -> str:
    """The path of a program such as `Xvfb`; without it the test skips (or fails)."""
    return shutil.which(name) or lacking(f"{name} is not installed; `make system` installs what tests need")
