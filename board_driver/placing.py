"""A position with given stacks, with as many rights as those of a known one leave it. Pure.

Each game has its own position text; what a text says beyond the stacks is kept as far as the rules allow it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby

from board_driver.evidence import CROWN
from engine.errors import PositionError
from engine.game import Game, Position
from engine.types import BoardShape, Colour, Stack


def placed(game: Game, position: Position, stacks: Sequence[Stack], turn: Colour) -> Position | None:
    """The position with these stacks that has come from another one; None if the rules allow none.

    Nobody may take in passing there.
    """
    for text in _TEXTS[game.name](game, position, stacks, turn):
        try:
            made = game.position(text)
        except PositionError:
            continue
        if made.stacks == tuple(stacks):
            return made
    return None


def stack_text(stack: Stack) -> str:
    """A stack as position texts of towers have it; `-` for none."""
    men = "".join(man.text for man in stack)
    return f"({men})" if len(stack) > 1 else men or "-"


def _chess(game: Game, position: Position, stacks: Sequence[Stack], turn: Colour) -> Iterator[str]:
    _, _, castling, _, *counts = position.text().split()
    for rights in _fewer(castling):
        yield " ".join([_board(stacks, game.shape), turn.letter, rights, "-", *counts])


def _tavreli(game: Game, position: Position, stacks: Sequence[Stack], turn: Colour) -> Iterator[str]:
    """Warriors of whose squares nothing has changed may still make their double step."""
    _, _, castling, steps, _, number = position.text().split()
    changed = [
        square for square, (old, new) in enumerate(zip(position.stacks, stacks, strict=True)) if old != new
    ]
    sides = []
    for side, rank in zip(steps.split(":"), (1, game.shape.ranks - 2), strict=False):
        moved = {game.shape.name(square)[0] for square in changed if square // game.shape.files == rank}
        sides.append("".join(file for file in side if file not in moved) or "-")
    for rights in _fewer(castling):
        for unmoved in (":".join(sides), "-"):
            yield " ".join([_board(stacks, game.shape), turn.letter, rights, unmoved, "-", number])


def _draughts(game: Game, position: Position, stacks: Sequence[Stack], turn: Colour) -> Iterator[str]:
    number = position.text().rpartition(":")[2]
    sides = []
    for side in Colour:
        men = [
            f"{'K' * (stack[-1].kind == CROWN)}{game.shape.name(square)}"
            for square, stack in enumerate(stacks)
            if stack and stack[0].colour is side
        ]
        sides.append(side.letter.upper() + ",".join(men))
    yield ":".join([turn.letter.upper(), *sides, "H0", number])


def _go(game: Game, position: Position, stacks: Sequence[Stack], turn: Colour) -> Iterator[str]:
    words = position.text().split()
    pairs = zip(words[::2], words[1::2], strict=True)
    kept = [f"{code} {value}" for code, value in pairs if code in _GO_KEPT]
    stones: dict[Colour, list[str]] = {side: [] for side in Colour}
    for square, stack in enumerate(stacks):
        if stack:
            stones[stack[0].colour].append(game.shape.name(square))
    lists = [f"A{side.letter.upper()} {','.join(names)}" for side, names in stones.items() if names]
    yield " ".join([*lists, "PL", turn.letter.upper(), *kept])


_GO_KEPT = {"CB", "CW", "MN"}
_TEXTS = {"tavreli": _tavreli, "chess": _chess, "draughts": _draughts, "capture-go": _go}


def _fewer(rights: str) -> Iterator[str]:
    """All parts of some rights, the greatest first, `-` for none."""
    letters = rights.replace("-", "")
    for count in range(len(letters), -1, -1):
        for chosen in combinations(letters, count):
            yield "".join(chosen) or "-"


def _board(stacks: Sequence[Stack], shape: BoardShape) -> str:
    """The first field of a position text of chess or tavreli."""
    return "/".join(
        _rank(stacks[rank * shape.files : (rank + 1) * shape.files]) for rank in reversed(range(shape.ranks))
    )


def _rank(stacks: Sequence[Stack]) -> str:
    parts: list[str] = []
    for filled, group in groupby(stacks, bool):
        run = list(group)
        parts += map(stack_text, run) if filled else [str(len(run))]
    return "".join(parts)
