"""All that a screen and the lights show at one moment, as a frozen value. Drawing needs nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from display.inputs import Answer, Press
from display.language import ENGLISH, Language
from engine.types import BoardShape, Colour, Man, Square, Stack


class Mark(Enum):
    """Why a square is marked. Later ones are drawn over earlier ones."""

    LAST = "last"
    """The last move left from or arrived here."""
    LIFTED = "lifted"
    """Men of this square are in the hand."""
    TARGET = "target"
    """The lifted men may go here, and the square is free."""
    TOWER = "tower"
    """The lifted men may go here, onto other men (a capture, in games that have them)."""
    CHECKER = "checker"
    """This man gives check."""
    CHECK = "check"
    """This magus (king) is in check."""
    QUESTION = "question"
    """A square that the candidates of an open question differ in."""
    TURN = "turn"
    """A man here is to be turned over."""
    ORIGIN = "origin"
    """A move that has to be made, by the rules or for an opponent who is not here, begins here."""
    GOAL = "goal"
    """It ends here."""
    MISSING = "missing"
    """Too few men are here."""
    EXTRA = "extra"
    """Too many men are here."""


@dataclass(frozen=True, slots=True)
class TowerView:
    """One stack shown man by man.

    `lifted`: how many men from the top are in the hand. `notes` stands beside each man, bottom to top:
    what a warrior will become, what comes free when the men above go; "" for none.
    """

    square: Square
    stack: Stack
    lifted: int = 0
    notes: tuple[str, ...] = ()


class Mood(Enum):
    """How loud a line of words is."""

    PLAIN = "plain"
    GOOD = "good"
    ASK = "ask"
    WARN = "warn"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of words for the players."""

    text: str
    mood: Mood = Mood.PLAIN


@dataclass(frozen=True, slots=True)
class Button:
    """A button on the screen: `key` as in `display.inputs.Press` or `Answer`, `text` what stands on it.

    `man`: what a man becomes by it, shown beside the text.
    """

    key: str
    text: str
    man: Man | None = None


@dataclass(frozen=True, slots=True)
class ClockFace:
    """What one side's clock shows: `4:58`, in the last seconds `9.3`, in byo-yomi with its periods `0:25 ×3`.

    `runs`: it is this side's time that passes; `low`: hardly any is left, or none.
    """

    side: Colour
    text: str
    runs: bool = False
    low: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """One moment of the screen.

    `stacks`: the stack to draw on each square, a1 first. `marks`: (square, mark) pairs. `title`: whose
    turn it is or how the game ended. `lines`: prompts and warnings, the most urgent first. `candidates`:
    the answers to an open question, to be touched. `tower`: the tower to show man by man. `moves`: the
    record so far. `flipped`: Black's side is drawn at the bottom. `facing`: signs
    are turned to the side whose they are. `counts`: how many men a mark is about, where it is not one: those
    that are missing or too many, or that are to be taken. `checks`: (attacker, magus) pairs,
    drawn as lines. `buttons`: what can be pressed now, e.g. takeback and draw. `first`: the side that begins
    by the rules of the game. `number`: that of the first of the moves. `aside`: the men beside a simulated
    board, and how many of each; None: no man leaves the board. `spare`: the man that a press on an empty
    square of a simulated board sets there.
    `focus`: what the four buttons would press. `language`: that of all these words, and of those that the
    screen adds. `clocks`: White's and Black's, if there are any. `players`: the names of White and Black, ""
    for one that is not known.
    """

    game: str
    shape: BoardShape
    stacks: tuple[Stack, ...]
    turn: Colour
    title: str
    marks: frozenset[tuple[Square, Mark]] = frozenset()
    lines: tuple[Line, ...] = ()
    candidates: tuple[Button, ...] = ()
    tower: TowerView | None = None
    moves: tuple[str, ...] = ()
    result: str = "*"
    checks: tuple[tuple[Square, Square], ...] = ()
    flipped: bool = False
    facing: bool = False
    counts: tuple[tuple[Square, int], ...] = ()
    buttons: tuple[Button, ...] = ()
    first: Colour = Colour.WHITE
    number: int = 1
    aside: tuple[tuple[Man, int], ...] | None = None
    spare: Man | None = None
    focus: Answer | Press | None = None
    language: Language = ENGLISH
    clocks: tuple[ClockFace, ...] = ()
    players: tuple[str, str] = ("", "")

    def marks_in_order(self) -> list[tuple[Square, Mark]]:
        """The marks in the order of `Mark`, in which later ones cover earlier ones."""
        order = {mark: place for place, mark in enumerate(Mark)}
        return sorted(self.marks, key=lambda pair: order[pair[1]])
