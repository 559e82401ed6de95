"""Area scoring, the count at the end of ordinary Go."""

from __future__ import annotations

from dataclasses import dataclass

from engine.capture_go.grid import Grid, Points
from engine.types import Colour, Outcome


@dataclass(frozen=True, slots=True)
class AreaScore:
    """The points of each side, its stones and the empty areas that only they border; `komi` is White's."""

    black: int
    white: int
    komi: float

    @property
    def margin(self) -> float:
        """By how much Black is ahead; negative: White."""
        return self.black - self.white - self.komi

    def outcome(self) -> Outcome:
        """Who has won, and by how much."""
        if not self.margin:
            return Outcome("1/2-1/2", "equal areas")
        result = "0-1" if self.margin > 0 else "1-0"
        return Outcome(result, f"area count, by {abs(self.margin):g}")


def count_areas(grid: Grid, black: Points, white: Points, komi: float) -> AreaScore:
    """The count of a board on which every stone counts as alive."""
    owned = own_areas(grid, black, white)
    return AreaScore(owned[Colour.BLACK].bit_count(), owned[Colour.WHITE].bit_count(), komi)


def own_areas(grid: Grid, black: Points, white: Points) -> dict[Colour, Points]:
    """What each side owns: its stones, and the areas that only they border; what both border is nobody's."""
    owned = {Colour.BLACK: black, Colour.WHITE: white}
    for area in grid.groups(grid.full & ~(black | white)):
        border = grid.neighbours(area)
        if bool(border & black) is not bool(border & white):
            owned[Colour.BLACK if border & black else Colour.WHITE] |= area
    return owned
