"""A board at a club: which games are played there, how fast, and the link to it. Time is the loop's."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from engine.phrase import Phrase
from engine.record import GameRecord
from engine.samples import sample_game, sample_games
from firmware_bridge.conversation import Connected, Health, LinkEvent, Lost
from firmware_bridge.frames import SensorFrame
from firmware_bridge.messages import RGB
from firmware_bridge.simulator.actions import Action, Landed, PlayedBoard
from firmware_bridge.simulator.board import TICK_MS, SimulatedBoard
from firmware_bridge.simulator.kits import find_kit
from firmware_bridge.simulator.script import script
from firmware_bridge.simulator.styles import TIDY

KIT = "reed+weight"
GAMES = ("tavreli", "tavreli", "tavreli", "chess", "draughts")
PACES_S = ((3.0, 10.0), (10.0, 60.0), (30.0, 180.0))
"""From one move to the next: quick games, those of a club evening, and slow ones."""
CLOCK = "90+30"
"""No player here uses it up."""
CUT_SHORT, TIMED = 0.3, 0.25
"""The shares of games that end before their record does, and that are played with a clock."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A game that is going to be played: `record`, to its last move, and how long is thought about each.

    `resigns`: it ends by that, for its last move does not end it.
    """

    record: GameRecord
    pace_s: tuple[float, float]
    clock: str
    resigns: bool

    @classmethod
    def of(cls, number: int) -> Plan:
        """The game of this number: always the same."""
        rng = random.Random(number)
        game = rng.choice(GAMES)
        record = sample_game(rng.choice(sample_games(game)), game)
        plies = rng.randint(8, len(record.moves)) if rng.random() < CUT_SHORT else len(record.moves)
        clock = CLOCK if rng.random() < TIMED else "none"
        played = replace(record, moves=record.moves[:plies])
        return cls(played, rng.choice(PACES_S), clock, played.positions()[-1].outcome() is None)

    def actions(self, begun: int, seed: int) -> Iterator[Action]:
        """What hands do to play on from after `begun` plies, with time to think; from 0 ms on."""
        record, kit, rng = self.record, find_kit(KIT), random.Random(seed)
        hands = script(record.game, record.positions()[begun], record.moves[begun:], kit, seed)
        thought = 0
        for action, is_first in _plies(hands):
            thought += is_first * int(rng.uniform(*self.pace_s) * 1000)
            yield replace(action, t=action.t + thought)


def _plies(actions: Iterable[Action]) -> Iterator[tuple[Action, bool]]:
    """Each action, and whether a ply after the first begins with it; a captured man may still be put aside
    when the last man of a move has landed."""
    last, has_landed = 0, False
    for action in actions:
        is_first = has_landed and action.t - last >= TIDY.think_ms[0]
        has_landed = isinstance(action, Landed) or (has_landed and not is_first)
        last = action.t
        yield action, is_first


class ClubBoard:
    """A link to a board that stays as it is while programs come and go, and to the hands that play on it.

    `landed`: how many plies of the game at hand have been made on it, and when the last one was, ms.
    """

    def __init__(self) -> None:
        first = sample_game(sample_games()[0])
        self._thing = SimulatedBoard(first.game.shape, first.game.start().stacks, find_kit(KIT), seed=1)
        self.hands = PlayedBoard(self._thing, ())
        self.landed = (0, 0)
        self._stirred = asyncio.Event()
        self._wanted = self._is_away = self._rests = False
        self._zero = 0

    def set_up(self, plan: Plan, begun: int) -> None:
        """Let the men stand as after so many plies of a game."""
        self._thing.set_up(self.now(), plan.record.positions()[begun].stacks)
        self.hands = PlayedBoard(self._thing, ())
        self.landed = (begun, self.now())
        self._stirred.set()

    def play(self, plan: Plan, seed: int) -> None:
        """Play on with a game from what stands on the board."""
        begun, now, self._rests = self.landed[0], self.now(), False
        self.hands = PlayedBoard(self._thing, self._watched(plan.actions(begun, seed), begun, now))
        self._stirred.set()

    def _watched(self, actions: Iterator[Action], begun: int, now: int) -> Iterator[Action]:
        for action, is_first in _plies(actions):
            if is_first and self._rests:
                return
            yield replace(action, t=action.t + now)
            if isinstance(action, Landed):
                self.landed = (begun + action.ply, self.now())

    def rest(self) -> None:
        """Let the hands make no more than the move that they are at."""
        self._rests = True

    def is_away(self, *, away: bool) -> None:
        """Pull its plug, or put it in again."""
        self._is_away = away
        self._stirred.set()

    @staticmethod
    def now() -> int:
        """The board's time, ms."""
        return round(asyncio.get_running_loop().time() * 1000)

    async def events(self) -> AsyncIterator[LinkEvent]:
        """As `Link.events`."""
        self._zero = ticked = self.now()
        yield Connected(self._thing.info)
        while True:
            if self._is_away:
                yield Lost(Phrase("its plug was pulled"))
                while self._is_away:
                    await self._stir(None)
                yield Connected(self._thing.info)
            t = self.now()
            if (tick := t // TICK_MS * TICK_MS) > ticked:
                ticked = tick
                for event in self.hands.events(tick):
                    self._wanted = self._wanted and not isinstance(event, SensorFrame)
                    yield replace(event, t=event.t - self._zero)
            if self._wanted:
                self._wanted = False
                yield replace(self.hands.snapshot(t), t=t - self._zero)
            if not self._wanted:
                await self._stir(max(self.hands.due, t + 1))

    async def _stir(self, due: int | None) -> None:
        """Wait till something is wanted, or for the first tick from `due` on."""
        loop = asyncio.get_running_loop()
        self._stirred.clear()
        timer = loop.call_at(-(-due // TICK_MS) * TICK_MS / 1000, self._stirred.set) if due else None
        await self._stirred.wait()
        if timer:
            timer.cancel()

    def send_lights(self, colours: Sequence[RGB]) -> None:
        """As `Link.send_lights`; nobody looks at them here."""

    def request_snapshot(self) -> None:
        """As `Link.request_snapshot`."""
        self._wanted = True
        self._stirred.set()

    @property
    def health(self) -> Health:
        """As `Link.health`."""
        return Health()

    async def close(self) -> None:
        """The board outlives its programs."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
