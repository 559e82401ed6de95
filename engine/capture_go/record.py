"""Records of capture Go: SGF, with the property TARGET for how many captured stones win.

Without TARGET it is ordinary Go (target 0). A start that AB, AW and PL don't tell wholly (stones captured
before, ko) also stands in the property START, as a position text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import zip_longest

from engine.capture_go.game import CaptureGo
from engine.capture_go.position import PASS, Position
from engine.capture_go.rules import Rules, handicap_points, max_handicap
from engine.capture_go.sgf import COLOURS, Play, SgfGame, read_sgf, write_sgf
from engine.capture_go.times import control_properties, left_properties, read_timing
from engine.clock import TIME_FORFEIT, end_tags
from engine.errors import MoveError, PositionError, RecordError, UsageError, one_line
from engine.phrase import phrase
from engine.record import GameRecord
from engine.types import BoardShape, Colour, Move, Square

TARGET, START = "TARGET", "START"

TAGS = {
    "EV": "Event", "PC": "Site", "DT": "Date", "RO": "Round", "PW": "White", "PB": "Black",
    "AN": "Annotator", "ON": "Opening", "GN": "GN", "SO": "SO", "RU": "RU", "TM": "TM", "OT": "OT",
    "WR": "WR", "BR": "BR", "WT": "WT", "BT": "BT", "US": "US", "CP": "CP", "GC": "GC",
    "HA": "HA", "RE": "RE",
}  # fmt: skip
"""SGF's properties about a game, and the tags that they become: PGN's names where it has one."""

RESULTS = {"0-1": "B+", "1-0": "W+", "1/2-1/2": "0", "*": "?"}
"""Results as RE has them; how a game was won may follow: `B+3.5`, `W+R`."""


def read_record(text: str) -> GameRecord:
    """The record of an SGF text; RecordError names property, or ply and token, of the first fault.

    Of variations the main line is read. In ordinary Go RE decides the result, for which stones are dead can't
    be seen on the board. A tag RE or HA says what the result and the option `handicap` don't, a tag Dead
    which stones are dead by TB and TW (one of each group).
    """
    sgf = read_sgf(text.removeprefix("\ufeff"))
    game = CaptureGo(_rules(sgf))
    start = _start(sgf, game)
    moves, last = _play(start, sgf.plays)
    result = _result(sgf.root, last, len(moves))
    timing = read_timing(sgf.root, sgf.plays)
    tags = _tags(sgf.root, game) | _tag_of_dead(sgf, last)
    if timing:
        tags = {tag: value for tag, value in tags.items() if tag not in {"TM", "OT"}}
    return GameRecord(game, moves, result, tags, None if start == game.start() else start, timing)


def write_record(record: GameRecord) -> str:
    """The SGF text of a record. Tags that SGF has no property for are left out."""
    assert isinstance(record.game, CaptureGo)
    rules, positions = record.game.rules, record.positions()
    first = positions[0]
    assert isinstance(first, Position)
    stones = {square: stack[0].colour for square, stack in enumerate(first.stacks) if stack}
    root = {name: record.tags[tag] for name, tag in TAGS.items() if record.tags.get(tag, "?")[0] != "?"}
    if "DT" in root:
        root["DT"] = _sgf_date(root["DT"])
    root |= {"KM": str(rules.komi).removesuffix(".0"), "RE": _written_result(record)}
    if rules.target:
        root[TARGET] = str(rules.target)
    if rules.handicap:
        root["HA"] = str(rules.handicap)
    if stones or record.start:
        root["PL"] = first.turn.letter.upper()
    if first != record.game.position(_set_up_text(rules.shape, stones, root.get("PL", ""))):
        root[START] = first.text()
    if record.timing:
        root |= control_properties(record.timing.control)
    left = record.timing.left if record.timing else ()
    plays = [
        Play(
            position.turn,
            move.transfers[0].target if move.transfers else None,
            times=left_properties(position.turn, rest) if rest else None,
        )
        for position, move, rest in zip_longest(positions[:-1], record.moves, left)
    ]
    return write_sgf(SgfGame(rules.size, root, stones, plays, _territory(record)))


def _rules(sgf: SgfGame) -> Rules:
    values: dict[str, float] = {}
    for name, kind in ((TARGET, int), ("KM", float)):
        value = sgf.root.get(name) or "0"
        try:
            values[name] = kind(value)
        except ValueError:
            raise RecordError(f"{name} is {one_line(value)}, which is no number", token=value) from None
    try:
        return Rules(
            size=sgf.size,
            target=int(values[TARGET]),
            komi=values["KM"],
            handicap=_usual_handicap(sgf),
        )
    except UsageError as fault:
        raise RecordError(str(fault)) from None


def _usual_handicap(sgf: SgfGame) -> int:
    """The handicap, if its stones are all that is set up and stand on the usual points."""
    count = len(sgf.stones)
    if sgf.root.get("HA") != str(count) or not 2 <= count <= max_handicap(sgf.size):
        return 0
    usual = dict.fromkeys(handicap_points(sgf.size, count), Colour.BLACK)
    return count if sgf.stones == usual and _side_to_move(sgf) == "W" else 0


def _side_to_move(sgf: SgfGame) -> str:
    """`B` or `W`: by PL, else by the first move, else by the handicap."""
    if side := sgf.root.get("PL"):
        return side[0].upper()
    if sgf.plays:
        return sgf.plays[0].colour.letter.upper()
    return "W" if sgf.root.get("HA", "0") > "1" else "B"


def _start(sgf: SgfGame, game: CaptureGo) -> Position:
    text = sgf.root.get(START) or _set_up_text(game.shape, sgf.stones, _side_to_move(sgf))
    try:
        return game.position(text)
    except PositionError as fault:
        raise RecordError(f"the position set up: {fault}") from None


def _set_up_text(shape: BoardShape, stones: Mapping[Square, Colour], side: str) -> str:
    """The position text of what AB, AW and PL tell."""
    lists = {
        f"A{letter}": ",".join(shape.name(square) for square, stone in stones.items() if stone is colour)
        for letter, colour in COLOURS.items()
    }
    return " ".join(f"{code} {value}" for code, value in (lists | {"PL": side}).items() if value)


def _play(start: Position, plays: Iterable[Play]) -> tuple[tuple[Move, ...], Position]:
    """The moves, each checked, and the last position."""
    position, moves = start, list[Move]()
    for ply, play in enumerate(plays, 1):
        try:
            moves.append(_find_move(position, play))
        except MoveError as fault:
            raise RecordError(
                f"ply {ply}, {play.token}: {fault}; mend this move or end the record before it",
                ply=ply,
                token=play.token,
            ) from None
        position = position.after(moves[-1])
    return tuple(moves), position


def _find_move(position: Position, play: Play) -> Move:
    name = PASS if play.square is None else position.rules.shape.name(play.square)
    move = position.find_move(name)
    if play.colour is not position.turn:
        side = position.turn.letter.upper()
        raise MoveError(name, phrase("{side} is to move; a pass is written {side}[]", side=side))
    return move


def _result(root: Mapping[str, str], last: Position, plies: int) -> str:
    """The result by RE; captures on the board decide before it. RecordError if the two differ."""
    said = _result_of(root.get("RE", ""))
    outcome = last.outcome()
    if outcome is None or not last.rules.target:
        return said
    if said not in {"*", outcome.result}:
        raise RecordError(
            f"RE is {one_line(root['RE'])}, but {outcome.reason} at ply {plies} makes it"
            f" {RESULTS[outcome.result]}; mend one of them",
            token=root["RE"],
        )
    return outcome.result


def _result_of(text: str) -> str:
    """The result of an RE; anything but a win or a draw (`Void`, `?`) is `*`."""
    if text.lower() in {"0", "draw", "jigo"}:
        return "1/2-1/2"
    return {"B+": "0-1", "W+": "1-0"}.get(text[:2].upper(), "*")


def _written_result(record: GameRecord) -> str:
    """RE: the tag of that name where it tells more of the same result, else with the margin of a count."""
    last = record.positions()[-1]
    assert isinstance(last, Position)
    outcome = last.outcome()
    result = outcome.result if outcome and last.rules.target else record.result
    said = record.tags.get("RE", "")
    if said and _result_of(said) == result:
        return said
    if record.tags.get("Termination") == TIME_FORFEIT and result in {"1-0", "0-1"}:
        return f"{RESULTS[result]}T"
    counted = last.score(_dead(record.tags, last)) if last.is_counted else None
    margin = abs(counted.margin) if counted else 0.0
    by_count = margin and counted and counted.outcome().result == result
    return RESULTS[result] + (f"{margin:g}" if by_count else "")


def _dead(tags: Mapping[str, str], last: Position) -> list[Square]:
    """The stones that a tag Dead names, as far as they stand."""
    standing = {last.rules.shape.name(square): square for square, stack in enumerate(last.stacks) if stack}
    return [standing[name] for name in tags.get("Dead", "").split(",") if name in standing]


def _territory(record: GameRecord) -> dict[Colour, frozenset[Square]]:
    """TB and TW, where the result is that of the count."""
    last = record.positions()[-1]
    assert isinstance(last, Position)
    dead = _dead(record.tags, last)
    if not last.is_counted or last.agreed(dead).result != record.result:
        return {}
    return last.territory(dead)


def _tag_of_dead(sgf: SgfGame, last: Position) -> dict[str, str]:
    """The tag Dead: stones in the other side's territory, one of each group."""
    stones = {square: stack[0].colour for square, stack in enumerate(last.stacks) if stack}
    dead = [
        square
        for side, squares in sgf.territory.items()
        for square in squares
        if stones.get(square) is side.other
    ]
    return end_tags(last.agreed(dead).reason) if last.is_counted else {}


def _tags(root: Mapping[str, str], game: CaptureGo) -> dict[str, str]:
    tags = {tag: root[name] for name, tag in TAGS.items() if root.get(name)}
    if date := re.fullmatch(r"([0-9]{4})(?:-([0-9]{2}))?(?:-([0-9]{2}))?", tags.get("Date", "")):
        tags["Date"] = ".".join(part or "??" for part in date.groups())
    if tags.get("RE") in RESULTS.values():
        del tags["RE"]
    if tags.get("HA") in {"0", "1", str(game.rules.handicap)}:
        del tags["HA"]
    return tags


def _sgf_date(date: str) -> str:
    """A date as SGF writes it: `1988-10-08`, `1968`; what is no PGN date stays as it is."""
    if re.fullmatch(r"[0-9]{4}(\.[0-9]{2}){0,2}(\.\?\?){0,2}", date):
        return date.replace(".??", "").replace(".", "-")
    return date
