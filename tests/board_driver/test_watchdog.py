"""What systemd hears: that the program is ready, that its loop turns, and how much a message matters."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from board_driver.patience import Left, Patience, waiting_page
from board_driver.terminal import Level, tell
from board_driver.watchdog import notify, watched
from display.inputs import PowerOff, Quit
from display.language import ENGLISH, find_language
from display.window import open_window
from engine.errors import LinkError
from tests.conftest import LIMIT_S
from tests.firmware_bridge.virtual import run_in_virtual_time


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """The socket to which a service speaks."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.settimeout(LIMIT_S)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield heard


def test_it_is_ready_turns_and_stops(systemd: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "30000")

    async def run() -> list[bytes]:
        async with watched():
            return [await asyncio.to_thread(systemd.recv, 100) for _ in range(4)]

    assert asyncio.run(run()) == [b"READY=1", *[b"WATCHDOG=1"] * 3]
    last = b"WATCHDOG=1"
    while last == b"WATCHDOG=1":
        last = systemd.recv(100)
    assert last == b"STOPPING=1"


def test_without_systemd_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    notify("READY=1")


def test_a_board_is_waited_for_and_each_reason_told_once(
    systemd: socket.socket, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JOURNAL_STREAM", "8:1")
    answers = iter(["no board", "no board", ""])

    async def look() -> str:
        if reason := next(answers):
            raise LinkError(reason)
        return "sim:"

    assert run_in_virtual_time(Patience(ENGLISH, wait=True).found(look)) == "sim:"
    assert capsys.readouterr().err == "<4>waiting for the board: no board\n"
    assert systemd.recv(100) == b"STATUS=waiting for the board: no board"
    answers = iter(["no board"])
    with pytest.raises(LinkError):
        asyncio.run(Patience(ENGLISH, wait=False).found(look))


@pytest.mark.parametrize(
    ("keys", "parting", "drawn"),
    [
        ((pygame.QUIT,), Quit(), 1),
        ((pygame.K_RETURN, pygame.K_RETURN), PowerOff(), 2),
        ((pygame.K_ESCAPE,), Quit(), 1),
        ((pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_ESCAPE), Quit(), 3),
    ],
)
def test_while_a_board_is_waited_for_the_window_says_why_and_people_may_leave(
    keys: tuple[int, ...], parting: object, drawn: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")

    async def look() -> str:
        for key in keys:
            pygame.event.post(press(key))
        raise LinkError("no board")

    with open_window(full_screen=False) as window:
        with pytest.raises(Left) as left:
            asyncio.run(Patience(ENGLISH, window, wait=True).found(look))
        assert window.drawn == drawn
    assert left.value.parting == parting


def press(key: int) -> pygame.event.Event:
    if key == pygame.QUIT:
        return pygame.event.Event(pygame.QUIT)
    scancode = pygame.KSCAN_ESCAPE if key == pygame.K_ESCAPE else pygame.KSCAN_RETURN
    return pygame.event.Event(pygame.KEYDOWN, key=key, scancode=scancode, unicode=chr(key))


def test_the_page_for_a_board_that_is_away_says_why_in_the_players_language() -> None:
    page, english = (waiting_page(each, LinkError("no board")) for each in (find_language("ru"), ENGLISH))
    assert [line.text for line in page.lines] == ["no board"]
    assert page.title != english.title
    assert page.keys == ("off",)


def test_a_terminal_is_told_by_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("JOURNAL_STREAM", raising=False)
    tell("the board is back", Level.WARNING)
    assert capsys.readouterr().err == "tavreli-board: the board is back\n"
