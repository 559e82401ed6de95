"""Hands for tests: take, put and wait on a simulated board, and hear what the session has to say of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from board_driver.replay import report_json
from board_driver.session import Session
from engine.games import open_game
from engine.types import Man, Square
from firmware_bridge.frames import BoardEvent, Correction, DeadStones, KeyName, KeyPress, Pick
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.failures import Fault
from firmware_bridge.simulator.kits import find_kit

TICK_MS = 20
REST = 1000
"""ms after which any board has come to rest and been judged."""


def move(text: str, ply: int) -> dict[str, object]:
    """The news of a move."""
    return {"move": text, "ply": ply}


def amend(text: str, ply: int) -> dict[str, object]:
    """The news of a move that turned out to be another one."""
    return {"amend": text, "ply": ply}


class Driver:
    """A game on a simulated board, with squares by name and times in ms.

    `outliers`: the share of readings that are wild; without them a scenario shows what its hands do, and
    nothing else. `rest`: ms for which the start stands before anything is done.
    """

    def __init__(
        self,
        kit: str = "reed+weight",
        start: str | None = None,
        seed: int = 1,
        outliers: float = 0.0,
        game_name: str = "tavreli",
        rest: int = REST,
        options: Mapping[str, object] | None = None,
    ) -> None:
        game = open_game(game_name, options)
        first = game.start() if start is None else game.position(start)
        parts = find_kit(kit)
        parts = replace(parts, cells=replace(parts.cells, outliers=outliers))
        self.board = SimulatedBoard(game.shape, first.stacks, parts, seed)
        self.session = Session(game, first, self.board.info)
        self.t = 0
        self._unheard: list[dict[str, Any]] = []
        self.wait(rest)

    # What hands do

    def take(self, square: str, count: int | None = None, then: int = 300) -> None:
        """Lift the top `count` men, or all, and wait."""
        place = self._square(square)
        self.board.take(self.t, place, len(self.board.stacks[place]) if count is None else count)
        self.wait(then)

    def put(self, square: str, then: int = REST) -> None:
        """Set the men in the hand down, and wait."""
        self.board.put(self.t, self._square(square))
        self.wait(then)

    def carry(self, origin: str, target: str, count: int | None = None, then: int = REST) -> None:
        """Take men from here to there, and wait."""
        self.take(origin, count)
        self.put(target, then)

    def turn_over(self, square: str, man: Man) -> None:
        """Lift the top man of a square and set it back with its other side up."""
        self.take(square, 1)
        self.board.turn_over(man)
        self.put(square)

    def play(self, *moves: str) -> None:
        """Make legal moves, each with a rest after it."""
        for text in moves:
            move = self.session.position.find_move(text)
            for transfer in move.transfers:
                assert transfer.origin is not None
                assert transfer.target is not None
                self.carry(self._name(transfer.origin), self._name(transfer.target), transfer.count)

    def fail(self, square: str, fault: Fault, then: int = 0) -> None:
        """The switch of a square breaks, or is whole again."""
        self.board.fail(self.t, self._square(square), fault)
        self.wait(then)

    def wait(self, ms: int) -> None:
        """Let time pass, with a frame whenever the board sends one."""
        for _ in range(0, ms, TICK_MS):
            self.t += TICK_MS
            if frame := self.board.frame(self.t):
                self._feed(frame)
            self._unheard += self._told(self.session.advance(self.t))

    def press(self, key: KeyName, by: Literal["w", "b"] | None = None) -> None:
        """Press a button."""
        self._feed(KeyPress(self.t, key, by))

    def pick(self, text: str) -> None:
        """Answer a question on the screen."""
        self._feed(Pick(self.t, text))

    # What is said

    def timed_news(self) -> list[dict[str, Any]]:
        """What was reported since it was last asked for, as `replay` prints it."""
        news, self._unheard = self._unheard, []
        return news

    def news(self) -> list[dict[str, Any]]:
        """The same without the times."""
        return [{key: value for key, value in line.items() if key != "t"} for line in self.timed_news()]

    @property
    def moves(self) -> list[str]:
        """The record as it stands."""
        return list(self.session.texts())

    def correct(self, ply: int, text: str) -> None:
        """Say on the screen what a decided ply really was."""
        self._feed(Correction(self.t, ply, text))

    def mark_dead(self, *points: str) -> None:
        """Say on the screen which stones are dead."""
        self._feed(DeadStones(self.t, points))

    def _feed(self, event: BoardEvent) -> None:
        self._unheard += self._told(self.session.feed(event))

    def _told(self, reports: list[Any]) -> list[dict[str, Any]]:
        return [report_json(report, self.session.game.shape) for report in reports]

    def _square(self, name: str) -> Square:
        return self.session.game.shape.square(name)

    def _name(self, square: Square) -> str:
        return self.session.game.shape.name(square)
