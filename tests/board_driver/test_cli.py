"""The command line as a user types it: what it prints, its exit codes, and one line for every fault."""

from __future__ import annotations

import gzip
import json
import os
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from board_driver.cli import main
from board_driver.journal import Journal
from engine.record import read_record
from engine.tavreli.samples import sample_game
from firmware_bridge.frames import BoardEvent, KeyPress, Pick, SensorFrame
from firmware_bridge.ports import find_ports
from firmware_bridge.sensorlog import LogWriter, read_log
from firmware_bridge.simulator.kits import find_kit
from firmware_bridge.simulator.script import log_header, simulate
from tests.conftest import RECORDS, lacking

OPENING = "d2-d4 d7-d5 g1xe2 c7-c5"
"""Four plies, one of them onto a man."""
REPEATED = "g1-f3 g8-f6 f3-g1 f6-g8 " * 2


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def json(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.lines]

    @property
    def summary(self) -> dict[str, Any]:
        return self.json[-1]

    def complaint(self, code: int) -> str:
        """The one line of a command that failed with that exit code."""
        assert self.code == code, self.err
        [line] = self.err.splitlines()
        assert line.startswith("tavreli-board: ")
        return line.removeprefix("tavreli-board: ")


Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def _homeless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads the configuration or writes to the archive of the one who runs it."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process."""

    def run(*args: object) -> Ran:
        monkeypatch.setattr(sys, "argv", ["tavreli-board", *map(str, args)])
        with pytest.raises(SystemExit) as stopped:
            main()
        said = capsys.readouterr()
        assert isinstance(stopped.value.code, int)
        return Ran(stopped.value.code, said.out, said.err)

    return run


def typed(*args: object, env: Mapping[str, str] | None = None) -> Ran:
    """Run a command as a shell would, its output being a pipe."""
    command = [sys.executable, "-c", "from board_driver.cli import main; main()", *map(str, args)]
    done = subprocess.run(
        command,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env={**os.environ, **(env or {})},
    )
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def opening(tmp_path: Path) -> Path:
    path = tmp_path / "opening.txt"
    path.write_text(OPENING)
    return path


def make_log(path: Path, moves: str, extra: Iterable[BoardEvent] = (), kit: str = "reed+weight") -> Path:
    """The log of tidy hands that play these moves, with some events more."""
    record = read_record(moves)
    events = [*simulate(record.game, None, record.moves, find_kit(kit), 1), *extra]
    with LogWriter(path, log_header(record.game, None, find_kit(kit))) as log:
        for event in sorted(events, key=lambda event: (event.t, isinstance(event, KeyPress | Pick))):
            log.write(event)
    return path


def end_of(path: Path) -> int:
    return [event.t for event in read_log(path)][-1]


# perft, moves, check


def test_perft_ends_with_the_count(run: Run) -> None:
    assert run("perft", 2).lines[-1] == "nodes 1519"
    assert run("perft", 0).lines == ["nodes 1"]
    lines = run("perft", 2, "--divide").lines
    assert lines[-1] == "nodes 1519"
    assert len(lines) == 40
    assert sum(int(line.rsplit(" ", 1)[1]) for line in lines[:-1]) == 1519


def test_perft_of_a_position(run: Run) -> None:
    lone = "4k3/8/8/8/8/8/8/4K3 w - - - 1"
    assert run("perft", 1, "--position", lone, "--game", "tavreli").lines == ["nodes 5"]


def test_moves_lists_the_legal_moves(run: Run) -> None:
    lines = run("moves").lines
    assert len(lines) == 39
    assert "e2-e4" in lines
    assert "a1xa2" in lines


def test_moves_as_json_have_the_stacks_after_them(run: Run) -> None:
    moves = {line["move"]: line["changes"] for line in run("moves", "--json").json}
    assert len(moves) == 39
    assert moves["e2-e4"] == {"e2": [], "e4": ["PH"]}
    assert moves["a1xa2"] == {"a1": [], "a2": ["PR", "R"]}


def test_moves_after_a_record(run: Run, opening: Path) -> None:
    assert "e2(1)-c3" in run("moves", "--record", opening).lines
    both = run("moves", "--record", opening, "--position", "x")
    assert "either --position or --record" in both.complaint(2)


def test_check_writes_in_our_notation_and_ends_with_the_position(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.tgn"
    file.write_text('[Event "Осень"]\n1. D2 – d4 d7d5 2. g1:e2', "utf-8")
    said = run("check", file)
    assert said.code == 0
    assert said.lines == [
        '[Event "Осень"]',
        "1. d2-d4 d7-d5 2. g1xe2 *",
        "rnbqkbnr/prpnpb1phpbpnpr/8/3pq4/3PQ4/8/PRPNPB1(PHN)PBPNPR/RNBQKB1R b KQkq abcefgh:abcefgh - 2",
    ]


def test_check_shows_that_a_game_is_over(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mate.txt"
    file.write_text(" ".join(move.name for move in sample_game("ryazan-2003-1").moves))
    assert run("check", file).lines[-2].endswith("# 0-1")


def test_an_illegal_move_is_named_with_file_ply_token_and_why(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_text("e2-e4 e7-e5 e4-e5")
    said = run("check", file)
    assert said.out == ""
    assert said.complaint(1).startswith(f'{file}: ply 3, "e4-e5": a warrior goes straight ahead only')


def test_the_misprint_of_record_21_is_named(run: Run) -> None:
    file = RECORDS / "tavreli" / "21.txt"
    if not file.exists():
        lacking(f"no {file.name} in ../shared/records/tavreli")
    assert run("check", file).complaint(1).startswith(f'{file}: ply 2, "f8 - e9": there is no square e9')


def test_a_magus_too_many_is_refused(run: Run) -> None:
    said = run("moves", "--position", "4k3/8/8/8/8/8/8/K3K3 w - - - 1")
    assert said.complaint(1) == "White has 2 men K, the set has 1"


# simulate and replay


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


def test_a_pick_of_none_leaves_the_question_open(run: Run, tmp_path: Path) -> None:
    plain = run("replay", make_log(tmp_path / "asks.jsonl", "a1xb1", kit="reed"))
    late = end_of(tmp_path / "asks.jsonl") + 10
    said = run("replay", make_log(tmp_path / "log.jsonl", "a1xb1", [Pick(late, "none")], kit="reed"))
    assert said.summary["open"] == plain.summary["open"]


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


# The archive


def played(tmp_path: Path) -> Ran:
    """A log, replayed through the daemon into the archive."""
    log = make_log(tmp_path / "log.jsonl", OPENING)
    return typed("run", "--link", f"replay:{log}", "--headless", "--speed", 100)


def test_the_daemon_replays_a_log_into_the_archive(run: Run, tmp_path: Path) -> None:
    said = played(tmp_path)
    assert said.code == 0
    assert said.lines == ["1. d2-d4", "1... d7-d5", "2. g1xe2", "2... c7-c5"]
    assert "games show 1" in said.err
    [row] = run("games").lines
    assert row.split()[0] == "1"
    assert "tavreli" in row
    assert "4 plies" in row
    assert run("games", "list").lines == [row]
    shown = run("games", "show", 1).out
    assert read_record(shown).texts() == tuple(OPENING.split())
    assert run("games", "export", 1, tmp_path / "out.tgn").code == 0
    assert (tmp_path / "out.tgn").read_text("utf-8").strip() == shown.strip()


def test_an_empty_archive_says_where_it_is(run: Run, tmp_path: Path) -> None:
    assert run("games").lines == [f"no games yet in {tmp_path / 'data' / 'tavreli-board' / 'games.sqlite3'}"]
    assert "no game 3; see `tavreli-board games list`" in run("games", "show", 3).complaint(1)


def test_a_newer_archive_is_refused_and_left_as_it_is(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    config = tmp_path / "board.toml"
    config.write_text(f'[archive]\nfile = "{path}"')
    Journal(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    for command in (
        ["games", "--config", config],
        ["run", "--link", "sim:", "--headless", "--config", config],
    ):
        assert "newer version" in run(*command).complaint(1)
    assert path.read_bytes() == before


def test_a_foreign_game_in_the_archive_is_named(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "data" / "tavreli-board" / "games.sqlite3"
    with Journal(path) as journal:
        journal.begin_game("ludo")
    assert "game 1 of the archive: no game 'ludo'" in run("games", "show", 1).complaint(1)


# Faults


def header(**changes: object) -> str:
    line = {
        "format": "tavreli-board/sensor-log",
        "version": 1,
        "game": "tavreli",
        "board": {"files": 8, "ranks": 8},
        "sensors": {"reed": True},
    }
    return json.dumps(line | changes) + "\n"


@pytest.mark.parametrize(
    ("first", "why"),
    [
        ("", "line 1: the file is empty"),
        ('{"t": 1}\n', "line 1: no sensor log"),
        (header(version=2), "line 1: sensor log of version 2; this program reads 1"),
        (header(game="ludo"), "line 1: no game 'ludo'"),
        (header(options={"komi": 7}), "line 1: tavreli has no option 'komi'"),
        (header(start="8/8 w"), "line 1: "),
        (header(start=7), "line 1: "),
        (header(board={"files": 9, "ranks": 9}), "line 1: tavreli is played on 8x8 squares, not on 9x9"),
        (header(sensors={}), "line 1: the board has no sensors"),
        (header(sensors={"weight": {"sigma_g": 0.6}}), "man_g is missing"),
        (header(sensors={"weight": {"man_g": 0, "sigma_g": 0.6}}), "a man of 0 g"),
        (header() + '{"t": 1}\n{"t": 20, "reed": "xyz"}\n', "line 3: "),
        (header() + '{"t": 20, "reed": "0"}\n{"t": 10, "reed": "0"}\n', "line 3: time runs backwards"),
        (header() + '{"t": 20, "key": "sing"}\n', "line 2: no button 'sing'"),
        (header() + "[1, 2]\n", "line 2: not a JSON object"),
        (header() + "[" * 100_000, "line 2: not a line of JSON"),
    ],
)
def test_a_faulty_log_is_named_with_its_line(run: Run, tmp_path: Path, first: str, why: str) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(first)
    complaint = run("replay", log).complaint(1)
    assert str(log) in complaint
    assert why in complaint


@pytest.mark.parametrize("command", ["check", "replay", "simulate"])
def test_files_that_are_none(run: Run, tmp_path: Path, command: str) -> None:
    more = ["-o", tmp_path / "out.jsonl"] if command == "simulate" else []
    missing, binary = tmp_path / "missing", tmp_path / "binary"
    binary.write_bytes(bytes(range(256)))
    for path in (missing, tmp_path, binary):
        complaint = run(command, path, *more).complaint(1)
        assert complaint.startswith(str(path))
    assert not (tmp_path / "out.jsonl").exists()


def test_places_that_can_not_be_written(run: Run, opening: Path, tmp_path: Path) -> None:
    nowhere = tmp_path / "no" / "folder"
    log = make_log(tmp_path / "log.jsonl", "e2-e4")
    assert str(nowhere) in run("simulate", opening, "-o", nowhere).complaint(1)
    assert str(tmp_path) in run("simulate", opening, "-o", tmp_path).complaint(1)
    assert str(nowhere) in run("replay", log, "--record", nowhere).complaint(1)
    assert "No space left" in run("simulate", opening, "-o", "/dev/full").complaint(1)


@pytest.mark.parametrize(
    ("arguments", "known"),
    [
        (["perft", "1", "--game", "ludo"], "tavreli"),
        (["simulate", "{opening}", "-o", "x", "--sensors", "sonar"], "reed+weight"),
        (["simulate", "{opening}", "-o", "x", "--hands", "octopus"], "tidy"),
        (["simulate", "{opening}"], "--help"),
        (["perft", "-1"], "--help"),
        (["moves", "--jsno"], "tavreli-board moves --help"),
        (["dance"], "tavreli-board --help"),
        (["run", "--link", "carrier-pigeon:"], "sim:"),
        (["run", "--link", "sim:", "--headless", "--play", "atlantis-2001-1"], "moscow-1997-1"),
        (["games", "show", "x"], "--help"),
        (["games", "show", "99999999999999999999"], "--help"),
    ],
)
def test_wrong_usage_names_what_there_is(run: Run, opening: Path, arguments: list[str], known: str) -> None:
    assert known in run(*(part.format(opening=opening) for part in arguments)).complaint(2)


def test_an_unknown_configuration_key_is_named(run: Run, tmp_path: Path) -> None:
    config = tmp_path / "board.toml"
    config.write_text('[board]\nlnik = "sim:"\n')
    complaint = run("run", "--config", config).complaint(1)
    assert complaint == f"{config}: unknown key board.lnik; did you mean board.link?"


def test_a_port_that_is_not_there(run: Run) -> None:
    assert "/dev/ttyNOBODY" in run("run", "--link", "serial:///dev/ttyNOBODY", "--headless").complaint(3)


def test_with_no_board_the_simulated_one_is_named(run: Run) -> None:
    if find_ports():
        lacking("this machine has serial ports")
    assert "--link sim:" in run("run", "--headless").complaint(3)


def test_answers_of_another_game_are_wrong_usage(run: Run, tmp_path: Path, opening: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(header(game="chess"))
    assert "the record is one of tavreli" in run("replay", log, "--answers", opening).complaint(2)


# As typed


def test_lines_are_neither_wrapped_nor_coloured(tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_text(" ".join(sample_game("moscow-1997-1").texts()))
    said = typed("check", file, env={"COLUMNS": "20", "FORCE_COLOR": "1", "TERM": "xterm-256color"})
    assert said.code == 0
    assert len(said.lines) == 2 + said.out.count("[")
    assert len(said.lines[-2]) > 200
    assert "\x1b" not in said.out + said.err


def test_a_fault_as_typed(tmp_path: Path) -> None:
    said = typed("check", tmp_path / "missing.tgn", env={"COLUMNS": "20", "FORCE_COLOR": "1"})
    assert said.out == ""
    assert "missing.tgn" in said.complaint(1)


def test_perft_and_moves_as_typed() -> None:
    assert typed("perft", 3).lines == ["nodes 68299"]
    assert len(typed("moves").lines) == 39


def test_a_name_that_a_terminal_can_not_show_stops_nothing(tmp_path: Path) -> None:
    file = tmp_path / "game.tgn"
    file.write_text('[White "Белые"]\ne2-e4', "utf-8")
    said = typed("check", file, env={"PYTHONIOENCODING": "ascii"})
    assert said.code == 0
    assert said.lines[1] == "1. e2-e4 *"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_behind_the_output_is_told() -> None:
    command = f"'{sys.executable}' -c 'from board_driver.cli import main; main()' moves > /dev/full"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60, check=False)
    assert "output can't be written" in Ran(done.returncode, "", done.stderr).complaint(1)


@pytest.mark.parametrize(
    "command", ["check", "perft", "moves", "simulate", "replay", "run", "games", "games show", "games export"]
)
def test_every_command_has_a_help(run: Run, command: str) -> None:
    said = run(*command.split(), "--help")
    assert said.code == 0
    assert f"Usage: tavreli-board {command}" in said.out


@pytest.mark.parametrize("command", ["check", "perft", "moves", "simulate", "replay", "run", "games"])
def test_helps_have_examples_as_one_types_them(run: Run, command: str) -> None:
    assert f"\n    tavreli-board {command}" in run(command, "--help").out


def test_without_a_command_the_help_is_shown(run: Run) -> None:
    assert run() == run("--help")
    assert "Examples:" in run().out
