"""What a long run has done so far, kept in a file, so that it may be stopped and started again."""

from __future__ import annotations

import hashlib
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = ("engine", "firmware_bridge", "board_driver", "display", "tests/play", "tests/system")


def read_progress(path: Path, program: str) -> list[str]:
    """The whole lines that the program of this fingerprint has written there; more can then be added."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []
    whole = [line for line in lines if line.endswith("\n")]
    head = program + "\n"
    if whole[:1] != [head]:
        whole = [head]
    path.write_text("".join(whole), encoding="utf-8")
    return [line.removesuffix("\n") for line in whole[1:]]


def fingerprint() -> str:
    """What is the same for the same program."""
    digest = hashlib.sha256()
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()
