"""What hands do that leads nowhere: the board is as it was when they have done it.

Before a move men are lifted and put back, a move is begun and given up, or made and taken back; while one is
made, neighbours are knocked, the board is bumped and leant on. No man is off its square for as long as 2 s
with the board at rest, so that whoever watches never loses the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.game import Position
from engine.types import BoardShape, Move, Square, Stack, Transfer
from firmware_bridge.simulator.actions import Action, Jolt, Push, Put, Take, Undone
from firmware_bridge.simulator.hands import BYSTANDER, Hands, right_hand

HOVER_MS = (150, 1700)
FLICKER_MS = (25, 150)
REGRET_MS = (300, 2500)
FALLEN_MS = (400, 1500)
JOLT_MS = (30, 70)
LEAN_G = (20.0, 500.0)
"""A hand that leans on the board (hardware notes)."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Before a move: the position, the move, its ply from 1, and the squares that are better left alone."""

    position: Position
    move: Move
    ply: int
    busy: frozenset[Square]

    def towers(self) -> list[Square]:
        """The occupied squares that may be touched."""
        return [
            square for square, stack in enumerate(self.position.stacks) if stack and square not in self.busy
        ]


def adjust(hands: Hands, at: Moment) -> Iterator[Action]:
    """Set a man straight."""
    yield from _lift_and_put_back(hands, at, at.towers())


def hesitate(hands: Hands, at: Moment) -> Iterator[Action]:
    """Lift the right man and put it back."""
    lifts = [transfer for transfer in at.move.transfers[:1] if transfer.origin is not None]
    if lifts:
        yield from _hover(hands, at, lifts)


def wrong_man(hands: Hands, at: Moment) -> Iterator[Action]:
    """Lift another man of one's own, and put it back."""
    right = {transfer.origin for transfer in at.move.transfers}
    stacks, turn = at.position.stacks, at.position.turn
    own = [square for square in at.towers() if stacks[square][-1].colour is turn and square not in right]
    yield from _lift_and_put_back(hands, at, own)


def give_up(hands: Hands, at: Moment) -> Iterator[Action]:
    """Lift the men of a capture or castling, and put them back."""
    begun = [
        lifts
        for move in at.position.legal_moves()
        if len(lifts := _first_lifts(move)) > 1 and not at.busy & squares_of(move)
    ]
    if begun:
        yield from _hover(hands, at, hands.rng.choice(begun)[:2])


def take_back(hands: Hands, at: Moment) -> Iterator[Action]:
    """Make another move, one that does not end the game, and take it back."""
    others = [
        move
        for move in at.position.legal_moves()
        if move.name != at.move.name and _can_be_undone(move) and not at.busy & squares_of(move)
    ]
    right = {transfer.origin for transfer in at.move.transfers[:1]}
    near = [move for move in others if move.transfers[0].origin in right]
    if hands.chance(0.5) and near:
        others = near
    if not others:
        return
    other = hands.rng.choice(others)
    if at.position.after(other).outcome():
        return
    made = hands.t
    for transfer in other.transfers:
        for action in _carry(hands, at, transfer, dict(other.changes)):
            made = action.t
            yield action
    hands.wait(REGRET_MS)
    regretted = hands.t
    for transfer in reversed(other.transfers):
        back = Transfer(transfer.target, transfer.origin, transfer.count)
        yield from _carry(hands, at, back, at.position.stacks)
    yield Undone(hands.t, at.ply, at.position.move_text(other), made, regretted)


def fallen(hands: Hands, at: Moment) -> Iterator[Action]:
    """One to three neighbouring men fall over and are set up again."""
    towers = at.towers()
    if not towers:
        return
    first = hands.rng.choice(towers)
    towers.sort(key=lambda square: distance(hands.shape, square, first))
    down = towers[: hands.rng.randint(1, 3)]
    for number, square in enumerate(down):
        yield Take(hands.t, square, len(at.position.stacks[square]), BYSTANDER + number)
        hands.wait((0, 60))
    hands.wait(FALLEN_MS)
    for number, square in enumerate(down):
        yield from hands.set_down(square, BYSTANDER + number)
        hands.wait(hands.style.carry_ms)


def set_straight(hands: Hands, at: Moment) -> Iterator[Action]:
    """Lift the men that have just come to stand, and put them back."""
    landed = squares_of(at.move).intersection(at.towers())
    yield from _lift_and_put_back(hands, at, sorted(landed))


def knock(hands: Hands, t: int, at: Moment) -> Iterator[Action]:
    """A hand touches a neighbour of the move's squares at `t`; it comes off its sensor for a moment."""
    around = squares_of(at.move)
    near = [
        square for square in at.towers() if any(distance(hands.shape, square, other) == 1 for other in around)
    ]
    if near:
        square = hands.rng.choice(near)
        yield Take(t, square, len(at.position.stacks[square]), BYSTANDER)
        back_t = t + hands.rng.randint(*FLICKER_MS)
        yield Put(back_t, square, BYSTANDER)
        hands.t = max(hands.t, back_t)


def bump(hands: Hands, t: int, _at: Moment) -> Iterator[Action]:
    """Somebody bumps against the board at `t`."""
    for _ in range(hands.rng.randint(2, 4)):
        ms = hands.rng.randint(*JOLT_MS)
        yield Jolt(t, ms)
        t += ms


def lean(hands: Hands, t: int, at: Moment) -> Iterator[Action]:
    """The player to move leans on the edge of the board from `t` on."""
    shape = hands.shape
    edge = (shape.ranks - 1) * shape.files if at.position.turn else 0
    square = edge + hands.rng.randrange(shape.files)
    yield Push(t, square, hands.rng.uniform(*LEAN_G), hands.rng.randint(*hands.style.lean_ms))


def squares_of(move: Move) -> frozenset[Square]:
    """The squares on which a hand does something in a move."""
    squares = {square for transfer in move.transfers for square in (transfer.origin, transfer.target)}
    squares |= {turn.square for turn in move.turns}
    return frozenset(square for square in squares if square is not None)


def distance(shape: BoardShape, one: Square, other: Square) -> int:
    """How many steps of a king lie between two squares."""
    (rank, file), (to_rank, to_file) = divmod(one, shape.files), divmod(other, shape.files)
    return max(abs(rank - to_rank), abs(file - to_file))


def _can_be_undone(move: Move) -> bool:
    """Its transfers done backwards give the same men back: nothing is turned over or exchanged."""
    off = [(number, transfer) for number, transfer in enumerate(move.transfers) if transfer.target is None]
    exchanged = any(move.transfers[before].target == gone.origin for n, gone in off for before in range(n))
    return bool(move.transfers) and not move.turns and not exchanged


def _first_lifts(move: Move) -> list[Transfer]:
    """The transfers that lift men from where they stood before the move, one a square."""
    lifts: list[Transfer] = []
    touched: set[Square | None] = {None}
    for transfer in move.transfers:
        if transfer.origin not in touched:
            lifts.append(transfer)
        touched |= {transfer.origin, transfer.target}
    return lifts


def _lift_and_put_back(hands: Hands, at: Moment, squares: Sequence[Square]) -> Iterator[Action]:
    if squares:
        square = hands.rng.choice(squares)
        count = hands.rng.randint(1, len(at.position.stacks[square]))
        yield from _hover(hands, at, [Transfer(square, square, count)])


def _hover(hands: Hands, at: Moment, lifts: Sequence[Transfer]) -> Iterator[Action]:
    """Lift one or two towers, in any order, and put them back, in any order."""
    held = list(enumerate(lifts, right_hand(at.position.turn)))
    hands.rng.shuffle(held)
    for number, (hand, lift) in enumerate(held):
        assert lift.origin is not None
        if number:
            hands.wait(hands.style.pause_ms)
        yield from hands.lift(lift.origin, lift.count, hand)
    hands.wait(HOVER_MS)
    hands.rng.shuffle(held)
    for hand, lift in held:
        yield from hands.set_down(lift.origin, hand)
        hands.wait(hands.style.pause_ms)


def _carry(
    hands: Hands, at: Moment, transfer: Transfer, stacks: Mapping[Square, Stack] | Sequence[Stack]
) -> Iterator[Action]:
    """Carry men; those from beside the board are the top ones of where they go, as `stacks` will be."""
    hand = right_hand(at.position.turn)
    if transfer.origin is None:
        assert transfer.target is not None
        yield from hands.bring(stacks[transfer.target][-transfer.count :], hand)
    else:
        yield from hands.lift(transfer.origin, transfer.count, hand)
    hands.wait(hands.style.carry_ms)
    yield from hands.set_down(transfer.target, hand)
    hands.wait(hands.style.pause_ms)
