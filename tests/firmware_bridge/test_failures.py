"""Switches of a simulated board that fail in the middle of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import pytest

from engine.errors import UsageError
from engine.samples import sample_game
from engine.types import BoardShape
from firmware_bridge.frames import SensorFrame
from firmware_bridge.simulator.actions import Fail
from firmware_bridge.simulator.failures import Failure, Fault, read_failure
from firmware_bridge.simulator.kits import find_kit
from firmware_bridge.simulator.script import script, simulate

RECORD = sample_game("london-1860-1", "chess")
SHAPE = RECORD.game.shape
E2, H5, A6 = (SHAPE.square(name) for name in ("e2", "h5", "a6"))


def frames(*failures: Failure, kit: str = "reed") -> list[SensorFrame]:
    moves = RECORD.moves[:12]
    events = simulate(RECORD.game, None, moves, find_kit(kit), 1, failures=failures)
    return [event for event in events if isinstance(event, SensorFrame)]


def readings(square: int, of: Iterable[SensorFrame]) -> Iterator[int]:
    return ((frame.reed or 0) >> square & 1 for frame in of)


def failed(*failures: Failure) -> list[int]:
    """When those switches fail, ms."""
    start, kit = RECORD.game.start(), find_kit("reed")
    actions = script(RECORD.game, start, RECORD.moves[:12], kit, 2, failures=failures)
    return [action.t for action in actions if isinstance(action, Fail)]


@pytest.mark.parametrize(
    ("text", "failure"),
    [
        ("h5=stuck@9", Failure(H5, Fault.STUCK, 9)),
        ("e2=dead", Failure(E2, Fault.DEAD)),
        ("E2=whole@3", Failure(E2, Fault.WHOLE, 3)),
    ],
)
def test_a_failure_is_read(text: str, failure: Failure) -> None:
    assert read_failure(text, SHAPE) == failure


@pytest.mark.parametrize(
    "text", ["", "h5", "h5=", "h5=broken", "h9=dead", "h5=dead@", "h5=dead@x", "=dead@3"]
)
def test_what_is_no_failure_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(UsageError, match="write e4=dead"):
        read_failure(text, BoardShape())


def test_a_switch_fails_when_its_ply_comes_and_all_others_go_on() -> None:
    sound = frames()
    for square, fault, shown in ((H5, Fault.STUCK, 1), (E2, Fault.DEAD, 0)):
        failure = Failure(square, fault, 5)
        broken, [since] = frames(failure), failed(failure)
        assert set(readings(square, (frame for frame in broken if frame.t >= since + 20))) == {shown}
        assert [frame for frame in broken if frame.t < since] == [each for each in sound if each.t < since]
        others = {(frame.reed or 0) & ~(1 << square) for frame in broken}
        assert others == {(frame.reed or 0) & ~(1 << square) for frame in sound}


def test_a_failure_is_told_at_once_on_a_board_at_rest() -> None:
    failure = Failure(H5, Fault.STUCK, 5)
    first = next(frame for frame in frames(failure) if (frame.reed or 0) >> H5 & 1)
    [t] = failed(failure)
    assert t <= first.t <= t + 20


def test_a_restless_switch_opens_and_closes_many_times_a_second_until_it_is_whole() -> None:
    failures = Failure(A6, Fault.RESTLESS, 3), Failure(A6, Fault.WHOLE, 7)
    told, (since, until) = frames(*failures), failed(*failures)
    changes = [
        later.t for earlier, later in pairwise(told) if ((earlier.reed or 0) ^ (later.reed or 0)) >> A6 & 1
    ]
    assert since < min(changes) < max(changes) <= until + 20
    assert len(changes) > 8 * (until - since) / 1000


def test_a_board_without_switches_has_none_that_fail() -> None:
    assert frames(Failure(A6, Fault.RESTLESS), kit="weight")[-1].reed is None
