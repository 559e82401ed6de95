"""Records of tavreli: `.tgn`, which is PGN's shape with our notation, and bare move lists as published."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.errors import RecordError
from engine.movetext import read_game, take_tags, write_game
from engine.record import GameRecord
from engine.tavreli.game import Tavreli
from engine.tavreli.notation import MOVE_TOKEN

OPTION_TAG = "DoubleStepOverOwn"

_OWN_TAGS = {"Result", "Variant", "SetUp", "FEN", OPTION_TAG}
"""Tags that a `GameRecord` has as other fields."""
_COMMENT_LINE = re.compile(r"^[ \t]*#.*$", re.MULTILINE)


def read_record(text: str) -> GameRecord:
    """The record of a text; RecordError names the tag, or ply and token, of the first fault."""
    tags, play = take_tags(_COMMENT_LINE.sub("", text.removeprefix("\ufeff")))
    return read_game(_game(tags), tags, play, move=MOVE_TOKEN, own_tags=_OWN_TAGS)


def write_record(record: GameRecord) -> str:
    """The text of a record, `.tgn`; a mate or stalemate on the board decides the result."""
    tags = {"Variant": "Tavreli"}
    if record.game.options.get("double_step_over_own"):
        tags[OPTION_TAG] = "true"
    return write_game(record, tags)


def _game(tags: Mapping[str, str]) -> Tavreli:
    variant = tags.get("Variant", "Tavreli")
    if variant.lower() != "tavreli":
        raise RecordError(f'tag Variant is "{variant}", and this is read as Tavreli', token=variant)
    over_own = tags.get(OPTION_TAG, "false")
    if over_own not in {"true", "false"}:
        raise RecordError(f'tag {OPTION_TAG} is "{over_own}", write "true" or "false"', token=over_own)
    return Tavreli(double_step_over_own=over_own == "true")
