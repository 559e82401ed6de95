"""Changing the configuration key by key: comments stay, and the file is whole whenever the power goes."""

from __future__ import annotations

import os
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from board_driver.config import Config, own_config, parse_config, read_config, unknown_key
from engine.errors import ConfigError

HEADER = "Settings of tavreli-board; hardware/config.example.toml tells all there are."


def change_setting(path: Path | None, key: str, value: object) -> Config:
    """Set a key such as `lights.brightness` in the file (None: the user's own), and return what that makes.

    The file is made if there is none. ConfigError names what is at fault; then nothing was changed.
    """
    path = path or own_config()
    *tables, name = key.split(".")
    if not tables:
        raise ConfigError(f"{path}: {unknown_key(key)}")
    try:
        document = tomlkit.parse(read_config(path)) if path.exists() else _new_document()
        section: MutableMapping[str, Any] = document
        for depth, table in enumerate(tables, 1):
            section = section.setdefault(table, tomlkit.table())
            if not isinstance(section, MutableMapping):
                within = ".".join(tables[:depth])
                raise ConfigError(f"{path}: {within} should be a table: [{within}]")
        section[name] = value
    except TOMLKitError as fault:
        raise ConfigError(f"{path}: no TOML: {fault}") from fault
    text = tomlkit.dumps(document)
    config = parse_config(text, str(path))
    _replace(path, text)
    return config


def parse_value(text: str) -> object:
    """A value as TOML has it; what is none of its values is a text."""
    try:
        return tomlkit.parse(f"value = {text}")["value"].unwrap()
    except TOMLKitError:
        return text


def config_text(config: Config) -> str:
    """The whole configuration as a TOML text, with its defaults."""
    return tomlkit.dumps(config.model_dump(mode="json"))


def _new_document() -> tomlkit.TOMLDocument:
    document = tomlkit.document()
    document.add(tomlkit.comment(HEADER))
    document.add(tomlkit.nl())
    return document


def _replace(path: Path, text: str) -> None:
    """Let a file have this text; at any instant it has the old one or the new one, and keeps its rights."""
    path = path.resolve()
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("w", encoding="utf-8") as file:
            if path.exists():
                os.fchmod(file.fileno(), path.stat().st_mode & 0o7777)
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as fault:
        raise ConfigError(f"{path}: {fault.strerror or fault}; make it writable for this user") from fault
