"""What is needed to understand a fault, packed into one file: `tavreli-board report`."""

from __future__ import annotations

import io
import platform
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from importlib.metadata import distribution, version
from pathlib import Path
from shutil import which
from zipfile import ZIP_DEFLATED, ZipFile

from board_driver.config import APP, Config, load_config
from board_driver.doctor.doctor import DoctorOptions, run_doctor
from board_driver.files import named, whole
from board_driver.rawlog import before
from board_driver.settings import config_text
from engine.errors import TavreliBoardError, UsageError

SECRETS = ("password", "secret", "token", "key")
"""A key of the configuration that ends so has its value left out."""
JOURNAL = ("journalctl", "--unit", APP, "--lines", "1000", "--no-pager", "--output", "short-iso")


def write_report(config: Path | None, log: Path | None, file: Path) -> list[str]:
    """Pack version, configuration without secrets, doctor, journal of the service, and the last sensor log.

    `log`: the sensor log, if not that of the configuration; UsageError if it is not there. The names of what
    was packed. RecordError names the file if it can't be written.
    """
    if log and not log.is_file():
        raise UsageError(f"--log {log}: no such file; check the name, or leave it out")
    with named(file), whole(file) as part, ZipFile(part, "w", ZIP_DEFLATED) as pack:
        pack.writestr("version.txt", _versions())
        try:
            settings: Config | None = load_config(config)
            text = config_text(settings) if settings else ""
        except TavreliBoardError as fault:
            settings, text = None, f"{fault}\n"
        pack.writestr("config.toml", without_secrets(_without_home(text)))
        pack.writestr("doctor.jsonl", _without_home(_doctor(config)))
        if journal := _journal():
            pack.writestr("journal.txt", _without_home(journal))
        current = log or (settings.log.path if settings else None)
        for each in (current, before(current)) if current else ():
            if each.is_file():
                pack.write(each, each.name)
        return pack.namelist()


def without_secrets(toml: str) -> str:
    """The lines of a configuration, without the values that are nobody else's business."""
    lines = []
    for line in toml.splitlines():
        name, sign, _ = line.partition(" = ")
        lines.append(f'{name} = "..."' if sign and name.strip().endswith(SECRETS) else line)
    return "\n".join(lines) + "\n"


def _without_home(text: str) -> str:
    return text.replace(str(Path.home()), "~")


def _versions() -> str:
    needs = distribution(APP).requires or []
    own = (need for need in needs if "extra ==" not in need)
    names = sorted(re.split(r"[^\w.-]", need, maxsplit=1)[0] for need in own)
    lines = [f"{APP} {version(APP)}", f"Python {sys.version}", platform.platform()]
    return "\n".join([*lines, *(f"{name} {version(name)}" for name in names)]) + "\n"


def _doctor(config: Path | None) -> str:
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        try:
            run_doctor(DoctorOptions(config, None, as_json=True, walk=False, speed=1.0))
        except TavreliBoardError as fault:
            print(fault)
    return said.getvalue()


def _journal() -> str:
    """What the service has said lately; "" where there is none, or it may not be read."""
    if not which(JOURNAL[0]):
        return ""
    return subprocess.run(  # noqa: S603 - it is no input
        JOURNAL, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    ).stdout
