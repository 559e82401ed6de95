"""Scanning a reed matrix that has physics: ghosts, slow columns, chatter; and what is told of it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from gpiozero import Device  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from board_driver.replay import Replay
from board_driver.session import Session
from engine.record import GameRecord
from engine.samples import sample_game
from firmware_bridge.frames import BoardEvent, BoardInfo, KeyPress, Pick, SensorFrame, Sensors
from firmware_bridge.gpio.matrix import SAMPLES, SCAN_MS, Debouncer, MatrixFrames, MatrixPins, scan
from firmware_bridge.gpio.pins import GpiozeroPins
from firmware_bridge.gpio.wiring import Wiring
from firmware_bridge.simulator.actions import PlayedBoard
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.kits import find_kit
from firmware_bridge.simulator.script import script
from tests.firmware_bridge.gpio.physics import PhysicalPins, ReedMatrix, WiredFactory

ALL = 2**64 - 1
A1, B1, A2, B2 = 1, 2, 1 << 8, 1 << 9
MODELS = {"Pi 3": "a02082", "Pi 4": "c03111", "Pi 5": "d04170", "Zero 2": "902120"}
Scan = Callable[[], int]


@contextmanager
def by_gpiozero(matrix: ReedMatrix, revision: str = MODELS["Pi 4"]) -> Iterator[MatrixPins]:
    """The default wiring's pins, by gpiozero on its mock of a model."""
    Device.pin_factory = WiredFactory(matrix, Wiring(), revision)
    pins = GpiozeroPins(Wiring())
    try:
        yield pins
    finally:
        pins.close()
        Device.pin_factory.close()
        Device.pin_factory = None


def sample(matrix: ReedMatrix, pins: MatrixPins) -> int:
    return scan(pins, matrix.rows, matrix.columns, matrix.wait)


@given(st.integers(0, ALL))
def test_with_diodes_each_switch_is_seen_and_no_other(closed: int) -> None:
    matrix = ReedMatrix()
    matrix.closed = closed
    assert sample(matrix, PhysicalPins(matrix)) == closed


@pytest.mark.parametrize("revision", MODELS.values(), ids=MODELS)
def test_gpiozero_sees_the_same_on_every_model(revision: str) -> None:
    matrix = ReedMatrix()
    with by_gpiozero(matrix, revision) as pins:
        for closed in (0, ALL, 0xFFFF00000000FFFF, 0x8040201008040201, A1 | B1 | A2):
            matrix.closed = closed
            assert sample(matrix, pins) == closed
        assert "Wired" in pins.name


@pytest.mark.parametrize(("files", "ranks"), [(5, 5), (9, 9), (13, 13), (19, 7)])
def test_a_board_of_any_size_is_numbered_along_its_ranks(files: int, ranks: int) -> None:
    matrix = ReedMatrix(ranks, files)
    for square in range(files * ranks):
        matrix.closed = 1 << square
        assert sample(matrix, PhysicalPins(matrix)) == 1 << square


def test_without_diodes_three_corners_of_a_rectangle_show_the_fourth() -> None:
    matrix = ReedMatrix(bare=ALL)
    matrix.closed = A1 | B1 | A2
    assert sample(matrix, PhysicalPins(matrix)) == A1 | B1 | A2 | B2
    matrix.bare = ALL ^ A1  # current would have to go back through the diode at a1
    assert sample(matrix, PhysicalPins(matrix)) == A1 | B1 | A2
    matrix.bare = A1
    assert sample(matrix, PhysicalPins(matrix)) == A1 | B1 | A2 | B2


@pytest.mark.parametrize("bare", [0, ALL], ids=["diodes", "no diodes"])
def test_no_row_is_ever_driven_against_another(bare: int) -> None:
    matrix = ReedMatrix(bare=bare)
    matrix.closed = ALL
    with by_gpiozero(matrix) as pins:
        assert sample(matrix, pins) == ALL
    assert matrix.shorts == 0
    matrix.drive(0)
    matrix.drive(1, high=True)
    assert bool(matrix.shorts) is bool(bare), "the physics must be able to show a short"


@pytest.mark.parametrize(("rise_us", "smeared"), [(5, False), (9, False), (40, True)])
def test_columns_are_given_time_to_rise(rise_us: int, smeared: bool) -> None:
    matrix = ReedMatrix(rise_us=rise_us)
    matrix.closed = A1
    assert (sample(matrix, PhysicalPins(matrix)) != A1) is smeared


def test_without_the_waits_a_slow_column_would_smear_into_the_next_row() -> None:
    matrix = ReedMatrix()
    matrix.closed = A1
    assert scan(PhysicalPins(matrix), 8, 8, lambda _: None) == A1 | A2


# Debouncing


@given(st.lists(st.integers(0, 15), min_size=SAMPLES, max_size=40))
def test_a_switch_changes_only_when_its_last_samples_agree(samples: list[int]) -> None:
    debouncer = Debouncer()
    states: list[int | None] = []
    for each in samples:
        before = debouncer.state
        assert debouncer.feed(each) == (debouncer.state != before)
        states.append(debouncer.state)
    assert states[: SAMPLES - 1] == [None] * (SAMPLES - 1)
    for bit in range(4):
        known = 0
        for end in range(SAMPLES, len(samples) + 1):
            recent = {each >> bit & 1 for each in samples[end - SAMPLES : end]}
            known = recent.pop() if len(recent) == 1 else known
            state = states[end - 1]
            assert state is not None
            assert state >> bit & 1 == known


def test_chatter_is_no_change() -> None:
    debouncer = Debouncer()
    for _ in range(SAMPLES):
        debouncer.feed(A1 | B1)
    for flicker in (B1, A1 | B1, B1, B1, A1 | B1):
        assert not debouncer.feed(flicker)
    assert [debouncer.feed(B1) for _ in range(SAMPLES)] == [False, False, True]
    assert debouncer.state == B1


def test_the_state_is_told_when_it_changes_when_asked_for_and_each_second() -> None:
    frames = MatrixFrames()
    told = [frame for t in range(0, 2500, SCAN_MS) if (frame := frames.feed(A1 if t < 1500 else 0, t))]
    assert told == [
        *(SensorFrame(t, A1) for t in (20, 1020)),
        *(SensorFrame(t, 0) for t in (1520,)),
    ]
    frames.ask()
    assert frames.feed(0, 2500) == SensorFrame(2500, 0)
    assert frames.feed(0, 2510) is None


def test_nothing_is_told_before_it_is_known_nor_twice_in_ten_ms() -> None:
    frames = MatrixFrames()
    frames.ask()
    assert frames.feed(A1, 0) is None
    assert frames.feed(A1, 4) is None
    assert frames.feed(A1, 8) == SensorFrame(8, A1)
    frames.ask()
    assert frames.feed(A1, 12) is None
    assert frames.feed(A1, 18) == SensorFrame(18, A1)


# A whole game


def game_events(record: GameRecord, matrix: ReedMatrix, pins: MatrixPins) -> Iterator[BoardEvent]:
    """What is told while simulated hands play a game on the matrix, in virtual time; its switches chatter."""
    start, kit = record.positions()[0], find_kit("reed")
    board = SimulatedBoard(record.game.shape, start.stacks, kit, seed=3)
    played = PlayedBoard(board, script(record.game, start, record.moves, kit, seed=3))
    frames = MatrixFrames()
    t = end = 0
    while t < end + 4000:
        end = end if played.done else t
        yield from (event for event in played.events(t) if isinstance(event, KeyPress | Pick))
        matrix.closed = board.snapshot(t).reed or 0
        if frame := frames.feed(sample(matrix, pins), t):
            yield frame
        t += SCAN_MS


def assert_played_exactly(record: GameRecord, matrix: ReedMatrix, pins: MatrixPins) -> None:
    info = BoardInfo(record.game.shape, Sensors(reed=True))
    replay = Replay(Session(record.game, record.positions()[0], info), record)
    lines = list(replay.lines(game_events(record, matrix, pins)))
    assert replay.session.texts() == record.texts()
    assert not [line for line in lines if "astray" in line]


def test_a_recorded_game_is_decoded_exactly_from_the_matrix() -> None:
    matrix = ReedMatrix()
    assert_played_exactly(sample_game("london-1860-1", "chess"), matrix, PhysicalPins(matrix))


def test_so_is_its_beginning_by_gpiozero() -> None:
    record = sample_game("london-1860-1", "chess")
    opening = GameRecord(record.game, moves=record.moves[:8])
    matrix = ReedMatrix()
    with by_gpiozero(matrix) as pins:
        assert_played_exactly(opening, matrix, pins)
