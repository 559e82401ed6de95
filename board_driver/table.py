"""The simulated table of `run --link sim:`: a board, hands that play on it, and the user's mouse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from board_driver.files import load_record
from display.inputs import BringMan, Input, PutMen, TakeMen
from engine.errors import UsageError
from engine.game import Game
from engine.phrase import Phrase, phrase
from engine.record import GameRecord
from engine.samples import sample_game, sample_games
from engine.types import Colour, Man, Stack
from firmware_bridge.simulator.actions import PlayedBoard
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.kits import find_kit
from firmware_bridge.simulator.script import script

DEMOS = {
    "tavreli": "moscow-1997-1",
    "chess": "london-1860-1",
    "draughts": "moscow-1924-1",
    "capture-go": "japan-1968-1",
}
"""The sample game of each game that is played where none is asked for."""
NOTHING = "none"
SPARE_CROWNS = (Man(Colour.WHITE, "C"), Man(Colour.BLACK, "C"))
"""Men of draughts beside the board, should a man become a king before one was captured."""
HINT = phrase("The board is yours: take men with the mouse, and set captured ones beside the board")
HINTS = {
    "tavreli": phrase("The board is yours: take men with the mouse; wheel or digit: how many"),
    "capture-go": phrase(
        "The board is yours: press a point to set a stone; take captured ones beside the board"
    ),
}


def find_demo(game: Game, play: str | None) -> GameRecord:
    """The game that hands play first: a sample game, one from a file, or no moves at all.

    With options of the players' own nothing is played that they have not asked for. A record brings its own.
    """
    if play == NOTHING or (play is None and game.options):
        return GameRecord(game)
    samples = sample_games(game.name)
    if play is None or play in samples:
        return sample_game(play or DEMOS[game.name], game.name)
    if Path(play).exists():
        return load_record(Path(play), game.name)
    known = ", ".join(samples)
    raise UsageError(f"--play {play}: no such file, nor a sample game; those are {known}, or {NOTHING}")


class SimulatedTable:
    """A simulated board with something to see on it."""

    def __init__(self, demo: GameRecord, kit: str, seed: int) -> None:
        sensors = find_kit(kit)
        self.demo = demo
        self.start = demo.start or demo.game.start()
        self.board = SimulatedBoard(demo.game.shape, self.start.stacks, sensors, seed)
        self.thing = PlayedBoard(self.board, script(demo.game, self.start, demo.moves, sensors, seed))
        self._user_plays = False
        if demo.game.name == "draughts":
            self.board.set_aside(SPARE_CROWNS)

    @classmethod
    def as_left(cls, record: GameRecord, kit: str, seed: int = 1) -> SimulatedTable:
        """The table with the men where a game has left them; nobody has touched them since."""
        table = cls(GameRecord(record.game, start=record.start), kit, seed)
        table.board.set_up(0, record.positions()[-1].stacks)
        return table

    def words(self) -> str:
        """What there is to see."""
        tags, plies = self.demo.tags, len(self.demo.moves)
        if not plies:
            return "it is yours"
        place = " ".join(tags[tag] for tag in ("Site", "Date") if tags.get(tag, "?")[0] != "?")
        return f"hands play a game of {plies} plies{f' ({place})' if place else ''}, then it is yours"

    @property
    def held(self) -> Stack:
        """The men that the user holds."""
        return self.board.held if self._user_plays else ()

    @property
    def aside(self) -> tuple[tuple[Man, int], ...] | None:
        """The men beside the board, and how many of each; None in a game where none leaves it."""
        if self.demo.game.towers:
            return None
        men = Counter(self.board.aside)
        return tuple(sorted(men.items(), key=lambda pair: (pair[0].colour, pair[0].kind)))

    def follow(self, stacks: Sequence[Stack]) -> None:
        """Let men be exchanged for what they have become in the record: queens, kings of draughts.

        In a game with towers the players turn them over themselves.
        """
        if self._user_plays and not self.demo.game.towers:
            for square, (mine, stack) in enumerate(zip(self.board.stacks, stacks, strict=True)):
                if mine != stack and [man.colour for man in mine] == [man.colour for man in stack]:
                    self.board.exchange(square, stack)

    def hint(self, *, begun: bool, over: bool) -> Phrase | None:
        """What to tell somebody at the mouse who has not taken a man yet; None if there is nothing to tell.

        `begun`, `over`: the game has moves; it has ended.
        """
        if self._user_plays:
            return None
        if over:
            return phrase("The game is over: press New game, and the board is yours")
        if self.thing.done:
            return HINTS.get(self.demo.game.name, HINT)
        return None if begun else phrase("Hands are going to play; take a man, and the board is yours")

    def handle(self, t: int, action: Input) -> None:
        """Do with the men what the user does with the mouse.

        The simulated hands then do no more; what they were holding is in the user's hand.
        """
        self._user_plays = True
        self.thing.stop()
        match action:
            case TakeMen(square, count) if not self.board.held and (stack := self.board.stacks[square]):
                self.board.take(t, square, min(count or len(stack), len(stack)))
            case BringMan(man, square) if not self.board.held:
                self.board.bring(man)
                if square is not None:
                    self.board.put(t, square)
            case PutMen(square) if self.board.held:
                self.board.put(t, square)

    def set_up(self, t: int) -> None:
        """Set the start up again."""
        self.thing.stop()
        self.board.set_up(t, self.start.stacks)
