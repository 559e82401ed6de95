"""`simulate` and `replay` as a user types them."""

from __future__ import annotations

import gzip
import zlib
from itertools import pairwise
from pathlib import Path

import pytest

from engine.record import read_record
from firmware_bridge.frames import KeyPress, Pick, SensorFrame
from firmware_bridge.sensorlog import read_log
from tests.board_driver.commands import OPENING, Ran, Run, end_of, make_log

REPEATED = "g1-f3 g8-f6 f3-g1 f6-g8 " * 2


def test_the_same_seed_gives_the_same_bytes(run: Run, opening: Path, tmp_path: Path) -> None:
    def simulated(name: str, seed: int, *more: str) -> bytes:
        assert run("simulate", opening, "--seed", seed, *more, "-o", tmp_path / name).code == 0
        return (tmp_path / name).read_bytes()

    once = simulated("a.jsonl", 7)
    assert simulated("b.jsonl", 7, "--sensors", "reed+weight", "--hands", "tidy") == once
    assert simulated("c.jsonl", 8) != once
    zipped = simulated("a.jsonl.gz", 7)
    assert gzip.decompress(zipped) == once
    assert simulated("b.jsonl.gz", 7) == zipped


def test_the_last_line_of_replay_is_the_whole_game(run: Run, opening: Path, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl.gz"
    run("simulate", opening, "--seed", 1, "-o", log)
    said = run("replay", log)
    assert (said.code, said.err) == (0, "")
    moves = OPENING.split()
    assert [(line["move"], line["ply"]) for line in said.json[:-1]] == [*zip(moves, range(1, 5), strict=True)]
    times = [line["t"] for line in said.json[:-1]]
    assert times == sorted(set(times))
    keys = ["moves", "result", "final", "asked", "promotions", "frames", "seconds"]
    assert list(said.summary) == keys
    assert said.summary["moves"] == moves
    assert said.summary["final"] == run("check", opening).lines[-1]
    assert (said.summary["result"], said.summary["asked"], said.summary["promotions"]) == ("*", 0, 0)
    assert said.summary["frames"] == sum(isinstance(event, SensorFrame) for event in read_log(log))


def test_the_decoded_game_is_written_as_a_record(run: Run, opening: Path, tmp_path: Path) -> None:
    log, record = make_log(tmp_path / "log.jsonl", OPENING), tmp_path / "game.tgn"
    assert run("replay", log, "--record", record).code == 0
    assert read_record(record.read_text("utf-8")).texts() == tuple(OPENING.split())
    assert run("check", record).lines[-1] == run("check", opening).lines[-1]


def test_questions_are_answered_from_a_record(run: Run, tmp_path: Path) -> None:
    moves, record = "a1xb1 d7-d5 b1(1)xb2", tmp_path / "game.txt"
    record.write_text(moves)
    log = make_log(tmp_path / "log.jsonl", moves, kit="reed")
    answered = run("replay", log, "--answers", record)
    assert answered.summary["moves"] == moves.split()
    assert answered.summary["asked"] == sum("ask" in line for line in answered.json) > 0
    assert "open" not in answered.summary


def test_without_answers_what_is_open_is_told(run: Run, tmp_path: Path) -> None:
    said = run("replay", make_log(tmp_path / "log.jsonl", "a1xb1", kit="reed"))
    [question] = [line for line in said.json if "ask" in line]
    assert question["ply"] == 1
    assert "a1xb1" in question["ask"]
    assert said.summary["moves"] == []
    assert sorted(said.summary["open"]) == sorted([move] for move in question["ask"])


def test_a_pick_answers_a_question(run: Run, tmp_path: Path) -> None:
    asked_at = next(
        line["t"]
        for line in run("replay", make_log(tmp_path / "asks.jsonl", "a1xb1", kit="reed")).json
        if "ask" in line
    )
    log = make_log(tmp_path / "log.jsonl", "a1xb1", [Pick(asked_at + 100, "a1xb1")], kit="reed")
    said = run("replay", log)
    assert said.json[-2] == {"move": "a1xb1", "ply": 1, "t": asked_at + 100}
    assert said.summary["moves"] == ["a1xb1"]


def test_a_pick_of_none_ends_the_question(run: Run, tmp_path: Path) -> None:
    make_log(tmp_path / "asks.jsonl", "a1xb1", kit="reed")
    late = end_of(tmp_path / "asks.jsonl") + 10
    said = run("replay", make_log(tmp_path / "log.jsonl", "a1xb1", [Pick(late, "none")], kit="reed"))
    assert "open" not in said.summary
    assert said.summary["moves"] == []
    assert said.json[-2]["astray"] == {"a1": "-1"}


def test_a_log_cut_in_half_is_decoded_to_the_cut(run: Run, tmp_path: Path) -> None:
    whole = make_log(tmp_path / "whole.jsonl", OPENING).read_bytes()
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(whole[: len(whole) // 2])
    said = run("replay", cut, "--record", tmp_path / "game.tgn")
    number = whole[: len(whole) // 2].count(b"\n") + 1
    assert f"{cut}, line {number}: " in said.complaint(1)
    moves = said.summary["moves"]
    assert 0 < len(moves) < 4
    assert moves == OPENING.split()[: len(moves)]
    assert said.summary["frames"] == number - 2
    assert read_record((tmp_path / "game.tgn").read_text("utf-8")).texts() == tuple(moves)


def test_a_compressed_log_cut_in_half_too(run: Run, tmp_path: Path) -> None:
    log = make_log(tmp_path / "log.jsonl.gz", OPENING)
    cut = log.read_bytes()[: log.stat().st_size // 2]
    log.write_bytes(cut)
    whole_lines = zlib.decompressobj(wbits=31).decompress(cut).count(b"\n")
    said = run("replay", log)
    assert f"{log}, line {whole_lines + 1}: the compressed log is cut off here" in said.complaint(1)
    assert said.summary["frames"] == whole_lines - 1
    assert said.summary["moves"] == OPENING.split()[: len(said.summary["moves"])]


# The clock


def test_a_log_is_replayed_with_a_clock(run: Run, tmp_path: Path) -> None:
    log, record = make_log(tmp_path / "log.jsonl", OPENING), tmp_path / "game.tgn"
    said = run("replay", log, "--clock", "5+3", "--record", record)
    plain = run("replay", log)
    moves = said.json[:-1]
    assert [{**move, "rest": 0, "clock": 0} for move in moves] == [
        {**move, "rest": 0, "clock": 0} for move in plain.json[:-1]
    ]
    assert all(0 < move["t"] - move["rest"] < 600 for move in moves)
    used = [later["rest"] - move["rest"] for move, later in pairwise(moves)]
    assert [move["clock"] for move in moves[:2]] == [306, 306 - used[0] / 1000]
    assert '[TimeControl "300+3"]' in record.read_text("utf-8")
    assert record.read_text("utf-8").count("[%clk ") == len(moves)


def test_a_flag_falls_in_a_replay(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.tgn"
    said = run("replay", make_log(tmp_path / "log.jsonl", OPENING), "--clock", "0.05", "--record", record)
    assert said.summary["result"] == "0-1"
    assert {key: said.json[-2][key] for key in ("end", "reason")} == {"end": "0-1", "reason": "time"}
    assert '[Termination "time forfeit"]' in record.read_text("utf-8")


def test_a_clock_that_is_none_is_refused(run: Run, tmp_path: Path) -> None:
    log = make_log(tmp_path / "log.jsonl", OPENING)
    assert 'clock "5 minutes": write none, 5 (minutes)' in run(
        "replay", log, "--clock", "5 minutes"
    ).complaint(2)
    assert 'clock "soon": write none' in run("run", "--link", "sim:", "--clock", "soon").complaint(2)


# Keys


def with_keys(run: Run, tmp_path: Path, moves: str, *keys: tuple[str, str | None]) -> Ran:
    """The replay of a game after which keys were pressed, one a second."""
    end = end_of(make_log(tmp_path / "plain.jsonl", moves))
    presses = [KeyPress(end + 1000 * n, key, by) for n, (key, by) in enumerate(keys, 1)]  # type: ignore[arg-type]
    return run("replay", make_log(tmp_path / "log.jsonl", moves, presses))


@pytest.mark.parametrize(("by", "result"), [(None, "0-1"), ("w", "0-1"), ("b", "1-0")])
def test_resign(run: Run, tmp_path: Path, by: str | None, result: str) -> None:
    said = with_keys(run, tmp_path, "e2-e4 e7-e5", ("resign", by))
    assert said.summary["result"] == result
    assert said.json[-2]["reason"] == "resignation"


def test_a_draw_is_offered_and_accepted(run: Run, tmp_path: Path) -> None:
    offered = with_keys(run, tmp_path, "e2-e4", ("draw", None), ("draw", "b"))
    assert offered.summary["result"] == "*"
    agreed = with_keys(run, tmp_path, "e2-e4", ("draw", "b"), ("draw", "w"))
    assert agreed.summary["result"] == "1/2-1/2"


def test_a_move_declines_a_draw(run: Run, tmp_path: Path) -> None:
    plain = run("replay", make_log(tmp_path / "plain.jsonl", "e2-e4 e7-e5 d2-d4"))
    first, second = (line["t"] for line in plain.json[:2])
    presses = [KeyPress(first + 100, "draw", "w"), KeyPress(second + 100, "draw", "b")]
    said = run("replay", make_log(tmp_path / "log.jsonl", "e2-e4 e7-e5 d2-d4", presses))
    assert said.summary["result"] == "*"
    assert said.summary["moves"] == ["e2-e4", "e7-e5", "d2-d4"]


def test_threefold_is_claimed_and_not_before(run: Run, tmp_path: Path) -> None:
    assert with_keys(run, tmp_path, REPEATED, ("claim", None)).summary["result"] == "1/2-1/2"
    assert with_keys(run, tmp_path, REPEATED, ("draw", None)).summary["result"] == "1/2-1/2"
    assert with_keys(run, tmp_path, " ".join(REPEATED.split()[:7]), ("claim", None)).summary["result"] == "*"


def test_the_takeback_key(run: Run, tmp_path: Path) -> None:
    said = with_keys(run, tmp_path, "e2-e4 e7-e5", ("takeback", None))
    assert said.json[2]["takeback"] == 1
    assert said.summary["moves"][:1] == ["e2-e4"]


def test_a_new_game(run: Run, tmp_path: Path) -> None:
    said = with_keys(run, tmp_path, "g1-f3 g8-f6 f3-g1 f6-g8", ("new", None))
    assert said.json[4]["game"] == 2
    assert said.summary["moves"] == []
