"""Whole games in which a reed switch fails: nothing wrong is written, and no other switch is named."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.simulator.failures import Fault
from tests.conftest import shared_records
from tests.play.matches import FOLDERS, Match, find_record
from tests.play.referee import play

FAILING = [
    Match("chess", "01", "reed", "tidy", 1, fail="b2=stuck@41"),
    Match("chess", "02", "reed", "tidy", 1, fail="g7=dead@40"),
    Match("chess", "02", "reed", "club", 1, fail="c5=stuck@28"),
    Match("chess", "04", "reed", "tidy", 1, fail="e4=stuck@24"),  # a capture that leaves no switch changed
    Match("draughts", "01", "reed", "club", 1, fail="b4=dead@7"),
    Match("draughts", "03", "reed", "tidy", 1, fail="e5=stuck@10"),
    Match("capture-go", "01", "reed", "tidy", 1, fail="d5=dead@6"),
    Match("tavreli", "01", "reed", "tidy", 1, fail="f1=stuck@12"),
    Match("tavreli", "02", "reed", "tidy", 1, fail="h2=dead@16"),
    Match("tavreli", "03", "corners-fine", "tidy", 1, fail="e6=stuck@12"),
    Match("chess", "03", "reed+weight", "club", 1, fail="e2=stuck@27"),
    Match("chess", "03", "reed+weight", "club", 1, fail="h8=dead@15"),
]


@pytest.mark.parametrize("match", FAILING, ids=str)
def test_a_switch_that_fails_is_named_and_played_around(match: Match) -> None:
    shared_records(FOLDERS.get(match.game, match.game))
    tally = play(match)
    assert tally.wrong == []
    assert set(tally.named) == {match.fail.partition("=")[0]}


@settings(max_examples=12, deadline=None, derandomize=True)
@given(square=st.integers(0, 63), ply=st.integers(2, 60), fault=st.sampled_from([Fault.DEAD, Fault.STUCK]))
def test_whichever_switch_fails_at_whatever_ply_nothing_wrong_is_written(
    square: int, ply: int, fault: Fault
) -> None:
    shared_records("draughts")
    shape = find_record("draughts", "02").game.shape
    tally = play(Match("draughts", "02", "reed", "tidy", 1, fail=f"{shape.name(square)}={fault}@{ply}"))
    assert not [wrong for wrong in tally.wrong if wrong[2] is not None]
    assert set(tally.named) <= {shape.name(square)}
