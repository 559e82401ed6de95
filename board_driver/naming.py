"""A board that no move explains, named by the players square by square, or by a position text. Pure.

What has gone from a square is known by its height. What has come to one is known, too, if only one square has
men too many, and as many have gone from only one; else the players say what stands there. They may say so of
any other square: a man may stand there in another's place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from board_driver.placing import placed, stack_text
from board_driver.words import TO_MOVE
from display.words import man_name
from engine.errors import PositionError
from engine.game import Game, Position
from engine.phrase import Phrase, phrase
from engine.types import Colour, Man, Square, Stack

MOST_CHOICES = 12
"""No more stacks than these are offered for a square; a position text can name any."""
SIDES_MAN = (phrase("White {man}"), phrase("Black {man}"))


@dataclass(frozen=True)
class Naming:
    """What the players have said of a board astray.

    `differences`: by how many men (+ too many, - too few) its squares differ from a position. `said`: the
    stacks of squares that the players have named.
    """

    game: Game
    position: Position
    differences: Mapping[Square, int]
    said: Mapping[Square, Stack] = field(default_factory=dict)

    def stacks(self) -> tuple[Stack, ...] | None:
        """What stands on the board, if that is known of all squares."""
        stacks = list(self.position.stacks)
        for square, men in self.differences.items():
            if men < 0:
                stacks[square] = stacks[square][:men]
        for square, stack in (*self._evident(), *self.said.items()):
            stacks[square] = stack
        return None if self._unnamed() else tuple(stacks)

    def asked(self) -> Square | None:
        """The square of which the players are asked next, if one is not known."""
        return next(iter(self._unnamed()), None)

    def choices(self, square: Square) -> dict[str, Stack]:
        """The stacks that may stand on a square, by what the players answer: `e5=R`, `e5=(pR)`, `e5=-`.

        The likeliest come first: as the record has it, then what is missing elsewhere.
        """
        stacks = dict.fromkeys(self._stacks(square))
        name = self.game.shape.name(square)
        return {f"{name}={stack_text(stack)}": stack for stack in [*stacks][:MOST_CHOICES]}

    def likely(self, square: Square) -> dict[str, Stack]:
        """Those of the choices that need no man but those that are missing; all, if none is enough."""
        missing, known = self._missing(), self.position.stacks[square]
        choices = self.choices(square)
        fitting = {
            answer: stack
            for answer, stack in choices.items()
            if stack in missing or (known and stack[len(known) :] in missing)
        }
        return fitting or choices

    def positions(self) -> dict[Phrase, Position]:
        """The positions that there may be when all stacks are known, by words: one for each side to move."""
        stacks = self.stacks()
        if stacks is None or not (self.said or self.differences):
            return {}
        found = {turn: placed(self.game, self.position, stacks, turn) for turn in Colour}
        return {
            phrase("{words}, {turn}", words=self._words(), turn=TO_MOVE[turn]): made
            for turn, made in found.items()
            if made
        }

    def read(self, text: str) -> Position | None:
        """The position that words of `positions`, or a position text, mean; None if they mean none."""
        for words, position in self.positions().items():
            if str(words) == text:
                return position
        try:
            return self.game.position(text)
        except PositionError:
            return None

    def label(self, square: Square, stack: Stack) -> Phrase:
        """A choice in words: the men bottom to top."""
        if not stack:
            return phrase("{square}: nothing", square=self.game.shape.name(square))
        words, *more = map(self._man, stack)
        for man in more:
            words = phrase("{men}, {man}", men=words, man=man)
        return words

    def _man(self, man: Man) -> Phrase:
        kind = man_name(self.game.name, man)
        if man.sign and not man.turned:
            kind = phrase("{man} {sign}", man=kind, sign=man.sign)
        return phrase(SIDES_MAN[man.colour].text, man=kind)

    def _gone(self) -> dict[Square, Stack]:
        """What has gone from each square."""
        stacks = self.position.stacks
        return {square: stacks[square][men:] for square, men in self.differences.items() if men < 0}

    def _come(self) -> list[Square]:
        """The squares with men too many that the players have not named."""
        return [square for square, men in self.differences.items() if men > 0 and square not in self.said]

    def _evident(self) -> Iterator[tuple[Square, Stack]]:
        """The square that can only have what has gone from another one, and what stands on it then."""
        come, gone = self._come(), self._missing()
        if len(come) == len(gone) == 1 and self.differences[come[0]] == len(gone[0]):
            yield come[0], self.position.stacks[come[0]] + gone[0]

    def _missing(self) -> list[Stack]:
        """What has gone, but for what the players have found again."""
        found = [stack for square, stack in self.said.items() if stack != self.position.stacks[square]]
        missing = []
        for men in self._gone().values():
            again = next((stack for stack in found if stack[-len(men) :] == men), None)
            if again is None:
                missing.append(men)
            else:
                found.remove(again)
        return missing

    def _unnamed(self) -> list[Square]:
        evident = {square for square, _ in self._evident()}
        return [square for square in self._come() if square not in evident]

    def _stacks(self, square: Square) -> Iterator[Stack]:
        known, more = self.position.stacks[square], self.differences.get(square, 0)
        base = known[:more] if more < 0 else known
        if more <= 0:
            yield base
        others = [*self._missing(), *((man,) for man in self._men())]
        for men in others:
            if len(men) == more:
                yield known + men
        for men in others:
            if len(men) == len(known) + more:
                yield men

    def _men(self) -> Iterator[Man]:
        """The men of the set: first those that are off the board, then all that may stand there."""
        start = Counter(man for stack in self.game.start().stacks for man in stack)
        here = Counter(man for stack in self.position.stacks for man in stack)
        yield from start - here
        yield from start
        yield from here

    def _words(self) -> Phrase:
        name, gone = self.game.shape.name, self._gone()
        evident = [square for square, _ in self._evident()]
        if self.said or len(gone) != 1 or len(self.differences) > 1 + len(evident):
            return phrase("The board as it was named")
        [origin] = gone
        if evident:
            return phrase("From {origin} to {target}", origin=name(origin), target=name(evident[0]))
        return phrase("From {origin} off the board", origin=name(origin))
