"""The beginning of `make soak-week`: it stops, goes on, and finds nothing that grows or differs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MOST_S = 1200
"""It computes all the time: half a minute when measured, many times that on a busy machine."""


def live(folder: Path, hours: float) -> str:
    words = [sys.executable, "-m", "tests.soak.week", "--hours", str(hours), "--folder", str(folder)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, timeout=MOST_S)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.system
def test_the_first_hour_of_the_week_in_two_goes(tmp_path: Path) -> None:
    live(tmp_path, 0.2)
    first = json.loads((tmp_path / "progress.json").read_text())
    said = live(tmp_path, 1.1)
    second = json.loads((tmp_path / "progress.json").read_text())
    assert first["runs"] == 1
    assert 0.2 <= first["hours"] < 0.21
    assert first["plies"] > 2
    assert second["runs"] == 2
    assert second["moves"] > first["plies"] + 10
    assert "2 runs, 1 checks, 0 faults" in said
