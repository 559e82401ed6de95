"""The count at the end of ordinary Go: which stones are dead, and whether both sides agree to it. Pure.

Until they do, the game has ended as its rules say without them: every stone is alive.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.game import Counted
from engine.types import Colour, Outcome, Square


@dataclass(frozen=True, slots=True)
class Count:
    """What the players say of a position that is to be counted.

    `marked`: the stones that they have marked as dead on the screen, whole groups. `lifted`: those of the
    groups from which a stone was taken off the board. `agreed`: the sides that agree.
    """

    position: Counted
    marked: frozenset[Square] = frozenset()
    lifted: frozenset[Square] = frozenset()
    agreed: frozenset[Colour] = frozenset()

    @property
    def dead(self) -> frozenset[Square]:
        """All stones that are taken for dead."""
        return self.marked | self.lifted

    @property
    def outcome(self) -> Outcome:
        """Who has won if these stones are dead."""
        return self.position.agreed(self.dead)

    @property
    def is_agreed(self) -> bool:
        """Both sides agree: the count is over."""
        return len(self.agreed) == len(Colour)

    @property
    def waits_for(self) -> Colour:
        """The side that is asked first whether it agrees, of those that have not said so; Black begins."""
        return Colour.WHITE if Colour.BLACK in self.agreed else Colour.BLACK

    def mark(self, squares: Iterable[Square]) -> Count:
        """The groups with a stone on one of these squares are dead, and no others."""
        return self._with(replace(self, marked=self.position.groups(squares)))

    def touch(self, square: Square) -> Count:
        """The group of a stone is dead after all, or not dead after all."""
        group = self.position.groups([square])
        return self.mark(self.marked - group if group <= self.marked else self.marked | group)

    def lift(self, squares: Iterable[Square]) -> Count:
        """The stones of these squares are off the board, so their groups are dead."""
        return self._with(replace(self, lifted=self.position.groups(squares)))

    def agree(self, side: Colour | None) -> Count:
        """A side agrees; None: the one that is asked."""
        return replace(self, agreed=self.agreed | {self.waits_for if side is None else side})

    def _with(self, changed: Count) -> Count:
        """Nobody has agreed to another count; one that is over stays as it is."""
        if self.is_agreed or changed.dead == self.dead:
            return self if self.is_agreed else changed
        return replace(changed, agreed=frozenset())
