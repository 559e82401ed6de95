"""Random tavreli positions with towers: by playing, and by setting men up."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.errors import PositionError
from engine.tavreli import Position, Tavreli
from engine.types import Move

WARRIORS = ["PR", "PN", "PB", "PQ", "PH", "PB", "PN", "PR"]


def playout(game: Tavreli, start: Position, rng: random.Random, plies: int) -> Iterator[Position]:
    """The positions of a random game that likes towers: covering, splitting, warriors running to promote."""
    position = start
    yield position
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves:
            return
        weights = [_weight(position, move) for move in moves]
        position = position.after(rng.choices(moves, weights)[0])
        yield position


def _weight(position: Position, move: Move) -> float:
    weight = 1.0
    if "x" in move.name:
        weight *= 3
    if "(" in move.name:
        weight *= 1.5
    if move.turns:
        weight *= 5
    origin = move.transfers[-1].origin
    assert origin is not None
    man = position.stacks[origin][-1]
    if man.kind == "P":
        weight *= 4
    if man.kind == "K":
        weight *= 0.7
    return weight


def set_up(game: Tavreli, rng: random.Random) -> Position:
    """A random legal position: some or all men on few or many squares, rights where the men allow them."""
    while True:
        try:
            return game.position(_random_text(rng))
        except PositionError as error:
            if "is in check" not in str(error):
                raise


def _random_text(rng: random.Random) -> str:
    """Men at home on the bottom, others thrown on some of the squares, the magi on top of what is there."""
    stacks: list[list[str]] = [[] for _ in range(64)]
    turn = rng.choice("wb")
    kept, at_home = rng.choice((1.0, 0.8, 0.5)), rng.choice((0.0, 0.3, 0.8))
    rights: list[str] = []
    double: list[str] = []
    thrown: list[str] = []
    for side, colour in enumerate("wb"):
        files = ""
        for file, text in enumerate(WARRIORS):
            man = _coloured(text, colour)
            if rng.random() < at_home:
                stacks[(8, 48)[side] + file].append(man)
                files += "abcdefgh"[file]
            elif rng.random() < kept:
                thrown.append(man)
        double.append(files or "-")
        for text, square, right in (("R", 7, "K"), ("R", 0, "Q")):
            if rng.random() < at_home:
                stacks[square + 56 * side].append(_coloured(text, colour))
                rights.append(_coloured(right, colour))
            elif rng.random() < kept:
                thrown.append(_coloured(text, colour))
        thrown += [_coloured(text, colour) for text in "BBNNQ" if rng.random() < kept]
    crossed = _double_step(stacks, thrown, turn, rng)
    _throw(stacks, thrown, crossed, rng)
    castling = _set_magi(stacks, rights, crossed, rng)
    landing = None if crossed is None else crossed + (8 if turn == "b" else -8)
    for square, stack in enumerate(stacks):
        if square != landing:
            _turn_over(stack, square, rng)
    last = "-" if crossed is None else "abcdefgh"[crossed % 8] + str(crossed // 8 + 1)
    doubles = "-" if double == ["-", "-"] else ":".join(double)
    return f"{_board_text(stacks)} {turn} {castling or '-'} {doubles} {last} {rng.randrange(1, 200)}"


def _coloured(text: str, colour: str) -> str:
    return text if colour == "w" else text.lower()


def _double_step(stacks: list[list[str]], thrown: list[str], turn: str, rng: random.Random) -> int | None:
    """Now and then a warrior that has just crossed a square, often with an enemy warrior beside it."""
    mover, forward, second = ("b", -8, 48) if turn == "w" else ("w", 8, 8)
    file = rng.randrange(8)
    man, crossed = _coloured(WARRIORS[file], mover), second + forward + file
    if rng.random() < 0.5 or man not in thrown or stacks[crossed - forward]:
        return None
    thrown.remove(man)
    own = [i for i in thrown if i.isupper() == man.isupper()]
    under = rng.sample(own, min(len(own), rng.choice((0, 0, 1, 2))))
    for one in under:
        thrown.remove(one)
    below = rng.sample(thrown, min(len(thrown), rng.choice((0, 1)))) if under else []
    for one in below:
        thrown.remove(one)
    stacks[crossed + forward] = [*below, *under, man]
    beside = crossed + forward + rng.choice((-1, 1))
    hunters = [i for i in thrown if i.isupper() != man.isupper() and i.upper().startswith("P")]
    if hunters and beside // 8 == (crossed + forward) // 8:
        thrown.remove(hunters[0])
        stacks[beside] = rng.sample(thrown, min(2, len(thrown)))
        for one in stacks[beside]:
            thrown.remove(one)
        stacks[beside].append(hunters[0])
    return crossed


def _throw(stacks: list[list[str]], thrown: list[str], crossed: int | None, rng: random.Random) -> None:
    kept_free = set() if crossed is None else {crossed - 8, crossed, crossed + 8}
    squares = [i for i in range(64) if i not in kept_free]
    chosen = rng.sample(squares, rng.choice((8, 14, 20, 30, 40)))
    rng.shuffle(thrown)
    for man in thrown:
        stacks[rng.choice(chosen)].append(man)


def _set_magi(stacks: list[list[str]], rights: list[str], crossed: int | None, rng: random.Random) -> str:
    """Set both magi; the castling rights that are left."""
    castling = ""
    for magus, home, pair in (("K", 4, "KQ"), ("k", 60, "kq")):
        held = [right for right in pair if right in rights]
        if held and not stacks[home] and rng.random() < 0.8:
            stacks[home].append(magus)
            castling += "".join(held)
            continue
        kept_free = set() if crossed is None else {crossed - 8, crossed, crossed + 8}
        kept_free |= {i for i in range(64) if "K" in stacks[i]}
        stacks[rng.choice([i for i in range(64) if i not in kept_free])].append(magus)
    return castling


def _turn_over(stack: list[str], square: int, rng: random.Random) -> None:
    """Promote a warrior on top: always on its last rank, now and then elsewhere."""
    if stack and stack[-1][0] in "Pp":
        last_rank = square >= 56 if stack[-1].isupper() else square < 8
        second_rank = 8 <= square < 16 or 48 <= square < 56
        if last_rank or (not second_rank and len(stack) > 1 and rng.random() < 0.2):
            stack[-1] = "+" + stack[-1][1]


def _board_text(stacks: list[list[str]]) -> str:
    cells = [
        "".join(stack) if len(stack) == 1 else f"({''.join(stack)})" if stack else "." for stack in stacks
    ]
    text = "/".join("".join(cells[i : i + 8]) for i in range(56, -1, -8))
    for n in range(8, 0, -1):
        text = text.replace("." * n, str(n))
    return text
