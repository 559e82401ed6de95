"""The raw sensor log is bounded, each file of it can be replayed, and a bug report has the last of them."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from board_driver.bugreport import without_secrets
from board_driver.calibration import CellState
from board_driver.rawlog import RawLog, before
from board_driver.replay import Replay, log_session
from engine.errors import LogError
from firmware_bridge.sensorlog import read_log
from tests.board_driver.commands import Run
from tests.board_driver.driving import Driver

OPENING = ("e2-e4", "e7-e5", "g1-f3", "b8-c6", "f1-c4", "g8-f6", "d2-d3", "d7-d6")


def decoded(path: Path) -> list[str]:
    log = read_log(path)
    replay = Replay(log_session(log), None)
    list(replay.lines(log))
    return list(replay.summary()["moves"])


def play(log: RawLog, *moves: str) -> list[str]:
    """Play moves, all frames going to the log; the moves that were made."""
    board = Driver(rest=0)
    log.begin(board.session)
    feed = board._feed

    def fed(event: object) -> None:
        log.write(event)  # type: ignore[arg-type]
        feed(event)  # type: ignore[arg-type]

    board._feed = fed  # type: ignore[method-assign]
    board.wait(1000)
    for text in moves:
        board.play(text)
        log.moved(board.session)
        board.wait(1500)
    log.close()
    return board.moves


def test_a_log_that_stays_short_is_one_file(tmp_path: Path) -> None:
    path = tmp_path / "sensors.jsonl"
    assert play(RawLog(path, 10_000_000), *OPENING) == list(OPENING)
    assert decoded(path) == list(OPENING)
    assert not before(path).exists()


def test_a_long_log_begins_again_and_both_files_can_be_replayed(tmp_path: Path) -> None:
    path = tmp_path / "sensors.jsonl"
    limit = 60_000
    play(RawLog(path, limit), *OPENING)
    assert before(path).name == "sensors.1.jsonl"
    found = decoded(before(path)) + decoded(path)
    assert found
    assert found == list(OPENING[-len(found) :])
    assert all(limit / 2 < each.stat().st_size < 2.5 * limit for each in (before(path),))
    assert path.stat().st_size < 2.5 * limit


def test_a_log_carries_what_was_known_of_the_cells(tmp_path: Path) -> None:
    """What `calibrate` has measured, or the game so far: with it the replay starts as the run did."""
    path, board = tmp_path / "sensors.jsonl", Driver("weight", rest=0)
    log = RawLog(path, 10_000_000)
    log.begin(board.session)
    log.close()
    assert read_log(path).header.cells == ()
    states = tuple(CellState(square / 100, 1.0 + square / 1000, 0.1, -0.001, 0.0004) for square in range(64))
    board.session.evidence.start_from(states)
    log.begin(board.session)
    log.close()
    assert log_session(read_log(path)).evidence.cells == states


def test_what_can_not_be_written_is_told_at_the_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "none" / "sensors.jsonl"
    with pytest.raises(LogError, match="can't be written"):
        RawLog(path, 1000).begin(Driver().session)
    RawLog(path, 1000, asked=False).begin(Driver().session)
    assert "can't be written" in capsys.readouterr().err


def test_a_disk_that_is_full_ends_the_log_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert play(RawLog(Path("/dev/full"), 10_000_000), *OPENING[:4]) == list(OPENING[:4])
    assert capsys.readouterr().err.count("the sensor log ends here") == 1


def test_a_report_has_all_that_helps(run: Run, tmp_path: Path) -> None:
    log, config, file = (tmp_path / name for name in ("sensors.jsonl", "board.toml", "report.zip"))
    play(RawLog(log, 10_000_000), *OPENING[:2])
    config.write_text(f'[log]\nfile = "{log}"\n[lights]\nbrightness = 0.5\n')
    said = run("report", file, "--config", config)
    assert said.code == 0, said.err
    with ZipFile(file) as pack:
        assert {"version.txt", "config.toml", "doctor.jsonl", "sensors.jsonl"} <= set(pack.namelist())
        assert pack.read("version.txt").decode().startswith("tavreli-board 0.")
        assert "pygame-ce" in pack.read("version.txt").decode()
        assert "brightness = 0.5" in pack.read("config.toml").decode()
        assert pack.read("doctor.jsonl").startswith(b"{")
        assert pack.read("sensors.jsonl") == log.read_bytes()
    config.write_text("[lihgts]\n")
    assert run("report", file, "--config", config).code == 0
    with ZipFile(file) as pack:
        assert "unknown key lihgts" in pack.read("config.toml").decode()


def test_a_report_is_not_made_without_the_log_that_was_named(run: Run, tmp_path: Path) -> None:
    file, log = tmp_path / "report.zip", tmp_path / "sensors.jsonl"
    assert run("report", file, "--log", log).complaint(2).startswith(f"--log {log}: no such file")
    assert not file.exists()


def test_secrets_stay_at_home() -> None:
    assert without_secrets('[web]\nname = "a"\npassword = "x"\napi_token = 3') == (
        '[web]\nname = "a"\npassword = "..."\napi_token = "..."\n'
    )
