"""What most whole-machine tests stand on: a home folder, and an X server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.program import Home
from tests.system.xserver import XServer, x_server


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """The home folder of a user who has never used the program."""
    return Home(tmp_path)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[XServer]:
    """A screen with mouse and keyboard."""
    with x_server(tmp_path) as server:
        yield server
