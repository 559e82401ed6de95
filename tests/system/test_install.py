"""`hardware/install` in a clean Debian: twice, used, and removed again. The games stay.

The root is made by mmdebstrap from the package sources of this machine, once for each checkout, in build/.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.conftest import LIMIT_S, lacking, needs_tool

ROOT = Path(__file__).resolve().parents[2]
SOURCES = Path("/etc/apt/sources.list.d/debian.sources")
HOST_SUITE = "bookworm"
PACKAGES = "python3,python3-venv,systemd,udev,ca-certificates"
CERTIFICATES = Path("etc/ssl/certs/ca-certificates.crt")
UNIT = "/etc/systemd/system/tavreli-board.service"
MOST_EXPOSED = 25
"""Of 100, as `systemd-analyze security` counts; a service without any sandbox has 96."""

IN_ROOT = """
mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mount -t tmpfs tmpfs "$0/run" &&
exec chroot "$0" "$@"
"""


class Debian:
    """A root of its own; commands in it see its processes only."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command as its root."""
        unshare = ("unshare", "--mount", "--pid", "--fork", "sh", "-c", IN_ROOT, str(self.folder))
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "XDG_"))}
        environment = kept | {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/bin", "HOME": "/tmp"}
        return subprocess.run(
            [*unshare, *words], env=environment, capture_output=True, text=True, check=False, timeout=1200
        )

    def do(self, *words: str) -> str:
        """Run one that must succeed; what it says."""
        done = self.run(*words)
        assert done.returncode == 0, (words, done.stdout[-2000:], done.stderr[-2000:])
        return done.stdout

    def path(self, place: str) -> Path:
        return self.folder / place.lstrip("/")


@contextmanager
def debian(suite: str, folder: Path) -> Iterator[Debian]:
    """A clean Debian with this checkout in /source."""
    if os.geteuid() or not SOURCES.exists():
        lacking("a Debian root can only be made by root on Debian")
    archive = ROOT / "build" / f"debian-{suite}.tar"
    if not archive.exists():
        sources = folder / "debian.sources"
        sources.write_text(SOURCES.read_text().replace(HOST_SUITE, suite))
        archive.parent.mkdir(exist_ok=True)
        part = archive.with_suffix(".part.tar")
        command = [needs_tool("mmdebstrap"), "--variant=minbase", f"--include={PACKAGES}"]
        command += ["--dpkgopt=force-unsafe-io", '--aptopt=Acquire::Retries "3"']
        command += [suite, str(part), str(sources)]
        subprocess.run(command, check=True, capture_output=True, timeout=1200)
        part.rename(archive)
    root = folder / "root"
    root.mkdir()
    subprocess.run(["tar", "-C", root, "-xf", archive], check=True)
    for file in (CERTIFICATES, Path("etc/resolv.conf")):
        (root / file).unlink(missing_ok=True)
        shutil.copy(Path("/") / file, root / file)
    names = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True
    ).stdout.split(b"\0")
    for name in filter(None, map(os.fsdecode, names)):
        if (ROOT / name).exists():
            (root / "source" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, root / "source" / name)
    yield Debian(root)
    shutil.rmtree(root)


def as_service(*words: str) -> list[str]:
    return ["setpriv", "--reuid=tavreli-board", "--regid=tavreli-board", "--init-groups", *words]


@pytest.mark.parametrize(
    "suite",
    [
        pytest.param("bookworm", marks=pytest.mark.system),
        pytest.param("trixie", marks=pytest.mark.soak, id="install-trixie"),
    ],
)
def test_install_use_update_and_remove(suite: str, tmp_path: Path) -> None:
    config, play = "/etc/tavreli-board/config.toml", ["run", "--link", "sim:", "--headless", "--speed", "100"]
    program, games = "/usr/local/bin/tavreli-board", "/var/lib/tavreli-board/games.sqlite3"
    with debian(suite, tmp_path) as machine:
        said = machine.do("sh", "/source/hardware/install", "--headless", "--no-apt")
        assert said.endswith("install: done: systemctl status tavreli-board\n")
        assert machine.do("systemctl", "is-enabled", "tavreli-board").strip() == "enabled"
        assert machine.do("systemd-analyze", "verify", "--man=no", UNIT) == ""
        machine.do("systemd-analyze", "security", "--offline=yes", f"--threshold={MOST_EXPOSED}", UNIT)

        groups = machine.do("id", "-Gn", "tavreli-board").split()
        assert {"dialout", "plugdev", "video", "input"} <= set(groups)
        machine.do(*as_service(program, *play))
        assert "checkmate" in machine.do(*as_service(program, "games"))

        machine.do(*as_service(program, "config", "set", "lights.brightness", "0.5"))
        before = machine.path(config).read_text()
        machine.do("sh", "/source/hardware/install", "--headless", "--no-apt")
        assert machine.path(config).read_text() == before
        programs = [each for each in machine.path("/opt/tavreli-board").iterdir() if not each.is_symlink()]
        assert len(programs) == 1

        machine.do("sh", "/source/hardware/uninstall")
        assert machine.path(games).stat().st_size > 0
        assert machine.path(config).exists()
        left = machine.do("find", "/etc", "/opt", "/usr/local", "-name", "*tavreli-board*").split()
        assert left == ["/etc/tavreli-board"]


def test_who_may_not_install_is_told_how() -> None:
    if os.geteuid() == 0:
        command = ["setpriv", "--reuid=65534", "--clear-groups", "sh", "-s"]
        script = (ROOT / "hardware" / "install").read_text()
        done = subprocess.run(
            command,
            input=script,
            cwd="/",
            capture_output=True,
            text=True,
            check=False,
            timeout=LIMIT_S,
        )
    else:
        done = subprocess.run(
            ["sh", ROOT / "hardware" / "install"],
            capture_output=True,
            text=True,
            check=False,
            timeout=LIMIT_S,
        )
    assert done.returncode == 1
    assert done.stderr == "install: this must be run as administrator: sudo hardware/install\n"
