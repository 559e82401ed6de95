"""An earlier ply corrected: which one, which move it really was, and what remains of the game then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from board_driver.lines import Line as Record
from board_driver.lines import corrected, move_texts
from board_driver.pages.actions import Correct
from board_driver.pages.leaf import Become, Close, Facts, Leaf, Leave, Open, Step
from board_driver.session import Session
from display.page import Entry, Page
from display.scene import Line, Mark, Mood, Scene
from engine.game import Position
from engine.record import number_text
from engine.types import Move, Square

PLY_COLUMNS = 4


@dataclass(frozen=True)
class Plies(Leaf):
    """The record: which ply is to be corrected?"""

    def show(self, facts: Facts) -> Page:
        """All plies, from the last ones."""
        session = facts.session
        entries = tuple(
            Entry(f"ply {ply}", numbered(session, ply)) for ply in range(1, len(session.record.moves) + 1)
        )
        title = facts.language.gettext("Which move is wrong?")
        return Page(title, entries, PLY_COLUMNS, focus=f"ply {len(entries)}")

    def choose(self, key: str, facts: Facts) -> Iterable[Step]:
        """Ask what it really was."""
        return (Open(Correcting(facts.session.record, int(key.removeprefix("ply ")))),)


@dataclass(frozen=True)
class Correcting(Leaf):
    """Which move a ply of a record really was: from the list, or by touching the man and where it went."""

    record: Record
    ply: int
    origin: Square | None = None

    def show(self, facts: Facts) -> Page:
        """The position before it, and its legal moves; those of one man if one has been touched."""
        session, _ = facts.session, facts.language.gettext
        if session.record is not self.record:
            return gone_on(facts)
        position, played = self._before()
        moves = self._moves(position)
        marks = {(square, Mark.LAST) for square, _stack in played.changes}
        if self.origin is not None:
            marks |= {(self.origin, Mark.LIFTED)}
            targets = {target for move in moves if (target := path(move)[1]) is not None}
            marks |= {(target, Mark.TOWER if position.stacks[target] else Mark.TARGET) for target in targets}
        entries = tuple(
            Entry(f"move {move.name}", position.move_text(move), ticked=move.name == played.name)
            for move in moves
        )
        words = _("Touch the man that moved, then where it went; or choose here.")
        return Page(
            _("Instead of {move}", move=numbered(session, self.ply)),
            entries,
            2,
            lines=(Line(words, Mood.ASK),),
            board=board_of(facts, position, marks),
        )

    def choose(self, key: str, facts: Facts) -> Iterable[Step]:
        """Show what would become of the game."""
        name = key.removeprefix("move ")
        return (Open(Preview(self.record, self.ply, name)),)

    def touch(self, square: Square, facts: Facts) -> Iterable[Step]:
        """The man that moved, or where it went."""
        position, _ = self._before()
        there = [move for move in self._moves(position) if path(move)[1] == square]
        if there and (self.origin is not None or path(there[0])[0] is None):
            return (Open(self._one_of(there)),)
        moves_of_it = any(path(move)[0] == square for move in position.legal_moves())
        return (Become(replace(self, origin=square if moves_of_it else None)),)

    def _one_of(self, moves: Sequence[Move]) -> Leaf:
        if len(moves) == 1:
            return Preview(self.record, self.ply, moves[0].name)
        return Several(self.record, self.ply, tuple(move.name for move in moves))

    def _before(self) -> tuple[Position, Move]:
        return self.record.positions[self.ply - 1], self.record.moves[self.ply - 1]

    def _moves(self, position: Position) -> list[Move]:
        return [move for move in position.legal_moves() if self.origin in (None, path(move)[0])]


@dataclass(frozen=True)
class Several(Leaf):
    """One of the moves from one square to another: a split of so many men, or a promotion."""

    record: Record
    ply: int
    names: tuple[str, ...]

    def show(self, facts: Facts) -> Page:
        """The moves."""
        title = facts.language.gettext("Which of these?")
        return Page(title, tuple(Entry(f"move {name}", name) for name in self.names), 2)

    def choose(self, key: str, facts: Facts) -> Iterable[Step]:
        """Show what would become of the game."""
        return Leave(), Open(Preview(self.record, self.ply, key.removeprefix("move ")))


@dataclass(frozen=True)
class Preview(Leaf):
    """What a correction makes of the game; it is done when the players have seen it."""

    record: Record
    ply: int
    name: str

    def show(self, facts: Facts) -> Page:
        """The position at the end of what remains, and what does not."""
        session, _ = facts.session, facts.language.gettext
        before = session.record
        if before is not self.record:
            return gone_on(facts)
        line = corrected(before, self.ply, self.name)
        text = move_texts(line)[self.ply - 1]
        words = _("{old} becomes {new}.", old=numbered(session, self.ply), new=text)
        entries = (
            Entry("yes", _("Correct it"), main=True, enabled=not line.same_as(before)),
            Entry("no", _("Leave it")),
        )
        now, then = before.position.stacks, line.position.stacks
        marks = {(square, Mark.LAST) for square, stack in enumerate(then) if stack != now[square]}
        return Page(
            _("Correct a move"),
            entries,
            lines=(Line(words), *_remainder(facts, before, line, self.ply)),
            board=board_of(facts, line.position, marks),
        )

    def choose(self, key: str, facts: Facts) -> Iterable[Step]:
        """Do it, or go back to the moves."""
        if key == "no":
            return (Leave(),)
        position = self.record.positions[self.ply - 1]
        return Correct(self.ply, position.move_text(position.find_move(self.name))), Close()


def _remainder(facts: Facts, before: Record, line: Record, ply: int) -> Iterable[Line]:
    """What stays of the moves after it, and how the board has to be put right."""
    language = facts.language
    later, lost = len(before.moves) - ply, len(before.moves) - len(line.moves)
    if lost:
        first = numbered(facts.session, len(line.moves) + 1)
        words = language.ngettext(
            "From {first} on nothing fits: {n} move is taken back.",
            "From {first} on nothing fits: {n} moves are taken back.",
            lost,
            first=first,
        )
        yield Line(words, Mood.WARN)
    elif later:
        words = language.ngettext("The {n} move after it stays.", "All {n} moves after it stay.", later)
        yield Line(words, Mood.GOOD)
    if line.position.stacks != before.position.stacks:
        yield Line(language.gettext("Then set the men up as shown here."), Mood.ASK)


def gone_on(facts: Facts) -> Page:
    """What is shown if the record has changed since it was to be corrected."""
    _ = facts.language.gettext
    return Page(
        _("Correct a move"), lines=(Line(_("The game has gone on. Go back, and begin again."), Mood.WARN),)
    )


def path(move: Move) -> tuple[Square | None, Square | None]:
    """Where the man (or stone, or tower) that moves comes from, and where it goes in the end."""
    carried = [transfer for transfer in move.transfers if transfer.target is not None]
    if not carried:
        return None, None
    origin, target = carried[0].origin, carried[0].target
    for transfer in carried[1:]:
        if transfer.origin == target:
            target = transfer.target
    return origin, target


def numbered(session: Session, ply: int) -> str:
    """A decided move with its number: `12. e2-e4`, `12... e7-e5`."""
    return f"{number_text(session.game, session.start, ply)} {session.plies[ply - 1].text}"


def board_of(facts: Facts, position: Position, marks: Iterable[tuple[Square, Mark]]) -> Scene:
    """A position of the game at hand, to be drawn beside a page."""
    game = facts.session.game
    return Scene(
        game=game.name,
        shape=game.shape,
        stacks=position.stacks,
        turn=position.turn,
        title="",
        marks=frozenset(marks),
        checks=position.checks(),
        flipped=facts.config.screen.flipped,
        language=facts.language,
    )
