"""Switches that are stuck or dead have the same names in the doctor's mouth and on the screen of a game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from board_driver.presenter import View, present
from board_driver.session import Session
from board_driver.switches import DEAD, STUCK, UNSURE, switch_fault, switch_faults
from engine.games import open_game
from engine.samples import sample_game
from firmware_bridge.frames import SensorFrame
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.kits import KITS, Kit
from firmware_bridge.simulator.script import simulate

CHESS = open_game("chess")
E2, E4, E6 = (CHESS.shape.square(name) for name in ("e2", "e4", "e6"))


def broken(kit: str, *, stuck: int | None = None, dead: int | None = None) -> Kit:
    squares = [frozenset() if square is None else frozenset({square}) for square in (stuck, dead)]
    return replace(KITS[kit], stuck=squares[0], dead=squares[1])


def words(session: Session) -> list[str]:
    return [line.text for line in present(session, View()).lines]


def at_the_start(kit: Kit) -> Session:
    """A session on a board that has stood at the start for some seconds."""
    board = SimulatedBoard(CHESS.shape, CHESS.start().stacks, kit, seed=1)
    session = Session(CHESS, CHESS.start(), board.info)
    for t in range(0, 4000, 20):
        if frame := board.frame(t):
            session.feed(frame)
    return session


def test_both_names_are_those_of_the_doctor() -> None:
    [stuck, dead] = switch_faults(CHESS.shape, [E6, E4], [E2])
    assert (stuck[0], dead[0]) == (f"e4, e6: {STUCK}", f"e2: {DEAD}")


def test_at_the_set_up_a_switch_that_never_changed_is_doubted() -> None:
    assert f"e6: if nothing stands there, {STUCK}" in words(at_the_start(broken("reed", stuck=E6)))
    assert f"e2: if a man stands there, {DEAD}" in words(at_the_start(broken("reed", dead=E2)))


def test_a_man_that_was_put_down_or_taken_is_no_doubt() -> None:
    session = at_the_start(KITS["reed"])
    start = session.observer.reed or 0
    for t, reed in ((5000, start & ~(1 << E2)), (9000, start | 1 << E6)):
        session.feed(SensorFrame(t, reed))
        session.advance(t + 3000)
        assert not [line for line in words(session) if "if " in line]
    assert switch_fault(session.observer, E6) is UNSURE


@pytest.mark.parametrize(("stuck", "dead", "name"), [(E6, None, STUCK), (None, E4, DEAD)])
def test_in_play_the_cell_under_a_broken_switch_is_believed_and_the_switch_named(
    stuck: int | None, dead: int | None, name: object
) -> None:
    record, kit = sample_game("london-1860-1", "chess"), broken("reed+weight", stuck=stuck, dead=dead)
    board = SimulatedBoard(CHESS.shape, CHESS.start().stacks, kit, seed=1)
    session = Session(CHESS, CHESS.start(), board.info)
    for event in simulate(record.game, None, record.moves[:12], kit, 1):
        session.feed(event)
    square = CHESS.shape.name(E6 if dead is None else E4)
    assert f"{square}: {name}; its cell is believed" in words(session)
