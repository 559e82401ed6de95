"""`tavreli-board run` as its users start it: whole games over real ports, cut short, and killed."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic

import pytest

from board_driver.files import load_record
from board_driver.stored import StoredGame
from engine.games import open_game
from engine.record import GameRecord, read_record, write_record
from engine.samples import sample_game, sample_games
from tests.board_driver.test_largest_board import random_game
from tests.system.program import Home, Program, run, running

pytestmark = pytest.mark.system

SIMULATED = ("--link", "sim:", "--headless")
FAST = (*SIMULATED, "--speed", "100")
GAME = "ryazan-2002-2"
TEXTS = list(sample_game(GAME).texts())
SHORT = "1. e2-e4 e7-e5 2. b1xd2 g8-f6 3. d2(1)-b3 f6xe4 4. b3-c5 e4-d6 *"
STOP_S = 90
"""systemd kills what has not ended so long after its signal (systemd-system.conf(5), TimeoutStopSec)."""
MOST_MODULES = 700
"""Loaded for a whole game: 560 when measured. `make bench` tells how long it takes to begin."""


def texts(game: StoredGame) -> list[str]:
    return [move.text for move in game.moves]


def assert_prefix(part: list[str], whole: list[str]) -> None:
    assert part == whole[: len(part)]


def assert_clean_end(program: Program, home: Home, code: int = 0) -> None:
    """It ended by itself with that code, with no traceback, and nothing of it is left but the archive."""
    assert program.ends() == code, program
    assert "Traceback" not in "\n".join(program.told)
    assert not program.left_over()
    assert list(home.temporary.iterdir()) == []
    kept = sorted(file.name for file in home.archive.parent.iterdir())
    assert kept == ["games.sqlite3", "games.sqlite3.lock"]


# Whole games


@pytest.mark.parametrize("name", sample_games())
def test_a_sample_game_is_printed_and_kept_move_for_move(name: str, home: Home) -> None:
    record = sample_game(name)
    with run(home, *FAST, "--play", name) as program:
        assert_clean_end(program, home)
    assert program.moves == list(record.texts())
    outcome = record.positions()[-1].outcome()
    ending = {"1-0": ["White wins: checkmate"], "0-1": ["Black wins: checkmate"], "*": []}[record.result]
    assert program.printed[len(program.moves) :] == ending
    (game,) = home.games()
    assert (texts(game), game.result) == (list(record.texts()), record.result)
    assert game.reason == (outcome.reason if outcome else "")
    listed = home.call("games", "list")
    assert f" {record.result} " in listed
    assert ("(checkmate)" in listed) == bool(outcome)
    assert_same(read_record(home.call("games", "show", "1")), record)
    home.call("games", "export", "1", str(home.folder / "game.tgn"))
    assert_same(load_record(home.folder / "game.tgn"), record)


def test_few_modules_are_loaded_to_play(home: Home) -> None:
    with run(home, *FAST, "--play", GAME, more={"PYTHONPROFILEIMPORTTIME": "1"}) as program:
        assert_clean_end(program, home)
    loaded = [line for line in program.told if line.startswith("import time:")]
    assert 100 < len(loaded) < MOST_MODULES


def assert_same(got: GameRecord, wanted: GameRecord) -> None:
    assert (got.texts(), got.result, got.tags["Site"]) == (wanted.texts(), wanted.result, wanted.tags["Site"])


def test_a_short_game_in_real_time(home: Home) -> None:
    record = home.folder / "short.tgn"
    record.write_text(SHORT)
    began = monotonic()
    with run(home, *SIMULATED, "--play", str(record)) as program:
        assert_clean_end(program, home)
    assert tuple(program.printed) == (
        *("1. e2-e4", "1... e7-e5", "2. b1xd2", "2... g8-f6", "3. d2(1)-b3", "3... f6xe4"),
        *("4. b3-c5", "4... e4-d6"),
    )
    assert monotonic() - began > 15, "hands can't have been so quick"
    assert [texts(game) for game in home.games()] == [program.moves]


@pytest.mark.parametrize("kit", ["reed", "reed+weight"])
def test_the_largest_board_is_recorded_as_it_is_played_though_time_goes_fast(kit: str, home: Home) -> None:
    game = open_game("capture-go", {"size": 19, "target": 0, "komi": 6.5})
    moves = random_game(game, 40, seed=5)
    record = home.folder / "game.sgf"
    record.write_text(write_record(GameRecord(game, tuple(moves))))
    config = home.folder / "config.toml"
    config.write_text(f'[simulator]\nkit = "{kit}"\n')
    options = ("--config", str(config), "--play", str(record), "--game", "capture-go", "--speed", "30")
    with run(home, *SIMULATED, *options) as program:
        assert_clean_end(program, home)
    assert program.moves == [str(move) for move in moves]
    assert not [line for line in program.printed if line.startswith(("amended", "taken back"))]


def test_a_flag_ends_a_game_and_its_record_has_the_times(home: Home) -> None:
    with run(home, *FAST, "--play", GAME, "--clock", "0.3") as program:
        assert_clean_end(program, home)
    (game,) = home.games()
    loser = len(game.moves) % 2
    assert (game.result, game.reason) == (("0-1", "1-0")[loser], "time")
    assert program.printed[-1] == ("Black wins: time", "White wins: time")[loser]
    assert_prefix(texts(game), TEXTS)
    assert 2 < len(game.moves) < len(TEXTS)
    record = home.call("games", "show", "1")
    assert {'[Termination "time forfeit"]', '[TimeControl "18"]'} <= set(record.splitlines())
    assert record.count("[%clk 0:00:") == len(game.moves)


def test_a_second_run_is_refused_and_disturbs_nothing(home: Home) -> None:
    with run(home, *FAST, "--play", GAME) as first:
        first.until_moves(1)
        first.process.send_signal(signal.SIGSTOP)  # lest it should end before the second one has looked
        with run(home, *FAST, "--play", "ryazan-2003-1") as second:
            assert second.ends() == 1
        first.process.send_signal(signal.SIGCONT)
        assert second.moves == []
        (complaint,) = second.told
        assert f"running already (process {first.process.pid}, " in complaint
        assert_clean_end(first, home)
    assert [texts(game) for game in home.games()] == [TEXTS]


# Logs


def test_the_log_of_a_run_tells_the_same_game_again(home: Home) -> None:
    log = str(home.folder / "log.jsonl.gz")
    with run(home, *FAST, "--play", GAME, "--log", log) as program:
        assert_clean_end(program, home)
    assert program.moves == TEXTS
    lines = [json.loads(line) for line in home.call("replay", log).splitlines()]
    assert [line["move"] for line in lines if "move" in line] == TEXTS
    assert (lines[-1]["moves"], lines[-1]["result"], lines[-1]["asked"]) == (TEXTS, "0-1", 0)
    with run(home, "--link", f"replay:{log}", "--headless", "--speed", "100", "--keep") as replay:
        assert_clean_end(replay, home)
    assert replay.printed == program.printed
    assert [texts(game) for game in home.games()] == [TEXTS, TEXTS]


def test_the_log_of_a_run_that_was_stopped_tells_what_was_printed(home: Home) -> None:
    log = str(home.folder / "log.jsonl")
    with run(home, *FAST, "--play", GAME, "--log", log) as program:
        program.until_moves(6)
        program.ends(signal.SIGTERM)
    last = json.loads(home.call("replay", log).splitlines()[-1])
    assert_prefix(program.moves, last["moves"])
    assert_prefix(last["moves"], TEXTS)


# Stopped and killed


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_game_in_good_order(number: signal.Signals, home: Home) -> None:
    """In real time, in which the game would go on for two minutes."""
    with run(home, *SIMULATED, "--play", GAME) as program:
        program.until_moves(2)
        began = monotonic()
        program.ends(number)
        assert monotonic() - began < STOP_S
        assert_clean_end(program, home)
    said, _, command = program.told[-1].rpartition(": ")
    assert said == "tavreli-board: the game is in the archive"
    assert home.call(*command.split()[1:]) == home.call("games", "show", "1")
    (game,) = home.games()
    assert texts(game) == program.moves == TEXTS[: len(program.moves)]
    assert (game.result, len(program.moves) < len(TEXTS)) == ("*", True)


def test_what_was_printed_survives_a_kill_at_any_moment(home: Home) -> None:
    rng = random.Random(2026)
    kept: list[list[str]] = []
    kills = 0
    for _ in range(20):
        with run(home, *FAST, "--play", GAME) as program:
            count = rng.randrange(len(TEXTS) - 2)
            program.until_moves(count)
            with suppress(subprocess.TimeoutExpired):
                program.process.wait(rng.uniform(0, 0.1 if count else 0.6))
            kills += program.ends(signal.SIGKILL) == -signal.SIGKILL
        games = [texts(game) for game in home.games()] if home.archive.exists() else []
        assert games[: len(kept)] == kept
        assert len(games) - len(kept) in ((1,) if program.moves else (0, 1))
        if len(games) > len(kept):
            assert_prefix(program.moves, games[-1])
            assert_prefix(games[-1], TEXTS)
        kept = games
    assert len(kept) > 10
    assert kills > 10, "a busy machine may be late for some games, not for most"


# With no display


def test_with_no_display_it_says_so_and_goes_on(home: Home) -> None:
    with run(home, "--link", "sim:", "--speed", "100", "--play", GAME) as program:
        assert_clean_end(program, home)
    assert program.moves == TEXTS
    (line,) = [line for line in program.told if "window" in line]
    assert "going on without a window" in line


# A board on a serial port


@contextmanager
def board(home: Home, link: Path, kit: str) -> Iterator[Program]:
    record = home.folder / "game.tgn"
    record.write_text(write_record(sample_game(GAME)))
    words = [sys.executable, "-m", "tests.system.board_on_port", str(link), str(record), kit, "20"]
    with running(words, home.environment()) as program:
        program.until(lambda: program.printed == ["plug"])
        yield program


def order(board: Program, word: str) -> None:
    board.say(word)
    board.until(lambda: board.printed[-1] == word)


@pytest.mark.parametrize("kit", ["reed+weight", "weight"])
def test_a_game_on_a_serial_board_that_is_unplugged_now_and_then(kit: str, home: Home) -> None:
    link = home.folder / "usb-board"
    serial = ("--link", f"serial://{link}", "--headless", "--speed", "20")
    with board(home, link, kit) as plugged, run(home, *serial) as program:
        away = f"{link}: the board was unplugged"
        for count in (7, 12, 20):
            program.until_moves(count)
            order(plugged, "unplug")
            program.until(lambda: any(away in line for line in program.told))
            order(plugged, "plug")
            program.until(lambda: any(line.endswith("the board is back") for line in program.told))
            program.told.clear()
        program.until(lambda: program.printed[-1] == "Black wins: checkmate")
        program.ends(signal.SIGTERM)
        assert_clean_end(program, home)
        assert link.exists()
    assert_only_the_game(program, home)


def test_a_host_that_stood_still_has_missed_nothing(home: Home) -> None:
    link = home.folder / "usb-board"
    serial = ("--link", f"serial://{link}", "--headless", "--speed", "20")
    with board(home, link, "weight"), run(home, *serial) as program:
        for count in (3, 9, 14, 22):
            program.until_moves(count)
            program.process.send_signal(signal.SIGSTOP)
            with pytest.raises(subprocess.TimeoutExpired):
                program.process.wait(1)
            program.process.send_signal(signal.SIGCONT)
        program.until(lambda: program.printed[-1] == "Black wins: checkmate")
        program.ends(signal.SIGTERM)
        assert_clean_end(program, home)
    assert_only_the_game(program, home)


def assert_only_the_game(program: Program, home: Home) -> None:
    """Each move was printed once, and nothing but moves and the end."""
    assert program.moves == TEXTS
    assert len(program.printed) == len(TEXTS) + 1
    assert [texts(game) for game in home.games()] == [TEXTS]


def test_no_board_on_the_port_is_one_line(home: Home) -> None:
    with run(home, "--link", f"serial://{home.folder}/none", "--headless") as program:
        assert program.ends() == 3
    assert len(program.told) == 1
    assert "no such port" in program.told[0]
