"""The configuration is read, shown and changed: comments stay, and a faulty change changes nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from board_driver.config import Config, load_config, parse_config
from board_driver.settings import change_setting, config_text
from engine.errors import ConfigError
from tests.board_driver.commands import Run

COMMENTED = """# For the club.
[lights]
brightness = 0.25  # not too bright

# The big table.
[screen]
size = [1280, 720]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "board.toml"
    path.write_text(COMMENTED)
    return path


def test_a_change_keeps_all_else(file: Path) -> None:
    file.chmod(0o640)
    config = change_setting(file, "lights.brightness", 0.5)
    assert config == load_config(file)
    assert file.read_text() == COMMENTED.replace("0.25", "0.5")
    change_setting(file, "game.name", "chess")
    assert file.read_text().startswith(COMMENTED.replace("0.25", "0.5"))
    assert load_config(file).game.name == "chess"
    assert file.stat().st_mode & 0o777 == 0o640
    assert [each.name for each in file.parent.iterdir()] == ["board.toml"]


@pytest.mark.parametrize(
    "text", ["", "[gpio]\nbuttons = { ok = 3 }\n", "[gpio]\n[screen]\n[gpio.buttons]\nok = 3\n"]
)
def test_a_key_of_a_table_within_a_table_is_changed(file: Path, text: str) -> None:
    file.write_text(text)
    before = load_config(file).gpio.buttons
    assert change_setting(file, "gpio.buttons.confirm", 26).gpio.buttons == {**before, "confirm": 26}
    assert load_config(file).gpio.buttons == {**before, "confirm": 26}


def test_a_file_is_made_where_there_is_none(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "board.toml"
    change_setting(file, "screen.flipped", value=True)
    assert load_config(file).screen.flipped
    assert file.read_text().startswith("# Settings of tavreli-board")


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("lights.brightness", 2.0, r"lights\.brightness = 2\.0 should be less than or equal to 1"),
        ("lights.brighness", 0.5, r"unknown key lights\.brighness; did you mean lights\.brightness\?"),
        ("lamps.brightness", 0.5, r"unknown key lamps; did you mean"),
        ("language", "ru", r"unknown key language; did you mean screen\.language\?"),
        ("screen.size.width", 800, r"screen\.size should be a table"),
        ("gpio.buttons.bell", 26, r"bell"),
    ],
)
def test_a_faulty_change_changes_nothing(file: Path, key: str, value: object, why: str) -> None:
    with pytest.raises(ConfigError, match=why):
        change_setting(file, key, value)
    assert file.read_text() == COMMENTED


def test_a_link_stays_a_link(file: Path) -> None:
    link = file.with_name("link.toml")
    link.symlink_to(file)
    change_setting(link, "lights.brightness", 0.5)
    assert link.is_symlink()
    assert load_config(file).lights.brightness == 0.5


def test_whenever_it_is_killed_the_file_is_whole(file: Path) -> None:
    code = (
        "from pathlib import Path; from itertools import count; import sys\n"
        "from board_driver.settings import change_setting\n"
        "for n in count(1):\n"
        "    change_setting(Path(sys.argv[1]), 'lights.limit_ma', n)\n"
        "    print(n, flush=True)\n"
    )
    for most in (1, 40, 90):
        words = [sys.executable, "-c", code, str(file)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout
            told = [int(child.stdout.readline()) for _ in range(most)]
            child.kill()
            told += map(int, child.stdout.read().split())
        assert load_config(file).lights.limit_ma in (told[-1], told[-1] + 1)


def test_what_is_shown_reads_back(file: Path) -> None:
    for config in (Config(), load_config(file)):
        assert parse_config(config_text(config), "shown") == config


def test_the_commands(run: Run, file: Path) -> None:
    assert run("config", "check", "--config", file).lines == [f"{file} is sound"]
    assert "size = [1280, 720]" in run("config", "show", "--config", file).lines
    assert run("config", "set", "game.name", "chess", "--config", file).code == 0
    assert run("config", "set", "lights.brightness", "0.75", "--config", file).code == 0
    config = load_config(file)
    assert (config.game.name, config.lights.brightness) == ("chess", 0.75)
    file.write_text("[lihgts]\n")
    complaint = run("config", "check", "--config", file).complaint(1)
    assert complaint == f"{file}: unknown key lihgts; did you mean lights?"
    assert run("config", "check").lines[0].startswith("there is no ")
