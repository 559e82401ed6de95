"""Records of Russian draughts: PDN with names of squares; numbers are read too, 1 being b8."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.draughts.game import Draughts
from engine.draughts.notation import STEP
from engine.errors import RecordError
from engine.movetext import write_game
from engine.pgn import Parts, Token, play_parts, scan
from engine.record import GameRecord

GAME_TYPE = "25"
"""Russian draughts among PDN's game types."""

_OWN_TAGS = {"Result", "GameType", "Variant", "PlyCount", "SetUp", "FEN"}
"""Tags that a `GameRecord` has as other fields, or that follow from them."""
_POINTS = {"2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2"}
"""Results in points, as some programs write them for all kinds of draughts."""
_STEP_FIRST, _STEP_LAST = re.compile(STEP, re.IGNORECASE), re.compile(f"{STEP}$", re.IGNORECASE)


def read_record(text: str) -> GameRecord:
    """The first game of a PDN text; RecordError names the tag, or line, ply and token, of its first fault.

    Comments, annotations and variations are left out. What is no move and no result is a fault.
    """
    tags, tokens, result = scan(text)
    _check_game_type(tags.get("GameType", GAME_TYPE))
    moves = _joined(tokens)
    if "Result" in tags:
        tags["Result"] = _POINTS.get(tags["Result"], tags["Result"])
    if moves and moves[-1].text in _POINTS:
        result = _POINTS[moves.pop().text]
    return play_parts(Draughts(), Parts(tags, moves, result), own_tags=_OWN_TAGS)


def write_record(record: GameRecord) -> str:
    """The text of a record, PDN; an end of the game on the board decides the result."""
    return write_game(record, {"GameType": GAME_TYPE})


def _check_game_type(tag: str) -> None:
    """Refuse another game; PDN 3.0: number, side that begins, width, height, notation and more may follow."""
    fields = [field.strip() for field in tag.split(",")]
    if fields[0] != GAME_TYPE:
        raise RecordError(
            f'tag GameType is "{tag}", and only {GAME_TYPE}, Russian draughts, is read', token=tag
        )
    if fields[4:] and fields[4].upper() in {"N0", "N1", "N3"}:
        raise RecordError(f'tag GameType is "{tag}", and numbers are read from b8 on only, N2', token=tag)


def _joined(tokens: Iterable[Token]) -> list[Token]:
    """The moves; those written with spaces, `c3 - d4`, are put together."""
    moves: list[list[Token]] = []
    for token in tokens:
        if moves and (_STEP_FIRST.match(token.text) or _STEP_LAST.search(moves[-1][-1].text)):
            moves[-1].append(token)
        else:
            moves.append([token])
    return [Token("".join(part.text for part in move), move[0].line, move[-1].shown) for move in moves]
