"""A week at a club's board in virtual time: `make soak-week` (`python -m tests.soak.week`).

The real daemon with its desk, keeper, raw log and window, on a loop whose time passes only when nothing is
left to do. Hands play from noon till nine in the evening, with time to think; a game that is not over then is
put off, or left as it stands till the next day. Nobody touches the board at night. Three times a day the
program is started anew, by day with a screen and at night without, and the board's plug is pulled; three
times a week the power fails (`kill -9`). Every hour record, archive and screen must tell the same, which is
what was played, and memory and open files are written down, which must not grow.

It may be stopped (Ctrl-C) and goes on from there. Exits 1 if anything was not as it should be.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import TextIO

from board_driver.config import GameTable
from board_driver.journal import Journal
from board_driver.seating import Seating, fresh, going_on
from display.inputs import Answer, Press
from tests.firmware_bridge.virtual import VirtualLoop
from tests.soak.club import ClubBoard, Plan
from tests.soak.diary import Progress, is_steady
from tests.soak.host import Host, Usage
from tests.soak.progress import ROOT

HOURS = 168.0
DAY_H = 24.0
EVENING_H = 9.0
"""Play ends so long after noon, at which the week and each of its days begin."""
STARTS_H = ((4.0, True), (11.0, False), (22.0, True))
"""When the program is started anew each day, and whether it has a screen then."""
UNPLUGGED_H = (10.0, 14.0, 21.5)
AWAY_S = 90.0
POWER_CUTS_H = (28.31, 76.93, 124.62)
SETTLED_S = 15.0
"""A move that was made so long ago must have been decided."""
SET_UP_S, BREAK_S = 30.0, 300.0
OFF = -signal.SIGKILL


class Week:
    """The people at the board, who play on it, look at it every hour, and pull its plugs."""

    def __init__(self, folder: Path, hours: float, out: TextIO) -> None:
        self._file = folder / "progress.json"
        self._archive = folder / "games.sqlite3"
        self._hours = hours
        self._out = out
        self._done = Progress.read(self._file)
        self._done.runs += 1
        self._began_h, self._cpu_s = self._done.hours, self._done.cpu_s
        self._board = ClubBoard()
        self._host = Host(self._board, folder)
        self._hands_off = asyncio.Lock()
        """Held while the program is stopped and started, and by those who need it meanwhile."""
        self._plan: Plan | None = None
        self._stopped = asyncio.Event()

    async def live(self) -> None:
        """Until the week is over, or Ctrl-C."""
        self._set_up()
        await self._start(screen=True)
        lives = [self._play(), self._check_hourly(), self._start_anew(), self._unplug(), self._cut_power()]
        ends = [self._stopped.wait(), self._until(self._hours)]
        parts = [asyncio.create_task(part) for part in (*lives, *ends)]
        try:
            ended, _ = await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
            for part in ended:
                part.result()
        finally:
            for part in parts:
                part.cancel()
            await asyncio.gather(*parts, return_exceptions=True)
            await self._host.stop()
        self._save()

    # Time

    @property
    def _now_h(self) -> float:
        return self._began_h + asyncio.get_running_loop().time() / 3600

    async def _until(self, hour: float) -> None:
        await asyncio.sleep(max(hour - self._now_h, 0.0) * 3600)

    def _times(self, *of_day: float) -> Iterator[tuple[float, int]]:
        """All moments still to come at these hours of a day, with which of them it is."""
        day = 0.0
        while True:
            yield from ((day + hour, which) for which, hour in enumerate(of_day) if day + hour > self._now_h)
            day += DAY_H

    def _save(self) -> None:
        done = self._done
        done.hours, done.cpu_s = self._now_h, self._cpu_s + process_time()
        if self._plan:
            done.plies = self._board.landed[0]
        done.save(self._file)

    # Play

    def _set_up(self) -> None:
        """Let the men stand as they were left, or, if the disk knows of more moves than we, after those."""
        done, kept = self._done, 0
        if done.plies and self._archive.exists():
            with Journal(self._archive) as journal:
                game = journal.game(done.adjourned) if done.adjourned else journal.interrupted()
            kept = len(game.moves) if game else 0
        done.plies = max(done.plies, kept) if kept else 0
        if done.plies:
            self._board.set_up(Plan.of(done.games), done.plies)

    async def _play(self) -> None:
        done = self._done
        while True:
            hour = self._now_h % DAY_H
            if hour >= EVENING_H:
                await self._until(self._now_h - hour + DAY_H)
            plan = Plan.of(done.games)
            await self._sit_down(plan)
            while not self._is_at(plan):  # started anew before the first move, it knows of no game yet
                await self._sit_down(plan)
            self._plan = plan
            self._board.play(plan, seed=round(self._now_h * 3600))
            while not self._board.hands.done:
                if self._now_h % DAY_H >= EVENING_H:
                    self._board.rest()
                await asyncio.sleep(1)
                self._answer(plan)
            await asyncio.sleep(SETTLED_S)
            self._answer(plan)
            if self._board.landed[0] < len(plan.record.moves):
                await self._leave_for_the_night()
            else:
                await self._end(plan)
                await asyncio.sleep(BREAK_S)

    async def _sit_down(self, plan: Plan) -> None:
        """Begin a game, or go on with the one of yesterday or before the power failed."""
        done, record = self._done, plan.record
        async with self._hands_off:
            desk = self._host.desk
            if done.adjourned:
                number, done.adjourned = done.adjourned, None
                stored = await self._host.keeper.ask(lambda journal: journal.game(number))
                desk.seat(going_on(desk.seating, stored))
            elif not done.plies:
                start = record.start.text() if record.start else None
                table = GameTable(name=record.game.name, clock=plan.clock)
                config = desk.seating.config.model_copy(update={"game": table})
                options = replace(fresh(desk.seating.options), position=start)
                desk.seat(Seating(options, config, (("White", "White"),), is_chosen=True))
        await asyncio.sleep(SET_UP_S)
        if not done.plies:
            self._board.set_up(plan, 0)
            await asyncio.sleep(SET_UP_S)

    def _is_at(self, plan: Plan) -> bool:
        """True if the program waits for a move of that game."""
        session = self._host.desk.session
        return session is not None and session.game.name == plan.record.game.name

    def _answer(self, plan: Plan) -> None:
        """Say on the screen what was played, if that is asked."""
        session = self._host.desk.session
        if session and (question := session.question) and question.ply <= self._board.landed[0]:
            played = plan.record.texts()[question.ply - 1]
            if played in question.candidates:
                self._done.asked += 1
                self._host.daemon.act(Answer(played))

    async def _leave_for_the_night(self) -> None:
        """Put the game off on one day, and leave it as it stands on the next, unless a clock runs."""
        done, desk = self._done, self._host.desk
        self._look()
        done.plies, self._plan = self._board.landed[0], None
        session = desk.session
        if session and session.plies and (session.clock or int(self._now_h // DAY_H) % 2 == 0):
            done.adjourned = self._host.keeper.recorder.game_id
            desk.adjourn()
        self._save()

    async def _end(self, plan: Plan) -> None:
        async with self._hands_off:
            if plan.resigns:
                for _ in range(2):  # the second press says that one is sure
                    self._host.daemon.act(Press("resign"))
            await self._check()
            session = self._host.desk.session
            if session and (session.texts() != plan.record.texts() or session.outcome is None):
                self._blame(f"it ended as {session.result} {session.texts()}")
        done = self._done
        done.games, done.moves, done.plies = done.games + 1, done.moves + len(plan.record.moves), 0
        self._plan = None
        self._save()

    # What befalls the program

    async def _start_anew(self) -> None:
        for hour, which in self._times(*(hour for hour, _ in STARTS_H)):
            await self._until(hour)
            async with self._hands_off:
                await self._host.stop()
                await self._start(screen=STARTS_H[which][1])

    async def _start(self, *, screen: bool) -> None:
        await self._host.start(screen=screen)
        for number in (signal.SIGINT, signal.SIGTERM):  # of the daemon, which would end alone
            asyncio.get_running_loop().add_signal_handler(number, self._stopped.set)

    async def _unplug(self) -> None:
        for hour, _ in self._times(*UNPLUGGED_H):
            await self._until(hour)
            self._board.is_away(away=True)
            await asyncio.sleep(AWAY_S)
            self._board.is_away(away=False)

    async def _cut_power(self) -> None:
        for hour in POWER_CUTS_H:
            if hour > self._now_h:
                await self._until(hour)
                self._save()
                os.kill(os.getpid(), signal.SIGKILL)
        await asyncio.Event().wait()

    # What must be true

    async def _check_hourly(self) -> None:
        while True:
            await self._until(int(self._now_h) + 1)
            async with self._hands_off:
                await self._check()
            done, usage = self._done, Usage.now()
            done.hourly.append((done.runs, round(self._now_h), usage.memory_mb, usage.files))
            self._save()
            held = f"{usage.memory_mb:6.1f} MB, {usage.files} files open"
            played = f"{self._now_h:6.1f} h, {done.games:4} games, {done.moves:5} moves"
            words = f"{played}, {held}, {len(done.faults)} faults, {done.cpu_s:5.0f} s of CPU"
            print(words, file=self._out, flush=True)

    async def _check(self) -> None:
        """The archive tells what the session does, and both what `_look` sees."""
        number, session = self._host.keeper.recorder.game_id, self._host.desk.session
        if number and session and session.plies:
            stored = await self._host.keeper.ask(lambda journal: journal.game(number))
            texts = tuple(move.text for move in stored.moves)
            if (texts, stored.result) != (session.texts(), session.result):
                self._blame(f"the archive tells {stored.result} {texts}, the session {session.texts()}")
        self._look()

    def _look(self) -> None:
        """The screen tells what the session does, and that what was played."""
        session, scene, plan = self._host.desk.session, self._host.desk.scene, self._plan
        assert session
        assert scene
        texts, position = session.texts(), session.position
        if (scene.moves, scene.stacks) != (texts, position.stacks):
            self._blame(f"the screen tells {scene.moves}, the session {texts}")
        if plan is None:
            return
        made, when = self._board.landed
        settled = made if self._board.now() - when > SETTLED_S * 1000 else made - 1
        if texts != plan.record.texts()[: len(texts)] or len(texts) < settled:
            self._blame(f"{made} plies of {plan.record.texts()} were played, the session tells {texts}")

    def _blame(self, words: str) -> None:
        session = self._host.desk.session
        state = session and (session.question, session.guide, session.differences(), session.open_lines())
        self._done.faults.append(f"hour {self._now_h:.2f}, game {self._done.games + 1}: {words}; {state}")
        print(self._done.faults[-1], file=self._out, flush=True)
        self._host.keep_log(f"fault-{len(self._done.faults)}")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hours", type=float, default=HOURS, metavar="N", help=f"default {HOURS:g}")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "soak-week")
    parser.add_argument("--until-the-power-fails", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    if arguments.until_the_power_fails:
        return run(arguments.folder, arguments.hours)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process below heeds it
    words = [sys.executable, "-m", "tests.soak.week", *sys.argv[1:], "--until-the-power-fails"]
    code = OFF
    while code == OFF:
        code = subprocess.run(words, check=False, env=os.environ | {"SDL_VIDEODRIVER": "dummy"}).returncode
    done = Progress.read(arguments.folder / "progress.json")
    if code == 0 and done.hours < arguments.hours:
        print("stopped; the same command goes on from here", file=sys.stderr)
        return 130
    return code or int(not is_steady(done))


def run(folder: Path, hours: float) -> int:
    """Live on from what is in a folder, till the end or the next power cut."""
    out = sys.stdout
    with (
        asyncio.Runner(loop_factory=VirtualLoop) as runner,
        (folder / "told.txt").open("a", encoding="utf-8") as told,
        Path(os.devnull).open("w") as nowhere,
        redirect_stdout(nowhere),  # every move is printed
        redirect_stderr(told),
    ):
        runner.run(_live(folder, hours, out))
    return 0


async def _live(folder: Path, hours: float, out: TextIO) -> None:
    await Week(folder, hours, out).live()


if __name__ == "__main__":
    sys.exit(main())
