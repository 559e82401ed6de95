"""What can go wrong between board and program: the game goes on where it was, and nothing is invented."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from engine.samples import sample_game
from engine.types import BoardShape
from firmware_bridge.simulator.firmware import SimulatedFirmware
from tests.firmware_bridge.things import WatchedBoard
from tests.system.bench import SPEED, Bench, Foreign
from tests.system.program import Home, Program, run

pytestmark = pytest.mark.system

RECORD = sample_game("ryazan-2002-2")
TEXTS = list(RECORD.texts())
END = "Black wins: checkmate"
KIT = "weight"
BACK = "tavreli-board: the board is back"


@pytest.fixture
def port(home: Home) -> Path:
    return home.folder / "usb-board"


def told(program: Program) -> list[str]:
    """What was told of the board."""
    return [line for line in program.told if "board is" in line or "nother board" in line]


def latest(program: Program) -> str:
    """What was told last of the board; "" if nothing was."""
    return (told(program) or [""])[-1]


def ends_exactly(program: Program, home: Home) -> None:
    """The whole game was recorded, each move once, and nothing else was said of it."""
    program.until(lambda: program.printed[-1:] == [END])
    assert program.ends(signal.SIGTERM) == 0
    assert [*TEXTS, END] == [*program.moves, program.printed[-1]]
    assert len(program.printed) == len(TEXTS) + 1
    [game] = home.games()
    assert [move.text for move in game.moves] == TEXTS
    assert "Traceback" not in "\n".join(program.told)


def start(port: Path) -> tuple[str, ...]:
    return ("--link", f"serial://{port}", "--headless", "--speed", str(SPEED))


def test_a_plug_pulled_in_the_middle_of_a_frame_and_junk_while_it_boots(home: Home, port: Path) -> None:
    with Bench(port, RECORD, KIT) as bench, run(home, *start(port)) as program:
        for number, moves in enumerate((5, 9, 20), 1):
            program.until_moves(moves)
            bench.unplug(in_a_frame=True)
            program.until(lambda: len(told(program)) == 2 * number - 1)  # noqa: B023 (called at once)
            bench.plug()
            program.until(lambda: len(told(program)) == 2 * number)  # noqa: B023
        ends_exactly(program, home)
    away = f"tavreli-board: the board is away: {port}: the board was unplugged, or its port has failed"
    assert [line.partition(" (")[0] for line in told(program)] == [away, BACK] * 3


def test_a_board_that_stalls_for_ten_seconds(home: Home, port: Path) -> None:
    with Bench(port, RECORD, KIT) as bench, run(home, *start(port)) as program:
        program.until_moves(6)
        bench.wire.frozen = True
        bench.last(10)
        bench.wire.open()
        ends_exactly(program, home)
    assert told(program) == [
        f"tavreli-board: the board is away: {port}: nothing was heard from the board for 3 s",
        BACK,
    ]


@pytest.mark.parametrize("speed", [1, 3])
def test_what_was_played_while_nothing_came_through_is_not_guessed(
    speed: int, home: Home, port: Path
) -> None:
    """In ten seconds a ply or two are played unseen, or half a dozen."""
    words = ("--link", f"serial://{port}", "--headless", "--speed", str(speed))
    with Bench(port, RECORD, KIT, speed=speed) as bench, run(home, *words) as program:
        program.until_moves(2)
        bench.wire.deaf = True
        bench.last(10)
        bench.wire.deaf = False
        program.until(lambda: latest(program) == BACK)
        bench.last(10)
        assert program.ends(signal.SIGTERM) == 0
    [game] = home.games()
    texts = [move.text for move in game.moves]
    assert texts == TEXTS[: len(texts)]
    assert len(texts) >= 2


def test_other_firmware_or_another_board_in_its_place_is_told_of_and_waited_out(
    home: Home, port: Path
) -> None:
    other = SimulatedFirmware(WatchedBoard("reed", BoardShape(5, 5)))
    with Bench(port, RECORD, KIT) as bench, run(home, *start(port)) as program:
        program.until_moves(4)
        bench.unplug()
        bench.plug(Foreign())
        program.until(lambda: "update this program" in latest(program))
        bench.unplug()
        bench.plug()
        program.until(lambda: latest(program) == BACK)
        program.until_moves(9)
        bench.unplug()
        bench.plug(other)
        program.until(lambda: "the game waits for its own" in latest(program))
        bench.unplug()
        bench.plug()
        program.until(lambda: latest(program) == BACK)
        ends_exactly(program, home)
    assert [line for line in told(program) if "no such port" in line] == []


def test_of_two_boards_the_one_that_is_configured_is_played_on_and_no_other(home: Home, port: Path) -> None:
    config = home.folder / "board.toml"
    config.write_text(f'[board]\nlink = "serial://{port}"\n')
    second = port.with_name("usb-second")
    with (
        Bench(port, RECORD, KIT) as bench,
        Bench(second, sample_game("ryazan-2003-1"), KIT),
        run(home, "--config", str(config), "--headless", "--speed", str(SPEED)) as program,
    ):
        program.until_moves(7)
        bench.unplug()
        program.until(lambda: "unplugged" in latest(program))
        bench.last(3)  # the other one is still there, and is not taken
        assert len(told(program)) == 1
        bench.plug()
        ends_exactly(program, home)


def test_the_lights_are_shown_again(home: Home, port: Path) -> None:
    with Bench(port, RECORD, KIT) as bench, run(home, *start(port)) as program:
        program.until_moves(len(TEXTS))
        bench.until(lambda: any(any(light) for light in bench.lights))  # the end of a game is lit
        bench.unplug()
        bench.plug()
        program.until(lambda: latest(program) == BACK)
        bench.until(lambda: any(any(light) for light in bench.lights))  # it booted dark
        assert program.ends(signal.SIGTERM) == 0
