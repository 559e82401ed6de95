"""The real daemon plays whole games through the flashed firmware, on a simulated chip behind a port."""

from __future__ import annotations

import functools
import signal
import sys

import pytest

from engine.record import write_record
from engine.samples import sample_game
from tests.hardware import built
from tests.hardware.chip import arduino_pins
from tests.system.program import MOVE, Home, Program, run, running

pytestmark = pytest.mark.system

SPEED = "4"
"""A chip with 64 load cells is simulated about nine times as fast as it runs."""


@pytest.mark.parametrize(
    ("kit", "game", "name", "cut"),
    [
        ("reed+weight", "tavreli", "ryazan-2002-2", None),
        ("reed+corners", "tavreli", "ryazan-2002-2", None),
        ("reed", "chess", "london-1860-1", 9),
    ],
)
def test_a_whole_game_is_recorded_move_for_move(
    kit: str, game: str, name: str, cut: int | None, home: Home
) -> None:
    """At `cut` plies the board is unplugged, and plugged in again: it is reset, and the game goes on.

    On corner cells it may be asked about a move, the right one among others, or whether there was one; all
    before it is right.
    """
    built.hex_file(kit)
    built.simulator()
    arduino_pins()
    record = sample_game(name, game)
    file = home.folder / ("game.pgn" if game == "chess" else "game.tgn")
    file.write_text(write_record(record))
    port = home.folder / "usb-board"
    words = [sys.executable, "-m", "tests.system.board_on_port", str(port), str(file), kit, SPEED, "chip"]
    link = ("--link", f"serial://{port}", "--game", game, "--headless", "--speed", SPEED)
    with running(words, home.environment()) as board:
        board.until(lambda: board.printed == ["plug"])
        with run(home, *link) as program:
            if cut:
                program.until_moves(cut)
                board.say("unplug")
                program.until(lambda: any("unplugged" in line for line in program.told))
                board.say("plug")
                program.until(lambda: any(line.endswith("the board is back") for line in program.told))
            whole = range(1, len(record.moves) + 1)
            for reached in (functools.partial(has_reached, program, count) for count in whole):
                program.until(reached)
            if not asked(program):
                program.until(lambda: program.printed[-1] == "Black wins: checkmate")
            program.ends(signal.SIGTERM)
    assert "Traceback" not in "\n".join(program.told)
    (stored,) = home.games()
    assert [move.text for move in stored.moves] == program.moves
    known, texts = len(program.moves), list(record.texts())
    assert program.moves == texts[:known]
    if kit == "reed+corners" and asked(program):  # nobody is there to answer
        [question, *_] = asked(program)
        before = program.printed[: program.printed.index(question)]
        right = texts[sum(MOVE.fullmatch(line) is not None for line in before)]
        assert right in question or len(question.split("? ")[1].split()) == 1
    else:
        assert (known, stored.result) == (len(texts), record.result)


def has_reached(program: Program, count: int) -> bool:
    """So many moves have been printed, or a question."""
    return len(program.moves) >= count or bool(asked(program))


def asked(program: Program) -> list[str]:
    """The questions that were asked."""
    return [line for line in program.printed if line.startswith("Which was")]
