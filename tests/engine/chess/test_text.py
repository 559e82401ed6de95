"""FEN, and the spellings of moves."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chess import Chess
from engine.errors import MoveError, PositionError

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PROMOTION = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1"
EN_PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
KNIGHTS = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
CASTLING960 = "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1"


@pytest.mark.parametrize(
    ("fen", "spellings", "name"),
    [
        (KIWIPETE, "Nxf7 Ne5xf7 Ne5:f7 e5f7 e5xf7 Nf7 Nxf7!? N×f7 Nxf7++", "Nxf7"),
        (KIWIPETE, "a3 a2-a3 a2a3 a2–a3 Pa3 Pa2-a3 a3? a3!!", "a3"),
        (KIWIPETE, "dxe6 d5xe6 d5e6 d:e6 dxe6+", "dxe6"),
        (KIWIPETE, "O-O 0-0 o-o O–O 0-0! e1g1 e1-g1", "O-O"),
        (KIWIPETE, "O-O-O 0-0-0 e1c1 O—O—O", "O-O-O"),
        (EN_PASSANT, "exd6 e5xd6 exd6e.p. e5d6 exd6!", "exd6"),
        (PROMOTION, "e8=N e8N e7e8n e7-e8=N e7-e8N e8=N+ e8=n", "e8=N"),
        (PROMOTION, "exd8=Q exd8Q+ e7xd8=Q# e7d8q", "exd8=Q"),
        (KNIGHTS, "Nbd2 Nb1d2 Nb1-d2 b1d2 N1d2", "Nbd2"),
        (CASTLING960, "O-O f1g1", "O-O"),
        (CASTLING960, "O-O-O f1b1", "O-O-O"),
    ],
)
def test_spellings(fen: str, spellings: str, name: str) -> None:
    position = Chess(chess960=fen == CASTLING960).position(fen)
    for spelling in spellings.split():
        assert position.find_move(f" {spelling}\n").name == name, spelling


@pytest.mark.parametrize(
    ("fen", "text", "why"),
    [
        (KIWIPETE, "Nf9", "Nf9: not a move; write it like Nf3, exd5, e8=Q, O-O"),
        (KIWIPETE, "", ": not a move"),
        (KIWIPETE, "--", "--: not a move"),
        (KIWIPETE, "0000", "0000: not a move"),
        (KIWIPETE, "N@e6", "N@e6: not a move"),
        (KIWIPETE, "O-O-O-O", "O-O-O-O: not a move"),
        (KIWIPETE, "Ne6", "Ne6: not legal here; to e6 go dxe6"),
        (KIWIPETE, "d5d7", "d5d7: not legal here; to d7 go Nxd7"),
        (KIWIPETE, "a5", "a5: not legal here; no man can go to a5"),
        (PROMOTION, "e8", "e8: not legal here; to e8 go e8=Q+, e8=R+, e8=B, e8=N"),
        (PROMOTION, "e1e8n", "e1e8n: not legal here; to e8 go e8=Q+"),
        (PROMOTION, "e7e8", "e7e8: not legal here; to e8 go e8=Q+"),
        (KNIGHTS, "Nd2", "Nd2: fits several moves; to d2 go Nfd2, Kd2, Nbd2"),
        (KNIGHTS, "O-O", "O-O: this castling is not legal here"),
        (
            "4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1",
            "O-O-O",
            "O-O-O: this castling is not legal here, White is in check",
        ),
        ("4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1", "Ra2", "Ra2: not legal here, White is in check; no man can go"),
        (KIWIPETE, "Nxf7 and much more of this and that", "Nxf7 and much more of this an…: not a move"),
    ],
)
def test_refused_moves(fen: str, text: str, why: str) -> None:
    with pytest.raises(MoveError, match="^" + re.escape(why)):
        Chess().position(fen).find_move(text)


@given(st.text("NKaebdx1-9=QO0.+!eP:@–x ", max_size=12))
def test_any_text_is_a_legal_move_or_refused(text: str) -> None:
    position = Chess().position(KIWIPETE)
    try:
        move = position.find_move(text)
    except MoveError:
        return
    assert move in position.legal_moves()


@pytest.mark.parametrize("junk", [" ", "e4", "+", "0-", "-", "e.p.", "N"])
def test_long_junk_takes_no_long_time(junk: str) -> None:
    with pytest.raises(MoveError):
        Chess().start().find_move("e4" + junk * 200_000 + "?x")


@pytest.mark.parametrize(
    ("fen", "why"),
    [
        ("", '"": empty fen; write a FEN like "rnbqkbnr/'),
        ("8/8", '"8/8": expected 8 rows'),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "expected 'w' or 'b' for turn part of fen"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
        ("4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "there are more than two kings"),
        ("4k3/8/8/8/8/8/PPPPPPPP/P3K3 w - - 0 1", "White has more than 8 pawns, a pawn stands on the first"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "it allows a castling that king and rook don't stand for"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no pawn has just crossed the en passant square"),
        ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "the side that is not to move is in check"),
        (CASTLING960, "choose the option chess960"),
    ],
)
def test_refused_positions(fen: str, why: str) -> None:
    with pytest.raises(PositionError, match=re.escape(why)):
        Chess().position(fen)


def test_a_fen_may_end_early() -> None:
    text = Chess().position("4k3/8/8/8/8/8/8/4K3").text()
    assert text == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"


@given(st.text("rnkQPK/1824 wbq-e360", max_size=40))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    for game in (Chess(), Chess(chess960=True)):
        try:
            position = game.position(text)
        except PositionError:
            continue
        assert game.position(position.text()) == position
