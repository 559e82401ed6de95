"""The commands around the configuration: `tavreli-board config`."""

from __future__ import annotations

from typing import Annotated

import typer

from board_driver.cli_options import ConfigFile
from board_driver.terminal import examples, say

config_app = typer.Typer(
    help="The configuration: is it sound, and what does it say?",
    epilog=examples("config check", "config show", "config set lights.brightness 0.5"),
    no_args_is_help=True,
)


@config_app.command("check")
def check(config: ConfigFile = None) -> None:
    """Read the configuration. A faulty one: exit 1, and one line with file, place and remedy."""
    from board_driver.config import load_config, own_config

    load_config(config)
    path = config or own_config()
    say(f"{path} is sound" if path.exists() else f"there is no {path}: all keys have their defaults")


@config_app.command("show")
def show(config: ConfigFile = None) -> None:
    """Print all keys with the values that they have, defaults too, as TOML."""
    from board_driver.config import load_config
    from board_driver.settings import config_text

    say(config_text(load_config(config)).rstrip("\n"))


@config_app.command("set", epilog=examples('config set game.name "chess"', "config set screen.flipped true"))
def set_key(
    key: Annotated[str, typer.Argument(metavar="KEY", help="Such as lights.brightness.")],
    value: Annotated[str, typer.Argument(metavar="VALUE", help="As TOML has it; text also without quotes.")],
    config: ConfigFile = None,
) -> None:
    """Change one key, keeping all else in the file, comments too."""
    from board_driver.settings import change_setting, parse_value

    change_setting(config, key, parse_value(value))
