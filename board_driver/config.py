"""The configuration: one TOML file, every key of it optional.

The text under each key is its documentation; hardware/config.example.toml repeats it, and a test compares
the two.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from platformdirs import user_config_path, user_data_path
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    Strict,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_core import ErrorDetails

from display.language import language_codes
from engine.clock import FORMS, NONE, TimeControl, parse_time_control
from engine.errors import ConfigError, UsageError
from engine.game import Game
from engine.games import fit_options, open_game, parse_options
from engine.types import BoardShape
from firmware_bridge.frames import Sensors
from firmware_bridge.gpio.wiring import COLUMNS, LAST_PIN, ROWS, Access, Wiring

APP = "tavreli-board"

Grams = Annotated[float, Field(gt=0, le=1000)]
Pin = Annotated[int, Field(ge=0, le=LAST_PIN)]
Pixels = Annotated[int, Field(ge=240, le=7680)]


def _known_language(code: str) -> str:
    if code not in (codes := language_codes()):
        raise ValueError(f"should be one of {', '.join(codes)}")
    return code


def _known_clock(text: str) -> str:
    try:
        parse_time_control(text)
    except UsageError:
        raise ValueError(f"should be {FORMS}") from None
    return text


def _absolute(file: str) -> str:
    if file and not Path(file).expanduser().is_absolute():
        raise ValueError('should be an absolute path, or start with "~/"')
    return file


class Table(BaseModel):
    """A table of the file: unknown keys and values of another type are errors; it never changes."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, allow_inf_nan=False, use_attribute_docstrings=True
    )


class BoardTable(Table):
    """Where the board is found."""

    link: str = ""
    """The link to the board: "serial:///dev/ttyACM0?baud=115200", "gpio:", "sim:" or "replay:FILE". With ""
    the serial ports are searched for a board."""
    side: Literal["a1", "h8"] = "a1"
    """The board's own corner square at White's left hand: "a1", or "h8" if it lies the other way round."""


class SimulatorTable(Table):
    """The board that is simulated with the link "sim:"."""

    kit: Literal["reed", "reed+corners", "weight", "reed+weight"] = "reed+weight"
    """Its sensors: "reed", "reed+corners", "weight" or "reed+weight"."""


class GpioTable(Table):
    """What is wired to the Pi's own pins, by their BCM numbers: 17 is GPIO17, pin 11 of the header."""

    rows: list[Pin] = list(ROWS)
    """With the link "gpio:", a pin a rank, the first rank first."""
    columns: list[Pin] = list(COLUMNS)
    """With the link "gpio:", a pin a file, the a-file first."""
    access: Access = "auto"
    """The library that scans: "lgpio", "gpiozero" (slower; GPIOZERO_PIN_FACTORY chooses the one behind it),
    or "auto" for lgpio where it is installed."""
    buttons: dict[str, Pin] = {}
    """The pin of each button, which joins it to ground, with any link: "confirm", "takeback", "new", "draw",
    "claim", "resign", "pass", "clock", or one side's own, such as "clock_w" and "clock_b"; and "up", "down",
    "ok", "back" for the pages of the screen. Beside the rows and columns above, 26, 14, 15, 2 and 3 are free
    (3 also wakes the Pi), and without SPI 7 to 11: { confirm = 26, takeback = 15, ok = 3 }."""
    buzzer: Pin = 0
    """The pin of an active buzzer; 0: there is none."""

    @model_validator(mode="after")
    def _fits(self) -> Self:
        self.wiring  # noqa: B018 (its faults are those of this table)
        return self

    @property
    def wiring(self) -> Wiring:
        """What is wired."""
        return Wiring(tuple(self.rows), tuple(self.columns), self.buttons, self.buzzer or None, self.access)


class MenTable(Table):
    """The men, where they are not those that the board's firmware was made for."""

    man_g: Annotated[float, Field(ge=0, le=1000)] = 0.0
    """Grams of a man; 0.0: as the board says."""
    men_g: dict[str, Grams] = {}
    """Grams by letter of the man, where men differ: { K = 14.0, P = 11.5 }."""

    def on(self, sensors: Sensors) -> Sensors:
        """What a board senses, with these men on it."""
        weight, corners = sensors.weight, sensors.corners
        if weight:
            weight = replace(weight, man_g=self.man_g or weight.man_g, men_g=self.men_g or weight.men_g)
        if corners:
            corners = replace(corners, man_g=self.man_g or corners.man_g)
        return replace(sensors, weight=weight, corners=corners)


class GameTable(Table):
    """What is played."""

    name: str = "tavreli"
    """The game: "tavreli", "chess", "draughts" or "capture-go"."""
    options: dict[str, Any] = {}
    """Options of the game, where they differ from its own defaults: in capture-go { size = 9 }."""
    clock: Annotated[str, AfterValidator(_known_clock)] = NONE
    """The clock: "none", "5" (minutes), "5+3" (3 seconds more each turn), "5d3" (up to 3 seconds of each turn
    given back), "30+5x30" (then 5 periods of 30 seconds)."""

    @property
    def control(self) -> TimeControl | None:
        """The time control; None: no clock."""
        return parse_time_control(self.clock)

    def with_choice(self, name: str | None, options: Iterable[str], clock: str | None = None) -> GameTable:
        """What is played when the command line names a game, options or a clock; UsageError if one can't be.

        Another game than the configured one has none of its options.
        """
        same = name in {None, self.name}
        chosen = name or self.name
        if clock is not None:
            parse_time_control(clock)
        return GameTable(
            name=chosen,
            options=(self.options if same else {}) | parse_options(chosen, options),
            clock=self.clock if clock is None else clock,
        )

    def open(self, shape: BoardShape | None = None) -> Game:
        """The game, of the size of a board that is there; UsageError if there is no such game or option."""
        options = self.options if shape is None else fit_options(self.name, self.options, shape)
        return open_game(self.name, options)


class ScreenTable(Table):
    """The picture."""

    size: Annotated[tuple[Pixels, Pixels], Strict(False)] = (800, 480)
    """Width and height of the picture, pixels."""
    fullscreen: bool = False
    """Fill the whole screen."""
    flipped: bool = False
    """Draw Black's side at the bottom."""
    facing: bool = False
    """Turn the signs of each side's men to its player, for a screen that lies between the two."""
    turn: Literal[0, 90, 180, 270] = 0
    """How far the screen's picture is turned, clockwise: 0, 90, 180 or 270 degrees."""
    language: Annotated[str, AfterValidator(_known_language)] = "en"
    """The language of the screen: "en" or "ru"."""


class LightsTable(Table):
    """The lights of the squares."""

    brightness: Annotated[float, Field(ge=0, le=1)] = 0.25
    """Brightness from 0.0 (dark) to 1.0."""
    limit_ma: Annotated[int, Field(gt=0, le=20000)] = 2000
    """The most current that all lights together may draw, mA: what the supply can spare."""


class SoundTable(Table):
    """Sounds, where the computer has a loudspeaker."""

    volume: Annotated[float, Field(ge=0, le=1)] = 0.0
    """How loud moves, checks, questions and warnings are, from 0.0 (silent) to 1.0."""


class ArchiveTable(Table):
    """Where games are kept."""

    file: str = ""
    """The archive of all games: an absolute path, or one that starts with "~/". With "" it lies in the
    user's data folder."""

    _somewhere_fixed = field_validator("file")(_absolute)

    @property
    def path(self) -> Path:
        """The file of the archive, absolute."""
        return Path(self.file).expanduser() if self.file else user_data_path(APP) / "games.sqlite3"


class LogTable(Table):
    """The raw sensor log, for reports of faults."""

    file: str = ""
    """The file to which all that the sensors say is written, an absolute path; the option --log takes its
    place. With "" there is none."""
    limit_mb: Annotated[float, Field(gt=0, le=10000)] = 8.0
    """Its size, in millions of bytes, at which it begins anew with the next move; the one before is kept."""

    _somewhere_fixed = field_validator("file")(_absolute)

    @property
    def path(self) -> Path | None:
        """The file, if there is to be one."""
        return Path(self.file).expanduser() if self.file else None


class Config(Table):
    """The whole configuration."""

    board: BoardTable = BoardTable()
    gpio: GpioTable = GpioTable()
    simulator: SimulatorTable = SimulatorTable()
    men: MenTable = MenTable()
    game: GameTable = GameTable()
    screen: ScreenTable = ScreenTable()
    lights: LightsTable = LightsTable()
    sound: SoundTable = SoundTable()
    archive: ArchiveTable = ArchiveTable()
    log: LogTable = LogTable()


SITE_CONFIG = Path("/etc") / APP / "config.toml"
"""The file of a machine on which hardware/install has been run."""


def own_config() -> Path:
    """The user's own file, whether or not it is there; that of the machine, if only that is there."""
    own = user_config_path(APP) / "config.toml"
    return SITE_CONFIG if SITE_CONFIG.exists() and not own.exists() else own


def load_config(path: Path | None = None) -> Config:
    """The configuration of a file; None: of the user's own file, or the defaults where there is none.

    ConfigError names the file, the line or the key, and what should be there.
    """
    if path is None and not own_config().exists():
        return Config()
    path = path or own_config()
    return parse_config(read_config(path), str(path))


def read_config(path: Path) -> str:
    """The text of a file; ConfigError if it can't be read."""
    try:
        return path.read_bytes().decode()
    except UnicodeDecodeError as fault:
        line = fault.object.count(b"\n", 0, fault.start) + 1
        raise ConfigError(f"{path}, line {line}: no UTF-8 text; save the file as UTF-8") from fault
    except OSError as fault:
        reason = (fault.strerror or str(fault)).lower()
        raise ConfigError(f"{path}: {reason}; start from a copy of hardware/config.example.toml") from fault


def parse_config(text: str, source: str) -> Config:
    """The configuration of a TOML text; `source` names it in a ConfigError."""
    try:
        config = Config.model_validate(tomllib.loads(text))
        if config.game != GameTable():  # the default one need not be loaded to be known as sound
            config.game.open()
    except UsageError as fault:
        raise ConfigError(f"{source}: [game]: {fault}") from fault
    except tomllib.TOMLDecodeError as fault:
        last = text.count("\n") + 1
        place = str(fault).replace("end of document", f"the end, line {last}")
        raise ConfigError(f"{source}: no TOML: {place}") from fault
    except ValidationError as fault:
        raise ConfigError(f"{source}: {_explain(fault.errors()[0])}") from fault
    return config


def changed(config: Config, key: str, value: object) -> Config:
    """The configuration with another value of a dotted key; ConfigError if it can't have that."""
    values = config.model_dump()
    *tables, name = key.split(".")
    table = values
    for each in tables:
        table = table[each]
    table[name] = value
    try:
        return Config.model_validate(values)
    except ValidationError as fault:
        raise ConfigError(_explain(fault.errors()[0])) from fault


def known_keys(table: type[Table] = Config, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Every key of the file, dotted, with its documentation; tables come before their keys."""
    for name, field in table.model_fields.items():
        key = prefix + name
        if isinstance(field.annotation, type) and issubclass(field.annotation, Table):
            yield key, field.annotation.__doc__ or ""
            yield from known_keys(field.annotation, f"{key}.")
        else:
            yield key, " ".join((field.description or "").split())


# What pydantic says, in the words of TOML.
_WORDS = {
    "Value error, ": "",
    "Input ": "",
    "Tuple ": "",
    "valid tuple": "valid array",
    "dictionary": "table",
}


def _explain(error: ErrorDetails) -> str:
    """One fault that pydantic found, in words of the file: which key, and what should be there."""
    key = ".".join(str(part) for part in error["loc"])
    if error["type"] == "extra_forbidden":
        return unknown_key(key)
    if error["type"] == "value_error" and isinstance(error["input"], dict):
        return f"[{key}]: {error['msg'].removeprefix('Value error, ')}"
    if error["type"] == "model_type":
        return f"{key} should be a table: [{key}]"
    wanted = "should be longer" if error["type"] == "missing" else error["msg"]
    for theirs, ours in _WORDS.items():
        wanted = wanted.replace(theirs, ours)
    return f"{key} = {error['input']!r} {wanted}"


def unknown_key(key: str) -> str:
    """What is said of a dotted key that no configuration has."""
    return f"unknown key {key}; did you mean {_nearest(key)}?"


def _nearest(key: str) -> str:
    """The known key that is most like an unknown one: in its table, or of the same name in another."""
    keys = [known for known, _ in known_keys()]
    table, _, name = key.rpartition(".")
    siblings = [known for known in keys if known.rpartition(".")[0] == table]
    namesakes = [known for known in keys if known.rpartition(".")[2] == name]
    return (get_close_matches(key, siblings, 1) or namesakes or get_close_matches(key, keys, 1, cutoff=0))[0]
