"""Which of the Pi's pins carries what. Pins have BCM numbers: 17 is GPIO17, pin 11 of the header."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from engine.errors import ConfigError
from engine.types import BoardShape
from firmware_bridge.frames import KEY_NAMES

Access: TypeAlias = Literal["auto", "lgpio", "gpiozero"]
ACCESSES: tuple[Access, ...] = get_args(Access)

ROWS = (4, 17, 27, 22, 5, 6, 13, 19)
COLUMNS = (18, 23, 24, 25, 12, 16, 20, 21)
FIRST_PIN, LAST_PIN = 2, 27
"""0 and 1 belong to the memory of a HAT; the header of every model has 2 to 27."""

NAVIGATION = ("up", "down", "ok", "back")
"""The buttons that lead through the pages of the screen."""
BUTTONS = (*NAVIGATION, *KEY_NAMES, *(f"{key}_{side}" for key in KEY_NAMES for side in "wb"))
"""What a button may be; `clock_w` is White's, `clock` that of the side to move."""


@dataclass(frozen=True, slots=True)
class Wiring:
    """The pins of a board.

    `rows`: a pin a rank, the first rank first; `columns`: a pin a file, the a-file first. `buttons`: the pin
    of each, by the names of `BUTTONS`. `access`: the library that scans the matrix. ConfigError if a pin is
    not on the header or used twice, or if there is no such button or board.
    """

    rows: tuple[int, ...] = ROWS
    columns: tuple[int, ...] = COLUMNS
    buttons: Mapping[str, int] = field(default_factory=dict)
    buzzer: int | None = None
    access: Access = "auto"

    def __post_init__(self) -> None:
        for name in self.buttons:
            if name not in BUTTONS:
                raise ConfigError(f"there is no button {name!r}; there are {', '.join(BUTTONS)}")
        uses = self.uses()
        for pin in uses.values():
            if not FIRST_PIN <= pin <= LAST_PIN:
                raise ConfigError(f"pin {pin} is not on the header; it has GPIO{FIRST_PIN} to GPIO{LAST_PIN}")
        for pin, count in Counter(uses.values()).items():
            if count > 1:
                users = " and ".join(use for use, its in uses.items() if its == pin)
                raise ConfigError(f"pin {pin} is used twice, by {users}: give each a pin of its own")
        if not all(5 <= len(side) <= 19 for side in (self.rows, self.columns)):
            size = f"{len(self.columns)}x{len(self.rows)}"
            raise ConfigError(f"{size} squares; name 5 pins or more for columns, and for rows")

    @property
    def shape(self) -> BoardShape:
        """The squares of the matrix."""
        return BoardShape(len(self.columns), len(self.rows))

    def uses(self) -> dict[str, int]:
        """The pin of each thing that is wired."""
        matrix = {
            **{f"row {rank}": pin for rank, pin in enumerate(self.rows, 1)},
            **{f"column {file}": pin for file, pin in enumerate(self.columns, 1)},
        }
        panel = {f"button {name}": pin for name, pin in self.buttons.items()}
        return matrix | panel | ({} if self.buzzer is None else {"the buzzer": self.buzzer})
