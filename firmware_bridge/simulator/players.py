"""Two players at a board: how one ply follows the other, and what they do beside the moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum, auto

from engine.game import Position
from engine.types import Move, Square
from firmware_bridge.frames import KeyPress, Pick
from firmware_bridge.simulator import detours
from firmware_bridge.simulator.actions import Action, Bring, Landed, Nudge, Push, Put, Take, TurnOver
from firmware_bridge.simulator.detours import Moment, squares_of
from firmware_bridge.simulator.handling import Due, Handling
from firmware_bridge.simulator.hands import Hands, right_hand

NEARLY_LANDED_MS = (50, 250)
"""How long before a landing an early reply begins."""


class Begins(Enum):
    """When a ply begins: after the last one, before its last man has landed, or within the same scan."""

    AFTER = auto()
    EARLY = auto()
    AT_ONCE = auto()


class Players:
    """Both players' hands, and what one ply leaves to the next; `confirms`: a key follows each move."""

    def __init__(self, hands: Hands, *, confirms: bool) -> None:
        self._hands = hands
        self._confirms = confirms
        self._late: list[Due] = []
        self._begins, self._early_t, self._landed_t = Begins.AFTER, 0, 0

    def begin(self) -> int:
        """The moment before which the next ply does nothing."""
        return self._early_t if self._begins is Begins.EARLY else self._hands.t

    def play(self, position: Position, move: Move, ply: int, reply: Move | None) -> list[Action]:
        """The actions of a ply, `Landed` among them, in order of time."""
        hands, ended = self._hands, self._hands.t
        begins, self._begins = self._begins, self._haste(move, reply)
        if begins is Begins.EARLY:
            hands.t = self._early_t
        elif begins is Begins.AFTER:
            hands.wait(hands.style.think_ms)
        if Begins.AT_ONCE in {begins, self._begins}:
            made = list(_at_once(move, hands.t, right_hand(position.turn)))
            actions = made.copy()
        else:
            at = Moment(position, move, ply, frozenset(due.square for due in self._late))
            actions, made = self._in_time(at, reply, begins)
        keys = list(self._keys(position, move))
        landed = _landed(made + keys, ply)
        self._landed_t = landed.t
        actions += [*keys, landed]
        hands.t = max(hands.t, ended)
        return sorted(actions, key=lambda action: action.t)

    def _haste(self, move: Move, reply: Move | None) -> Begins:
        """How the reply to a move will begin; as usual if they share a square.

        A stone that is set and taken between two scans was never there.
        """
        hands = self._hands
        calm = self._confirms or self._late or self._begins is not Begins.AFTER or _under_promotion(move)
        if calm or reply is None or not (move.transfers and reply.transfers):
            return Begins.AFTER
        if squares_of(move) & squares_of(reply):
            return Begins.AFTER
        if hands.chance(hands.style.one_scan):
            return Begins.AT_ONCE
        return Begins.EARLY if hands.chance(hands.style.early) else Begins.AFTER

    def _in_time(self, at: Moment, reply: Move | None, begins: Begins) -> tuple[list[Action], list[Action]]:
        """All actions of a ply but its keys; and those of them that carry the men of the move."""
        hands = self._hands
        waiting, self._late = self._late, []
        actions: list[Action] = []
        if begins is Begins.AFTER:
            actions += self._before(at)
        if hands.chance(0.5 * bool(waiting)):
            actions += self._finish(waiting, at)
            waiting = []
        later: frozenset[Square] = frozenset()
        if reply and self._begins is Begins.AFTER:
            later = frozenset(range(len(hands.shape))) - squares_of(reply)
        plain = Begins.EARLY in {begins, self._begins}
        handling = Handling(
            hands, at.position, at.move, later=later, plain=plain, not_before=self._landed_t + 1
        )
        began = hands.t
        made = list(handling.moving())
        actions += made
        if self._begins is Begins.EARLY:
            self._early_t = max(began, _landed(made, at.ply).t - hands.rng.randint(*NEARLY_LANDED_MS))
        actions += handling.turning()
        self._late = handling.late
        if not plain:
            actions += self._beside(at, began)
        actions += self._finish(waiting, at)
        return actions, made

    def _finish(self, late: Iterable[Due], at: Moment) -> Iterator[Action]:
        for due in late:
            yield from due.actions(self._hands, right_hand(at.position.turn))

    def _before(self, at: Moment) -> Iterator[Action]:
        """What leads nowhere, before a move."""
        hands, style = self._hands, self._hands.style
        for probability, detour in (
            (style.adjust, detours.adjust),
            (style.hesitate, detours.hesitate),
            (style.wrong_man, detours.wrong_man),
            (style.give_up, detours.give_up),
            (style.take_back, detours.take_back),
            (style.fallen, detours.fallen),
        ):
            if hands.chance(probability):
                yield from detour(hands, at)
                hands.wait(style.pause_ms)

    def _beside(self, at: Moment, began: int) -> Iterator[Action]:
        """What happens to the board while a move is made, and to its men when they have landed."""
        hands, style = self._hands, self._hands.style
        around = squares_of(at.move)
        for probability, disturbance in (
            (style.knock, detours.knock),
            (style.bump, detours.bump),
            (style.lean, detours.lean),
        ):
            if hands.chance(probability):
                t = hands.rng.randint(began, hands.t)
                yield from disturbance(hands, t, Moment(at.position, at.move, at.ply, at.busy | around))
        if hands.chance(style.adjust):
            busy = at.busy.union(due.square for due in self._late)
            after = Moment(at.position.after(at.move), at.move, at.ply, busy)
            yield from detours.set_straight(hands, after)
            hands.wait(style.pause_ms)

    def _keys(self, position: Position, move: Move) -> Iterator[Action]:
        hands = self._hands
        if not move.transfers:
            yield from hands.press("pass", position.turn)
        elif self._confirms:
            yield from hands.press("confirm", position.turn)
        elif _under_promotion(move):
            hands.wait(hands.style.think_ms)
            yield Pick(hands.t, position.move_text(move))


def _at_once(move: Move, t: int, hand: int) -> Iterator[Action]:
    """The actions of a move between two scans."""
    after = dict(move.changes)
    landing = {transfer.target for transfer in move.transfers}
    covered = [turn for turn in move.turns if turn.was.turned and turn.square in landing]
    for turn in covered:
        yield from (Take(t, turn.square, 1, hand), TurnOver(t, turn.now, hand), Put(t, turn.square, hand))
    for origin, target, count in ((tr.origin, tr.target, tr.count) for tr in move.transfers):
        if origin is not None:
            yield Take(t, origin, count, hand)
        elif target is not None:
            yield from (Bring(t, man, hand) for man in after[target][-count:])
        yield Put(t, target, hand)
    for turn in move.turns:
        if turn not in covered:
            yield from (Take(t, turn.square, 1, hand), TurnOver(t, turn.now, hand), Put(t, turn.square, hand))


def _under_promotion(move: Move) -> bool:
    """A man takes another's place and is not the strongest, so the mover says on the screen which it is."""
    if not move.transfers or move.transfers[-1].origin is not None:
        return False
    square = move.transfers[-1].target
    exchanged = any((gone.origin, gone.target) == (square, None) for gone in move.transfers)
    return exchanged and square is not None and dict(move.changes)[square][-1].kind != "Q"


def _landed(made: Iterable[Action], ply: int) -> Landed:
    """When, by the actions of a move, its last man came to stand (or the key was pressed)."""
    landed = free = 0
    for action in made:
        match action:
            case Take(t) | Put(t) | Nudge(t) if action.square is not None:
                landed, free = max(landed, t), max(free, t)
            case KeyPress(t) | Pick(t):
                landed, free = max(landed, t), max(free, t)
            case Push(t, _, _, ms):
                free = max(free, t + ms)
    return Landed(landed, ply, free)
