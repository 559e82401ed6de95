"""What a page shows: the screens around the game, such as the menu, as frozen values like a Scene."""

from __future__ import annotations

from dataclasses import dataclass

from display.scene import Line, Mood, Scene

BACK = "back"
"""The key of the button that leaves a page; every page has it beside its title."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What can be chosen on a page: `key` as in `display.inputs.Press`, `text` what stands on it.

    `value`: what is set or known, beside the text. `ticked`: it is the one that is set. `enabled`: it can be
    chosen now. `main`: it is what most people come to the page for.
    """

    key: str
    text: str
    value: str = ""
    ticked: bool = False
    enabled: bool = True
    main: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """What the sensors of one square say: its switch (None: it has none) and its cell.

    `text` is the number to write there; `share` how full the square is by weight, 0 to 1; `wrong`: the record
    has something else there.
    """

    text: str = ""
    closed: bool | None = None
    share: float = 0.0
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """One moment of a page.

    `entries` stand in so many `columns`, in reading order, a part of them if they are many: the part with
    `shown`, a key. `buttons` are at the bottom. `focus`: the key of what the four buttons would choose.
    `lines`: words. `board`: its board is drawn beside them; `readings`: not its men, but what each square's
    sensors say. `field`: the text that is being written, None if none is. `alert`: how loudly the game calls
    for somebody meanwhile, which the way back shows.
    """

    title: str
    entries: tuple[Entry, ...] = ()
    columns: int = 1
    buttons: tuple[Entry, ...] = ()
    lines: tuple[Line, ...] = ()
    focus: str = ""
    shown: str = ""
    board: Scene | None = None
    readings: tuple[Reading, ...] = ()
    field: str | None = None
    alert: Mood | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """What the focus may be on, in the order in which `down` goes through it."""
        return tuple(entry.key for entry in (*self.entries, *self.buttons) if entry.enabled)
