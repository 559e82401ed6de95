"""What the players see and press, between the session and the screen. Pure: times are arguments (ms)."""

from __future__ import annotations

from dataclasses import replace

from board_driver.clock_faces import clock_faces
from board_driver.config import ScreenTable
from board_driver.presenter import View, present
from board_driver.session import Session
from display.language import Language, find_language
from display.scene import Line, Mark, Mood, Scene
from engine.phrase import Phrase, phrase
from engine.types import Man, Square, Stack
from firmware_bridge.frames import KEY_NAMES, DeadStones, KeyPress

SURE_MS = 5000
"""A key that ends a game must be pressed twice within this time."""
HANDS = {Mark.LIFTED, Mark.TARGET, Mark.TOWER}
"""The marks of men in the hand, and of where they may go."""
FINAL = {
    "resign": phrase("Press again to resign"),
    "new": phrase("Press again to leave this game and begin a new one"),
}


class Front:
    """The scene of the moment, made anew only when something has changed.

    `notices`: lines about the program itself, by what they are about.
    """

    def __init__(self, screen: ScreenTable, players: tuple[str, str] = ("", "")) -> None:
        self.notices: dict[str, Line] = {}
        self.scene: Scene | None = None
        self._view = View(
            flipped=screen.flipped,
            facing=screen.facing,
            language=find_language(screen.language),
            players=players,
        )
        self._last: Scene | None = None
        self._drawn: tuple[int, View, bool] | None = None
        self._sure: tuple[str, int] = ("", 0)

    @property
    def language(self) -> Language:
        """The language of the screen."""
        return self._view.language

    def notice(self, about: str, words: Phrase, mood: Mood = Mood.PLAIN) -> None:
        """Say something about the program itself until `notices` loses it."""
        self.notices[about] = Line(self.language.say(words), mood)

    def touch(self, session: Session, square: Square | None, now: int) -> DeadStones | None:
        """Show the tower of a square; where stones are counted, what its touch says of them."""
        if square is None or (count := session.count) is None or count.is_agreed:
            self._view = replace(self._view, touched=square)
            return None
        marked = count.touch(square).marked
        return DeadStones(now, tuple(map(session.game.shape.name, sorted(marked))))

    def refresh(
        self,
        session: Session,
        stacks: tuple[Stack, ...] | None,
        now: int,
        aside: tuple[tuple[Man, int], ...] | None = None,
        *,
        held: bool = False,
    ) -> bool:
        """Bring the scene up to date; True if it was made anew, more than its clocks.

        `stacks`: what stands on a simulated board; `aside`: what beside it. `held`: something was decided
        that is not to be seen yet; only what the hands hold is, and where that may go.
        """
        if self._sure[0] and now - self._sure[1] > SURE_MS:
            self._sure = ("", 0)
            self.notices.pop("sure", None)
        self._view = replace(self._view, stacks=stacks, aside=aside, notices=tuple(self.notices.values()))
        clocks = clock_faces(session, now)
        if self._drawn == (session.revision, self._view, held):
            if self.scene and self.scene.clocks != clocks:
                self.scene = replace(self.scene, clocks=clocks)
            return False
        self._drawn = (session.revision, self._view, held)
        scene = present(session, self._view)
        if held and self._last:
            scene = _with_hands(self._last, scene, self._view.notices)
        else:
            self._last = replace(scene, lines=scene.lines[len(self._view.notices) :])
        self.scene = replace(scene, clocks=clocks)
        return True

    def press(self, session: Session, name: str, now: int) -> KeyPress | None:
        """The key press that a button of the screen means; None if it is not to be believed yet.

        A draw pressed while one is offered is the other side's answer.
        """
        key = next((known for known in KEY_NAMES if known == name), None)
        if key is None:
            return None
        unfinished = session.outcome is None and bool(session.plies)
        if key in FINAL and unfinished and self._sure[0] != key:
            self._sure = (key, now)
            self.notice("sure", FINAL[key], Mood.ASK)
            return None
        self._sure = ("", 0)
        self.notices.pop("sure", None)
        offer = session.offer if key == "draw" else None
        return KeyPress(now, key, None if offer is None else offer.other.letter)


def _with_hands(last: Scene, now: Scene, notices: tuple[Line, ...]) -> Scene:
    """An earlier scene with what the hands do now."""
    marks = frozenset(mark for mark in last.marks if mark[1] not in HANDS)
    return replace(
        last,
        marks=marks | {mark for mark in now.marks if mark[1] in HANDS},
        lines=(*notices, *last.lines),
        aside=now.aside,
    )
