"""What the rest of the program knows of a board: the `Link` protocol, and `open_link` to get one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self
from urllib.parse import parse_qs, quote, unquote, urlsplit

from engine.errors import LinkError, UsageError
from firmware_bridge.conversation import Connected, Health, LinkEvent, Lost
from firmware_bridge.gpio.gpio_link import GpioLink
from firmware_bridge.gpio.wiring import Wiring
from firmware_bridge.messages import RGB
from firmware_bridge.ports import find_ports
from firmware_bridge.replay_link import ReplayLink
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.sim_link import SimLink
from firmware_bridge.simulator.firmware import ForeseenThing

__all__ = ["Connected", "Link", "LinkEvent", "Lost", "find_board", "open_link"]


class Link(Protocol):
    """A board, or what stands for one, on the running asyncio loop.

    Entered, it has a board that answers, or LinkError (LogError for a log) says in one line what to do.
    When the board is lost later, it is looked for, and its lights are restored, without further ado.
    """

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def events(self) -> AsyncIterator[LinkEvent]:
        """What the board says, to be read by one reader; ends when the link is closed, or a log is.

        The first event is Connected, then a SensorFrame with the full state follows. `t` of all events is ms
        since that Connected, by the board's clock, and grows by 10 ms or more. Lost means that the board
        is away; it may come again if there is something new to mend, until Connected tells that a board is
        back (perhaps another one: look at its info). Connected without Lost before it: the board was booted.
        """
        ...

    def send_lights(self, colours: Sequence[RGB]) -> None:
        """Want these lights, one (red, green, blue) of 0-255 a square, a1 first. Does not wait for the board.

        Newer lights take the place of those that are not yet on the board.
        """
        ...

    def request_snapshot(self) -> None:
        """Want the full state, which comes as a SensorFrame. Does not wait for it."""
        ...

    @property
    def health(self) -> Health:
        """How well the link does, and whether the lights that are wanted shine on the board."""
        ...

    async def close(self) -> None:
        """Let the board go; may be called twice."""
        ...


def open_link(
    url: str, *, thing: ForeseenThing | None = None, speed: float = 1.0, wiring: Wiring | None = None
) -> Link:
    """The link of a URL, still to be entered; UsageError if there is no such link.

    `serial:///dev/ttyACM0?baud=115200`, `replay:FILE`, `gpio:`, whose pins are those of `wiring`, and `sim:`,
    which runs `thing`. `speed` is that of the board's or the log's clock, 2.0 being twice as fast as the
    wall's; only a board that is simulated can be so fast.
    """
    scheme, _, rest = url.partition(":")
    match scheme:
        case "serial":
            return _serial_link(url)
        case "sim" if thing is not None and not rest:
            return SimLink(thing, speed)
        case "replay" if rest:
            return ReplayLink(Path(rest), speed)
        case "gpio" if not rest:
            return GpioLink(wiring or Wiring(), speed)
    known = "serial:///dev/ttyACM0?baud=115200, gpio:, sim: and replay:FILE"
    raise UsageError(f"no link {url!r}; there are {known}")


async def find_board(ports: Sequence[str] | None = None) -> str:
    """The URL of the board on the serial ports (None: all on USB); LinkError if there is none, or several.

    Every port is opened and asked at once, which takes 5 s if one of them has something else on it.
    """
    paths = [port.path for port in find_ports()] if ports is None else ports
    if not paths:
        raise LinkError("no board: there is no serial port on USB; plug the board in, or try --link sim:")
    faults = dict(zip(paths, await asyncio.gather(*map(_probe, paths)), strict=True))
    boards = [f"serial://{quote(path)}" for path, fault in faults.items() if fault is None]
    if not boards:
        raise LinkError(f"no board: {'; '.join(map(str, faults.values()))}; without one, try --link sim:")
    if len(boards) > 1:
        raise LinkError(f"more than one board: choose with --link, {' or '.join(boards)}")
    return boards[0]


async def _probe(path: str) -> LinkError | None:
    try:
        async with SerialLink(path):
            return None
    except LinkError as fault:
        return fault


def _serial_link(url: str) -> SerialLink:
    parts = urlsplit(url)
    query = parse_qs(parts.query, keep_blank_values=True)
    baud = query.pop("baud", ["115200"])[-1]
    if parts.netloc or not parts.path or query or not (baud.isascii() and baud.isdigit()):
        raise UsageError(f"no link {url!r}; a serial one is written serial:///dev/ttyACM0?baud=115200")
    return SerialLink(unquote(parts.path), int(baud))
