"""Links by their URLs: the simulated board and the replayed log, as the daemon uses them."""

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.errors import LinkError, LogError, UsageError
from firmware_bridge.conversation import Connected, LinkEvent, Lost
from firmware_bridge.frames import BoardEvent, KeyPress, Pick, SensorFrame
from firmware_bridge.gpio.gpio_link import GpioLink
from firmware_bridge.link import Link, find_board, open_link
from firmware_bridge.replay_link import ReplayLink
from firmware_bridge.sensorlog import LogHeader, LogWriter
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.sim_link import SimLink, SimulatedPort
from firmware_bridge.simulator.firmware import TICK_MS, SimulatedFirmware
from tests.conftest import LIMIT_S
from tests.firmware_bridge.things import WatchedBoard, assert_true_states, readings
from tests.firmware_bridge.virtual import run_in_virtual_time


async def hear(link: Link, done: Callable[[LinkEvent], bool]) -> list[LinkEvent]:
    events = []
    async with asyncio.timeout(LIMIT_S):
        async for event in link.events():
            events.append(event)
            if done(event):
                break
    return events


def frames(events: list[LinkEvent]) -> list[SensorFrame]:
    return [event for event in events if isinstance(event, SensorFrame)]


# sim:


def test_men_moved_on_the_simulated_board_are_told_and_lights_shine_on_it() -> None:
    async def run() -> None:
        thing = WatchedBoard("reed", moves=0)
        async with SimLink(thing, speed=10) as link:
            (first, *_) = await hear(link, lambda event: isinstance(event, SensorFrame))
            assert first == Connected(thing.info)
            thing.board.take(link.t, 0, 1)
            await hear(link, lambda event: isinstance(event, SensorFrame) and not (event.reed or 0) & 1)
            thing.board.put(link.t, 63)
            await hear(link, lambda event: isinstance(event, SensorFrame) and bool((event.reed or 0) >> 63))
            colours = tuple((square, 0, 255 - square) for square in range(64))
            link.send_lights(colours)
            await hear(link, lambda _: link.lights == colours)

    run_in_virtual_time(run())


@pytest.mark.parametrize("speed", [1, 40])
def test_the_board_keeps_the_time_that_it_is_given(speed: float) -> None:
    async def run() -> None:
        async with SimLink(WatchedBoard(moves=0), speed) as link:
            started = asyncio.get_running_loop().time()
            events = await hear(link, lambda event: isinstance(event, SensorFrame) and event.t >= 500 * speed)
            elapsed = asyncio.get_running_loop().time() - started
        assert isinstance(events[0], Connected)
        assert isinstance(events[-1], SensorFrame)
        assert elapsed * speed == pytest.approx(events[-1].t / 1000, abs=2 * TICK_MS / 1000)

    run_in_virtual_time(run())


def test_a_host_that_is_busy_slows_the_board_down_and_misses_nothing() -> None:
    async def run() -> None:
        thing = WatchedBoard("reed+weight")
        events: list[LinkEvent] = []
        async with asyncio.timeout(LIMIT_S), SimLink(thing, speed=50) as link:
            async for event in link.events():
                events.append(event)
                if isinstance(event, SensorFrame):
                    _work(0.005)
                    if thing.done and readings(event) == readings(thing.said[-1]):
                        said = [readings(frame) for frame in thing.said]
                        break
        heard = [readings(frame) for frame in frames(events)]
        assert set(heard) == set(said[said.index(heard[0]) :])
        assert len(said) > 50

    asyncio.run(run())


def _work(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def test_a_closed_simulation_frees_all_it_held() -> None:
    async def run() -> None:
        before = len(list(Path("/proc/self/fd").iterdir()))
        for _ in range(3):
            async with SimLink(WatchedBoard(), speed=10) as link:
                await hear(link, lambda event: isinstance(event, SensorFrame))
            await link.close()
        assert len(list(Path("/proc/self/fd").iterdir())) == before
        assert len(asyncio.all_tasks()) == 1

    run_in_virtual_time(run())


class Failing(WatchedBoard):
    def events(self, t: int) -> Iterator[BoardEvent]:
        if t > 500:
            raise ValueError("the hands have dropped it")
        return super().events(t)


def test_a_simulation_that_fails_says_so(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        async with SimLink(Failing(), speed=10) as link:
            await hear(link, lambda event: isinstance(event, Lost))

    with pytest.raises(ValueError, match="dropped"):
        run_in_virtual_time(run())
    assert "the hands have dropped it" in caplog.text


# replay:


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl.gz"
    thing = WatchedBoard("reed+corners", moves=3)
    with LogWriter(path, LogHeader("chess", thing.info.shape, thing.info.sensors)) as writer:
        for event in told(thing):
            writer.write(event)
    return path


def told(thing: WatchedBoard) -> list[BoardEvent]:
    events = [event for t in range(0, 3_000, 20) for event in thing.events(t)]
    return [*events, KeyPress(3_000, "draw", "b"), Pick(3_010, "e2-e4")]


def test_a_log_is_told_as_it_happened(log: Path) -> None:
    async def run(speed: float, lasts_s: float) -> None:
        started = asyncio.get_running_loop().time()
        async with open_link(f"replay:{log}", speed=speed) as link:
            (first, *events) = await hear(link, lambda _: False)
            link.send_lights([])
            link.request_snapshot()
        thing = WatchedBoard("reed+corners", moves=3)
        assert isinstance(first, Connected)
        assert (first.info.shape, first.info.sensors) == (thing.info.shape, thing.info.sensors)
        assert events == told(thing)
        assert_true_states(thing, frames(events), len(thing.said) - 1)
        assert asyncio.get_running_loop().time() - started == pytest.approx(lasts_s, abs=0.01)

    run_in_virtual_time(run(10, lasts_s=0.3))
    run_in_virtual_time(run(float("inf"), lasts_s=0))


def test_a_replay_can_be_closed_while_it_waits(log: Path) -> None:
    async def run() -> None:
        async with asyncio.timeout(LIMIT_S), open_link(f"replay:{log}", speed=0.001) as link:
            async for event in link.events():
                if isinstance(event, SensorFrame):
                    asyncio.get_running_loop().call_soon(asyncio.ensure_future, link.close())

    run_in_virtual_time(run())


def test_a_log_that_is_cut_off_is_told_to_there_and_a_missing_one_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    thing = WatchedBoard()
    with LogWriter(path, LogHeader("chess", thing.info.shape, thing.info.sensors)) as writer:
        for event in thing.events(20):
            writer.write(event)
    with path.open("a") as out:
        out.write('{"t": 12')

    async def run(url: str, events: list[LinkEvent]) -> None:
        async with open_link(url) as link:
            async for event in link.events():
                events.append(event)  # noqa: PERF401 (it is to be kept when the log fails)

    events: list[LinkEvent] = []
    with pytest.raises(LogError, match="line 3"):
        run_in_virtual_time(run(f"replay:{path}", events))
    assert frames(events) == thing.said
    with pytest.raises(LogError, match=r"none\.jsonl"):
        run_in_virtual_time(run(f"replay:{tmp_path}/none.jsonl", []))


# Looking for a board


def test_the_one_board_on_the_ports_is_found_and_of_two_none_is_chosen(tmp_path: Path) -> None:
    async def run() -> None:
        one, two = (SimulatedPort(SimulatedFirmware(WatchedBoard())) for _ in range(2))
        async with one, two:
            missing = str(tmp_path / "ttyACM9")
            assert await find_board([missing, one.path]) == f"serial://{one.path}"
            with pytest.raises(
                LinkError, match=f"choose with --link, serial://{one.path} or serial://{two.path}"
            ):
                await find_board([one.path, two.path])
            with pytest.raises(LinkError, match=r"ttyACM9: no such port; .*--link sim:"):
                await find_board([missing])

    run_in_virtual_time(run())


def test_with_no_port_at_all_the_simulation_is_named() -> None:
    with pytest.raises(LinkError, match="--link sim:"):
        run_in_virtual_time(find_board([]))


# URLs


def test_each_url_has_its_link() -> None:
    serial = open_link("serial:///dev/serial/by-id/usb%20board?baud=250000")
    assert isinstance(serial, SerialLink)
    assert (serial._path, serial._baud) == ("/dev/serial/by-id/usb board", 250000)
    assert isinstance(open_link("serial:///dev/ttyACM0"), SerialLink)
    assert isinstance(open_link("sim:", thing=WatchedBoard()), SimLink)
    assert isinstance(open_link("replay:some/log.jsonl"), ReplayLink)
    assert isinstance(open_link("gpio:"), GpioLink)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "usb:",
        "serial:",
        "serial://dev/ttyACM0",
        "serial:///dev/ttyACM0?baud=fast",
        "serial:///dev/ttyACM0?bauds=9600",
        "sim:",
        "replay:",
        "gpio:17",
    ],
)
def test_a_url_that_has_none_is_quoted_and_told_how(url: str) -> None:
    with pytest.raises(UsageError, match=r"serial:///dev/ttyACM0") as fault:
        open_link(url)
    assert repr(url) in str(fault.value)
