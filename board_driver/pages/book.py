"""The book of pages: which are open, one over the other, and where the focus is. A pure state machine.

With no page open the game is shown. Four buttons are enough for everything: `up` and `down` move the focus
over all that can be chosen, `ok` chooses it, `back` leaves a page. In play the focus comes with the first of
these; without one, `ok` opens the menu.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

from board_driver.pages.actions import Action
from board_driver.pages.leaf import Become, Close, Facts, Leaf, Leave, Open, Step
from board_driver.pages.menu import Menu
from board_driver.pages.stepping import record_at_hand
from display.inputs import Answer, Escape, Focus, Input, Nav, PowerOff, Press, Quit, Touch, Typed
from display.layout import NONE_OF_THESE
from display.page import Page
from display.palette import RGB
from display.scene import Mood, Scene
from display.screen import Shown
from firmware_bridge.frames import KEY_NAMES

Choice: TypeAlias = Answer | Press
T = TypeVar("T")


@dataclass(slots=True)
class _Opened:
    """A leaf with its focus, and the entry that was in focus last (of buttons there may be others)."""

    leaf: Leaf
    focus: str = ""
    shown: str = ""


class Book:
    """The open pages. `handle` takes inputs, `show` says what is to be seen."""

    def __init__(self) -> None:
        self._opened: list[_Opened] = []
        self._focus: Choice | None = None
        self._made: tuple[Leaf, Facts, Page] | None = None
        self._shown: Shown | None = None

    @property
    def is_open(self) -> bool:
        """Whether there is a page before the game."""
        return bool(self._opened)

    def open(self, leaf: Leaf) -> None:
        """Open a page over what is shown."""
        self._opened.append(_Opened(leaf))

    def close(self) -> None:
        """Leave all pages."""
        self._opened.clear()
        self._focus = None

    def show(self, facts: Facts) -> Shown:
        """What is to be seen; the same value as before if nothing has changed."""
        shown = self._with_focus(facts)
        if shown != self._shown:
            self._shown = shown
        assert self._shown is not None
        return self._shown

    def lights(self, squares: int, t: int) -> tuple[RGB, ...] | None:
        """The lights that the page in front wants instead of the game's, if it does; `t` in ms."""
        return self._opened[-1].leaf.lights(squares, t) if self._opened else None

    def handle(self, given: Input, facts: Facts) -> list[Action | Input]:
        """What is still to be done after an input: actions, and inputs that mean the game."""
        return list(self._on_page(given, facts) if self._opened else self._in_play(given, facts))

    # In play

    def _in_play(self, given: Input, facts: Facts) -> Iterable[Action | Input]:
        match given:
            case Press("menu"):
                self.open(Menu())
            case Press("look"):
                self.open(record_at_hand(facts))
            case Nav("ok") if self._focus in (choices := _choices(facts.scene)):
                assert self._focus
                return self._in_play(self._focus, facts)
            case Nav("ok"):
                self.open(Menu())
            case Escape() if self._focus not in _choices(facts.scene):
                return (Quit(),)
            case Nav("back") | Press("back") | Escape():
                self._focus = None
            case Nav(step):
                choices = _choices(facts.scene)
                if self._focus in choices:
                    self._focus = _next(choices, self._focus, step)
                elif choices:
                    self._focus = choices[0]
            case Focus() | Typed():
                pass
            case _:
                if not isinstance(given, Touch):
                    self._focus = None
                return (given,)
        return ()

    # On a page

    def _on_page(self, given: Input, facts: Facts) -> Iterable[Action | Input]:
        self.show(facts)  # there is a focus from here on
        front, keys = self._opened[-1], self._page(facts).keys
        match given:
            case Quit() | PowerOff():
                return (given,)
            case Nav("back") | Press("back") | Escape():
                self._opened.pop()
            case Press("menu"):
                self.close()
            case Nav("ok"):
                return self._choose(front, front.focus, facts)
            case Nav(step) if keys:
                self._focus_on(front, _next(keys, front.focus, step), facts)
            case Focus(key):
                self._focus_on(front, key, facts)
            case Press(key, by) if key in KEY_NAMES and (by or key not in keys):
                return (given,)  # a button of the board itself, pressed while a page is open
            case Press(key):
                return self._choose(front, key, facts)
            case Touch(square) if square is not None:
                return self._turn(front.leaf.touch(square, facts))
            case Typed(text):
                front.focus = ""  # so that a keyboard's Enter goes to what the page is for
                return self._turn(front.leaf.write(text, facts))
        return ()

    def _choose(self, front: _Opened, key: str, facts: Facts) -> Iterable[Action | Input]:
        if key not in self._page(facts).keys:
            return ()
        self._focus_on(front, key, facts)
        return self._turn(front.leaf.choose(key, facts))

    def _turn(self, steps: Iterable[Step]) -> list[Action | Input]:
        """Turn the pages as a leaf says; what is left for the desk."""
        actions: list[Action | Input] = []
        for step in steps:
            match step:
                case Open(leaf):
                    self.open(leaf)
                case Become(leaf):
                    self._opened[-1].leaf = leaf
                case Leave():
                    self._opened.pop()
                case Close():
                    self.close()
                case _:
                    actions.append(step)
        return actions

    def _focus_on(self, front: _Opened, key: str, facts: Facts) -> None:
        front.focus = key
        if any(entry.key == key for entry in self._page(facts).entries):
            front.shown = key

    # What is seen

    def _page(self, facts: Facts) -> Page:
        """What the leaf in front shows, without the focus."""
        leaf, made = self._opened[-1].leaf, self._made
        if made and made[0] is leaf and made[1] == facts and not (leaf.live and made[1].frame != facts.frame):
            return made[2]
        self._made = leaf, facts, leaf.show(facts)
        return self._made[2]

    def _with_focus(self, facts: Facts) -> Shown:
        if not self._opened:
            focus = self._focus if self._focus in _choices(facts.scene) else None
            return replace(facts.scene, focus=focus) if focus else facts.scene
        front, page = self._opened[-1], self._page(facts)
        if front.focus not in page.keys:
            front.focus = _first(page)
        if not front.shown:
            front.shown = next((entry.key for entry in page.entries if entry.ticked), front.focus)
        return replace(page, focus=front.focus, shown=front.shown, alert=_alert(facts.scene))


def _alert(scene: Scene) -> Mood | None:
    """How loudly the game calls for the players: a question, or something to be put right."""
    moods = {line.mood for line in scene.lines}
    return next((mood for mood in (Mood.WARN, Mood.ASK) if mood in moods), None)


def _choices(scene: Scene) -> list[Choice]:
    """What the focus may be on in play, in the order in which `down` goes through it."""
    answers = [*(each.key for each in scene.candidates), NONE_OF_THESE] if scene.candidates else []
    return [*map(Answer, answers), *(Press(button.key) for button in scene.buttons)]


def _first(page: Page) -> str:
    """Where the focus is on a page that has just been opened: where it says, on what is set, or first."""
    ticked = [entry.key for entry in page.entries if entry.ticked]
    main = [entry.key for entry in (*page.entries, *page.buttons) if entry.main]
    return next((key for key in (page.focus, *ticked, *main, *page.keys) if key in page.keys), "")


def _next(items: Sequence[T], here: T, step: str) -> T:
    """The one after or before, round and round."""
    if here not in items:
        return items[0]
    return items[(items.index(here) + (1 if step == "down" else -1)) % len(items)]
