"""The rules of the house that no other tool keeps, over all committed files."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import lacking, needs_tool, shared_records

ROOT = Path(__file__).resolve().parents[1]

TOP_LEVEL = {
    "README.md", "ARCHITECTURE.md", "CHANGELOG.md", "LICENSE", "Makefile", "pyproject.toml", ".gitignore",
    ".ci", "engine", "firmware_bridge", "board_driver", "display", "tests", "hardware",
}  # fmt: skip
MAX_LINES = 400
C_SOURCES = {".c", ".h", ".cpp", ".ino"}
SOURCES = {".py", *C_SOURCES}
MAX_WIDTH = 110
HOMES = re.compile(r"(?<![\w.~$}])/(?:work|root|home/[\w.-]+)/")


@pytest.fixture(scope="module")
def committed() -> list[Path]:
    """The files that git keeps, relative to the checkout."""
    if not (ROOT / ".git").exists():
        lacking("this is no git checkout")
    git = [needs_tool("git"), "-C", str(ROOT), "-c", "safe.directory=*", "ls-files", "-z"]
    names = subprocess.run(git, check=True, capture_output=True, text=True).stdout.split("\0")
    return [Path(name) for name in names if (ROOT / name).is_file()]


def machine_paths(text: str) -> list[str]:
    """The lines that name a folder of one machine or one user."""
    return [line for line in text.splitlines() if HOMES.search(line)]


def fixed_sleeps(source: str) -> list[int]:
    """The lines of a module that sleep, or take `sleep` from `time`."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ImportFrom(module="time", names=names) if any(name.name == "sleep" for name in names):
                found.append(node.lineno)
            case ast.Call(func=ast.Attribute(value=ast.Name(id="time"), attr="sleep")):
                found.append(node.lineno)
    return found


def names_of_nothing(document: str, sources: str) -> list[str]:
    """The names in backticks, such as `Link.events()`, of which no part is defined in the sources."""
    names = re.findall(r"`([A-Za-z_][\w.]*)(?:\(\))?`", document)
    parts = {name: [part for part in name.split(".") if part != "py"] for name in names}
    return [
        name
        for name, words in parts.items()
        if not all(
            re.search(rf"(?:\b(?:def|class) |self\.|^# |^ *){word}\b", sources, re.M) for word in words
        )
    ]


def test_the_top_level_holds_what_was_agreed(committed: list[Path]) -> None:
    assert {path.parts[0] for path in committed} <= TOP_LEVEL


def test_no_file_names_a_folder_of_one_machine(committed: list[Path]) -> None:
    texts = {path: (ROOT / path).read_bytes().decode(errors="replace") for path in committed}
    assert {path: lines for path, text in texts.items() if (lines := machine_paths(text))} == {}


def test_every_module_is_short(committed: list[Path]) -> None:
    lengths = {
        path: len((ROOT / path).read_text().splitlines()) for path in committed if path.suffix in SOURCES
    }
    assert {path: length for path, length in lengths.items() if length >= MAX_LINES} == {}


def test_lines_of_c_are_no_longer_than_those_of_python(committed: list[Path]) -> None:
    texts = {path: (ROOT / path).read_text() for path in committed if path.suffix in C_SOURCES}
    wide = [path for path, text in texts.items() if max(map(len, text.splitlines())) > MAX_WIDTH]
    assert wide == []


def test_no_test_sleeps(committed: list[Path]) -> None:
    tests = [path for path in committed if path.suffix == ".py" and path.parts[0] == "tests"]
    assert {path: lines for path in tests if (lines := fixed_sleeps((ROOT / path).read_text()))} == {}


def test_the_architecture_speaks_of_what_there_is(committed: list[Path]) -> None:
    modules = [path for path in committed if path.suffix == ".py" and path.parts[0] != "tests"]
    sources = "\n".join(f"# {path.stem}\n{(ROOT / path).read_text()}" for path in modules)
    sources += "".join(f"\n# {package}" for package in TOP_LEVEL)
    assert names_of_nothing((ROOT / "ARCHITECTURE.md").read_text(), sources) == []


def test_the_rules_see_what_they_forbid() -> None:
    for path in ("work", "root", "home/ann"):
        assert machine_paths(f"plain\nlink = '/{path}/board'\n") == [f"link = '/{path}/board'"]
    folder = "work"
    assert machine_paths(f"~/{folder}/a, ../{folder}/b, https://host/root/ and tests/home/c/d") == []
    assert fixed_sleeps("import time\n\ntime.sleep(1)\n") == [3]
    assert fixed_sleeps("from time import monotonic, sleep\n") == [1]
    defined = "class Link:\n    def events(self): ...\n"
    assert names_of_nothing("`Link.events()` and `Link.sing`, `Song`", defined) == ["Link.sing", "Song"]
    assert fixed_sleeps("import asyncio, time\nasyncio.wait_for(time.monotonic(), 1)\n") == []


def test_what_is_missing_skips_here_and_fails_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no-such-tool is not installed"):
        needs_tool("no-such-tool")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="no-such-tool is not installed"):
        needs_tool("no-such-tool")
    with pytest.raises(pytest.fail.Exception, match=r"no records of no-such-game in \.\./shared/records"):
        shared_records("no-such-game")
    assert needs_tool("git") == shutil.which("git")
