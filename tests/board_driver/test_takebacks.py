"""Moves taken back on the board, as deep as one likes: the record, the screen and what is played next."""

from __future__ import annotations

import pytest

from board_driver.follower import ASK_MS
from board_driver.presenter import View, present
from engine.game import Position
from engine.record import GameRecord, read_record
from engine.types import Move, Transfer
from tests.board_driver.driving import REST, Driver, move

GAMES = {
    "chess": "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Bd6 *",
    "tavreli": "e2-e4 e7-e5 g1-f3 b8-c6 f1-b5 a7-a6 b5-c6 d7-c6 0-0 f8-d6",
    "draughts": "1. c3-b4 d6-e5 2. b2-c3 e5-f4 3. g3:e5 f6:d4:b2 4. a1:c3 g7-f6 *",
}
NEXT = {"chess": "Nc3", "tavreli": "b1-c3", "draughts": "e3:g5"}
"""What is played in place of the first move that was taken back."""
DEPTH = 6
KITS = [(game, kit) for game in GAMES for kit in ("reed", "weight", "reed+weight")]


def carry(board: Driver, transfer: Transfer, after: Position) -> None:
    """Carry men as a move does it, or back; men from beside the board as they stand `after` it."""
    name = board.session.game.shape.name
    if transfer.origin is None:
        assert transfer.target is not None
        board.board.bring(after.stacks[transfer.target][-1])
        board.put(name(transfer.target))
    elif transfer.target is None:
        board.take(name(transfer.origin), transfer.count)
        board.board.put(board.t, None)
        board.wait(REST)
    else:
        board.carry(name(transfer.origin), name(transfer.target), transfer.count)


def undo(board: Driver, played: Move, before: Position) -> None:
    """Carry everything back in the contrary order."""
    for step in reversed(played.transfers):
        carry(board, Transfer(step.target, step.origin, step.count), before)


def play(board: Driver, record: GameRecord, first: int = 0) -> None:
    """Play a record from a ply on; on reeds, in a game with towers, the mover presses the key and answers."""
    for ply, (played, after) in enumerate(zip(record.moves, record.positions()[1:], strict=True)):
        if ply < first:
            continue
        for step in played.transfers:
            carry(board, step, after)
        if record.game.towers and not board.session.evidence.weighs:
            board.press("confirm")
            board.wait(REST)
            if board.session.question:
                board.pick(record.texts()[ply])
    assert board.moves == list(record.texts())


@pytest.mark.parametrize(("game", "kit"), [*KITS, ("tavreli", "reed+corners")])
def test_moves_are_taken_back_one_by_one_as_deep_as_one_likes(game: str, kit: str) -> None:
    record = read_record(GAMES[game], game)
    board, positions, texts = Driver(kit, game_name=game), record.positions(), record.texts()
    play(board, record)
    board.news()
    for left in range(len(texts) - 1, len(texts) - DEPTH - 1, -1):
        undo(board, record.moves[left], positions[left])
        if board.moves != list(texts[:left]):
            board.wait(ASK_MS)  # what may be half of a move is waited for
        shown = present(board.session, View())
        assert (board.moves, shown.moves) == (list(texts[:left]), texts[:left])
        assert shown.stacks == positions[left].stacks
        assert shown.lines == ()
    told = board.news()
    if kit == "reed" and record.game.towers:
        told = [line for line in told if "ask" not in line]
    assert told == [{"takeback": 1}] * DEPTH


@pytest.mark.parametrize(("game", "kit"), KITS)
def test_several_moves_are_taken_back_before_the_board_rests_and_another_is_played(
    game: str, kit: str
) -> None:
    record = read_record(GAMES[game], game)
    board, positions, texts = Driver(kit, game_name=game), record.positions(), record.texts()
    left = 4
    play(board, GameRecord(record.game, record.moves[: left + 2]))
    board.news()
    board.board.set_up(board.t, positions[left].stacks)
    board.wait(4000)
    assert board.moves == list(texts[:left])
    other = positions[left].find_move(NEXT[game])
    play(board, GameRecord(record.game, (*record.moves[:left], other)), first=left)
    assert board.news()[-1] == move(NEXT[game], left + 1)
