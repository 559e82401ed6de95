"""Position text of tavreli: board, turn, castling, double steps, en passant, move number.

Reading is strict: each position has one text, and a text that is no position is refused with the rule that
it breaks. Like FEN, it does not ask whether a game could have led there.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from engine.errors import PositionError
from engine.tavreli.attacks import BIT, squares_of
from engine.tavreli.board import HOME, SHAPE, Board, layers
from engine.tavreli.men import (
    BLACK,
    CODE_OF_TEXT,
    FIGURE,
    FIGURES,
    MEN,
    PROMOTION,
    SET,
    WARRIOR_SIGNS,
    is_promoted,
    on_top,
)

START = "rnbqkbnr/prpnpbpqphpbpnpr/8/8/8/8/PRPNPBPQPHPBPNPR/RNBQKBNR w KQkq abcdefgh:abcdefgh - 1"

_FIELDS = ("board", "turn", "castling", "double steps", "en passant", "move number")
_SIGN = re.compile(r"P[RNBQH]|\+[RNBQH]|p[rnbqh]|\+[rnbqh]|.")
_CASTLING = (("K", 7), ("Q", 0), ("k", 63), ("q", 56))
"""The letters of the castling field and the squares of their champions."""
_FILES = "abcdefgh"
_SECOND_RANK = (8, 48)
"""The first square of each colour's second rank."""
_COLOURS = ("White", "Black")


def write_position(board: Board, number: int) -> str:
    """The text of a board at a move number."""
    ranks = "/".join(_rank_text(board.stacks[first : first + 8]) for first in range(56, -1, -8))
    castling = "".join(letter for letter, corner in _CASTLING if board.unmoved & BIT[corner]) or "-"
    files = [_unmoved_files(board.unmoved, colour) for colour in (0, 1)]
    double_steps = ":".join(side or "-" for side in files) if any(files) else "-"
    crossed = "-" if board.crossed is None else SHAPE.name(board.crossed)
    return f"{ranks} {'wb'[board.turn]} {castling} {double_steps} {crossed} {number}"


def _rank_text(stacks: tuple[bytes, ...]) -> str:
    text, empty = "", 0
    for stack in (*stacks, None):
        if stack == b"":
            empty += 1
            continue
        text += str(empty) if empty else ""
        empty = 0
        text += _stack_text(stack or b"")
    return text


@lru_cache(maxsize=4096)
def _stack_text(stack: bytes) -> str:
    men = "".join(MEN[code].text for code in stack)
    return f"({men})" if len(stack) > 1 else men


def _unmoved_files(unmoved: int, colour: int) -> str:
    return "".join(file for i, file in enumerate(_FILES) if unmoved & BIT[_SECOND_RANK[colour] + i])


def read_position(text: str, *, over_own: bool = False) -> tuple[Board, int]:
    """The board and the move number of a text; PositionError says which rule the text breaks."""
    fields = text.split()
    if len(fields) != len(_FIELDS):
        raise PositionError(f"{len(fields)} fields in {text!r}, not the six: {', '.join(_FIELDS)}")
    stacks = _read_board(fields[0])
    if fields[1] not in {"w", "b"}:
        raise PositionError(f"turn {fields[1]!r}: write w or b")
    turn = "wb".index(fields[1])
    _check_men(stacks)
    unmoved = _read_castling(fields[2], stacks) | _read_double_steps(fields[3], stacks)
    crossed = _read_crossed(fields[4], stacks, turn)
    if not re.fullmatch("[1-9][0-9]{0,5}", fields[5]):
        raise PositionError(f"move number {fields[5]!r}: write a number from 1 to 999999")
    board = Board(stacks, layers(stacks), turn, unmoved, crossed, over_own)
    attackers = board.attackers(board.magus(1 - turn), turn)
    if attackers:
        attacker = SHAPE.name(next(squares_of(attackers)))
        raise PositionError(f"{_COLOURS[1 - turn]} is in check from {attacker}, and {_COLOURS[turn]} to move")
    return board, int(fields[5])


def _read_board(field: str) -> tuple[bytes, ...]:
    ranks = field.split("/")
    if len(ranks) != 8:
        raise PositionError(f"board: 8 ranks with / between them, here are {len(ranks)}")
    rows = [_read_rank(text, 8 - i) for i, text in enumerate(ranks)]
    return tuple(stack for row in reversed(rows) for stack in row)


def _read_rank(text: str, rank: int) -> list[bytes]:
    def refuse(why: str) -> PositionError:
        return PositionError(f"board, rank {rank}: {why} in {text!r}")

    stacks: list[bytes] = []
    tower: list[int] | None = None
    previous = ""
    for sign in _SIGN.findall(text):
        if sign in CODE_OF_TEXT and tower is None:
            stacks.append(bytes((CODE_OF_TEXT[sign],)))
        elif sign in CODE_OF_TEXT and tower is not None:
            tower.append(CODE_OF_TEXT[sign])
        elif sign == "(" and tower is None:
            tower = []
        elif sign == ")" and tower is not None:
            if len(tower) < 2:
                raise refuse("a tower of fewer than two men")
            stacks.append(bytes(tower))
            tower = None
        elif sign in "12345678" and tower is None:
            if previous.isdigit():
                raise refuse("two digits side by side (write their sum)")
            stacks += [b""] * int(sign)
        elif sign in {"P", "p"}:
            raise refuse(f"a warrior {sign} without what it promotes to (RNBQH, in its own case)")
        elif sign in "()12345678":
            raise refuse(f"a misplaced {sign}")
        else:
            raise refuse(f"{sign!r}, which is no man,")
        previous = sign
    if tower is not None:
        raise refuse("a tower without its )")
    if len(stacks) != 8:
        raise refuse(f"{len(stacks)} squares, not 8,")
    return stacks


def _check_men(stacks: tuple[bytes, ...]) -> None:
    """Refuse men that the set has not, or that stand where they can't."""
    count = Counter(code - PROMOTION if is_promoted(code) else code for stack in stacks for code in stack)
    for code, man in MEN.items():
        kind, colour = FIGURES[code & FIGURE], _COLOURS[man.colour]
        if kind in SET and count[code] > SET[kind]:
            raise PositionError(f"{colour} has {count[code]} men {man.text}, the set has {SET[kind]}")
        if kind == "K" and not count[code]:
            raise PositionError(f"{colour} has no magus")
    for square, stack in enumerate(stacks):
        name = SHAPE.name(square)
        for code in stack[:-1]:
            if code & FIGURE == FIGURES.index("K"):
                raise PositionError(f"{name}: a magus stands only on top")
            if is_promoted(code):
                raise PositionError(f"{name}: a promoted man stands only on top, {MEN[code].text} is covered")
        if stack and on_top(stack[-1], square) != stack[-1]:
            text = MEN[stack[-1]].text
            raise PositionError(f"{name}: the warrior {text} on its last rank is +{text[1:]}")


def _read_castling(field: str, stacks: tuple[bytes, ...]) -> int:
    if field != "-" and (not field or field != "".join(k for k, _ in _CASTLING if k in field)):
        raise PositionError(f"castling {field!r}: write - or those of KQkq that are left, in this order")
    unmoved = 0
    for letter, corner in _CASTLING:
        if letter not in field:
            continue
        side = BLACK if letter.islower() else 0
        home = HOME[side >> 4]
        for square, figure in ((home, "K"), (corner, "R")):
            if stacks[square][:1] != bytes((FIGURES.index(figure) | side,)):
                what = "magus" if figure == "K" else "champion"
                raise PositionError(f"castling {letter}: no {what} that never moved on {SHAPE.name(square)}")
        unmoved |= BIT[corner]
    return unmoved


def _read_double_steps(field: str, stacks: tuple[bytes, ...]) -> int:
    if field == "-":
        return 0
    sides = field.split(":")
    if field == "-:-" or len(sides) != 2 or not all(map(_in_file_order, sides)):
        raise PositionError(f"double steps {field!r}: write files in order such as abde:-, or - for none")
    unmoved = 0
    for colour, side in enumerate(sides):
        for file in side.replace("-", ""):
            i = _FILES.index(file)
            square = _SECOND_RANK[colour] + i
            warrior = FIGURES.index("P" + WARRIOR_SIGNS[i]) | colour << 4
            if stacks[square][:1] != bytes((warrior,)):
                raise PositionError(
                    f"double steps: {MEN[warrior].text}, the warrior of file {file}, "
                    f"is not the lowest man on {SHAPE.name(square)}"
                )
            unmoved |= BIT[square]
    return unmoved


def _in_file_order(side: str) -> bool:
    return side == "-" or (bool(side) and side == "".join(file for file in _FILES if file in side))


def _read_crossed(field: str, stacks: tuple[bytes, ...], turn: int) -> int | None:
    """The square that the side not to move has just crossed by a double step."""
    if field == "-":
        return None
    if not re.fullmatch("[a-h][36]", field) or field[1] != "63"[turn]:
        raise PositionError(f"en passant {field!r}: write - or a square of rank {'63'[turn]}, just crossed")
    crossed, colour = SHAPE.square(field), 1 - turn
    forward = -8 if colour else 8
    origin, landing = stacks[crossed - forward], stacks[crossed + forward]
    warrior = FIGURES.index("P" + WARRIOR_SIGNS[crossed % 8]) | colour << 4
    if landing[-1:] != bytes((warrior,)) or (len(landing) > 1 and landing[-2] >> 4 != colour):
        square = SHAPE.name(crossed + forward)
        raise PositionError(f"en passant {field}: no {MEN[warrior].text} on {square} after a double step")
    if origin or stacks[crossed]:
        occupied = crossed if stacks[crossed] else crossed - forward
        raise PositionError(f"en passant {field}: {SHAPE.name(occupied)} must be empty after the double step")
    return crossed
