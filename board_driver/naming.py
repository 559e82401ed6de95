"""A board that no move explains, named by the players: by words, or by a position text. Pure.

Words are there for the games whose position texts are of FEN's shape: board, side to move, castling.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, product

from board_driver.words import TO_MOVE
from engine.errors import PositionError
from engine.game import Game, Position
from engine.phrase import Phrase, phrase
from engine.types import BoardShape, Colour, Man, Square, Stack

STEPS = {"tavreli": True, "chess": False}
"""The games that have words; True: the warriors that have not moved yet stand in the text, too."""


def named_positions(
    game: Game, position: Position, differences: Sequence[tuple[Square, int]]
) -> dict[Phrase, Position]:
    """What the players can say of a board that differs from a position so: the words, and the position then.

    All that has gone from one square stands on another one, or it is off the board, and either side is to
    move. Nothing is offered for more men than that: their position has to be given as a text.
    """
    gone = [(square, -men) for square, men in differences if men < 0]
    come = [(square, men) for square, men in differences if men > 0]
    if game.name not in STEPS or len(gone) != 1 or (come and come[0][1:] != gone[0][1:]) or len(come) > 1:
        return {}
    ((origin, count),), name = gone, game.shape.name
    stacks = list(position.stacks)
    stacks[origin], men = stacks[origin][:-count], stacks[origin][-count:]
    words = phrase("From {origin} off the board", origin=name(origin))
    if come:
        stacks[come[0][0]] += men
        words = phrase("From {origin} to {target}", origin=name(origin), target=name(come[0][0]))
    found = {}
    for turn in Colour:
        for text in _texts(game, position, stacks, turn, man=men[-1], origin=origin):
            if made := _read(game, text, stacks):
                found[phrase("{words}, {turn}", words=words, turn=TO_MOVE[turn])] = made
                break
    return found


def read_position(
    game: Game, position: Position, differences: Sequence[tuple[Square, int]], text: str
) -> Position | None:
    """The position that words of `named_positions`, or a position text, mean; None if they mean none."""
    named = named_positions(game, position, differences).items()
    return next((there for words, there in named if str(words) == text), None) or _read(game, text, None)


def _read(game: Game, text: str, stacks: Sequence[Stack] | None) -> Position | None:
    try:
        position = game.position(text)
    except PositionError:
        return None
    return position if stacks is None or position.stacks == tuple(stacks) else None


def _texts(
    game: Game, position: Position, stacks: Sequence[Stack], turn: Colour, *, man: Man, origin: Square
) -> Iterator[str]:
    """Position texts with these stacks, those with the most rights first; nobody may take in passing."""
    _, _, castling, *rest = position.text().split()
    mine = str.isupper if man.colour is Colour.WHITE else str.islower
    rights = (castling, "".join(letter for letter in castling if not mine(letter)) or "-", "-")
    steps = [""]
    if STEPS[game.name]:
        sides = rest.pop(0).split(":")
        if len(sides) == len(Colour):
            file = game.shape.name(origin)[0]
            sides[man.colour] = sides[man.colour].replace(file, "") or "-"
        steps = [":".join(sides) + " ", "- "]
    board = _board(stacks, game.shape)
    for castle, step in product(rights, steps):
        yield f"{board} {turn.letter} {castle} {step}- {' '.join(rest[1:])}"


def _board(stacks: Sequence[Stack], shape: BoardShape) -> str:
    """The first field of a position text."""
    return "/".join(
        _rank(stacks[rank * shape.files : (rank + 1) * shape.files]) for rank in reversed(range(shape.ranks))
    )


def _rank(stacks: Sequence[Stack]) -> str:
    parts = []
    for filled, group in groupby(stacks, bool):
        if filled:
            parts += [_stack(stack) for stack in group]
        else:
            parts.append(str(len(list(group))))
    return "".join(parts)


def _stack(stack: Stack) -> str:
    men = "".join(man.text for man in stack)
    return men if len(stack) == 1 else f"({men})"
