"""Reed switches that don't do their work, and their names: the doctor's and the game's are the same. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from board_driver.observation import Observer
from engine.phrase import Phrase, phrase
from engine.types import BoardShape, Square

STUCK = phrase("switch always closed (stuck)")
DEAD = phrase("switch never closes (dead)")
RESTLESS = phrase("switch opens and closes all the time (restless)")
UNSURE = phrase("switch not to be relied on")
STUCK_CURE = phrase("look for a magnet left under the board, a bent reed, solder across its ends")
DEAD_CURE = phrase("look for a loose wire, a diode the wrong way round, a broken reed")


class SwitchFault(StrEnum):
    """What is wrong with a switch, in the words of `replay`."""

    STUCK = "stuck"
    DEAD = "dead"
    RESTLESS = "restless"
    UNSURE = "unsure"
    """It said both what is not so, or only that is known."""
    NONE = "none"
    """It is believed again."""

    @property
    def words(self) -> Phrase:
        """The same for people; PhraseError of `NONE`, which is none."""
        return _NAMES[self]

    @property
    def cure(self) -> Phrase:
        """What to look for."""
        return STUCK_CURE if self is SwitchFault.STUCK else DEAD_CURE

    @classmethod
    def of(cls, *, closed: bool) -> SwitchFault:
        """What is wrong with a switch that is closed, or open, and should not be."""
        return cls.STUCK if closed else cls.DEAD


_NAMES = {
    SwitchFault.STUCK: STUCK,
    SwitchFault.DEAD: DEAD,
    SwitchFault.RESTLESS: RESTLESS,
    SwitchFault.UNSURE: UNSURE,
}


def switch_faults(
    shape: BoardShape, stuck: Iterable[Square], dead: Iterable[Square]
) -> Iterator[tuple[str, str]]:
    """For each kind of fault there is: the squares with what is wrong with them, and the cure."""
    for squares, fault in ((stuck, SwitchFault.STUCK), (dead, SwitchFault.DEAD)):
        if names := ", ".join(shape.name(square) for square in sorted(squares)):
            yield f"{names}: {fault.words}", str(fault.cure)


def switch_fault(observer: Observer, square: Square) -> Phrase:
    """What is wrong with a switch that has said what is not so."""
    if not observer.ever_open >> square & 1:
        return STUCK
    return UNSURE if observer.ever_closed >> square & 1 else DEAD


def switch_doubt(observer: Observer, square: Square, men: int) -> Phrase | None:
    """What may be wrong with the switch of a square that shows too many men (+), or too few (-)."""
    name, fault = observer.info.shape.name(square), switch_fault(observer, square)
    if men > 0 and fault is STUCK:
        return phrase("{square}: if nothing stands there, {fault}", square=name, fault=fault)
    if men < 0 and fault is DEAD:
        return phrase("{square}: if a man stands there, {fault}", square=name, fault=fault)
    return None
