"""Records of chess: PGN."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.chess.game import Chess
from engine.chess.pgn import scan
from engine.errors import RecordError
from engine.games import GAMES
from engine.movetext import play_game, write_game
from engine.record import GameRecord

_CHESS960 = re.compile("960|fischer", re.IGNORECASE)
"""What those values of the tag Variant have that mean Chess960."""
_OWN_TAGS = {"Result", "Variant", "SetUp", "FEN", "PlyCount"}
"""Tags that a `GameRecord` has as other fields."""


def read_record(text: str) -> GameRecord:
    """The first game of a PGN text; RecordError names the tag, or line, ply and token, of its first fault.

    Comments, annotations and variations are left out. What is no move and no result is a fault.
    """
    tags, moves, result = scan(text)
    try:
        return play_game(_game(tags), tags, [move.text for move in moves], result, own_tags=_OWN_TAGS)
    except RecordError as error:
        if not error.ply:
            raise
        line = moves[error.ply - 1].line
        raise RecordError(f"line {line}, {error}", ply=error.ply, token=error.token) from None


def write_record(record: GameRecord) -> str:
    """The text of a record, PGN; an end of the game on the board decides the result."""
    return write_game(record, {"Variant": "Chess960"} if record.game.options.get("chess960") else {})


def _game(tags: Mapping[str, str]) -> Chess:
    variant = tags.get("Variant", "chess")
    if variant.lower() not in GAMES["chess"].variants:
        raise RecordError(f'tag Variant is "{variant}", and this is read as chess or Chess960', token=variant)
    return Chess(chess960=_CHESS960.search(variant) is not None)
