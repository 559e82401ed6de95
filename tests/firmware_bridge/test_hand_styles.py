"""Hands of every style do strange things and end with the right board; each of those things does happen."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from engine.errors import UsageError
from engine.games import open_game
from engine.record import GameRecord
from engine.samples import sample_game, sample_games
from engine.types import BoardShape, Colour, Man, Move, Square
from firmware_bridge.frames import KeyPress, Pick, SensorFrame
from firmware_bridge.simulator.actions import (
    Action,
    Bring,
    Jolt,
    Landed,
    Nudge,
    Push,
    Put,
    Take,
    TurnOver,
    Undone,
    act,
)
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.kits import Kit, find_kit
from firmware_bridge.simulator.order import is_late_man
from firmware_bridge.simulator.script import script, simulate
from firmware_bridge.simulator.styles import HANDS, find_style

SEEDS = range(2)
REED = find_kit("reed")
MAN = Man(Colour.WHITE, "S")
A1, D4 = 0, 27


def played(text: str, game: str = "tavreli", position: str | None = None) -> GameRecord:
    """The record of some moves from a position."""
    rules = open_game(game)
    start = here = rules.position(position) if position else rules.start()
    moves = []
    for word in text.split():
        moves.append(here.find_move(word))
        here = here.after(moves[-1])
    return GameRecord(rules, tuple(moves), start=start)


def playout(game: str, seed: int, plies: int) -> GameRecord:
    """A game of moves made at random."""
    rules, rng, moves = open_game(game), random.Random(seed), list[Move]()
    position = rules.start()
    while len(moves) < plies and (legal := position.legal_moves()):
        moves.append(rng.choice(legal))
        position = position.after(moves[-1])
    return GameRecord(rules, tuple(moves))


TAVRELI = [sample_game(name) for name in sample_games()]
CASTLING = played("e2-e4 e7-e5 g1-f3 b8-c6 f1-c4 f8-c5 0-0")
EN_PASSANT = played("e2-e4 a7-a6 e4-e5 d7-d5 e5xd6")
"""Both men of it are put on the crossed square."""
TURNED = played("e7-e8 d8xe8 a1-a2 e8(1)-d8 a2-a3 h7-h6", position="3r4/4PH2k/8/8/8/8/8/K7 w - - - 1")
"""A warrior promotes, is covered, and is uncovered."""
CHESS = played("e4 d5 exd5 Qxd5 Nc3 Qa5 Nf3 Nf6 Bc4 Bg4 O-O e5 d4 e4 d5 c5 dxc6 exf3", "chess")
UNDER_PROMOTION = played("a8=N Kd7", "chess", "8/P3k3/8/8/8/8/8/K7 w - - 0 1")
GO = played("d4 e4 a1 d5 pass d3 h8 c4", "capture-go")
"""The last stone captures."""
DRAUGHTS = playout("draughts", 8, 80)
"""Men of it are crowned."""
GAMES = [
    *TAVRELI,
    CASTLING,
    EN_PASSANT,
    TURNED,
    CHESS,
    playout("chess", 1, 80),
    UNDER_PROMOTION,
    GO,
    DRAUGHTS,
]


def actions(record: GameRecord, hands: str, seed: int, kit: str = "weight") -> list[Action]:
    start = record.start or record.game.start()
    return list(script(record.game, start, record.moves, find_kit(kit), seed, style=find_style(hands)))


def done(record: GameRecord, todo: list[Action], seed: int = 0) -> SimulatedBoard:
    """The board after all that was done on it."""
    start = record.start or record.game.start()
    board = SimulatedBoard(record.game.shape, start.stacks, find_kit("weight"), seed)
    for action in todo:
        act(board, action)
    return board


def check_board(record: GameRecord, board: SimulatedBoard) -> None:
    assert board.stacks == record.positions()[-1].stacks
    assert not board.held


@pytest.mark.parametrize("hands", HANDS)
@pytest.mark.parametrize("record", GAMES, ids=range(len(GAMES)))
def test_whatever_hands_do_the_board_is_right_in_the_end(record: GameRecord, hands: str) -> None:
    for seed in SEEDS:
        todo = actions(record, hands, seed)
        assert all(one.t <= other.t for one, other in pairwise(todo))
        assert [note.ply for note in todo if isinstance(note, Landed)] == list(
            range(1, len(record.moves) + 1)
        )
        check_board(record, done(record, todo))


def test_a_wrong_board_is_seen() -> None:
    todo = actions(CASTLING, "tidy", 1)
    last = max(place for place, action in enumerate(todo) if isinstance(action, Take))
    with pytest.raises(AssertionError):
        check_board(CASTLING, done(CASTLING, todo[:last]))


def gestures(record: GameRecord, hands: str, seed: int) -> Iterator[str]:
    """What the hands do in a game beside lifting one man and setting it down, by name."""
    held: Counter[int] = Counter()
    taken: Counter[int] = Counter()
    for action in actions(record, hands, seed):
        match action:
            case Take(_, _, count, hand):
                held[hand] += count
                taken[hand] += 1
                busy = {player for player in held if held[player]}
                yield from ("both hands" for _ in range({0, 1} <= busy or {2, 3} <= busy))
                yield from ("both players" for _ in range(bool({0, 1} & busy and {2, 3} & busy)))
                yield from ("counted off" for _ in range(taken[hand] > 1))
            case Bring(_, _, hand):
                held[hand] += 1
            case Put(_, _, hand):
                held[hand] = taken[hand] = 0
            case Push(_, _, grams, ms) if ms >= 1000:
                assert 20 <= grams <= 500
                yield "leant"
            case Nudge():
                yield "off centre"
            case Jolt():
                yield "bumped"
            case Undone():
                yield "taken back"


def test_tidy_hands_do_one_thing_after_the_other() -> None:
    for record in (*TAVRELI, CASTLING, EN_PASSANT):
        assert not list(gestures(record, "tidy", 1))


@pytest.mark.parametrize("hands", ["club", "blitz", "clumsy"])
def test_the_other_hands_do_all_that_goes_wrong(hands: str) -> None:
    games = (TAVRELI[0], CHESS, DRAUGHTS)
    seen = Counter(what for record in games for seed in range(10) for what in gestures(record, hands, seed))
    wanted = {"both hands", "counted off", "leant", "off centre", "bumped", "taken back"}
    wanted |= {"both players"} if find_style(hands).early else set()
    assert seen.keys() >= wanted, seen


def test_a_move_taken_back_was_legal_and_is_another_one() -> None:
    undone = 0
    for record in TAVRELI:
        for seed in SEEDS:
            for note in actions(record, "clumsy", seed):
                if isinstance(note, Undone):
                    undone += 1
                    position = record.positions()[note.ply - 1]
                    assert position.find_move(note.text).name != record.moves[note.ply - 1].name
    assert undone


def still_ms(todo: list[Action]) -> int:
    """The longest time for which nothing was lifted or set down while men were in a hand."""
    held: Counter[int] = Counter()
    longest, last = 0, 0
    for action in todo:
        if isinstance(action, Take | Put | Bring):
            longest = max(longest, action.t - last) if held.total() else longest
            last = action.t
            held[action.hand] = 0 if isinstance(action, Put) else held[action.hand] + 1
    return longest


@pytest.mark.parametrize("hands", HANDS)
def test_no_man_is_in_the_air_for_two_seconds(hands: str) -> None:
    for record in GAMES:
        for seed in SEEDS:
            assert still_ms(actions(record, hands, seed)) < 2000


def test_men_are_turned_over_before_during_after_and_late() -> None:
    """By where they are then: alone in a hand with others in none or another one, or with those it leads."""
    ways = set()
    for seed in range(60):
        ply, held = 1, Counter[int]()
        for action in actions(TURNED, "clumsy", seed):
            match action:
                case Take(_, _, count, hand):
                    held[hand] += count
                case Put(_, _, hand):
                    held[hand] = 0
                case TurnOver(_, man, hand):
                    ways.add((ply, man.turned, +held == Counter({hand: 1})))
                case Landed():
                    ply += 1
    assert {turned for _, turned, _ in ways} == {True, False}
    assert {ply for ply, turned, _ in ways if not turned} >= {2, 3}, "with the move, and a ply late"
    assert {alone for ply, turned, alone in ways if not turned} == {True, False}


def test_a_crown_is_brought_with_the_move_or_a_ply_late() -> None:
    crowned = [ply for ply, move in enumerate(DRAUGHTS.moves, 1) if is_late_man(move.transfers)]
    assert crowned
    style = replace(find_style("clumsy"), take_back=0.0)
    lateness = set()
    for seed in range(20):
        ply, brought = 1, list[int]()
        for action in script(DRAUGHTS.game, DRAUGHTS.game.start(), DRAUGHTS.moves, REED, seed, style=style):
            ply += isinstance(action, Landed)
            if isinstance(action, Bring) and action.man.kind == "C":
                brought.append(ply)
        lateness |= {late - due for due, late in zip(crowned, brought, strict=True)}
    assert lateness == {0, 1, 2}, "with the move, before the reply and after it"


# Keys


def keys(record: GameRecord, kit: str, hands: str = "tidy") -> list[KeyPress | Pick]:
    return [action for action in actions(record, hands, 1, kit) if isinstance(action, KeyPress | Pick)]


def test_the_mover_confirms_where_towers_cannot_be_weighed() -> None:
    pressed = keys(CASTLING, "reed", "clumsy")
    assert [(key.key, key.by) for key in pressed if isinstance(key, KeyPress)] == [
        ("confirm", "wb"[ply % 2]) for ply in range(7)
    ]
    assert not keys(CASTLING, "reed+corners")
    assert not keys(CHESS, "reed")


def test_a_pass_is_a_key() -> None:
    [key] = keys(GO, "reed")
    assert isinstance(key, KeyPress)
    assert (key.key, key.by) == ("pass", "b")


def test_an_under_promotion_is_picked_on_the_screen() -> None:
    [pick] = keys(UNDER_PROMOTION, "weight")
    assert isinstance(pick, Pick)
    assert pick.text == "a8=N"


# What the board and the wire make of it


def test_the_same_seed_gives_the_same_log_and_another_one_another() -> None:
    def log(seed: int) -> list[object]:
        kit = find_kit("reed+weight")
        return list(simulate(CASTLING.game, None, CASTLING.moves, kit, seed, style=find_style("clumsy")))

    assert log(1) == log(1)
    assert log(1) != log(2)


@pytest.mark.parametrize("hands", HANDS)
def test_times_of_a_log_run_on(hands: str) -> None:
    for kit in ("reed", "reed+weight"):
        events = simulate(CHESS.game, None, CHESS.moves, find_kit(kit), 1, style=find_style(hands))
        frames = [event.t for event in events if isinstance(event, SensorFrame)]
        assert all(later - t >= 10 for t, later in pairwise(frames))


def two_men(kit: Kit) -> SimulatedBoard:
    """White men on a1 and d4."""
    stacks = [(MAN,) if square in {A1, D4} else () for square in range(64)]
    return SimulatedBoard(BoardShape(), stacks, replace(kit, chatter=0.0), 1)


def closed(board: SimulatedBoard, t: int) -> set[Square]:
    reed = board.snapshot(t).reed
    assert reed is not None
    return {square for square in range(64) if reed >> square & 1}


def test_a_man_between_two_squares_closes_both_switches_and_presses_on_both_cells() -> None:
    board = two_men(find_kit("reed+weight"))
    board.nudge(100, D4, 0.0, 0.42)
    assert closed(board, 200) == {A1, D4, D4 + 8}
    grams = board.snapshot(1000).grams
    assert grams is not None
    assert grams[D4 + 8] > 3
    assert grams[D4] + grams[D4 + 8] == pytest.approx(12, abs=2)
    board.nudge(1100, D4, 0.0, 0.0)
    assert closed(board, 1200) == {A1, D4}


def test_a_man_lifted_from_between_two_squares_leaves_both() -> None:
    board = two_men(REED)
    board.nudge(100, D4, -0.42, 0.0)
    assert closed(board, 200) == {A1, D4, D4 - 1}
    board.take(300, D4, 1)
    assert closed(board, 400) == {A1}


def test_a_bump_shakes_every_cell_and_is_over() -> None:
    board = two_men(find_kit("weight"))
    still = board.snapshot(100).grams
    board.jolt(200, 60)
    shaken, later = board.snapshot(240).grams, board.snapshot(800).grams
    assert still
    assert shaken
    assert later
    for square in (A1, D4):
        assert abs(shaken[square] - still[square]) > 0.7
        assert later[square] == pytest.approx(still[square], abs=1.5)


def test_stuck_and_dead_switches_say_the_same_always() -> None:
    board = two_men(replace(REED, stuck=frozenset({7}), dead=frozenset({A1})))
    assert closed(board, 0) == {7, D4}
    board.take(100, A1, 1)
    board.put(200, 7)
    assert closed(board, 300) == {7, D4}
    board.take(400, 7, 1)
    assert closed(board, 500) == {7, D4}


def test_each_hand_holds_its_own_men_until_they_are_joined() -> None:
    board = two_men(REED)
    board.take(100, A1, 1, hand=1)
    board.take(100, D4, 1, hand=0)
    assert len(board.held) == 2
    board.put(200, 9, hand=1)
    assert [square for square, stack in enumerate(board.stacks) if stack] == [9]
    board.take(300, 9, 1, hand=1)
    board.join_hands()
    board.put(400, 20)
    assert [len(stack) for stack in board.stacks if stack] == [2]


def test_clumsy_hands_lose_and_repeat_frames() -> None:
    def frames(hands: str) -> list[SensorFrame]:
        record = TAVRELI[0]
        events = simulate(record.game, None, record.moves, find_kit("weight"), 1, style=find_style(hands))
        return [event for event in events if isinstance(event, SensorFrame)]

    assert all(frame.t % 20 == 0 for frame in frames("tidy"))
    clumsy = frames("clumsy")
    share = sum(frame.t % 20 == 10 for frame in clumsy) / len(clumsy)
    assert 0.01 < share < 0.03
    repeated = [(one, other) for one, other in pairwise(clumsy) if other.t % 20 == 10]
    assert repeated
    assert all(one.grams == other.grams for one, other in repeated)


def test_unknown_hands_are_named() -> None:
    with pytest.raises(UsageError, match="no hands 'steady'; choose one of tidy, club, blitz, clumsy"):
        find_style("steady")


def test_a_promoted_man_is_turned_over_after_it_has_landed_however_early_the_reply_begins() -> None:
    record = played("e7-e8 h7-h6 a1-a2", position="3r4/4PH2k/8/8/8/8/8/K7 w - - - 1")
    style = replace(find_style("blitz"), turn_late=1.0, early=1.0)
    for seed in range(20):
        kit, start = find_kit("weight"), record.positions()[0]
        todo = list(script(record.game, start, record.moves, kit, seed, style=style))
        check_board(record, done(record, todo))
