"""Several moves made before the board came to rest, found by what each square went through since.

A sequence of moves says which stacks its squares show one after the other, and in which order men land. It is
looked for a move at a time, the least surprising beginnings first.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from board_driver.choices import Changes, Choice, choices, hands_on
from board_driver.evidence import STIRRED, UNCALLED, UNSEEN, Evidence
from board_driver.lines import Line
from board_driver.past import Stay
from board_driver.weigher import FINGER_MS
from engine.types import Move, Square, Stack

DISORDER, HASTE_MS = 10.0, 300
"""A man set down before the one that moved earlier; cells settle so slowly that a reply may seem to land
before."""
BACKWARD, CHATTER_MS = 6.0, 60
"""A man set down before it was lifted, by more than a switch chatters; twice, if by more than `HASTE_MS`."""
EARLY, OUT_OF_TURN = 3.5, 6.0
"""A man lifted for a reply before the move had landed; or by more than `HASTE_MS` before."""
NEVER = 10.0
"""A square that never showed what it must have for as long as one thinks."""
SKIPPED = 3.0
"""A man that was seen on its square before it can have landed there."""
HIDDEN = 9.0
"""One of several moves that no sensor can have seen to end; corner cells see what all of them come to."""
FAR_FETCHED = 16.0
"""Several moves that surprise by more than this are no explanation."""
CROWD = 64
"""Where more beginnings than this surprise alike, nothing can be told from them."""
UNSEEN_MOVE = 2.5
"""A move between towers, which no switch sees: about one in fourteen in the games on record."""
APART = 6.0
"""Where they crowd, those that surprise by so much more than the best are let go."""
BEAM = 16
"""No more beginnings than this are followed, but for those that surprise no more than the last of them."""


@dataclass(frozen=True, slots=True)
class Played:
    """Some moves played from the end of a line, or from before its last moves.

    `back`: how many moves of the line were left out before them. `surprise`: the cost of that, and of what
    should have been seen and was not, or in the wrong order. `changes`: what stands on the squares they
    changed. `changed`, `touched`: bitmaps of those, and of all that hands went to. `seen`: when each square's
    sensor was seen to show what it shows after them, ms, and what that is. `landings`: when the men of each
    move were seen to land.
    """

    line: Line
    back: int
    surprise: float
    changes: Changes = field(default_factory=dict)
    changed: int = 0
    touched: int = 0
    seen: Mapping[Square, tuple[int, Hashable]] = field(default_factory=dict)
    landings: tuple[int | None, ...] = ()

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played."""
        return self.line.moves[len(self.line.moves) - len(self.landings) :]


class Trail:
    """What each square went through since the last rest, asked for stacks."""

    def __init__(self, evidence: Evidence) -> None:
        self.moved = sum(1 << square for square in evidence.moved())
        self._evidence = evidence
        self._times: dict[tuple[Square, Hashable], list[int]] = {}

    def times(self, square: Square, stack: Stack) -> list[int]:
        """When that square began to look as if that stack stood there, ms, each time; a switch that chatters
        shows no men."""
        key = (square, self._evidence.load(stack))
        if key not in self._times:
            stays = self._evidence.trace.changes(square)
            chatters = bool(stack) and not self._evidence.weighs_squares
            shown = (
                at
                for at, stay in enumerate(stays)
                if self._evidence.showed(square, stack, stay)
                and not (chatters and stays[at + 1 :] and stays[at + 1].since < stay.since + CHATTER_MS)
            )
            self._times[key] = [_set_down(stays[: at + 1]) if stack else stays[at].since for at in shown]
        return self._times[key]

    def unseen(self, square: Square, since: int) -> float:
        """The cost of a square not having shown what it must have; less if something was there since."""
        stays = self._evidence.trace.changes(square)
        return STIRRED if stays and stays[-1].since > since else UNSEEN

    def first(self, square: Square, stack: Stack, since: int) -> int | None:
        """When it first looked so at that time or later, if ever."""
        times = self.times(square, stack)
        place = bisect_left(times, since)
        return times[place] if place < len(times) else None


def _set_down(stays: Sequence[Stay]) -> int:
    """When the men came that the last of some stays shows: a finger may have rested on them before, ms."""
    last = first = stays[-1]
    for stay in reversed(stays[:-1]):
        if stay.reading <= last.reading or stay.since < last.since - FINGER_MS:
            break
        first = stay
    return first.since


class Haste:
    """The sequences of moves that may have been made since the last rest."""

    def __init__(self, evidence: Evidence, standing: tuple[Stack, ...]) -> None:
        """`standing`: what stood on each square at the last rest, as far as is known."""
        self._evidence = evidence
        self._standing = standing
        self._before = [(-1, evidence.load(stack)) for stack in standing]
        self._known: dict[Hashable, tuple[float, tuple[int, Hashable] | None]] = {}
        self._trail = Trail(evidence)
        self._blind = evidence.blind
        self._late_ms = HASTE_MS if evidence.weighs_squares else CHATTER_MS

    def begin(self, line: Line, back: int, surprise: float) -> Played:
        """No move yet, after the last `back` moves were left out; `line`: without them."""
        seen: dict[Square, tuple[int, Hashable]] = {}
        for square, stack in enumerate(line.position.stacks):
            if stack != self._standing[square] and (at := self._trail.first(square, stack, 0)) is not None:
                seen[square] = at, self._evidence.load(stack)
        return Played(line, back, surprise, seen=seen)

    def sequences(self, begin: Iterable[Played]) -> Iterator[list[Played]]:
        """Sequences of one move, then of two, and so on, the least surprising first."""
        found = list(begin)
        while found:
            found = [more for played in found for more in self.continued(played)]
            found = sorted(found, key=self._rank)
            if len(found) > BEAM:  # but never one of two that surprise alike: the right one may be either
                best, worst = self._rank(found[0]), self._rank(found[BEAM - 1])
                kept = [more for more in found if self._rank(more) <= worst]
                crowded = len(kept) > CROWD and worst >= best + APART
                found = [more for more in kept if self._rank(more) < worst] if crowded else kept
            yield found

    def _rank(self, played: Played) -> float:
        return played.surprise - UNCALLED * (self._trail.moved & played.touched).bit_count()

    def unexplained(self, played: Played) -> int:
        """The squares (a bitmap) on which something moved where none of these moves was."""
        hands = hands_on(played.touched, played.moves, self._evidence.observer.info.shape.files)
        return self._trail.moved & ~hands

    def continued(self, played: Played) -> Iterator[Played]:
        """The sequences with a move more that was seen where something moved; or was made between towers,
        where no switch sees it, if corner cells do."""
        moved, since = self._trail.moved, self._not_before(played.landings)
        for choice in choices(played.line.position):
            hidden = not moved & choice.move.changed
            if hidden and not (self._evidence.balances or self._blind & choice.move.changed):
                continue
            if hidden and not all(
                self._evidence.load(stack) == played.seen.get(square, self._before[square])[1]
                for square, stack in choice.changes.items()
                if not self._blind >> square & 1
            ):
                continue
            if more := self._follow(played, choice, since):
                yield more

    def _follow(self, played: Played, choice: Choice, since: int) -> Played | None:
        """The sequence with a move more, which ended at `since` if men landed in order, unless that is too
        great a surprise."""
        landing = choice.move.landing
        origin, target = (landing.origin, landing.target) if landing else (None, None)
        surprise = played.surprise
        seen: dict[Square, tuple[int, Hashable]] = {}
        times: dict[Square, int] = {}
        for square, shown in sorted(choice.steps, key=lambda step: step[0] == target):
            if self._blind >> square & 1:
                continue
            before = played.seen.get(square, self._before[square])
            if square == target and origin in times:
                since = max(since, times[origin] - self._late_ms)
            unseen, found = self._see(square, shown, before, since if square == target else 0)
            surprise += unseen
            if surprise > FAR_FETCHED:
                return None
            if found is not None:
                seen[square] = found
                if found[0] > before[0]:
                    times[square] = found[0]
        if not (times or self._evidence.balances or self._blind & choice.move.changed):
            return None
        surprise += UNSEEN_MOVE * (not times)
        landed = times.get(target) if target is not None else None
        targets = choice.changes.keys() & {transfer.target for transfer in choice.move.transfers}
        targets = {square for square in targets if not self._blind >> square & 1}
        seen_to_end = self._evidence.balances or not targets or bool(targets & times.keys())
        if not seen_to_end and surprise == played.surprise:
            surprise += HIDDEN
        surprise += backward(choice.move, times) + self._disorder(played.landings, landed)
        surprise += too_early(choice.move, times, played.landings)
        if surprise > FAR_FETCHED:
            return None
        return Played(
            played.line.play(choice.move),
            played.back,
            surprise,
            changes=played.changes | choice.changes,
            changed=played.changed | choice.move.changed,
            touched=played.touched | choice.move.touched,
            seen={**played.seen, **seen},
            landings=(*played.landings, landed),
        )

    def _see(
        self, square: Square, shown: list[Stack], before: tuple[int, Hashable], since: int
    ) -> tuple[float, tuple[int, Hashable] | None]:
        """What it costs that a square shows some stacks after what it showed before, the last of them not
        before `since` if that may be; and when it came to show that, and what it is, if it did."""
        key = square, before, since, *map(self._evidence.load, shown)
        if key not in self._known:
            self._known[key] = self._look(square, shown, before, since)
        return self._known[key]

    def _look(
        self, square: Square, shown: list[Stack], before: tuple[int, Hashable], since: int
    ) -> tuple[float, tuple[int, Hashable] | None]:
        for stacks in (shown, shown[-1:]):
            early = self._in_turn(square, stacks, *before, 0)
            if early is not None:
                found = self._in_turn(square, stacks, *before, since) or early
                cost = self._trail.unseen(square, before[0]) if len(stacks) < len(shown) else 0.0
                return cost + SKIPPED * (found != early), found
        return NEVER, None

    def _in_turn(
        self, square: Square, stacks: list[Stack], at: int, load: Hashable, since: int
    ) -> tuple[int, Hashable] | None:
        """When a square came to show the last of some stacks, if it showed one after the other."""
        for left, stack in enumerate(stacks, 1 - len(stacks)):
            before, load = load, self._evidence.load(stack)
            if load == before:
                continue
            found = self._trail.first(square, stack, at + 1 if left else max(at + 1, since))
            if found is None:
                return None
            at = found
        return at, load

    def _not_before(self, landings: Sequence[int | None]) -> int:
        """When the next man may have landed at the earliest, if men landed in order."""
        times = zip(landings[-2:][::-1], (self._late_ms, 0), strict=False)
        return max((t - late for t, late in times if t is not None), default=0)

    def _disorder(self, landings: Sequence[int | None], landed: int | None) -> float:
        """The cost of a man having landed before its own side's last one, or too long before the other's."""
        if landed is None:
            return 0.0
        before = zip(landings[::-1][:2], (self._late_ms, 0), strict=False)
        return DISORDER * sum(t is not None and t > landed + late for t, late in before)


def too_early(move: Move, changed_at: Mapping[Square, int], landings: Sequence[int | None]) -> float:
    """The cost of men having been lifted for a move, at those times, before the last one had landed."""
    transfers = move.transfers
    origins = {each.origin for each in transfers} - {each.target for each in transfers}
    return out_of_turn((t for square, t in changed_at.items() if square in origins), landings)


def out_of_turn(lifted: Iterable[int], landings: Sequence[int | None]) -> float:
    """The cost of men having been lifted at those times for the move after those that landed then."""
    landed = max((t for t in landings if t is not None), default=0)
    first = min(lifted, default=landed)
    return OUT_OF_TURN if first + HASTE_MS < landed else EARLY * (first < landed)


def backward(move: Move, times: Mapping[Square, int]) -> float:
    """The cost of a man having landed before it was lifted; where one is turned over, too, it may be late."""
    landing = move.landing
    if landing is None or any(turn.square == landing.origin for turn in move.turns):
        return 0.0
    return landed_early(landing.origin, landing.target, times)


def landed_early(origin: Square | None, target: Square | None, times: Mapping[Square, int]) -> float:
    """The cost of a man having landed on one square before it was lifted from the other."""
    if origin is None or target is None:
        return 0.0
    lifted, landed = times.get(origin), times.get(target)
    late = lifted - landed if lifted is not None and landed is not None else 0
    return BACKWARD * ((late > CHATTER_MS) + (late > HASTE_MS))
