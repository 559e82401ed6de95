"""The referee sees what is wrong, and only that; a match can be played again and a soak be continued."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from board_driver.questions import NONE
from board_driver.reports import Asked
from board_driver.session import Session
from engine.record import read_record
from firmware_bridge.frames import BoardInfo, Sensors
from firmware_bridge.simulator.actions import Landed, Undone
from tests.conftest import LIMIT_S, shared_records
from tests.play.matches import BASES, Choice, Match, each_alone, find_record, style_of
from tests.play.played import Played, actions
from tests.play.referee import Referee, Tally, play
from tests.play.report import cpu_ms, faults, figures, percentile, table
from tests.soak.inference import as_line, from_line, matches
from tests.soak.progress import read_progress

RECORD = read_record("e2-e4 e7-e5 g1-f3")
TRUE = [{"move": text, "ply": ply, "t": 1000 * ply} for ply, text in enumerate(RECORD.texts(), 1)]


def judged(lines: list[dict[str, Any]], moves: str, *notes: Undone, **summary: object) -> Tally:
    referee = Referee(RECORD)
    for ply in (1, 2, 3):
        referee.note(Landed(1000 * ply - 300, ply, 1000 * ply - 200))
    for note in notes:
        referee.note(note)
    for line in lines:
        referee.hear(line)
    referee.end({"moves": moves.split()} | summary)
    return referee.tally


def test_a_game_that_is_recorded_as_it_was_played() -> None:
    tally = judged(TRUE, "e2-e4 e7-e5 g1-f3")
    assert (tally.plies, tally.decided, tally.unasked, tally.wrong) == (3, 3, 3, [])
    assert (tally.delays, tally.free_delays) == ([300] * 3, [200] * 3)


def test_another_move_is_wrong_when_the_next_one_is_decided_though_it_be_amended_later() -> None:
    lines = [
        {"move": "e2-e3", "ply": 1, "t": 1},
        *TRUE[1:],
        {"amend": "e2-e4", "ply": 1, "t": 4000},
    ]
    tally = judged(lines, "e2-e4 e7-e5 g1-f3")
    assert (tally.wrong, tally.amended) == ([(1, "e2-e4", "e2-e3")], 1)


def test_a_move_amended_before_the_next_one_is_right() -> None:
    lines = [{"move": "e2-e3", "ply": 1, "t": 1}, {"amend": "e2-e4", "ply": 1, "t": 2000}, *TRUE[1:]]
    tally = judged(lines, "e2-e4 e7-e5 g1-f3")
    assert (tally.wrong, tally.amended, tally.delays[0]) == ([], 1, 1300)


def test_a_lost_move_and_an_extra_one_are_wrong() -> None:
    assert judged(TRUE[:2], "e2-e4 e7-e5").wrong == [(3, "g1-f3", None)]
    extra = {"move": "b8-c6", "ply": 4, "t": 4000}
    assert judged([*TRUE, extra], "e2-e4 e7-e5 g1-f3 b8-c6").wrong == [(4, "", "b8-c6")]


def test_what_an_open_question_holds_is_not_wrong() -> None:
    ask = {"ask": ["e7-e5", "e7-e6"], "ply": 2, "t": 2000}
    held = {"open": [["e7-e6"], ["e7-e5", "g1-f3"]]}
    tally = judged([TRUE[0], ask], "e2-e4", **held)
    assert (tally.wrong, tally.open, tally.questions, tally.unasked) == ([], 2, 1, 1)
    lost = judged([TRUE[0], ask], "e2-e4", open=[["e7-e6"], ["d7-d5"]])
    assert lost.wrong == [(2, "e7-e5", None), (3, "g1-f3", None)]


def test_only_takebacks_that_the_hands_made_are_right() -> None:
    lines: list[dict[str, Any]] = [{"move": "d2-d4", "ply": 1, "t": 1}, {"takeback": 1, "t": 2}, *TRUE]
    assert judged(lines, "e2-e4 e7-e5 g1-f3").takebacks == 1
    assert judged(lines, "e2-e4 e7-e5 g1-f3", Undone(2, 1, "d2-d4", 1, 2)).takebacks == 0
    assert judged(lines, "e2-e4 e7-e5 g1-f3", Undone(2, 1, "d2-d3", 1, 2)).takebacks == 1


def test_choices_of_a_promotion_are_counted_apart() -> None:
    record = read_record('[FEN "8/P3k3/8/8/8/8/8/K7 w - - 0 1"]\n1. a8=N *', "chess")
    referee = Referee(record)
    referee.hear({"ask": ["a8=Q", "a8=R", "a8=B", "a8=N"], "ply": 1, "t": 1})
    referee.hear({"ask": ["a8=Q", "Kb2"], "ply": 1, "t": 1})
    assert (referee.tally.promotions, referee.tally.questions) == (1, 1)


def test_figures() -> None:
    assert percentile([], 0.5) is None
    assert percentile(list(range(100)), 0.99) == 99
    assert cpu_ms(Counter({0: 98, 10: 2}), 0.5) == 0.001
    assert cpu_ms(Counter({0: 98, 10: 2}), 0.99) == 0.002
    total = Tally(plies=10, questions=1)
    total += Tally(plies=10, wrong=[(1, "a", "b")], cpu=Counter({3: 1}))
    assert (total.plies, figures(total)["per_1000"], figures(total)["wrong"]) == (20, 50.0, 1)


def test_a_match_is_played_the_same_again_and_its_faults_are_told() -> None:
    [match, *_] = Choice(["tavreli"], kits=["reed+weight"], hands=["tidy"]).matches([1])
    one, other = play(match), play(match)
    assert one.cpu.total() == other.cpu.total() > 0
    one.cpu = other.cpu
    assert one == other
    assert not list(faults({match: one}))
    one.wrong = [(7, "e2-e4", "e2-e3")]
    told = "\n".join([*table({match: one}), *faults({match: one})])
    assert f"{match}, ply 7: played e2-e4, decided e2-e3 (1 wrong plies)" in told
    assert match.command in told


def test_hands_are_made_of_a_style_and_changes() -> None:
    assert style_of("clumsy") == BASES["clumsy"]
    assert style_of("tidy+lean=0.5+knock=0.1").lean == 0.5
    for hands in each_alone("tidy"):
        assert style_of(hands) != BASES["tidy"]


def test_a_soak_has_as_many_plies_as_wanted_and_its_progress_is_read_back(tmp_path: Path) -> None:
    planned = list(matches(3000))
    assert len(set(planned)) == len(planned)
    tally = Tally(plies=7, wrong=[(3, "a", None)], delays=[1, 2], cpu=Counter({-3: 4}))
    assert from_line(as_line(planned[0], tally)) == (planned[0], tally)
    file = tmp_path / "build" / "soak.jsonl"
    assert read_progress(file, "this") == []
    line = as_line(planned[0], tally)
    whole = file.read_text() + line + "\n"
    file.write_text(whole + as_line(planned[1], tally)[:20])
    assert read_progress(file, "this") == [line]
    assert file.read_text() == whole
    assert read_progress(file, "another") == []
    assert file.read_text() == "another\n"


@pytest.mark.system
def test_a_soak_is_stopped_and_continued(tmp_path: Path) -> None:
    file = tmp_path / "soak.jsonl"
    command = [
        sys.executable,
        "-m",
        "tests.soak.inference",
        "--jobs",
        "2",
        "--file",
        str(file),
        "--plies",
        "5000",
    ]
    process = subprocess.Popen(
        command, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    until = time.monotonic() + LIMIT_S
    while not file.exists() or file.read_text().count("\n") < 4:
        assert time.monotonic() < until
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, told = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 130
    assert told.splitlines()[-1] == "stopped; the same command goes on from here"
    assert "Traceback" not in told
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
    [program, *_] = file.read_text().splitlines()
    assert len(read_progress(file, program)) >= 3


def test_a_player_who_is_asked_in_the_middle_of_a_mistake_says_what_has_been_played() -> None:
    shared_records("tavreli")
    match = Match("tavreli", "16", "corners-fine", "clumsy", 2)
    record = find_record(match.game, match.record)
    mistake = next(note for note in actions(match) if isinstance(note, Undone))
    session = Session(record.game, record.game.start(), BoardInfo(record.game.shape, Sensors(reed=True)))
    session.take_up(session.record.play_texts(record.texts()[: mistake.ply - 1]))
    played = Played(match, session)
    right = record.texts()[mistake.ply - 1]
    stands, back = (mistake.made, mistake.regretted), (mistake.regretted + 1, mistake.t)
    landed = next(each.t for each in actions(match) if isinstance(each, Landed) and each.ply == mistake.ply)
    times = mistake.made - 1, *stands, *back, mistake.t + 1, landed
    answers = [played.answer(Asked(t, mistake.ply, (right, mistake.text))) for t in times]
    assert answers == [NONE, mistake.text, mistake.text, None, None, NONE, right]
