"""The daemon: one asyncio loop around the session, with all that is not pure hung on it.

Link events go into the session; what it decides is kept in the journal, printed, and only then shown.
"""

from __future__ import annotations

import asyncio
import shlex
import signal
import sys
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from shutil import which

from board_driver.cellfile import cell_file_path, load_cells
from board_driver.config import Config, load_config
from board_driver.front import Front
from board_driver.journal import Journal
from board_driver.orientation import turned, turned_info
from board_driver.recorder import Recorder
from board_driver.replay import AFTER_MS, log_session
from board_driver.reports import Report, Turned
from board_driver.session import Session
from board_driver.table import SimulatedTable, find_demo
from board_driver.turned_link import TurnedLink
from board_driver.words import report_text
from display.inputs import Answer, BringMan, Input, Press, PutMen, Quit, TakeMen, Touch
from display.scene import Line, Mood
from display.window import Window, open_window
from engine.errors import ConfigError, DisplayError, JournalError, LinkError, PositionError, UsageError
from engine.game import Game, Position
from engine.record import GameRecord
from firmware_bridge.conversation import LinkEvent
from firmware_bridge.frames import BoardEvent, BoardInfo, Pick
from firmware_bridge.link import Connected, Lost, find_board, open_link
from firmware_bridge.sensorlog import LogHeader, LogWriter, read_log

FRAME_S = 1 / 30
"""The window is looked at, and drawn if anything changed, so often."""
STEP_MS = 10
"""The least time between two events, as sensor logs ask for it."""


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What the command line says; None: as configured."""

    config: Path | None = None
    link: str | None = None
    game: str | None = None
    options: tuple[str, ...] = ()
    headless: bool = False
    play: str | None = None
    speed: float = 1.0
    log: Path | None = None
    position: str | None = None

    def start(self, game: Game) -> Position:
        """The position to begin from; PositionError if there can be none like it."""
        if self.position is None:
            return game.start()
        try:
            return game.position(self.position)
        except PositionError as fault:
            raise PositionError(f"--position: {fault}; mend it, or leave it out for the start") from None


def run_daemon(options: RunOptions) -> None:
    """Run until the window is closed, a signal comes, or there is nothing more to happen."""
    if options.position is not None and options.play is not None:
        raise UsageError("give either --position or --play, not both")
    config = load_config(options.config)
    game = config.game.with_choice(options.game, options.options)
    asyncio.run(_run(options, config.model_copy(update={"game": game})))


async def _run(options: RunOptions, config: Config) -> None:
    url = options.link or config.board.link or await find_board()
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(config.archive.path))
        table: SimulatedTable | None = None
        if url == "sim:":
            rules = config.game.open()
            demo = find_demo(rules, options.play)
            if options.position is not None:
                demo = GameRecord(rules, start=options.start(rules))
            table = SimulatedTable(demo, config.simulator.kit, seed=1)
            tell(f"a simulated board with {config.simulator.kit} sensors; {table.words()}")
        link = open_link(url, thing=table.thing if table else None, speed=options.speed)
        is_turned = url.startswith("serial:") and config.board.side == "h8"
        seen = TurnedLink(link, is_turned=is_turned)
        async with link:
            window = None if options.headless else _find_window(config, simulated=table is not None)
            if window:
                stack.enter_context(window)
            daemon = Daemon(options, config, link=seen, journal=journal, window=window, table=table)
            await daemon.run()


def _find_window(config: Config, *, simulated: bool) -> Window | None:
    screen = config.screen
    try:
        return open_window(screen.size, simulated=simulated, full_screen=screen.fullscreen or None)
    except DisplayError as fault:
        tell(f"{fault}; going on without a window")
        return None


def tell(text: str) -> None:
    """Say something about the program itself, on stderr."""
    sys.stderr.write(f"tavreli-board: {text}\n")
    sys.stderr.flush()


class Daemon:
    """One board, one session, and what hangs on them."""

    def __init__(
        self,
        options: RunOptions,
        config: Config,
        *,
        link: TurnedLink,
        journal: Journal,
        window: Window | None,
        table: SimulatedTable | None,
    ) -> None:
        self._options = options
        self._config = config
        self._link = link
        self._window = window
        self._table = table
        self._front = Front(config.lights, flipped=config.screen.flipped)
        tags = table.demo.tags if table and table.demo.moves else {}
        self._recorder = Recorder(journal, tags, lambda: datetime.now().astimezone())
        self._session: Session | None = None
        self._log: LogWriter | None = None
        self._stop = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._latest = -STEP_MS
        self._heard = 0.0

    async def run(self) -> None:
        """Run until stopped; what fails in one part ends all."""
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self._stop.set)
        parts = [asyncio.create_task(self._read()), asyncio.create_task(self._stop.wait())]
        if self._window:
            parts.append(asyncio.create_task(self._watch(self._window)))
        try:
            done, _ = await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
            for part in done:
                part.result()
        finally:
            for part in parts:
                part.cancel()
            await asyncio.gather(*parts, return_exceptions=True)
            if self._timer:
                self._timer.cancel()
            if self._log:
                self._log.close()
        if self._recorder.game_id is not None:
            tell(f"the game is in the archive: {self._show_command()}")

    def _show_command(self) -> str:
        """What to type here to see the game that was kept last."""
        program = "tavreli-board" if which("tavreli-board") else sys.argv[0]
        config = ["--config", str(self._options.config)] if self._options.config else []
        return shlex.join([program, "games", *config, "show", str(self._recorder.game_id)])

    # From the board

    async def _read(self) -> None:
        async for event in self._link.events():
            self._take(event)
            if self._is_over():
                return
        if self._session:  # the log that was replayed has ended
            self._follow(self._session.advance(self._latest + AFTER_MS))
            if self._window:
                await self._stop.wait()

    def _take(self, event: LinkEvent) -> None:
        match event:
            case Connected(info):
                self._connect(info)
            case Lost(reason):
                self._front.notices["link"] = Line(f"The board is away: {reason}", Mood.WARN)
                tell(f"the board is away: {reason}")
            case _ if self._session:
                self._heard = asyncio.get_running_loop().time()
                return self._feed(event)
        return self._refresh()

    def _connect(self, info: BoardInfo) -> None:
        self._front.notices.pop("link", None)
        if self._session is None:
            self._info = info
            self._session = self._begin(info)
        elif self._info != info:
            raise LinkError("another board has been plugged in: start again to play on it")
        else:
            tell("the board is back")

    def _begin(self, info: BoardInfo) -> Session:
        info = replace(info, sensors=self._config.men.on(info.sensors))
        if self._options.link and self._options.link.startswith("replay:"):
            session = log_session(read_log(Path(self._options.link.removeprefix("replay:"))))
        else:
            game = self._table.demo.game if self._table else self._config.game.open(info.shape)
            if game.shape != info.shape:
                raise ConfigError(
                    f"{game.name} needs {game.shape.files}x{game.shape.ranks} squares, "
                    f"this board has {info.shape.files}x{info.shape.ranks}: choose another --game"
                )
            session = Session(game, self._table.start if self._table else self._options.start(game), info)
            if not self._table:
                self._use_measured_cells(session)
                session.may_be_turned = True
        if self._options.log:
            game, start = session.game, session.start.text()
            header = LogHeader(game.name, info.shape, info.sensors, game.options, start)
            self._log = LogWriter(self._options.log, header)
        return session

    def _turn(self) -> None:
        """See the board from its other side; its men stood at the start, and the first move has been made."""
        if self._log:
            self._log.close()
        self._link.is_turned = not self._link.is_turned
        self._info = turned_info(self._info)
        self._session = self._begin(self._info)
        self._session.guide = None
        self._front = Front(self._config.lights, flipped=self._config.screen.flipped)
        self._link.request_snapshot()

    def _use_measured_cells(self, session: Session) -> None:
        """Begin with what `calibrate` has measured, if it was this board with these men."""
        path, info = cell_file_path(self._config.archive.path), session.observer.info
        file = load_cells(path)
        if file is None or not info.sensors.weight:
            return
        if (file.shape, file.man_g) == (info.shape, info.sensors.weight.man_g):
            cells = file.aged(datetime.now(UTC))
            session.evidence.start_from(turned(cells) if self._link.is_turned else cells)
        else:
            tell(f"{path} is of another board or other men, and not used: measure again with calibrate")

    def _is_over(self) -> bool:
        """With nobody there to move the men, a simulated board has nothing more to say."""
        table, session = self._table, self._session
        if self._window or not table or not session or not table.thing.done:
            return False
        return session.due is None and self._latest - (session.observer.rest_at or 0) >= AFTER_MS

    # Into the session

    def _now(self) -> int:
        """The session's time: the board's last word, and the time that has passed since."""
        if not self._heard:
            return 0
        waited = asyncio.get_running_loop().time() - self._heard
        return self._latest + int(waited * 1000 * self._options.speed)

    def _feed(self, event: BoardEvent) -> None:
        """Take an event in, never before the one before it."""
        self._latest = max(event.t, self._latest + STEP_MS)
        event = replace(event, t=self._latest)
        if self._log:
            self._log.write(event)
        if self._session:
            self._follow(self._session.feed(event))

    def _follow(self, reports: list[Report]) -> None:
        """Keep, print and show what has happened.

        When more falls due the board is asked, so that what it has said till then is heard first: a host that
        was busy must not take the time that it lost for rest on the board.
        """
        session = self._session
        assert session
        self._keep(session)
        for report in reports:
            sys.stdout.write(report_text(session.game, session.start, report) + "\n")
            sys.stdout.flush()
        if any(isinstance(report, Turned) for report in reports):
            self._turn()
            return
        self._refresh()
        if self._timer:
            self._timer.cancel()
        if (due := session.due) is not None:
            wait = max(due - self._now(), STEP_MS) / 1000 / self._options.speed
            self._timer = asyncio.get_running_loop().call_later(wait, self._link.request_snapshot)

    def _keep(self, session: Session) -> None:
        notices = self._front.notices
        try:
            self._recorder.keep(session)
            notices.pop("archive", None)
        except JournalError as fault:
            if "archive" not in notices:
                tell(str(fault))
            notices["archive"] = Line("The archive can't be written; see the terminal", Mood.WARN)

    # To and from the players

    def _refresh(self) -> None:
        if self._session is None:
            return
        stacks = aside = None
        if self._table and self._window:
            self._table.follow(self._session.position.stacks)
            stacks, aside = self._table.board.stacks, self._table.aside
        if self._front.refresh(self._session, stacks, self._now(), aside):
            self._link.send_lights(self._front.lights)

    async def _watch(self, window: Window) -> None:
        while True:
            for action in window.poll():
                self._act(action)
            if self._table:
                window.set_held(self._table.held)
                self._hint(self._table)
            self._refresh()
            if self._front.scene:
                window.show(self._front.scene, self._front.lights if self._table else ())
            await asyncio.sleep(FRAME_S)

    def _hint(self, table: SimulatedTable) -> None:
        notices = self._front.notices
        session = self._session
        begun, over = bool(session and session.plies), bool(session and session.outcome)
        if text := table.hint(begun=begun, over=over):
            notices["table"] = Line(text)
        else:
            notices.pop("table", None)

    def _act(self, action: Input) -> None:
        match action:
            case Quit():
                self._stop.set()
            case Touch(square):
                self._front.touch(square)
            case TakeMen() | PutMen() | BringMan() if self._table:
                self._table.handle(self._now(), action)
            case Answer(text):
                self._feed(Pick(self._latest, text))
            case Press(key) if self._session and (
                press := self._front.press(self._session, key, self._now())
            ):
                self._feed(replace(press, t=self._latest))
                if press.key == "new" and self._table:
                    self._table.set_up(self._now())
