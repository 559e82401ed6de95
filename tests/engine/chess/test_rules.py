"""What chess's moves do to the board and to the hands, and how its games end."""

from __future__ import annotations

from collections.abc import Sequence

import chess
import pytest

from engine.chess import Chess, Position
from engine.types import BoardShape, Colour, Man, Move, Outcome, Transfer

SHAPE = BoardShape()
CHESS = Chess()
CHESS960 = Chess(chess960=True)


def at(fen: str, game: Chess = CHESS) -> Position:
    return game.position(fen)


def hands(move: Move) -> list[str]:
    """The transfers in words: `e4-`: off the board, `-e8`: from beside the board."""
    return [
        "-".join("" if square is None else SHAPE.name(square) for square in (each.origin, each.target))
        for each in move.transfers
    ]


def changes(move: Move) -> dict[str, str]:
    return {SHAPE.name(square): "".join(map(str, stack)) for square, stack in move.changes}


def play(position: Position, moves: str) -> list[Position]:
    positions = [position]
    for text in moves.split():
        positions.append(positions[-1].after(positions[-1].find_move(text)))
    return positions


class TestHands:
    def test_a_quiet_move_is_one_transfer(self) -> None:
        move = CHESS.start().find_move("Nf3")
        assert move == Move("Nf3", (Transfer(6, 21),), ((6, ()), (21, (Man(Colour.WHITE, "N"),))))

    def test_a_victim_goes_first(self) -> None:
        move = at("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").find_move("exd5")
        assert hands(move) == ["d5-", "e4-d5"]
        assert changes(move) == {"e4": "", "d5": "P"}

    def test_en_passant(self) -> None:
        move = at("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").find_move("exd6")
        assert hands(move) == ["d5-", "e5-d6"]
        assert changes(move) == {"d5": "", "e5": "", "d6": "P"}

    @pytest.mark.parametrize(
        "fen",
        [
            "4k3/8/8/8/8/5N2/8/1N2K2R w K - 0 1",
            "4k3/8/8/N7/8/N7/8/4K3 w - - 0 1",
            "4k3/8/8/1N3N2/8/1N6/8/4K3 w - - 0 1",
            "4r1k1/8/8/8/8/4N3/8/N3K1N1 w - - 0 1",
            "r3k2r/1P6/8/2pP4/8/8/8/4K3 w kq c6 0 1",
            "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1",
        ],
    )
    def test_names_and_changes_are_those_of_the_library(self, fen: str) -> None:
        position, board = at(fen), chess.Board(fen)
        for move, step in zip(position.legal_moves(), board.legal_moves, strict=True):
            assert move.name == board.san(step).rstrip("+#")
            assert move == position.find_move(board.san(step))
            stacks = list(position.stacks)
            for square, stack in move.changes:
                stacks[square] = stack
            board.push(step)
            assert tuple(stacks) == at(board.fen()).stacks
            board.pop()

    @pytest.mark.parametrize("kind", "QRBN")
    def test_promotion_sets_another_man(self, kind: str) -> None:
        position = at("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1")
        straight, taking = position.find_move(f"e8={kind}"), position.find_move(f"exd8={kind}")
        assert hands(straight) == ["e7-e8", "e8-", "-e8"]
        assert changes(straight) == {"e7": "", "e8": kind}
        assert hands(taking) == ["d8-", "e7-d8", "d8-", "-d8"]
        assert changes(taking) == {"e7": "", "d8": kind}

    def test_castling_begins_with_the_king(self) -> None:
        white, black = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), at("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1")
        assert hands(white.find_move("O-O")) == ["e1-g1", "h1-f1"]
        assert hands(white.find_move("O-O-O")) == ["e1-c1", "a1-d1"]
        assert hands(black.find_move("O-O")) == ["e8-g8", "h8-f8"]
        assert changes(black.find_move("O-O-O")) == {"a8": "", "c8": "k", "d8": "r", "e8": ""}

    @pytest.mark.parametrize(
        ("rank", "name", "transfers"),
        [
            ("4KR2", "O-O", ["e1-g1"]),  # the rook stays
            ("6KR", "O-O", ["h1-f1"]),  # the king stays
            ("5KR1", "O-O", ["g1-", "f1-g1", "-f1"]),  # they change places
            ("RK6", "O-O-O", ["b1-c1", "a1-d1"]),
            ("2RK4", "O-O-O", ["c1-", "d1-c1", "-d1"]),
            ("1R4K1", "O-O-O", ["g1-c1", "b1-d1"]),
        ],
    )
    def test_castling_of_chess960(self, rank: str, name: str, transfers: list[str]) -> None:
        right = "K" if name == "O-O" else "Q"
        move = at(f"4k3/8/8/8/8/8/8/{rank} w {right} - 0 1", CHESS960).find_move(name)
        assert hands(move) == transfers
        assert {man for man in changes(move).values() if man} <= {"K", "R"}


class TestPosition:
    def test_start(self) -> None:
        start = CHESS.start()
        assert (start.turn, start.number, start.checks()) == (Colour.WHITE, 1, ())
        assert [str(stack[0]) for stack in start.stacks[:8]] == list("RNBQKBNR")
        assert sum(map(len, start.stacks)) == 32
        assert (CHESS.name, CHESS.shape, CHESS.towers, CHESS.options) == ("chess", SHAPE, False, {})
        assert CHESS960.options == {"chess960": True}

    def test_positions_are_values(self) -> None:
        start = CHESS.start()
        here, there = play(start, "Nf3 Nf6 Ng1 Ng8")[-1], play(start, "Nc3 Nc6 Nb1 Nb8")[-1]
        assert here == there
        assert hash(here) == hash(there)
        assert here.key == start.key
        assert here != start
        assert start != start.text()

    def test_en_passant_counts_in_the_key_only_where_it_is_legal(self) -> None:
        (idle, *_), (live, *_) = play(CHESS.start(), "e4")[1:], play(CHESS.start(), "e4 a6 e5 d5")[-1:]
        assert idle.key == at("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1").key
        assert "e3" not in idle.text()
        assert "d6" in live.text()
        assert live.key != at(live.text().replace("d6", "-")).key

    def test_double_check_names_both(self) -> None:
        position = at("4k3/8/5N2/8/8/8/8/K3R3 b - - 0 1")
        names = sorted((SHAPE.name(by), SHAPE.name(king)) for by, king in position.checks())
        assert names == [("e1", "e8"), ("f6", "e8")]

    def test_move_text_has_check_and_mate(self) -> None:
        position = at("6k1/5ppp/8/8/8/8/8/RR5K w - - 0 1")
        texts = [position.move_text(move) for move in position.legal_moves()]
        assert {"Ra8#", "Rb8#", "Ra7", "Rc1"} <= set(texts)


class TestEndings:
    @pytest.mark.parametrize(
        ("fen", "outcome"),
        [
            ("R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", Outcome("1-0", "checkmate")),
            ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Outcome("0-1", "checkmate")),
            ("k7/8/8/1Q6/8/8/8/K7 b - - 0 1", None),
            ("k7/8/1Q6/8/8/8/8/K7 b - - 0 1", Outcome("1/2-1/2", "stalemate")),
            ("k7/8/8/8/8/8/8/KB6 w - - 0 1", Outcome("1/2-1/2", "dead position")),
            ("k7/8/8/8/8/8/8/KN6 w - - 0 1", Outcome("1/2-1/2", "dead position")),
            ("kb6/8/8/8/8/8/8/K1B5 w - - 0 1", Outcome("1/2-1/2", "dead position")),
            ("k1b5/8/8/8/8/8/8/K1B5 w - - 0 1", None),
            ("kn6/8/8/8/8/8/8/KN6 w - - 0 1", None),
            ("k7/8/8/8/8/8/P7/K7 w - - 150 1", None),
        ],
    )
    def test_outcome(self, fen: str, outcome: Outcome | None) -> None:
        assert at(fen).outcome() == outcome

    def test_threefold_repetition_is_claimed(self) -> None:
        positions = play(CHESS.start(), "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")
        assert all(position.outcome() is None for position in positions)
        assert CHESS.claim(positions[:8]) is None
        assert CHESS.claim(positions[:9]) == Outcome("1/2-1/2", "threefold repetition")

    def test_lost_castling_makes_another_position(self) -> None:
        start = at("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1")
        positions = play(start, "Rg1 Kd8 Rh1 Ke8 Rg1 Kd8 Rh1 Ke8 Rg1 Kd8 Rh1 Ke8")
        assert [CHESS.claim(positions[:end]) is not None for end in (9, 13)] == [False, True]

    def test_fifty_moves_are_claimed(self) -> None:
        positions = play(at("4k3/8/8/8/8/8/P7/4K3 w - - 98 80"), "Kd1 Kd8 a3")
        claims = [CHESS.claim(positions[: end + 1]) for end in range(4)]
        assert claims == [None, None, Outcome("1/2-1/2", "fifty-move rule"), None]

    def test_mate_goes_before_the_fifty_moves(self) -> None:
        last: Sequence[Position] = play(at("6k1/5ppp/8/8/8/8/8/R6K w - - 99 80"), "Ra8")
        assert last[-1].outcome() == Outcome("1-0", "checkmate")
        assert CHESS.claim(last) is None
