"""The serial link over a real pseudo-terminal: boards that are there, not there, busy, lost and back."""

import asyncio
import errno
import logging
import os
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from threading import Event

import pytest

from engine.errors import LinkError
from engine.phrase import phrase
from engine.record import read_record
from firmware_bridge.codec import encode
from firmware_bridge.conversation import SILENCE, SILENCE_MS, Connected, LinkEvent, Lost
from firmware_bridge.frames import KeyPress, SensorFrame
from firmware_bridge.hello import ForeignHello
from firmware_bridge.ports import _remedy, find_ports, open_port, stable_path
from firmware_bridge.serial_link import MAX_EVENTS, SerialLink
from firmware_bridge.sim_link import Firmware, SimulatedPort
from firmware_bridge.simulator.firmware import SimulatedFirmware
from tests.conftest import LIMIT_S
from tests.firmware_bridge.faults import BadLine
from tests.firmware_bridge.things import WatchedBoard, assert_true_states, readings
from tests.firmware_bridge.virtual import run_in_virtual_time, stand_still
from tests.system.bench import Bench

RED = (255, 0, 0)


class Listener:
    """Collects what a link tells, and waits until something has been told."""

    def __init__(self, link: SerialLink) -> None:
        self._link = link
        self.events: list[LinkEvent] = []

    async def until(self, done: Callable[[LinkEvent], bool]) -> None:
        async for event in self._link.events():
            self.events.append(event)
            if done(event):
                return
        raise AssertionError("the link has ended")

    async def until_at_rest(self, thing: WatchedBoard) -> None:
        """Until the hands are done and a state that the board said after that has come."""
        await self.until(lambda _: thing.done)
        since = len(thing.said)
        await self.until(
            lambda event: (
                isinstance(event, SensorFrame) and readings(event) in map(readings, thing.said[since:])
            )
        )
        assert_true_states(thing, self.frames, since)

    @property
    def frames(self) -> list[SensorFrame]:
        return [event for event in self.events if isinstance(event, SensorFrame)]

    @property
    def keys(self) -> list[KeyPress]:
        return [event for event in self.events if isinstance(event, KeyPress)]

    @property
    def news(self) -> list[LinkEvent]:
        return [event for event in self.events if isinstance(event, Connected | Lost)]


class Cable:
    """A name that a port has while it is plugged in, like those in /dev/serial/by-id."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "board"
        self._stack = AsyncExitStack()
        self._t = 0

    async def plug(self, firmware: Firmware, chunk: int = 4096) -> None:
        self._port = await self._stack.enter_async_context(SimulatedPort(firmware, 20, self._t, chunk))
        self.path.symlink_to(self._port.path)

    async def unplug(self) -> None:
        self._t = self._port.t
        self.path.unlink()
        await self._stack.aclose()


@asynccontextmanager
async def connected(
    firmware: Firmware, folder: Path, chunk: int = 4096
) -> AsyncIterator[tuple[Cable, SerialLink, Listener]]:
    cable = Cable(folder)
    await cable.plug(firmware, chunk)
    try:
        async with asyncio.timeout(LIMIT_S), SerialLink(str(cable.path)) as link:
            yield cable, link, Listener(link)
    finally:
        await cable.unplug()


@pytest.mark.parametrize("line", ["perfect", "byte by byte", "lossy"])
@pytest.mark.parametrize("kit", ["reed", "reed+corners", "reed+weight"])
def test_a_board_on_a_real_port_is_told_truly_to_the_last_state(kit: str, line: str, tmp_path: Path) -> None:
    async def run() -> None:
        thing = WatchedBoard(kit)
        firmware = SimulatedFirmware(thing)
        odds = 0.02 if line == "lossy" else 0
        bad = BadLine(firmware, 5, drop=odds, flip=odds, junk=odds, cut=odds)
        async with connected(bad, tmp_path, 1 if line == "byte by byte" else 4096) as (_, link, listener):
            link.send_lights([RED] * 64)
            await listener.until_at_rest(thing)
            await listener.until(lambda _: firmware.lights == (RED,) * 64 and len(listener.keys) == 2)
        assert listener.news == [Connected(thing.info)]
        assert [(key.key, key.by) for key in listener.keys] == [("confirm", "w"), ("confirm", "b")]

    run_in_virtual_time(run())


def test_a_snapshot_comes_when_it_is_asked_for(tmp_path: Path) -> None:
    async def run() -> None:
        thing = WatchedBoard("reed", moves=0)
        async with connected(SimulatedFirmware(thing), tmp_path) as (_, link, listener):
            await listener.until(lambda event: isinstance(event, SensorFrame))
            said = len(thing.said)
            link.request_snapshot()
            await listener.until(lambda _: len(thing.said) > said)

    run_in_virtual_time(run())


def test_a_board_that_stalls_is_lost_and_found_with_its_lights(tmp_path: Path) -> None:
    async def run() -> None:
        thing = WatchedBoard("reed+corners", moves=170)
        firmware = SimulatedFirmware(thing)
        line = BadLine(firmware, 1)
        async with connected(line, tmp_path) as (cable, link, listener):
            link.send_lights([RED] * 64)
            await listener.until(lambda _: firmware.lights == (RED,) * 64)
            line.stalled = True
            await listener.until(lambda event: isinstance(event, Lost))
            assert firmware.lights != (RED,) * 64
            line.stalled = False
            await listener.until(lambda event: isinstance(event, Connected))
            await listener.until(lambda _: firmware.lights == (RED,) * 64)
            await listener.until_at_rest(thing)
        reason = phrase("{port}: {reason}", port=str(cable.path), reason=SILENCE)
        assert listener.news == [Connected(thing.info), Lost(reason), Connected(thing.info)]

    run_in_virtual_time(run())


def test_a_board_that_reboots_goes_on(tmp_path: Path) -> None:
    async def run() -> None:
        thing = WatchedBoard("reed+weight")
        firmware = SimulatedFirmware(thing)
        async with connected(firmware, tmp_path) as (_, link, listener):
            link.send_lights([RED] * 64)
            await listener.until(lambda _: firmware.lights == (RED,) * 64)
            firmware.reboot(thing.t)
            await listener.until(lambda event: isinstance(event, Connected))
            await listener.until(lambda _: firmware.lights == (RED,) * 64)
            await listener.until_at_rest(thing)
        assert listener.news == [Connected(thing.info)] * 2

    run_in_virtual_time(run())


def test_a_board_unplugged_and_plugged_in_goes_on_and_is_warned_of_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        thing = WatchedBoard("reed+weight", moves=70)
        firmware = SimulatedFirmware(thing)
        async with connected(firmware, tmp_path) as (cable, link, listener):
            link.send_lights([RED] * 64)
            await listener.until(lambda _: firmware.lights == (RED,) * 64)
            await cable.unplug()
            await listener.until(lambda event: isinstance(event, Lost))
            firmware.reboot(thing.t)
            await cable.plug(firmware)
            await listener.until(lambda _: firmware.lights == (RED,) * 64)
            await listener.until_at_rest(thing)
        [lost] = [event.reason for event in listener.news if isinstance(event, Lost)]
        assert "unplugged" in str(lost)
        assert listener.news.count(Connected(thing.info)) == 2
        assert [record.levelno for record in caplog.records].count(logging.WARNING) == 1

    caplog.set_level(logging.INFO, "firmware_bridge")
    run_in_virtual_time(run())


def test_a_host_that_was_busy_for_seconds_has_not_lost_its_board(tmp_path: Path) -> None:
    async def run(bench: Bench) -> list[LinkEvent]:
        async with asyncio.timeout(LIMIT_S), SerialLink(str(bench.path)) as link:
            listener = Listener(link)
            await listener.until(lambda event: isinstance(event, SensorFrame))
            Event().wait(SILENCE_MS / 1000 + 0.2)  # the board goes on in its own thread
            await listener.until(lambda _: len(listener.frames) == 20)
            return listener.news

    with Bench(tmp_path / "usb-board", read_record("e2-e4"), "reed") as bench:
        news = asyncio.run(run(bench))
    assert len(news) == 1


def test_a_machine_that_stood_still_for_seconds_has_not_lost_its_board(tmp_path: Path) -> None:
    async def run() -> None:
        thing = WatchedBoard("reed")
        async with connected(SimulatedFirmware(thing), tmp_path) as (_, _, listener):
            for _ in range(3):
                await listener.until(lambda event: isinstance(event, SensorFrame))
                stand_still(SILENCE_MS / 1000 + 1)  # the board is no faster than its host to go on
            await listener.until_at_rest(thing)
        assert listener.news == [Connected(thing.info)]

    run_in_virtual_time(run())


class JunkThenBoot:
    """A board that was reset when its port was opened: for a second it sends no frame, and hears nothing."""

    def __init__(self, firmware: SimulatedFirmware) -> None:
        self._firmware = firmware
        self._ready = False

    def tick(self, t: int) -> bytes:
        self._ready = t >= 1000
        return self._firmware.tick(t) if self._ready else bytes(range(t // 20 % 7, 250))

    def receive(self, data: bytes, t: int) -> bytes:
        return self._firmware.receive(data, t) if self._ready else b""


def test_junk_before_the_hello_is_survived(tmp_path: Path) -> None:
    async def run() -> None:
        thing = WatchedBoard("reed")
        async with connected(JunkThenBoot(SimulatedFirmware(thing)), tmp_path) as (_, _, listener):
            await listener.until_at_rest(thing)
        assert listener.news == [Connected(thing.info)]

    run_in_virtual_time(run())


class Silent:
    """A device that says only one thing."""

    def __init__(self, says: bytes = b"") -> None:
        self._says = says

    def tick(self, t: int) -> bytes:
        return self._says

    def receive(self, data: bytes, t: int) -> bytes:
        return b""


def test_another_major_is_refused_in_one_line(tmp_path: Path) -> None:
    async def run() -> None:
        async with connected(Silent(encode(ForeignHello(2, 0), 0)), tmp_path):
            pass

    with pytest.raises(
        LinkError, match=r"board: the board speaks protocol 2\.0, .*: update this program"
    ) as fault:
        run_in_virtual_time(run())
    assert fault.value.exit_code == 3
    assert "\n" not in str(fault.value)


def test_opening_can_be_given_up_and_leaves_the_port_free(tmp_path: Path) -> None:
    async def run() -> None:
        cable = Cable(tmp_path)
        await cable.plug(Silent())
        link = SerialLink(str(cable.path))
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await link.__aenter__()
        open_port(str(cable.path), 115200).close()
        await cable.unplug()

    run_in_virtual_time(run())


def test_a_closed_link_ends_its_events_and_may_be_closed_again(tmp_path: Path) -> None:
    async def run() -> None:
        async with connected(SimulatedFirmware(WatchedBoard()), tmp_path) as (_, link, _):
            await link.close()
            await link.close()
            assert [event async for event in link.events()][0:1] == [Connected(WatchedBoard().info)]

    run_in_virtual_time(run())


def test_a_fault_of_the_caller_is_raised_and_not_swallowed(tmp_path: Path) -> None:
    async def run() -> None:
        async with connected(SimulatedFirmware(WatchedBoard()), tmp_path) as (_, link, listener):
            link.send_lights([(256, 0, 0)])
            await listener.until(lambda event: False)

    with pytest.raises(ValueError, match="range"):
        run_in_virtual_time(run())


def test_of_what_nobody_reads_the_oldest_is_dropped() -> None:
    async def run() -> None:
        link = SerialLink("")
        for t in range(MAX_EVENTS + 5):
            link._put(SensorFrame(t))
        link._events.put_nowait(None)
        events = [event async for event in link.events()]
        assert [events[0], events[-1]] == [SensorFrame(5), SensorFrame(MAX_EVENTS + 4)]

    run_in_virtual_time(run())


# Ports


def test_a_port_that_is_not_there_is_named_with_the_remedy(tmp_path: Path) -> None:
    async def run() -> None:
        async with SerialLink(str(tmp_path / "ttyACM7")):
            pass

    with pytest.raises(LinkError, match=r"ttyACM7: no such port; is the board plugged in\?"):
        run_in_virtual_time(run())


def test_a_port_in_use_is_busy() -> None:
    board, port = os.openpty()
    path = os.ttyname(port)
    with open_port(path, 115200), pytest.raises(LinkError, match=f"{path}: another program uses this port"):
        open_port(path, 115200)
    os.close(board)
    os.close(port)


def test_a_file_is_no_port(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"")
    with pytest.raises(LinkError, match="not usable as a serial port"):
        open_port(str(path), 115200)


@pytest.mark.parametrize("baud", [-1, 10**12])
def test_a_rate_that_no_port_can_do_is_named(baud: int) -> None:
    board, port = os.openpty()
    with pytest.raises(LinkError, match=f"can't do {baud} baud"):
        open_port(os.ttyname(port), baud)
    os.close(board)
    os.close(port)


def test_a_port_without_permission_names_the_group(tmp_path: Path) -> None:
    # root may open anything, so the words are tested, not the opening
    fault = PermissionError(errno.EACCES, "Permission denied")
    assert "usermod -aG" in str(_remedy(str(tmp_path), 115200, fault))
    assert "usermod -aG dialout $USER" in str(_remedy(str(tmp_path / "none"), 115200, fault))


def test_a_port_is_remembered_by_its_id(tmp_path: Path) -> None:
    port, other, link = tmp_path / "ttyACM0", tmp_path / "ttyACM1", tmp_path / "by-id" / "usb-board"
    port.touch()
    other.touch()
    link.parent.mkdir()
    link.symlink_to("../ttyACM0")
    assert stable_path(str(port), link.parent) == str(link)
    assert stable_path(str(other), link.parent) == str(other)
    assert stable_path(str(link), tmp_path / "none") == str(link)


def test_the_ports_there_are_can_be_listed() -> None:
    assert all(Path(port.path).exists() for port in find_ports())
