"""The pages at a desk: what they need to know is fetched for them, and what they ask for is done."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

from board_driver.archive import stored_record
from board_driver.config import GameTable, changed
from board_driver.desk import Desk
from board_driver.lines import Line as Plies
from board_driver.pages.actions import (
    Action,
    Adjourn,
    ChangeSetting,
    Correct,
    GoOn,
    OpenGame,
    PressKey,
    StartGame,
)
from board_driver.pages.book import Book
from board_driver.pages.leaf import Facts
from board_driver.pages.new_game import NewGame
from board_driver.pages.stepping import Stepping
from board_driver.pages.wording import names_text
from board_driver.seating import Seating, fresh, going_on, player_tags
from board_driver.settings import change_setting
from board_driver.stored import GameRow
from board_driver.words import outcome_text
from display.inputs import Escape, Input, Quit
from display.leds import capped
from display.palette import RGB
from display.scene import Mood
from display.screen import Shown
from engine.errors import ConfigError, JournalError
from engine.phrase import Phrase
from engine.types import Outcome


class Pager:
    """The open pages of a desk. Used on the running loop; archive and disk are asked beside it.

    `link`: what the board hangs on, in words. `reseat`: begins anew with another simulated board. `greets`:
    nobody has said what is played, so the start page is opened; the first move closes it.
    """

    def __init__(
        self, desk: Desk, link: str, reseat: Callable[[Seating], None], *, greets: bool = False
    ) -> None:
        self._desk = desk
        self._link = link
        self._reseat = reseat
        self._book = Book()
        self._greets = greets
        self._greeting = False
        self._games: tuple[GameRow, ...] = ()
        self._errands: set[asyncio.Task[None]] = set()
        self._writing = asyncio.Lock()

    def act(self, given: Input) -> list[Input]:
        """Take an input in; what is left of it for the desk and the daemon."""
        facts = self._facts()
        if facts is None:
            return [Quit() if isinstance(given, Escape) else given]
        self._greeting = False
        was_open = self._book.is_open
        done = self._book.handle(given, facts)
        if self._book.is_open and not was_open:
            self._run(self._read_games())
        return [left for each in done for left in self._do(each)]

    def show(self) -> Shown | None:
        """What is to be seen; None before a board was there."""
        facts = self._facts()
        if facts is None:
            return None
        if self._greets:
            self._greets, self._greeting = False, not facts.session.plies
            if self._greeting:
                self._open_start(facts)
        elif self._greeting and facts.session.plies:
            self._greeting = False
            self._book.close()
        return self._book.show(facts)

    def lights(self, t: int) -> tuple[RGB, ...] | None:
        """The lights of a test, `t` ms after some moment; None while there is none."""
        session, table = self._desk.session, self._desk.seating.config.lights
        wanted = self._book.lights(len(session.game.shape), t) if session else None
        return wanted and capped(wanted, table.brightness, table.limit_ma)

    async def close(self) -> None:
        """Wait till what was asked for is done: settings are to be kept."""
        await asyncio.gather(*self._errands, return_exceptions=True)

    def _facts(self) -> Facts | None:
        desk = self._desk
        if desk.session is None or desk.scene is None:
            return None
        return Facts(
            desk.session,
            desk.session.revision,
            desk.scene,
            desk.seating.config,
            language=desk.language,
            fixed=None if desk.table else desk.session.game.shape,
            link=self._link,
            away=desk.away,
            frame=desk.frame,
            games=self._games,
            players=desk.seating.players,
            clock=desk.seating.config.game.clock,
        )

    # What pages ask for

    def _do(self, asked: Action | Input) -> list[Input]:
        """Do what a page asks for; what is left is an input for somebody else."""
        desk = self._desk
        match asked:
            case PressKey(key, by):
                desk.press(key, by)
            case Correct(ply, text):
                desk.correct(ply, text)
            case Adjourn():
                self._adjourn()
            case ChangeSetting(key, value):
                desk.change(changed(desk.seating.config, key, value))
                self._run(self._keep_setting(key, value))
            case StartGame():
                self._start(asked)
            case OpenGame(number):
                self._run(self._open(number))
            case GoOn(number, plies):
                self._run(self._go_on(number, plies))
            case _:
                return [asked]
        return []

    def _start(self, wanted: StartGame) -> None:
        desk = self._desk
        game = GameTable(name=wanted.name, options=dict(wanted.options), clock=wanted.clock)
        config = desk.seating.config.model_copy(update={"game": game})
        tags = player_tags(wanted.white, wanted.black)
        self._seat(Seating(fresh(desk.seating.options), config, tags, is_chosen=True))

    def _seat(self, seating: Seating) -> None:
        """Begin so; a simulated board is made anew for it."""
        self._desk.leave()
        if self._desk.table:
            self._reseat(seating)
        else:
            self._desk.seat(seating)

    def _adjourn(self) -> None:
        """Put the game off, and let the players choose what is played now."""
        self._desk.adjourn()
        if facts := self._facts():
            self._open_start(facts)

    def _open_start(self, facts: Facts) -> None:
        self._book.open(NewGame.like(facts))
        self._run(self._read_games())

    async def _keep_setting(self, key: str, value: str | float | bool) -> None:
        async with self._writing:
            await asyncio.to_thread(change_setting, self._desk.seating.options.config, key, value)

    async def _read_games(self) -> None:
        self._games = tuple(await self._desk.keeper.ask(lambda journal: journal.games()))

    async def _open(self, number: int) -> None:
        stored = await self._desk.keeper.ask(lambda journal: journal.game(number))
        record, language = stored_record(stored), self._desk.language
        line = Plies(record.positions(), record.moves)
        ending = ""
        if record.result != "*":
            ending = outcome_text(language, Outcome(record.result, stored.reason))
        title = names_text(language, number, stored.tags)
        fits = self._desk.table or (self._desk.session and self._desk.session.game.shape == record.game.shape)
        self._book.open(
            Stepping(record.game, line, 0, title, number if fits else None, record.result, ending)
        )

    async def _go_on(self, number: int, plies: int) -> None:
        desk = self._desk
        desk.leave()
        stored = await desk.keeper.ask(lambda journal: journal.game(number))
        self._seat(going_on(desk.seating, stored, plies))

    def _run(self, errand: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(self._careful(errand))
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)
        task.add_done_callback(lambda _: self._desk.changed.set())

    async def _careful(self, errand: Coroutine[None, None, None]) -> None:
        try:
            await errand
        except (JournalError, ConfigError) as fault:
            self._desk.notice("pages", Phrase("{fault}", (("fault", str(fault)),)), Mood.WARN)
            self._book.close()
