"""A game looked through ply by ply: the game at hand, or one of the archive, from where it can go on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from board_driver.lines import Line as Plies
from board_driver.lines import move_texts
from board_driver.pages.actions import GoOn
from board_driver.pages.choice import Ask
from board_driver.pages.leaf import Become, Close, Facts, Leaf, Leave, Open, Step
from board_driver.words import man_note, outcome_text
from display.page import Entry, Page
from display.scene import Line, Mark, Mood, Scene, TowerView
from engine.game import Game
from engine.phrase import Phrase, phrase
from engine.record import numbered_side
from engine.types import Square, Stack

STEPS = {"first": "|◀", "back one": "◀", "on one": "▶", "last": "▶|"}
"""The buttons that step, and their signs."""
BACKWARDS = {"first", "back one"}
AFTER = (phrase("White's move {number} of {last}"), phrase("Black's move {number} of {last}"))


@dataclass(frozen=True)
class Stepping(Leaf):
    """A game after `ply` of its plies.

    `number`: its number in the archive; None: it can't go on from here. `result`, and in words `ending`: how
    it ended. `touched`: the square whose tower is shown.
    """

    game: Game
    line: Plies
    ply: int
    title: str
    number: int | None = None
    result: str = "*"
    ending: str = ""
    touched: Square | None = None

    def show(self, facts: Facts) -> Page:
        """The position then, the moves till then, and where to step."""
        _ = facts.language.gettext
        plies = len(self.line.moves)
        buttons = tuple(
            Entry(key, sign, enabled=self.ply != (0 if key in BACKWARDS else plies))
            for key, sign in STEPS.items()
        )
        if self.number is not None:
            buttons += (Entry("go on", _("Go on from here")),)
        lines = [Line(facts.language.say(self._place()))]
        if self.ply == plies and self.ending:
            lines.append(Line(self.ending, Mood.GOOD))
        focus = "on one" if self.ply < plies else "back one"
        return Page(self.title, buttons=buttons, lines=tuple(lines), focus=focus, board=self._board(facts))

    def _board(self, facts: Facts) -> Scene:
        here = self.line.back(len(self.line.moves) - self.ply)
        checks = here.position.checks()
        marks = {(square, Mark.LAST) for move in here.moves[-1:] for square, _stack in move.changes}
        for attacker, magus in checks:
            marks |= {(attacker, Mark.CHECKER), (magus, Mark.CHECK)}
        tower = here.position.stacks[self.touched] if self.touched is not None else ()
        return Scene(
            game=self.game.name,
            shape=self.game.shape,
            stacks=here.position.stacks,
            turn=here.position.turn,
            title="",
            marks=frozenset(marks),
            tower=_tower(facts, self.touched, tower) if self.touched is not None and tower else None,
            moves=move_texts(here),
            checks=checks,
            flipped=facts.config.screen.flipped,
            first=self.game.start().turn,
            number=here.positions[0].number,
            language=facts.language,
        )

    def _place(self) -> Phrase:
        """Which move is the last one shown, of how many."""
        if not self.ply:
            return phrase("Before the first move")
        start = self.line.positions[0]
        number, side = numbered_side(self.game, start, self.ply)
        last = numbered_side(self.game, start, len(self.line.moves))[0]
        return AFTER[side].about(number=number, last=last)

    def choose(self, key: str, facts: Facts) -> Iterable[Step]:
        """Step, or go on from here."""
        last = len(self.line.moves)
        match key:
            case "first":
                return self._at(0)
            case "back one":
                return self._at(max(0, self.ply - 1))
            case "on one":
                return self._at(min(last, self.ply + 1))
            case "last":
                return self._at(last)
            case _ if self.number is not None:
                return (Open(self._ask(facts, self.number)),)
        return ()

    def touch(self, square: Square, facts: Facts) -> Iterable[Step]:
        """Show the tower there, or no more."""
        return (Become(replace(self, touched=None if square == self.touched else square)),)

    def _at(self, ply: int) -> Iterable[Step]:
        return (Become(replace(self, ply=ply)),)

    def _ask(self, facts: Facts, number: int) -> Ask:
        """What going on means: for this game, and for the one at hand."""
        _ = facts.language.gettext
        same = self.result == "*" and self.ply == len(self.line.moves)
        words = (
            _("The game goes on. Set the men up as shown.")
            if same
            else _("A new game begins from here. Set the men up as shown.")
        )
        lines = [Line(words, Mood.ASK)]
        session = facts.session
        if session.plies and session.outcome is None:
            lines.append(Line(_("The game at hand stays in the archive, unfinished.")))
        answers = ((_("No"), (Leave(),)), (_("Yes, go on"), (GoOn(number, self.ply), Close())))
        return Ask(_("Go on from here"), tuple(lines), answers, board=self._board(facts))


def _tower(facts: Facts, square: Square, stack: Stack) -> TowerView:
    return TowerView(square, stack, notes=tuple(man_note(facts.language, man) for man in stack))


def record_at_hand(facts: Facts) -> Stepping:
    """The game at hand, to be looked through from its end."""
    session = facts.session
    title = facts.language.gettext("The game so far")
    ending = outcome_text(facts.language, session.outcome) if session.outcome else ""
    plies = len(session.record.moves)
    return Stepping(session.game, session.record, plies, title, result=session.result, ending=ending)
