"""Random games beside sgfmill's boards and GNU Go: same legal moves, stones, captures and areas."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise

import pytest

from engine.capture_go import CaptureGo, Position, Rules
from engine.capture_go.grid import make_grid
from engine.perft import perft
from engine.types import Colour, Move, Square
from tests.conftest import lacking
from tests.engine.capture_go.slow_rules import SlowGame, legal_positions


def target_of(move: Move) -> Square | None:
    """The point of a move, None for a pass."""
    return move.transfers[0].target if move.transfers else None


def squares(position: Position, colour: Colour) -> set[Square]:
    return {square for square, stack in enumerate(position.stacks) if stack and stack[0].colour is colour}


def random_game(size: int, rng: random.Random, plies: int) -> Iterator[tuple[Position, Move, Position]]:
    """Position, move and position after it, of an ordinary game in which few pass."""
    position = CaptureGo(Rules(size=size, target=0)).start()
    for _ in range(plies):
        *stones, last = position.legal_moves() or (None,)
        if last is None:
            return
        move = rng.choice(stones) if stones and rng.random() < 0.98 else last
        assert move is not None
        before, position = position, position.after(move)
        yield before, move, position


class Forgetful(SlowGame):
    """Slow rules that let any position come again."""

    def legal(self) -> set[Square]:
        self.seen.clear()
        return super().legal()


def compare(slow: SlowGame, rng: random.Random, plies: int, every: int = 1) -> int:
    """Play a random game in both, and compare legal moves and areas on every so many plies.

    How often superko forbade a move.
    """
    for ply, (before, move, after) in enumerate(random_game(slow.size, rng, plies)):
        if ply % every == 0:
            legal = before.legal_moves()
            assert {target_of(move) for move in legal[:-1]} == slow.legal(), before.text()
            assert before.count_moves() == len(legal)
            assert before.score().margin == slow.board.area_score()
        slow.play(target_of(move))
        assert (squares(after, Colour.WHITE), squares(after, Colour.BLACK)) == (
            slow.squares(Colour.WHITE),
            slow.squares(Colour.BLACK),
        )
        assert list(after.captured) == slow.captured
        assert {square for square, _ in move.changes} == {
            square
            for square, (old, new) in enumerate(zip(before.stacks, after.stacks, strict=True))
            if old != new
        }
    return slow.bans


@pytest.mark.parametrize(("size", "games", "plies"), [(5, 50, 80), (6, 15, 100), (7, 8, 120), (9, 2, 180)])
def test_random_games_agree_with_sgfmill(size: int, games: int, plies: int) -> None:
    rng = random.Random(size)
    bans = sum(compare(SlowGame(size), rng, plies) for _ in range(games))
    assert bans > 0, "no game came to a ko"


def test_the_comparison_sees_a_rule_that_is_not_kept() -> None:
    rng = random.Random(5)
    with pytest.raises(AssertionError, match="KO "):
        all(compare(Forgetful(5), rng, 80) == 0 for _ in range(50))


def test_a_long_game_on_19x19_agrees_with_sgfmill() -> None:
    compare(SlowGame(19), random.Random(19), 400, every=80)


@pytest.mark.soak
@pytest.mark.parametrize(("size", "games"), [(5, 2000), (6, 600), (7, 300), (9, 100), (13, 10), (19, 3)])
def test_thousands_of_random_games_agree_with_sgfmill(size: int, games: int) -> None:
    rng = random.Random(size + 1000)
    for _ in range(games):
        compare(SlowGame(size), rng, 3 * size * size)


@pytest.mark.parametrize(("size", "count"), [(1, 1), (2, 57), (3, 12_675)])
def test_legal_positions_are_as_many_as_is_known(size: int, count: int) -> None:
    """The counts are those of Tromp and Farnebäck (OEIS A094777)."""
    grid = make_grid(size)
    found = 0
    for filling in range(3 ** (size * size)):
        stones = [0, 0, 0]
        for square in range(size * size):
            stones[filling // 3**square % 3] |= 1 << square
        groups = [group for side in stones[1:] for group in grid.groups(side)]
        found += all(grid.neighbours(group) & stones[0] for group in groups)
    assert found == count


def slow_perft(plies: tuple[Square | None, ...], depth: int, target: int) -> int:
    """perft of 5x5 by the slow rules, each game played anew."""
    game = SlowGame(5)
    for square in plies:
        game.play(square)
    if (target and max(game.captured) >= target) or (None, None) in pairwise(plies):
        return 0
    moves = [*game.legal(), None]
    if depth == 1:
        return len(moves)
    return sum(slow_perft((*plies, square), depth - 1, target) for square in moves)


@pytest.mark.parametrize("target", [0, 1])
def test_perft_of_5x5(target: int) -> None:
    start = CaptureGo(Rules(size=5, target=target)).start()
    assert [perft(start, depth) for depth in (1, 2, 3)] == [26, 651, 15_650]
    assert [slow_perft((), depth, target) for depth in (1, 2)] == [26, 651]


@pytest.mark.soak
@pytest.mark.parametrize("target", [0, 1])
def test_perft_of_5x5_by_the_slow_rules(target: int) -> None:
    start = CaptureGo(Rules(size=5, target=target)).start()
    assert perft(start, 4) == slow_perft((), 4, target)


class GnuGo:
    """GNU Go over the Go Text Protocol (version 2)."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, command: str) -> list[str]:
        """The words of an answer."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        lines = list(iter(self._process.stdout.readline, "\n"))
        assert lines, f"GNU Go has ended at {command}"
        assert lines[0].startswith("="), f"{command}: {lines}"
        return " ".join(lines).split()[1:]


@contextmanager
def gnugo() -> Iterator[GnuGo]:
    path = shutil.which("gnugo", path=f"{os.environ['PATH']}:/usr/games")
    if path is None:
        lacking("gnugo is not installed; `make system` installs what tests need")
    command = [path, "--mode", "gtp", "--positional-superko", "--forbid-suicide"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield GnuGo(process)
        assert process.stdin
        process.stdin.close()


@pytest.mark.system
@pytest.mark.parametrize(("size", "games"), [(5, 40), (7, 15), (9, 8), (13, 2), (19, 1)])
def test_random_games_agree_with_gnu_go(size: int, games: int) -> None:
    rng = random.Random(size)
    name = CaptureGo(Rules(size=size)).shape.name
    with gnugo() as other:
        other.ask(f"boardsize {size}")
        for _ in range(games):
            other.ask("clear_board")
            for before, move, after in random_game(size, rng, min(2 * size * size, 400)):
                side = before.turn.name.lower()
                legal = {word.lower() for word in other.ask(f"all_legal {side}")}
                assert {move.name for move in before.legal_moves()} - {"pass"} == legal - {"pass"}, (
                    before.text()
                )
                other.ask(f"play {side} {move.name}")
                for colour in Colour:
                    theirs = {word.lower() for word in other.ask(f"list_stones {colour.name.lower()}")}
                    assert {name(square) for square in squares(after, colour)} == theirs
            captures = [int(other.ask(f"captures {colour.name.lower()}")[0]) for colour in Colour]
            assert list(after.captured) == captures


@pytest.mark.system
@pytest.mark.parametrize("size", [7, 8, 9, 11, 12, 13, 19])
def test_handicap_points_are_those_of_gnu_go(size: int) -> None:
    with gnugo() as other:
        for handicap in range(2, 10 if size % 2 and size > 7 else 5):
            other.ask(f"boardsize {size}")
            theirs = {word.lower() for word in other.ask(f"fixed_handicap {handicap}")}
            game = CaptureGo(Rules(size=size, handicap=handicap))
            assert {game.shape.name(square) for square in squares(game.start(), Colour.BLACK)} == theirs


def test_sgfmill_counts_the_same_legal_positions() -> None:
    """The slow rules that all these tests stand on are right themselves."""
    assert legal_positions(2) == 57
