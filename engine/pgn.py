"""A PGN text taken apart: tags, moves and result of its first game, after the PGN standard of 1994.

PDN, in which draughts is recorded, has the same shape.
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import NamedTuple

from engine.errors import RecordError, one_line
from engine.game import Game
from engine.movetext import DASH, play_game
from engine.record import GameRecord
from engine.timetags import shown_in

_END = r"(?![^\s{}()\[\];])"
_TOKEN = re.compile(
    rf"""
      (?P<skipped> \s+ | ^%.* | ;.* | \$[0-9]+ | [!?]+ | e\.p\.{_END} )
    | (?P<comment> \{{[^}}]*\}}? )
    | \[ \s* (?P<tag>\w+) \s+ "(?P<value>(?:[^"\\\n]|\\.)*)" \s* \]
    | (?P<result> (?: 1{DASH}0 | 0{DASH}1 | 1/2{DASH}1/2 | \* ) {_END} )
    | (?P<number> [1-9][0-9]* [ ]? [.…][.…\s]* | [.…]+ | [1-9][0-9]*{_END} )
    | (?P<open> \( )
    | (?P<close> \) )
    | (?P<move> [^\s{{}}()\[\];]+ )
    | (?P<stray> . )
    """,
    re.VERBOSE | re.MULTILINE,
)


class Token(NamedTuple):
    """A piece of a text, and the line on which it stands, from 1.

    `shown`: what its mover's clock showed after a move (ms), if a comment says so.
    """

    text: str
    line: int
    shown: int | None = None


class Parts(NamedTuple):
    """What a text says, before it is played through; `result` None: it ends without one."""

    tags: dict[str, str]
    moves: list[Token]
    result: str | None = None


def scan(text: str) -> Parts:
    """The parts of the first game of a text, without annotations and variations; of comments only clocks.

    RecordError names the line of what can't be read.
    """
    parts = Parts({}, [])
    opened: list[Token] = []
    line = 1
    for found in _TOKEN.finditer(text.removeprefix("\ufeff")):
        token = Token(found[0], line)
        line += found[0].count("\n")
        match found.lastgroup:
            case "skipped" | "number":
                pass
            case "comment" if token.text.endswith("}"):
                if parts.moves and not opened and (shown := shown_in(token.text)) is not None:
                    parts.moves[-1] = parts.moves[-1]._replace(shown=shown)
            case "open":
                opened.append(token)
            case "close" if opened:
                opened.pop()
            case "comment" | "close" | "stray":
                raise _misread(token)
            case "value" if not opened and (parts.moves or parts.result):
                break
            case _ if not opened:
                parts = _with(parts, found, token)
    if opened:
        raise _misread(opened[-1])
    if not any(parts):
        raise RecordError("there is no game in it, neither tags nor moves")
    return parts


def play_parts(game: Game, parts: Parts, *, own_tags: Container[str]) -> GameRecord:
    """The record of a text taken apart; RecordError names the tag, or line, ply and token, of a fault.

    `own_tags` are tags that the record has as other fields.
    """
    tags, moves, result = parts
    try:
        texts, shown = [move.text for move in moves], [move.shown for move in moves]
        return play_game(game, tags, texts, result, own_tags=own_tags, shown=shown)
    except RecordError as error:
        if not error.ply:
            raise
        line = moves[error.ply - 1].line
        raise RecordError(f"line {line}, {error}", ply=error.ply, token=error.token) from None


def _with(parts: Parts, found: re.Match[str], token: Token) -> Parts:
    """The parts with a tag, a move or the result more."""
    if parts.result:
        raise RecordError(
            f'line {token.line}: "{one_line(token.text)}" after the result {parts.result};'
            " another game begins with its tags",
            token=token.text,
        )
    if found["result"]:
        return parts._replace(result=re.sub(DASH, "-", token.text))
    if found["tag"]:
        parts.tags[found["tag"]] = re.sub(r"\\(.)", r"\1", found["value"])
    else:
        parts.moves.append(token)
    return parts


def _misread(token: Token) -> RecordError:
    start = one_line(token.text)
    faults = {
        "{": f'the comment that begins with "{start}" has no }}',
        "[": 'a tag is written like [Event "name"], with \\" for a " in the name',
        "(": "the variation that begins here has no )",
        ")": "there is no ( to this )",
    }
    why = faults.get(token.text[0], f'"{start}" does not belong here')
    return RecordError(f"line {token.line}: {why}", token=start)
