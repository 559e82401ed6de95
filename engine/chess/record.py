"""Records of chess: PGN."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.chess.game import Chess
from engine.errors import RecordError
from engine.games import GAMES
from engine.movetext import write_game
from engine.pgn import play_parts, scan
from engine.record import GameRecord

_CHESS960 = re.compile("960|fischer", re.IGNORECASE)
"""What those values of the tag Variant have that mean Chess960."""
_OWN_TAGS = {"Result", "Variant", "SetUp", "FEN", "PlyCount"}
"""Tags that a `GameRecord` has as other fields."""


def read_record(text: str) -> GameRecord:
    """The first game of a PGN text; RecordError names the tag, or line, ply and token, of its first fault.

    Comments, annotations and variations are left out. What is no move and no result is a fault.
    """
    parts = scan(text)
    return play_parts(_game(parts.tags), parts, own_tags=_OWN_TAGS)


def write_record(record: GameRecord) -> str:
    """The text of a record, PGN; an end of the game on the board decides the result."""
    return write_game(record, {"Variant": "Chess960"} if record.game.options.get("chess960") else {})


def _game(tags: Mapping[str, str]) -> Chess:
    variant = tags.get("Variant", "chess")
    if variant.lower() not in GAMES["chess"].variants:
        raise RecordError(f'tag Variant is "{variant}", and this is read as chess or Chess960', token=variant)
    return Chess(chess960=_CHESS960.search(variant) is not None)
