"""Records of tavreli: `.tgn`, which is PGN's shape with our notation, and bare move lists as published."""

from __future__ import annotations

import re
import textwrap
from typing import NamedTuple

from engine.errors import MoveError, PositionError, RecordError
from engine.game import Position
from engine.record import RESULTS, GameRecord
from engine.tavreli.game import Tavreli
from engine.tavreli.notation import DASH, MOVE_TOKEN, one_line
from engine.types import Move

SEVEN_TAGS = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}
"""PGN's seven tags, in its order, and what it writes for what isn't known."""
OPTION_TAG = "DoubleStepOverOwn"

_OWN_TAGS = {"Result", "Variant", "SetUp", "FEN", OPTION_TAG}
"""Tags that a `GameRecord` has as other fields."""
_COMMENT_LINE = re.compile(r"^[ \t]*#.*$", re.MULTILINE)
_TAG_OR_COMMENT = re.compile(
    r'\[\s*(?P<tag>\w+)\s+"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\]|(?P<braced>\{[^}]*\}?)|;[^\n]*'
)
_TOKEN = re.compile(
    rf"(?P<result>1 ?{DASH} ?0|0 ?{DASH} ?1|1/2 ?{DASH} ?1/2|\*)(?!\S)"
    r"|(?P<number>[0-9]+ ?[.…][.… ]*|\$[0-9]+)"
    rf"|{MOVE_TOKEN}"
    r"|\S+",
    re.IGNORECASE,
)
_LINE = 80


class _Text(NamedTuple):
    """What a text says, before it is played through."""

    tags: dict[str, str]
    moves: list[str]
    result: str | None


def read_record(text: str) -> GameRecord:
    """The record of a text; RecordError names the tag, or ply and token, of the first fault."""
    tags, tokens, written = _scan(text.removeprefix("\ufeff"))
    game = _game(tags)
    start = _start(tags, game)
    position: Position = start or game.start()
    moves: list[Move] = []
    for ply, token in enumerate(tokens, 1):
        try:
            moves.append(position.find_move(token))
        except MoveError as error:
            shown = one_line(token)
            why = str(error).removeprefix(f"{shown}: ")
            raise RecordError(
                f'ply {ply}, "{shown}": {why}; mend this move or end the record before it',
                ply=ply,
                token=token,
            ) from None
        position = position.after(moves[-1])
    described = {name: value for name, value in tags.items() if name not in _OWN_TAGS}
    return GameRecord(game, tuple(moves), _result(tags, written, position, len(moves)), described, start)


def write_record(record: GameRecord) -> str:
    """The text of a record, `.tgn`; a mate or stalemate on the board decides the result."""
    outcome = record.positions()[-1].outcome()
    result = outcome.result if outcome else record.result
    tags = {**SEVEN_TAGS, **record.tags, "Result": result, "Variant": "Tavreli"}
    if record.game.options.get("double_step_over_own"):
        tags[OPTION_TAG] = "true"
    if record.start is not None:
        tags |= {"SetUp": "1", "FEN": record.start.text()}
    lines = [f'[{name} "{_escape(value)}"]' for name, value in tags.items()]
    words = " ".join([*record.numbered(), result])
    moves = textwrap.fill(words, _LINE, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", moves, ""])


def _escape(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _scan(text: str) -> _Text:
    tags, play = _take_tags(_COMMENT_LINE.sub("", text))
    moves: list[str] = []
    result: str | None = None
    for found in _TOKEN.finditer(" ".join(play.split())):
        token = found[0].strip()
        if found["number"]:
            continue
        if result:
            raise RecordError(
                f'"{one_line(token)}" after the result {result}; a file holds one game', token=token
            )
        if found["result"]:
            result = re.sub(DASH, "-", token).replace(" ", "")
        else:
            moves.append(token)
    return _Text(tags, moves, result)


def _take_tags(text: str) -> tuple[dict[str, str], str]:
    """The tags of a text, and what is left of it without them and without comments."""
    tags: dict[str, str] = {}
    play: list[str] = []
    end = 0
    for found in _TAG_OR_COMMENT.finditer(text):
        if between := text[end : found.start()].strip():
            play.append(between)
        end = found.end()
        if found["braced"] and not found["braced"].endswith("}"):
            start = " ".join(found["braced"][:20].split())
            raise RecordError(f'the comment that begins with "{start}" has no }}', token=start)
        if found["tag"]:
            if play:
                raise RecordError(
                    f"tag {found['tag']} after the moves; a file holds one game", token=found["tag"]
                )
            tags[found["tag"]] = re.sub(r"\\(.)", r"\1", found["value"])
    return tags, " ".join([*play, text[end:]])


def _game(tags: dict[str, str]) -> Tavreli:
    variant = tags.get("Variant", "Tavreli")
    if variant.lower() != "tavreli":
        raise RecordError(f'tag Variant is "{variant}", and this is read as Tavreli', token=variant)
    over_own = tags.get(OPTION_TAG, "false")
    if over_own not in {"true", "false"}:
        raise RecordError(f'tag {OPTION_TAG} is "{over_own}", write "true" or "false"', token=over_own)
    return Tavreli(double_step_over_own=over_own == "true")


def _start(tags: dict[str, str], game: Tavreli) -> Position | None:
    if "FEN" not in tags:
        if tags.get("SetUp") == "1":
            raise RecordError('tag SetUp is "1" and there is no tag FEN')
        return None
    try:
        return game.position(tags["FEN"])
    except PositionError as error:
        raise RecordError(f"tag FEN: {error}", token=tags["FEN"]) from None


def _result(tags: dict[str, str], written: str | None, last: Position, plies: int) -> str:
    """The result: that of the mate or stalemate on the board, else of the moves' end, else of the tag."""
    tag = tags.get("Result", "*")
    if tag not in RESULTS:
        raise RecordError(f'tag Result is "{tag}", write one of {" ".join(RESULTS)}', token=tag)
    outcome = last.outcome()
    results = [("tag Result", tag), ("the result after the moves", written or "*")]
    if outcome:
        results.append((f"{outcome.reason} at ply {plies}", outcome.result))
    definite = [(what, result) for what, result in results if result != "*"]
    for what, result in definite[:-1]:
        if result != definite[-1][1]:
            raise RecordError(f"{what} is {result}, but {definite[-1][0]} is {definite[-1][1]}", token=result)
    return definite[-1][1] if definite else "*"
