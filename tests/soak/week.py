"""A week at the board in virtual time: `make soak-week` (`python -m tests.soak.week`).

The real desk, its session, keeper and screen, on a loop whose time passes only when nothing is left to do.
Hands play the sample games one after the other. After each the record, the archive and the screen must tell
the same game; memory and open files are printed, and must not grow. It may be stopped (Ctrl-C) and goes on
from there. Exits 1 if anything was not as it should be.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import selectors
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from board_driver.config import Config
from board_driver.desk import Desk
from board_driver.keeper import Keeper
from board_driver.options import RunOptions
from board_driver.recorder import Recorder
from board_driver.seating import Seating
from board_driver.stored import Moment
from board_driver.turned_link import TurnedLink
from display.screen import Screen
from engine.record import GameRecord
from engine.samples import sample_game, sample_games
from firmware_bridge.conversation import Connected, Health, LinkEvent
from firmware_bridge.frames import SensorFrame
from firmware_bridge.messages import RGB
from firmware_bridge.simulator.actions import PlayedBoard
from firmware_bridge.simulator.board import SimulatedBoard
from firmware_bridge.simulator.kits import find_kit
from firmware_bridge.simulator.script import script

ROOT = Path(__file__).parents[2]
HOURS = 168.0
TICK_S = 0.02
AFTER_S = 4.0
"""The board stands so long after each game."""
WARM = 8
"""Games after which caches are full, and memory must stay as it is."""
MOST_GROWTH_MB = 8.0


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop whose time jumps to what is due next, once everything else is done, threads too."""

    def __init__(self) -> None:
        self.now = 0.0
        self.is_busy: Callable[[], bool] = lambda: False
        super().__init__(_Jumping(self))

    def time(self) -> float:
        """Seconds since the loop was made, in its own time."""
        return self.now


class _Jumping(selectors.DefaultSelector):
    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is ready; the loop's time passes instead of the wall's."""
        if timeout is None or (timeout > 0 and self._loop.is_busy()):
            return super().select(None)
        ready = super().select(0)
        if not ready and timeout > 0:
            self._loop.now += timeout
        return ready


class Board:
    """A link to hands that play game after game on one board; time is the loop's."""

    def __init__(self, first: GameRecord, kit: str) -> None:
        self._kit = find_kit(kit)
        self._board = SimulatedBoard(first.game.shape, first.game.start().stacks, self._kit, seed=1)
        self.hands = PlayedBoard(self._board, ())
        self._wanted = False
        self.lights: tuple[RGB, ...] = ()

    def play(self, record: GameRecord, seed: int) -> None:
        """Set up and play another game."""
        t = self.now()
        self._board.set_up(t, record.game.start().stacks)
        actions = script(record.game, record.game.start(), record.moves, self._kit, seed)
        self.hands = PlayedBoard(self._board, (replace(action, t=action.t + t) for action in actions))

    @staticmethod
    def now() -> int:
        """The board's time, ms."""
        return int(asyncio.get_running_loop().time() * 1000)

    async def events(self) -> AsyncIterator[LinkEvent]:
        """As `Link.events`."""
        yield Connected(self._board.info)
        while True:
            t = self.now()
            for event in self.hands.events(t):
                self._wanted = self._wanted and not isinstance(event, SensorFrame)
                yield event
            if self._wanted:
                self._wanted = False
                yield self.hands.snapshot(t)
            await asyncio.sleep(TICK_S)

    def send_lights(self, colours: Sequence[RGB]) -> None:
        """As `Link.send_lights`."""
        self.lights = tuple(colours)

    def request_snapshot(self) -> None:
        """As `Link.request_snapshot`."""
        self._wanted = True

    @property
    def health(self) -> Health:
        """As `Link.health`."""
        return Health()

    async def close(self) -> None:
        """There is nothing to be closed."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


@dataclass(frozen=True, slots=True)
class Usage:
    """What this process holds: memory, MB, and open files."""

    memory_mb: float
    files: int

    @classmethod
    def now(cls) -> Usage:
        """At this moment, as Linux counts it."""
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return cls(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, len(list(Path("/proc/self/fd").iterdir())))


class Week:
    """The games, how long they have taken, and where they are kept."""

    def __init__(self, folder: Path, loop: VirtualLoop) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / "progress.json"
        self._loop = loop
        self._names = sample_games()
        self.games, self.hours = 0, 0.0
        if self._file.exists():
            done = json.loads(self._file.read_text())
            self.games, self.hours = done["games"], done["hours"]
        self._board = Board(sample_game(self._names[0]), "weight")
        self._keeper = Keeper(folder / "games.sqlite3", Recorder({}, "simulated"), Moment)
        link = TurnedLink(self._board, is_turned=False)
        self._link = link
        seating = Seating(RunOptions(headless=True), Config(), is_chosen=True)
        self._desk = Desk(seating, link=link, keeper=self._keeper, table=None, draws=True)
        self._screen = Screen((800, 480))

    async def play(self, hours: float) -> list[Usage]:
        """Play until so many hours have been played in all; what was held after each game."""
        await self._keeper.open()
        self._loop.is_busy = lambda: self._keeper.waiting > 0
        reading = asyncio.create_task(self._read())
        used: list[Usage] = []
        try:
            while self.hours < hours:
                began = self._loop.time()
                await self._game(sample_game(self._names[self.games % len(self._names)]))
                self.games += 1
                self.hours += (self._loop.time() - began) / 3600
                self._file.write_text(json.dumps({"games": self.games, "hours": self.hours}))
                used.append(Usage.now())
                if len(used) % 50 in {1, WARM}:
                    self._tell(used[-1])
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
            self._loop.is_busy = lambda: False
            await self._desk.close()
        self._tell(used[-1] if used else Usage.now())
        return used

    def _tell(self, usage: Usage) -> None:
        words = (
            f"{self.hours:7.2f} h, {self.games:5} games, {usage.memory_mb:6.1f} MB, {usage.files} files open"
        )
        print(words, file=sys.stderr, flush=True)

    async def _read(self) -> None:
        async for event in self._link.events():
            self._desk.take(event)

    async def _game(self, record: GameRecord) -> None:
        desk = self._desk
        self._board.play(record, self.games)
        while not self._board.hands.done:
            await asyncio.sleep(1)
        await asyncio.sleep(AFTER_S)
        session, scene, number = desk.session, desk.scene, self._keeper.recorder.game_id
        assert session
        assert scene
        assert number
        stored = await self._keeper.ask(lambda journal: journal.game(number))
        wanted = (record.texts(), session.position.stacks)
        for who, moves, stacks in (
            ("session", session.texts(), record.positions()[-1].stacks),
            ("archive", tuple(move.text for move in stored.moves), session.position.stacks),
            ("screen", scene.moves, scene.stacks),
        ):
            if (moves, stacks) != wanted:
                sys.exit(f"game {self.games + 1}: the {who} tells another game: {moves}")
        self._screen.draw(scene)
        desk.press("new")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hours", type=float, default=HOURS, metavar="N", help=f"default {HOURS:g}")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "soak-week")
    arguments = parser.parse_args()
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, VirtualLoop)
        try:
            with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):  # every move is printed
                used = runner.run(_play(arguments.folder, loop, arguments.hours))
        except KeyboardInterrupt:
            print("stopped; the same command goes on from here", file=sys.stderr)
            return 130
    if len(used) <= WARM:
        return 0
    before, after = used[WARM - 1], used[-1]
    growth = after.memory_mb - before.memory_mb
    files = after.files - before.files
    print(f"memory grew by {growth:.1f} MB after the first {WARM} games, open files by {files}")
    return int(growth > MOST_GROWTH_MB or files > 0)


async def _play(folder: Path, loop: VirtualLoop, hours: float) -> list[Usage]:
    return await Week(folder, loop).play(hours)


if __name__ == "__main__":
    sys.exit(main())
