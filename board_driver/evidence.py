"""How well the sensors agree with stacks: a stated model of each, as costs.

A cost is a negative log-likelihood in nats, up to a constant: 0 is a perfect fit, 12 about what one man too
many on a well calibrated cell costs. Costs of independent sensors add up.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from copy import copy
from itertools import pairwise
from math import inf

from board_driver.balance import Balance
from board_driver.calibration import CellState
from board_driver.observation import Observer, neighbours, squares_of
from board_driver.past import Stay, Trace
from board_driver.switches import SwitchFault
from board_driver.trust import Trust
from board_driver.weigher import FINGER_MS, Weigher
from engine.types import Square, Stack

WRONG_REED = 7.0
"""A switch that shows the wrong state at rest: about one in a thousand."""
STRADDLED, STRADDLE_MS, SLID_ON_MS = 5.0, 40, 300
"""The same for one that closed with a neighbour's, or from which a man slid on to there so soon: a man
off-centre closes both (hardware notes). It may as well be another man, so such a square is not sound."""
WRONG_REED_WEIGHED = 4.0
"""The same where a cell tells, too: then it is the switch that is to be doubted."""
ODD = 6.0
"""A square that costs more than this does not agree with its stack."""
CROWN = "C"
LATE_CROWN = 0.5
"""The man that crowns a draughts king may be set on late, or never."""
SOUND = 4.5
"""A cell is calibrated on its stack if that costs no more than this (three standard deviations)."""
UNSEEN = 5.0
"""A square that a move empties or fills, and that showed nothing: a victim pushed off by the attacker."""
STIRRED = 2.0
"""The same where the cell trembled since the first man of the move was lifted, if only for a reading."""
ADJUSTED, ADJUST_MS = 1.0, 600
"""A switch that a man between two squares closed, till he was put right, within so long."""
UNCALLED = 2.5
"""A square that showed something and has no part in the move: a man adjusted, a neighbour knocked."""
BUMPED = 12.5
"""All such squares together at most, for then the board was bumped, and all of them moved at once."""
BARED, BARED_MS = 5.0, 150
"""The same where men were off it for so long: that is no knock."""
LADEN, LADEN_MS = 7.0, 400
"""The same where a man stood for so long and was taken away: that is a move, and a takeback."""


class Evidence:
    """What the board says at rest; it keeps the calibration of the cells and the last known balance."""

    def __init__(self, observer: Observer, tallest: int = 32) -> None:
        """`tallest`: no stack has more men than this; all of tavreli's are 32."""
        self.observer = observer
        self.trace: Trace = observer
        """What has moved since the last known rest; or, of what `since` returns, since some other time."""
        sensors = observer.info.sensors
        squares = len(observer.info.shape)
        self._weigher = Weigher(sensors.weight, squares, tallest) if sensors.weight else None
        self._balance = Balance(sensors.corners, observer.info.shape.files) if sensors.corners else None
        self.load: Callable[[Stack], Hashable] = self._weigher.load if self._weigher else bool
        """What is the same for stacks that no sensor can tell apart."""
        self.trust = Trust()
        self._doubted = 0
        self._costs: dict[tuple[Square, Hashable], float] = {}
        self._costs_at = -1
        self.marked_at = 0
        """When shifts on corner cells began to count, ms."""
        self.unwatched = False
        """Men may have been moved before anybody looked, so that not to have seen that tells nothing."""

    @property
    def weighs(self) -> bool:
        """True if the men are counted by weight, in whatever way."""
        return self._weigher is not None or self._balance is not None

    @property
    def weighs_squares(self) -> bool:
        """True if each square has a weight cell of its own."""
        return self._weigher is not None

    @property
    def balances(self) -> bool:
        """True if only cells under the corners weigh, so that nothing is known until all men are down."""
        return self._balance is not None

    @property
    def cells(self) -> tuple[CellState, ...]:
        """What is known of the weight cell of each square, a1 first; () without such cells."""
        return self._weigher.cells if self._weigher else ()

    def since(self, t: int | None) -> Evidence:
        """The same of what has moved after `t`, ms, if not None; good until something more is heard."""
        if t is None:
            return self
        later = copy(self)
        later.trace = self.observer.since(t)
        return later

    def accounted(self, stacks: Sequence[Stack]) -> int:
        """What has moved after that, ms, is of no move that led to these stacks: now, or when a square that
        does not agree with them changed."""
        times = self.trace.changed_at
        odd = [t - 1 for square, t in times.items() if self.is_odd(square, stacks[square])]
        return min(odd, default=self.observer.latest_change)

    def without(self, switches: int) -> Evidence:
        """The same, those switches (a bitmap) not being believed either; to be asked, not to be taught."""
        if not switches & ~self.broken:
            return self
        view = copy(self)
        vars(view).update(_doubted=switches, _costs={}, _costs_at=-1)
        return view

    @property
    def broken(self) -> int:
        """Bitmap of the squares whose switch is not believed."""
        return self.trust.broken | self.observer.restless | self._doubted

    @property
    def faults(self) -> dict[Square, SwitchFault]:
        """The switches that are not believed, and why."""
        restless = dict.fromkeys(squares_of(self.observer.restless), SwitchFault.RESTLESS)
        return self.trust.faults | restless

    @property
    def may_doubt(self) -> bool:
        """True if a switch that fails is known only from what is played, no cell being under it."""
        return self.observer.reed is not None and self._weigher is None

    @property
    def blind(self) -> int:
        """Bitmap of the squares of which nothing tells what stands there: their switch is not believed."""
        return self.broken if self._weigher is None else 0

    def start_from(self, cells: Sequence[CellState]) -> None:
        """Begin with what was measured before, one state a square; without weight cells nothing happens."""
        if self._weigher:
            self._weigher.cells = tuple(cells)
            self._costs_at = -1

    def misfit(self, square: Square, stack: Stack) -> float:
        """The cost of that stack standing on that square."""
        if self._costs_at != self.observer.revision:
            self._costs.clear()
            self._costs_at = self.observer.revision
        key = square, self.load(stack)
        known = self._costs.get(key)
        if known is None:
            known = self._costs[key] = self._misfit(square, stack)
            if stack and stack[-1].kind == CROWN:
                known = self._costs[key] = min(known, self._misfit(square, stack[:-1]) + LATE_CROWN)
        return known

    def misfits(self, stacks: Sequence[Stack]) -> list[float]:
        """The costs of all the squares' stacks, a1 first."""
        if self._weigher and self.observer.weight and self._costs_at != self.observer.revision:
            self._costs = self._weigher.sound(self.observer.weight, stacks)
            self._costs_at = self.observer.revision
            for square, stack in enumerate(stacks):
                if self.reads_wrong(square, stack) or (stack and stack[-1].kind == CROWN):
                    self._costs.pop((square, self.load(stack)), None)
        return [self.misfit(square, stack) for square, stack in enumerate(stacks)]

    def _misfit(self, square: Square, stack: Stack) -> float:
        cost = 0.0
        observer = self.observer
        weighed = self._weigher is not None and observer.weight is not None
        if self.reads_wrong(square, stack):
            cost = WRONG_REED_WEIGHED if weighed else STRADDLED if self._is_straddled(square) else WRONG_REED
        if self._weigher and observer.weight:
            cost += self._weigher.misfit(observer.weight, square, stack)
        return cost

    def _is_straddled(self, square: Square) -> bool:
        """True if a man set down between two squares may have closed this switch and its neighbour."""
        observer, files = self.observer, self.observer.info.shape.files
        closed_at = observer.changed_at.get(square)
        if closed_at is None or observer.reed is None or not observer.reed >> square & 1:
            return False
        beside = neighbours(square, files) & observer.changed_at.keys()
        closed = (observer.changed_at[other] for other in beside if observer.reed >> other & 1)
        return any(-STRADDLE_MS <= t - closed_at <= SLID_ON_MS for t in closed)

    def was_straddled(self, square: Square) -> bool:
        """True if a man set down between two squares, then put right, may have closed this switch."""
        if self._weigher is not None:
            return False
        trace, files = self.trace, self.observer.info.shape.files
        stays = trace.changes(square)
        began = next((stay for stay in stays if stay.reading), None)
        if began is None or stays[-1].reading or stays[-1].since - began.since > ADJUST_MS:
            return False
        return any(
            abs(stay.since - began.since) <= STRADDLE_MS and stay.reading
            for other in neighbours(square, files) & trace.changed_at.keys()
            for stay in trace.changes(other)
        )

    def straddles(self) -> bool:
        """True if the man that moved last may stand between two squares: he is not left there."""
        if self._weigher is not None:
            return False
        changed_at = self.observer.changed_at
        last = max(changed_at.values(), default=0)
        return any(t >= last - STRADDLE_MS and self._is_straddled(square) for square, t in changed_at.items())

    def reads_wrong(self, square: Square, stack: Stack) -> bool:
        """True if a switch that is believed says otherwise than that stack."""
        reed = self.observer.reed
        return reed is not None and not self.broken >> square & 1 and bool(stack) != bool(reed >> square & 1)

    def is_odd(self, square: Square, stack: Stack) -> bool:
        """True if that square doesn't agree with that stack."""
        return self.misfit(square, stack) > ODD

    def odd(self, stacks: Mapping[Square, Stack]) -> int:
        """Bitmap of the squares that do not agree with these stacks."""
        return sum(1 << square for square, stack in stacks.items() if self.is_odd(square, stack))

    def is_sound(self, square: Square, stack: Stack) -> bool:
        """True if that square agrees with that stack so well that its cell may be calibrated on it."""
        return self.misfit(square, stack) <= SOUND

    def unsound(self, stacks: Sequence[Stack]) -> frozenset[Square]:
        """The squares that are not sound, if these stacks stand on them."""
        return frozenset(square for square, stack in enumerate(stacks) if not self.is_sound(square, stack))

    def leans(self) -> bool:
        """True if the whole board, on corner cells, weighs half a man more than its men."""
        cells = self.observer.corners
        return self._balance is not None and cells is not None and self._balance.leans(cells)

    def is_whole(self) -> bool:
        """True if the whole board, on corner cells, weighs what its men do: all of them are down."""
        cells = self.observer.corners
        return self._balance is not None and cells is not None and self._balance.is_whole(cells)

    def is_pressed(self, square: Square, stack: Stack) -> bool:
        """True if a hand or a finger rests on that square, for so much too much can't be men."""
        cells = self.observer.weight
        return self._weigher is not None and cells is not None and self._weigher.pressed(cells, square, stack)

    def is_fingered(self, square: Square, stack: Stack) -> bool:
        """True if a finger may still rest on a man who was just set down there, beside that stack."""
        cells, now = self.observer.weight, self.observer.now
        return cells is not None and now - cells.began[square] < FINGER_MS and self.is_pressed(square, stack)

    def showed(self, square: Square, stack: Stack, stay: Stay) -> bool:
        """True if what a square said for a while agrees with that stack."""
        if self._weigher is None:
            return bool(stack) == bool(stay.reading)
        return any(self._weigher.showed(square, each, stay) + late <= ODD for each, late in _variants(stack))

    def has_moved(self, square: Square) -> bool:
        """True if something moved on that square since the last known rest."""
        observer = self.observer
        return square in observer.stepped or bool((observer.opened | observer.closed) >> square & 1)

    def unmark(self) -> None:
        """Other men may stand on the board from now on: corner cells tell nothing till it has rested."""
        if self._balance:
            self._balance.forget()

    def mark(self) -> None:
        """What shifts on corner cells counts from now on."""
        if self._balance and self.observer.corners and self._balance.rest(self.observer.corners):
            self.marked_at = self.observer.now

    @property
    def marks(self) -> int:
        """How often it has begun anew, on corner cells, that shifts count from what stands there."""
        return self._balance.marks if self._balance else 0

    def shift(self, changes: Iterable[tuple[Square, Stack, Stack]]) -> float:
        """The cost, on corner cells, of changes (square, before, after) since the last mark."""
        cells, ms = self.observer.corners, self.observer.now - self.marked_at
        return self._balance.misfit(cells, changes, ms) if self._balance and cells else 0.0

    def traces(self, shown: int, concerned: int) -> float:
        """The cost of what moved since the last rest.

        `shown`: bitmap of squares whose sensors must have seen something, if the hypothesis is right;
        `concerned`: those that may have.
        """
        lone = self.observer.weight.lone.keys() if self.observer.weight else frozenset()
        moved = sum(1 << square for square in self.moved() - lone)
        broken = self.broken
        shown, concerned = shown & ~broken, concerned | broken
        times = self.trace.changed_at
        since = min((times[square] for square in squares_of(shown & moved)), default=0)
        unseen = [self._stirred(square, since) for square in squares_of(shown & ~moved)]
        stirred = unseen.count(True)
        cost = 0.0 if self.unwatched else STIRRED * stirred + UNSEEN * (len(unseen) - stirred)
        uncalled = list(map(self._uncalled, squares_of(moved & ~concerned)))
        trembled = sum(each for each in uncalled if each <= UNCALLED)
        return cost + sum(each for each in uncalled if each > UNCALLED) + min(trembled, BUMPED)

    def _uncalled(self, square: Square) -> float:
        """The cost of what moved on a square that has no part in the move."""
        if self.was_straddled(square):
            return ADJUSTED
        if self.laden_since(square) is not None:
            return LADEN
        return BARED if self.was_bared(square) else UNCALLED

    def laden_since(self, square: Square, ms: int = LADEN_MS) -> int | None:
        """Since when a man stood there for so long, and no hand, where before and now none stands; ms."""
        stays = self.trace.changes(square)
        man = self._weigher.man_g if self._weigher else 1.0
        if not stays or stays[-1].reading > man / 2.0:
            return None
        laden = (
            stay.since
            for stay, after in pairwise(stays)
            if man / 2.0 < stay.reading < 1.5 * man and after.since >= stay.since + ms
        )
        return next(laden, None)

    def was_bared(self, square: Square) -> bool:
        """True if a cell showed fewer men than now for a while, after it had shown more."""
        stays = self.trace.changes(square)
        if self._weigher is None or not stays:
            return False
        less = stays[-1].reading - self._weigher.man_g / 2.0
        return any(
            before.reading < less and after.since >= before.since + BARED_MS
            for before, after in pairwise(stays)
        )

    def _stirred(self, square: Square, since: int) -> bool:
        """True if a square said anything else since then, if only for a reading."""
        stays = self.trace.changes(square)
        return bool(stays) and stays[-1].since >= since

    def moved(self) -> Set[Square]:
        """The squares that have shown anything since the last rest."""
        moved = self.trace.changed_at.keys()
        return moved - squares_of(self.blind) if self.blind else moved

    def learn(self, stacks: Sequence[Stack], t: int, *, keep_trace: bool = False, faults: int = 0) -> None:
        """These stacks are known to stand there at rest: calibrate on them and forget the trace.

        Squares that don't agree (men may be in the hand) teach nothing, and keep their trace, but for those
        whose switch is not believed; `faults`: bitmap of more of these.
        """
        self.unwatched = False
        odd = self.without(faults).unsound(stacks)
        stacks = [self._standing(square, stack) for square, stack in enumerate(stacks)]
        if self._weigher and self.observer.weight:
            self._weigher.learn(self.observer.weight, stacks, odd, t)
            self._doubt_switches(stacks, odd)
        self._costs_at = -1
        if not keep_trace:
            self.rest_here(odd)

    def forget(self, squares: Set[Square]) -> None:
        """What moved on these squares is accounted for."""
        everywhere = frozenset(range(len(self.observer.info.shape)))
        self.observer.clear_trace(everywhere - squares)

    def _standing(self, square: Square, stack: Stack) -> Stack:
        """The stack as it stands, with or without its crown."""
        if not stack or stack[-1].kind != CROWN:
            return stack
        return min(_variants(stack), key=lambda each: self._misfit(square, each[0]) + each[1])[0]

    def _doubt_switches(self, stacks: Sequence[Stack], odd: frozenset[Square]) -> None:
        """What the cells under them say contradicts some switches."""
        for square, stack in enumerate(stacks):
            if square not in odd and self.reads_wrong(square, stack):
                self.trust.contradict(square, closed=not stack)

    def rest_here(self, odd: frozenset[Square] = frozenset()) -> None:
        """What moves counts from now on, but for some squares.

        `odd`: those of a move that has only begun; what changed since may be of it, too.
        """
        changed_at = self.observer.changed_at
        began = min((t for square, t in changed_at.items() if square in odd), default=inf)
        self.observer.clear_trace(odd.union(square for square, t in changed_at.items() if t >= began))
        self.unwatched = False

    def men(self, square: Square, stack: Stack) -> float | None:
        """About how many men stand on a square where `stack` is expected, or None without weight cells."""
        if self._weigher and self.observer.weight:
            return self._weigher.men(self.observer.weight, square, stack)
        return None


def _variants(stack: Stack) -> tuple[tuple[Stack, float], ...]:
    """The stacks that may stand for one, with what that costs."""
    if stack and stack[-1].kind == CROWN:
        return (stack, 0.0), (stack[:-1], LATE_CROWN)
    return ((stack, 0.0),)
