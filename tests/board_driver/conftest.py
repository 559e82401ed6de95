"""What the tests of the board driver are given: a home of their own, commands to run, kits to play on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from board_driver.cli import main
from tests.board_driver.commands import OPENING, Ran, Run


@pytest.fixture(autouse=True)
def _homeless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads the configuration or writes to the archive of the one who runs it."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process."""

    def run(*args: object) -> Ran:
        monkeypatch.setattr(sys, "argv", ["tavreli-board", *map(str, args)])
        with pytest.raises(SystemExit) as stopped:
            main()
        said = capsys.readouterr()
        assert isinstance(stopped.value.code, int)
        return Ran(stopped.value.code, said.out, said.err)

    return run


@pytest.fixture
def opening(tmp_path: Path) -> Path:
    path = tmp_path / "opening.txt"
    path.write_text(OPENING)
    return path


@pytest.fixture(params=["weight", "reed+weight"])
def kit(request: pytest.FixtureRequest) -> str:
    """The kits that count men."""
    kit: str = request.param
    return kit
