"""The configuration file: what it may say, and what the user is told when it says something else."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from pydantic import ValidationError

from board_driver.config import Config, known_keys, load_config, parse_config
from engine.clock import Mode, TimeControl
from engine.errors import ConfigError, UsageError
from firmware_bridge.simulator.kits import KITS

EXAMPLE = Path(__file__).resolve().parents[2] / "hardware" / "config.example.toml"


def documented(toml: str) -> dict[str, str]:
    """Each table and key of a TOML text, dotted, with the comment that stands right above it."""
    found: dict[str, str] = {}
    comment: list[str] = []
    table = ""
    for line in toml.splitlines():
        if line.startswith("# "):
            comment.append(line[2:])
            continue
        if line.startswith("["):
            table = line.strip("[]")
            found[table] = " ".join(comment)
        elif line:
            found[f"{table}.{line.partition(' = ')[0]}"] = " ".join(comment)
        comment = []
    return found


def test_the_example_has_every_key_with_its_documentation() -> None:
    assert documented(EXAMPLE.read_text()) == dict(known_keys())
    assert all(text for _, text in known_keys())


def test_the_example_loads_to_the_defaults() -> None:
    assert load_config(EXAMPLE) == Config()
    assert tomllib.loads(EXAMPLE.read_text()) == Config().model_dump(mode="json")


def test_a_file_changes_what_it_names_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text(
        '[board]\nlink = "sim:"\n[screen]\nsize = [480, 320]\n[game.options]\ndouble_step_over_own = true\n'
    )
    config = load_config(file)
    assert config.model_dump(exclude_defaults=True) == {
        "board": {"link": "sim:"},
        "screen": {"size": (480, 320)},
        "game": {"options": {"double_step_over_own": True}},
    }


def test_the_users_own_file_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert load_config() == Config()
    file = tmp_path / "tavreli-board" / "config.toml"
    file.parent.mkdir()
    file.write_text("[screen]\nflipped = true\n")
    assert load_config().screen.flipped


def test_the_archive_lies_in_the_data_folder_or_where_the_file_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    monkeypatch.setenv("HOME", "/players")
    assert Config().archive.path == Path("/data/tavreli-board/games.sqlite3")
    assert parse_config('[archive]\nfile = "~/g.db"', "c").archive.path == Path("/players/g.db")


def test_the_men_on_the_table_are_those_of_the_configuration() -> None:
    kit = KITS["reed+weight"].sensors
    assert Config().men.on(kit) == kit
    men = parse_config("[men]\nman_g = 20.0\nmen_g = { K = 25.0 }", "c").men
    weight = men.on(kit).weight
    assert weight
    assert (weight.man_g, weight.men_g, weight.sigma_g) == (20.0, {"K": 25.0}, 0.25)
    corners = men.on(KITS["reed+corners"].sensors).corners
    assert corners
    assert corners.man_g == 20.0
    assert men.on(KITS["reed"].sensors) == KITS["reed"].sensors


def test_a_configuration_never_changes() -> None:
    with pytest.raises(ValidationError):
        Config().board.link = "sim:"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('[board]\nlnik = "sim:"', "unknown key board.lnik; did you mean board.link?"),
        ('link = "sim:"', "unknown key link; did you mean board.link?"),
        ('[bord]\nlink = "sim:"', "unknown key bord; did you mean board?"),
        ("[men]\nman = 8.0", "unknown key men.man; did you mean men.man_g?"),
        ("board = 3", "board should be a table: [board]"),
        ('[simulator]\nkit = "e4"', "simulator.kit = 'e4' should be 'reed', 'reed+corners'"),
        ("[board]\nlink = 2020-01-01", "board.link = datetime.date(2020, 1, 1) should be a valid string"),
        ("[screen]\nfullscreen = 1", "screen.fullscreen = 1 should be a valid boolean"),
        ("[screen]\nsize = 800", "screen.size = 800 should be a valid array"),
        ("[screen]\nsize = [800]", "screen.size.1 = [800] should be longer"),
        ('[screen]\nsize = [800, "480"]', "screen.size.1 = '480' should be a valid integer"),
        ('[game]\nclock = "five"', "game.clock = 'five' should be none, 5 (minutes), 5+3 (3 seconds more"),
        ('[game]\nname = "go"', "[game]: no game 'go', only tavreli, chess"),
        ("[game]\noptions = { size = 9 }", "[game]: tavreli has no option 'size', only"),
        ('[game]\nname = "capture-go"\noptions = { size = 4 }', "[game]: option size is 4; choose 5 to 19"),
        ("[men]\nman_g = nan", "men.man_g = nan should be a finite number"),
        ("[men]\nmen_g = 3", "men.men_g = 3 should be a valid table"),
        ('[archive]\nfile = "games"', "archive.file = 'games' should be an absolute path, or start with"),
        ("[gpio]\nbuttons = { ok = 4 }", "[gpio]: pin 4 is used twice, by row 1 and button ok"),
        ("[gpio]\nbuttons = { fire = 26 }", "[gpio]: there is no button 'fire'; there are up"),
        ("[gpio]\nbuzzer = 40", "gpio.buzzer = 40 should be less than or equal to 27"),
        ('[gpio]\naccess = "sysfs"', "gpio.access = 'sysfs' should be 'auto', 'lgpio' or 'gpiozero'"),
        ("[board\n", "no TOML: Expected ']' at the end of a table declaration (at line 1, column 7)"),
        ("[board]\n\nlink = ", "no TOML: Invalid value (at the end, line 3)"),
    ],
)
def test_a_fault_is_named_in_one_line(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "board.toml"
    file.write_text(text)
    with pytest.raises(ConfigError) as caught:
        load_config(file)
    assert str(caught.value).startswith(f"{file}: {complaint}")
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_or_no_text_is_named(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    with pytest.raises(ConfigError, match=r"board\.toml: no such file or directory; start from a copy of"):
        load_config(file)
    file.write_bytes(b'[board]\nlink = "\xff"\n')
    with pytest.raises(ConfigError, match=r"board\.toml, line 2: no UTF-8 text"):
        load_config(file)


def test_undocumented_keys_would_be_seen() -> None:
    assert documented("# A table.\n[t]\n# One.\na = 1\nb = 2\n") == {
        "t": "A table.",
        "t.a": "One.",
        "t.b": "",
    }


def test_options_are_those_of_the_game() -> None:
    text = '[game]\nname = "capture-go"\noptions = { target = 5, size = 9 }'
    assert parse_config(text, "c").game.options == {"target": 5, "size": 9}


def test_the_clock_is_that_of_the_command_line_or_the_file() -> None:
    config = parse_config('[game]\nclock = "5+3"', "a.toml").game
    assert config.control == TimeControl(300_000, Mode.FISCHER, 3000)
    assert config.with_choice("chess", ()).control == config.control
    assert config.with_choice(None, (), "none").control is None
    assert Config().game.control is None
    with pytest.raises(UsageError, match='clock "five": write none, 5'):
        config.with_choice(None, (), "five")
