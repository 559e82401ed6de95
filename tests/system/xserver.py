"""An X server without a monitor (Xvfb), whose picture can be read, with a mouse and a keyboard (xdotool)."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from struct import unpack_from

import pygame

from tests.conftest import LIMIT_S, needs_tool


class XServer:
    """A running server: the name of its display, and the file in which it keeps its pixels."""

    def __init__(self, display: str, file: Path) -> None:
        self.display = display
        self._file = file

    def picture(self) -> pygame.Surface:
        """What it shows, from its XWD file (X11/XWDFile.h: big-endian words, then 32 bits a pixel)."""
        content = self._file.read_bytes()
        header, width, height = (unpack_from(">25I", content)[place] for place in (0, 4, 5))
        line, colours = (unpack_from(">25I", content)[place] for place in (12, 19))
        start = header + 12 * colours
        pixels = content[start : start + line * height]
        shown = pygame.image.frombuffer(pixels, (width, height), "BGRA")
        picture = pygame.Surface((width, height), depth=24)
        picture.blit(shown, (0, 0), special_flags=pygame.BLEND_RGB_ADD)  # the fourth byte is no opacity
        return picture

    def do(self, *actions: str) -> str:
        """Let xdotool act; what it prints."""
        environment = os.environ | {"DISPLAY": self.display}
        return subprocess.run(
            ["xdotool", *actions],
            env=environment,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
            timeout=LIMIT_S,
        ).stdout


@contextmanager
def x_server(folder: Path) -> Iterator[XServer]:
    """A server of its own, which ends with the context."""
    needs_tool("xdotool")
    reading, writing = os.pipe()
    command = [needs_tool("Xvfb"), "-displayfd", str(writing), "-screen", "0", "1024x768x24"]
    command += ["-nolisten", "tcp", "-fbdir", str(folder)]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        with os.fdopen(reading) as pipe:
            number = pipe.readline().strip()
        assert number, "Xvfb did not start"
        try:
            yield XServer(f":{number}", folder / "Xvfb_screen0")
        finally:
            server.terminate()
