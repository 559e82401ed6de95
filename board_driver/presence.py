"""Whether the board of a game is there, and what is said when it goes and comes."""

from __future__ import annotations

from board_driver.terminal import Level, tell
from engine.phrase import Phrase, phrase
from firmware_bridge.frames import BoardInfo


class Presence:
    """The board as its link tells of it; the words are for the screen, the terminal has been told."""

    def __init__(self) -> None:
        self.away: Phrase | None = None
        """Why the board is not there; None if it is."""
        self.is_other = False
        """A board is there, but not that of the game, and what it says is nothing to it."""

    def lose(self, reason: Phrase) -> Phrase:
        """The board has gone."""
        self.away = reason
        tell(f"the board is away: {reason}", Level.WARNING)
        return phrase("The board is away: {reason}", reason=reason)

    def meet(self, info: BoardInfo, own: BoardInfo | None) -> Phrase | None:
        """A board has come; `own` is that of the game, if there is one already."""
        self.away = None
        self.is_other = own is not None and not info.is_like(own)
        if self.is_other:
            words = phrase("Another board is plugged in; the game waits for its own")
            self.away = words
            tell(str(words))
            return words
        if own is not None:
            tell("the board is back")
        return None
