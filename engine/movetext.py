"""Records in PGN's shape, as tavreli and draughts have them: tag pairs, numbered moves, a result."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from engine.clock import Timing
from engine.errors import MoveError, PositionError, RecordError, one_line
from engine.game import Game, Position
from engine.record import RESULTS, GameRecord, number_text
from engine.timetags import read_timing, shown_in, shown_text
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
DASH = "[-\u2010-\u2015\u2212]"
"""Pattern of any dash."""

_TAG_OR_COMMENT = re.compile(
    r'\[\s*(?P<tag>\w+)\s+"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\]|(?P<braced>\{[^}]*\}?)|;[^\n]*'
)
_RESULT = rf"(?P<result>1 ?{DASH} ?0|0 ?{DASH} ?1|1/2 ?{DASH} ?1/2|\*)(?!\S)"
_NUMBER = r"(?P<number>[0-9]+ ?[.…][.… ]*|\$[0-9]+)"
_LINE = 80
CONTROL_TAG = "TimeControl"
_GLUE = "\u00a0"
"""Stands for a space at which no line may end, while lines are filled."""


def take_tags(text: str) -> tuple[dict[str, str], str]:
    """The tags of a text, and what is left of it without them; of comments only what clocks showed."""
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
        if play and shown_in(found["braced"] or "") is not None:
            play.append(found["braced"])
        if found["tag"]:
            if play:
                raise RecordError(
                    f"tag {found['tag']} after the moves; a file holds one game", token=found["tag"]
                )
            tags[found["tag"]] = re.sub(r"\\(.)", r"\1", found["value"])
    return tags, " ".join([*play, text[end:]])


def read_game(
    game: Game, tags: Mapping[str, str], play: str, *, move: str, own_tags: Container[str]
) -> GameRecord:
    """The record of a game from what `take_tags` gives; RecordError names ply and token of the first fault.

    `move` is the pattern (ignoring case) of a move in any spelling, legal or not, in a text of single
    spaces. `own_tags` are tags that the record has as other fields.
    """
    tokens, shown, written = _take_moves(play, move)
    return play_game(game, tags, tokens, written, own_tags=own_tags, shown=shown)


def play_game(
    game: Game,
    tags: Mapping[str, str],
    tokens: Iterable[str],
    written: str | None,
    *,
    own_tags: Container[str],
    shown: Sequence[int | None] = (),
) -> GameRecord:
    """The record of a game from its tags, the texts of its moves, and the result after them, if any.

    `shown`: what the mover's clock showed after each of them (ms). RecordError names the tag, or ply and
    token, of the first fault.
    """
    start = _start(tags, game)
    moves, last = _play(start or game.start(), tokens)
    timing = read_timing(tags.get(CONTROL_TAG, ""), shown)
    own = {CONTROL_TAG} if timing else set()
    described = {name: value for name, value in tags.items() if name not in own_tags and name not in own}
    return GameRecord(game, tuple(moves), _result(tags, written, last, len(moves)), described, start, timing)


def write_game(record: GameRecord, own_tags: Mapping[str, str]) -> str:
    """The text of a record; an end of the game on the board decides the result."""
    outcome = record.positions()[-1].outcome()
    result = outcome.result if outcome else record.result
    tags = {**SEVEN_TAGS, **record.tags, "Result": result, **own_tags}
    if record.start is not None:
        tags |= {"SetUp": "1", "FEN": record.start.text()}
    if record.timing:
        tags[CONTROL_TAG] = record.timing.control.pgn
    lines = [f'[{name} "{_escape(value)}"]' for name, value in tags.items()]
    words = " ".join([*(_timed(record, record.timing) if record.timing else record.numbered()), result])
    moves = textwrap.fill(words, _LINE, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", moves.replace(_GLUE, " "), ""])


def _timed(record: GameRecord, timing: Timing) -> Iterator[str]:
    """The moves with their numbers, and after each what its mover's clock showed: `{[%clk 0:04:58.3]}`.

    A reply is numbered after a comment, as PGN's standard has it (8.2.2.2).
    """
    start = record.start or record.game.start()
    for ply, (text, left) in enumerate(zip(record.texts(), timing.left, strict=True), 1):
        yield f"{number_text(record.game, start, ply)} {text}"
        yield f"{{[%clk{_GLUE}{shown_text(left.ms)}]}}"


def _escape(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _take_moves(play: str, move: str) -> tuple[list[str], list[int | None], str | None]:
    """The moves of what `take_tags` leaves, what clocks showed after each, and the result at its end."""
    moves: list[str] = []
    shown: list[int | None] = []
    result: str | None = None
    tokens = rf"{_RESULT}|{_NUMBER}|(?P<comment>{{[^}}]*}})|{move}|\S+"
    for found in re.finditer(tokens, " ".join(play.split()), re.IGNORECASE):
        token = found[0].strip()
        if found["number"]:
            continue
        if found["comment"]:
            shown[-1:] = [shown_in(token)] if shown else []
            continue
        if result:
            raise RecordError(
                f'"{one_line(token)}" after the result {result}; a file holds one game', token=token
            )
        if found["result"]:
            result = re.sub(DASH, "-", token).replace(" ", "")
        else:
            moves.append(token)
            shown.append(None)
    return moves, shown, result


def _start(tags: Mapping[str, str], game: Game) -> Position | None:
    if "FEN" not in tags:
        if tags.get("SetUp") == "1":
            raise RecordError('tag SetUp is "1" and there is no tag FEN')
        return None
    try:
        return game.position(tags["FEN"])
    except PositionError as error:
        raise RecordError(f"tag FEN: {error}", token=tags["FEN"]) from None


def _play(start: Position, tokens: Iterable[str]) -> tuple[list[Move], Position]:
    """The moves that the tokens mean, one after the other, and the last position."""
    position = start
    moves: list[Move] = []
    for ply, token in enumerate(tokens, 1):
        try:
            move = position.find_move(token)
        except MoveError as error:
            raise _unplayable(ply, token, str(error.why)) from None
        if outcome := position.outcome():
            raise _unplayable(ply, token, f"the game was over before it by {outcome.reason}")
        moves.append(move)
        position = position.after(move)
    return moves, position


def _unplayable(ply: int, token: str, why: str) -> RecordError:
    return RecordError(
        f'ply {ply}, "{one_line(token)}": {why}; mend this move or end the record before it',
        ply=ply,
        token=token,
    )


def _result(tags: Mapping[str, str], written: str | None, last: Position, plies: int) -> str:
    """The result: that of the game's end on the board, else of the moves' end, else of the tag."""
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
