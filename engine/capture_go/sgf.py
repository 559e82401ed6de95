"""SGF (FF[4]) of Go by sgfmill: text to one plain value and back. No object of sgfmill leaves this module."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from sgfmill import sgf, sgf_grammar  # type: ignore[import-untyped]

from engine.errors import RecordError, one_line
from engine.types import Colour, Square

COLOURS = {"B": Colour.BLACK, "W": Colour.WHITE}
TIMES = ("BL", "WL", "OB", "OW")
"""The properties that say what a player has left."""


class Play(NamedTuple):
    """A move; `square` None is a pass, `token` is how it is written: `B[ee]`.

    `times`: the properties that say what its player has left.
    """

    colour: Colour
    square: Square | None
    token: str = ""
    times: Mapping[str, str] | None = None


class SgfGame(NamedTuple):
    """The main line of a game: the root's properties as texts, the stones set up, the moves.

    `territory`: what its last node says is each side's own (TB, TW), the other side's dead stones too.
    """

    size: int
    root: Mapping[str, str]
    stones: Mapping[Square, Colour]
    plays: Sequence[Play]
    territory: Mapping[Colour, Collection[Square]] = {}


def read_sgf(text: str) -> SgfGame:
    """The game of a text; RecordError names the line that can't be read, or ply, property and token."""
    tree = _parse(text.encode("utf-8", "replace"))
    root = {name: _plain(values[0]) for name, values in tree.sequence[0].items()}
    size = _read_size(root)
    stones: dict[Square, Colour] = {}
    plays: list[Play] = []
    for node in sgf.Sgf_game.from_coarse_game_tree(tree, "UTF-8").main_sequence_iter():
        if node.has_setup_stones():
            if plays:
                raise RecordError(
                    f"stones are set up (AB, AW or AE) after ply {len(plays)}; begin the record there",
                    ply=len(plays),
                )
            stones = _set_up(stones, node, size)
        plays += _read_plays(node, size, len(plays) + 1)
    return SgfGame(size, root, stones, plays, _read_territory(node, size))


def write_sgf(game: SgfGame) -> str:
    """The text of a game."""
    written = sgf.Sgf_game(size=game.size)
    node = written.get_root()
    for name, value in game.root.items():
        node.set_raw(name, sgf_grammar.escape_text(value.encode()))
    black, white = (
        [divmod(square, game.size) for square, stone in game.stones.items() if stone is colour]
        for colour in COLOURS.values()
    )
    node.set_setup_stones(black, white)
    for colour, square, _, times in game.plays:
        node = node.new_child()
        if square is None:
            node.set_raw(colour.letter.upper(), b"")
        else:
            node.set_move(colour.letter, divmod(square, game.size))
        for name, value in (times or {}).items():
            node.set_raw(name, value.encode())
    for side, squares in game.territory.items():
        node.set(f"T{side.letter.upper()}", {divmod(square, game.size) for square in squares})
    return str(written.serialise(), "utf-8")


def _parse(data: bytes) -> Any:
    try:
        trees = sgf_grammar.parse_sgf_collection(data)
    except ValueError as fault:
        line = data.count(b"\n", 0, sgf_grammar.tokenise(data)[1]) + 1
        why = str(fault).rpartition(": ")[2]
        raise RecordError(f"line {line}: {why}; mend it there, or is the file cut off?") from None
    if len(trees) > 1:
        raise RecordError(f"{len(trees)} games are in it; a file holds one game")
    return trees[0]


def _read_size(root: Mapping[str, str]) -> int:
    game, size = root.get("GM", "1").strip(), root.get("SZ", "19").strip()
    if game != "1":
        raise RecordError(f"GM is {one_line(game)}, and only 1 is Go", token=game)
    if size not in map(str, range(1, 27)):
        raise RecordError(f"SZ is {one_line(size)}; write the number of points along one edge", token=size)
    return int(size)


def _set_up(stones: Mapping[Square, Colour], node: Any, size: int) -> dict[Square, Colour]:
    """The stones after a node's properties AB, AW and AE."""
    set_up = dict(stones)
    named: dict[Square, str] = {}
    for name, colour in (("AB", Colour.BLACK), ("AW", Colour.WHITE), ("AE", None)):
        if not node.has_property(name):
            continue
        for square in (rank * size + file for rank, file in _points(node, name, size)):
            if square in named:
                raise RecordError(
                    f"{named[square]} and {name} name the same point; leave one out", token=name
                )
            named[square] = name
            if colour is None:
                set_up.pop(square, None)
            else:
                set_up[square] = colour
    return set_up


def _points(node: Any, name: str, size: int) -> Collection[tuple[int, int]]:
    """The points (rank, file) of a property that is a list of them."""
    try:
        points: Collection[tuple[int, int]] = node.get(name)
    except ValueError:
        token = "".join(f"[{_plain(value)}]" for value in node.get_raw_list(name))
        raise RecordError(
            f"{name}{one_line(token)}: not points of a {size}x{size} board", token=token
        ) from None
    return points


def _read_plays(node: Any, size: int, ply: int) -> list[Play]:
    """The move of a node, if it has one."""
    names = [name for name in COLOURS if node.has_property(name)]
    values = [(name, value) for name in names for value in node.get_raw_list(name)]
    token = "".join(f"{name}[{_plain(value)}]" for name, value in values)
    if len(values) > 1:
        raise RecordError(
            f"ply {ply}, {one_line(token)}: several moves in one node; put a ; before each",
            ply=ply,
            token=token,
        )
    if not values:
        return []
    try:
        colour, point = node.get_move()
    except ValueError:
        raise RecordError(
            f"ply {ply}, {one_line(token)}: no point of a {size}x{size} board", ply=ply, token=token
        ) from None
    square = None if point is None else point[0] * size + point[1]
    times = {name: _plain(node.get_raw(name)) for name in TIMES if node.has_property(name)}
    return [Play(COLOURS[colour.upper()], square, token, times or None)]


def _read_territory(node: Any, size: int) -> dict[Colour, frozenset[Square]]:
    territory = {}
    for letter, colour in COLOURS.items():
        name = f"T{letter}"
        if node.has_property(name):
            territory[colour] = frozenset(rank * size + file for rank, file in _points(node, name, size))
    return territory


def _plain(raw: bytes) -> str:
    return str(sgf_grammar.simpletext_value(raw), "utf-8", "replace").strip()
