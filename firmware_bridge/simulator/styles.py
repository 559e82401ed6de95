"""How people handle men, in figures: one table, a column a style of play.

Times are (least, most) in ms. The other figures are probabilities, a ply if nothing else is said, and are
estimates: nobody has counted them yet. `tidy` does one thing after the other; `club` is an ordinary game;
`blitz` has no time; `clumsy` goes wrong in every way there is, far more often than people do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from engine.errors import UsageError
from firmware_bridge.simulator.kits import Kit

Span: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Style:
    """The figures of one kind of hands."""

    think_ms: Span = (1200, 3500)
    """From one move to the next."""
    grip_ms: Span = (80, 200)
    """Fingers on a man before it is lifted."""
    carry_ms: Span = (350, 900)
    press_ms: Span = (80, 250)
    """Fingers on a man after it was set down."""
    pause_ms: Span = (250, 700)
    """Between two things done one after the other."""
    key_ms: Span = (400, 900)
    """From the last of it to a button."""
    lean_ms: Span = (1000, 5000)

    any_order: float = 0.0
    """Men of one move are lifted and set down in any order, with both hands."""
    push_off: float = 0.0
    """A victim is pushed off by its captor, so that the square is never empty (a capture that could be)."""
    short_cut: float = 0.0
    """Stations of a man's way are left out: over a jumped man, a pawn taken off before its last rank."""
    slide: float = 0.0
    """A man is slid to its square (where the way is free), not lifted."""
    dwell: float = 0.0
    """It rests on the way (a slide)."""
    off_centre: float = 0.0
    """It is set down between two squares, then adjusted."""
    counted: float = 0.0
    """Men of a tower are taken off one by one."""
    two_goes: float = 0.0
    """A wrong number of men is carried first, and the rest brought, or taken back, after it."""
    turn_early: float = 0.0
    """A man is turned over while men are in the other hand, or in the hand itself (a turn)."""
    turn_late: float = 0.0
    """It is turned a ply later, by either player; the crown of a king is brought late (a turn)."""

    adjust: float = 0.0
    """A man that has nothing to do with the move is set straight."""
    hesitate: float = 0.0
    """The right man is lifted and put back first."""
    wrong_man: float = 0.0
    give_up: float = 0.0
    """A capture or castling is begun, and its men put back."""
    take_back: float = 0.0
    """Another move is made, and taken back."""
    fallen: float = 0.0
    """One to three men fall over and are set up again."""
    knock: float = 0.0
    """A neighbour is touched and flickers while a hand passes."""
    bump: float = 0.0
    """The board is bumped."""
    lean: float = 0.0
    """A hand leans on the board with 20-500 g for `lean_ms` (hardware notes: 1-5 s)."""
    early: float = 0.0
    """The reply begins before the man has landed."""
    one_scan: float = 0.0
    """A move and its reply fall between two scans."""

    chatter: float = 0.0
    """More chatter of each reed than the kit's own (a closing or opening)."""
    outliers: float = 0.0
    """More wild readings of a cell (a reading)."""
    ramp: float = 1.0
    """Cells settle so many times slower: men are set down softly."""
    lost: float = 0.0
    """A frame is lost on the wire (a frame)."""
    repeated: float = 0.0
    """A frame comes twice (a frame)."""

    def handled(self, kit: Kit) -> Kit:
        """A kit with the faults that these hands bring out."""
        cells = kit.cells
        return replace(
            kit,
            chatter=kit.chatter + self.chatter,
            cells=replace(cells, outliers=cells.outliers + self.outliers, lag_ms=cells.lag_ms * self.ramp),
        )


TIDY = Style()
STYLES: dict[str, Style] = {
    "tidy": TIDY,
    "club": Style(
        think_ms=(600, 2800), carry_ms=(220, 800), pause_ms=(120, 500), press_ms=(40, 250),
        any_order=0.5, push_off=0.1, short_cut=0.3, slide=0.15, dwell=0.05, off_centre=0.04, counted=0.1,
        two_goes=0.02, turn_early=0.4, turn_late=0.1,
        adjust=0.04, hesitate=0.03, wrong_man=0.02, give_up=0.01, take_back=0.005, fallen=0.002, knock=0.02,
        bump=0.002, lean=0.03,
        chatter=0.1, outliers=0.0005, ramp=1.2,
    ),
    "blitz": Style(
        think_ms=(80, 900), grip_ms=(20, 80), carry_ms=(60, 260), press_ms=(20, 80), pause_ms=(20, 120),
        key_ms=(100, 300), lean_ms=(1000, 2000),
        any_order=0.8, push_off=0.5, short_cut=0.7, slide=0.4, dwell=0.05, off_centre=0.12, counted=0.1,
        two_goes=0.02, turn_early=0.3, turn_late=0.4,
        adjust=0.03, hesitate=0.03, wrong_man=0.02, give_up=0.01, take_back=0.005, fallen=0.01, knock=0.08,
        bump=0.01, lean=0.02, early=0.08, one_scan=0.01,
        chatter=0.2, outliers=0.0005, lost=0.005, repeated=0.005,
    ),
    "clumsy": Style(
        think_ms=(400, 2200), carry_ms=(200, 1300), press_ms=(80, 600), pause_ms=(100, 900),
        any_order=0.7, push_off=0.3, short_cut=0.5, slide=0.35, dwell=0.3, off_centre=0.2, counted=0.3,
        two_goes=0.08, turn_early=0.3, turn_late=0.3,
        adjust=0.1, hesitate=0.08, wrong_man=0.08, give_up=0.04, take_back=0.03, fallen=0.03, knock=0.1,
        bump=0.03, lean=0.15, early=0.03, one_scan=0.005,
        chatter=0.4, outliers=0.002, ramp=2.5, lost=0.02, repeated=0.02,
    ),
}  # fmt: skip
HANDS = tuple(STYLES)


def find_style(name: str) -> Style:
    """The style of that name; UsageError names those there are."""
    try:
        return STYLES[name]
    except KeyError:
        raise UsageError(f"no hands {name!r}; choose one of {', '.join(HANDS)}") from None
