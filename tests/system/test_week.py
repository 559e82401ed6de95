"""The beginning of `make soak-week`: it stops, goes on, and finds nothing that grows or differs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def play(folder: Path, hours: float) -> str:
    words = [sys.executable, "-m", "tests.soak.week", "--hours", str(hours), "--folder", str(folder)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.system
def test_half_an_hour_of_the_week_in_two_goes(tmp_path: Path) -> None:
    assert play(tmp_path, 0.02) == ""
    first = json.loads((tmp_path / "progress.json").read_text())
    said = play(tmp_path, 0.5)
    second = json.loads((tmp_path / "progress.json").read_text())
    assert first["games"] == 1
    assert second["games"] > 10
    assert second["hours"] >= 0.5
    assert said.startswith("memory grew by ")
