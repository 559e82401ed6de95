"""The desk: one board, the session on it, and what hangs on them.

What comes from the board and the players goes into the session; what that decides is kept in the journal,
printed, and only then shown.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from dataclasses import replace

from board_driver.beginning import begin_session, resume_session
from board_driver.clock import Clock
from board_driver.config import Config
from board_driver.front import Front
from board_driver.keeper import Keeper
from board_driver.orientation import turned_info
from board_driver.panel import beeps
from board_driver.presence import Presence
from board_driver.pulse import Pulse
from board_driver.questions import Guide
from board_driver.rawlog import RawLog
from board_driver.recorder import ADJOURNED, Snapshot
from board_driver.replay import AFTER_MS
from board_driver.reports import Moved, NewGame, Report, Turned
from board_driver.saver import Saver
from board_driver.seating import Seating
from board_driver.session import Session
from board_driver.stored import StoredGame
from board_driver.table import SimulatedTable
from board_driver.terminal import tell
from board_driver.turned_link import TurnedLink
from board_driver.words import report_text
from display.inputs import Answer, BringMan, Input, Press, PutMen, TakeMen, Touch
from display.language import Language
from display.scene import Mood, Scene
from engine.phrase import Phrase, phrase
from engine.record import number_text
from firmware_bridge.conversation import LinkEvent
from firmware_bridge.frames import (
    BoardEvent,
    BoardInfo,
    Correction,
    KeyName,
    KeyPress,
    Pick,
    SensorFrame,
    Side,
)
from firmware_bridge.link import Connected, Lost

STEP_MS = 10
"""The least time between two events, as sensor logs ask for it."""
OVER_MS = 3000
"""A simulated board has nothing more to say when it has said nothing for so long."""


class Desk:
    """The game at hand. It is used on a running loop, whose time it takes, and never waits.

    `seating`: what is played first. `draws`: somebody looks at its scenes; else there are only lights.
    `beep` sounds so many times. `changed` is set when there may be something new to be seen.
    """

    def __init__(
        self,
        seating: Seating,
        *,
        link: TurnedLink,
        keeper: Keeper,
        table: SimulatedTable | None,
        draws: bool,
        beep: Callable[[int], None] | None = None,
    ) -> None:
        self.table = table
        self._presence = Presence()
        self._info: BoardInfo
        self.frame: SensorFrame | None = None
        """What its sensors said last."""
        self.seating = seating
        """What is played, and by whom."""
        config = seating.config
        self._link = link
        self._draws = draws
        self._front = Front(config.screen, self.seating.players)
        self.keeper = keeper
        self._saver = Saver(keeper, self)
        self._beep = beep or (lambda _: None)
        self._serial = 0
        self._followed: tuple[Session, int, Clock | None] | None = None
        self.session: Session | None = None
        log, asked = seating.options.log or config.log.path, bool(seating.options.log)
        self._log = RawLog(log, int(config.log.limit_mb * 1e6), asked=asked) if log else None
        self.changed = asyncio.Event()
        self.pulse = Pulse(link, self.changed)
        self._timer: asyncio.TimerHandle | None = None
        self._ahead = 0
        self._latest = -STEP_MS
        self._heard = 0.0

    @property
    def scene(self) -> Scene | None:
        """What is to be shown; None before a board was there."""
        return self._front.scene

    @property
    def language(self) -> Language:
        """The language of the screen."""
        return self._front.language

    @property
    def away(self) -> Phrase | None:
        """Why the board is not there; None if it is."""
        return self._presence.away

    async def close(self) -> None:
        """Let go of the log and of what was to happen, and wait till all that was decided is kept."""
        self.pulse.stop()
        if self._timer:
            self._timer.cancel()
        if self._log:
            self._log.close()
        await self.keeper.close()

    def parting_words(self) -> str:
        """Where the game is that was kept last, or why it is not; "" if there is none."""
        return self._saver.parting_words(self.seating.options.config)

    # From the board

    def take(self, event: LinkEvent) -> None:
        """Take in what the link says."""
        match event:
            case Connected(info):
                self._connect(info)
            case Lost(reason):
                self._front.notice("link", self._presence.lose(reason), Mood.WARN)
            case _ if self.session and not self._presence.is_other:
                self._heard = asyncio.get_running_loop().time()
                self.frame = event if isinstance(event, SensorFrame) else self.frame
                return self._feed(replace(event, t=event.t + self._ahead))
        return self._refresh()

    def end_log(self) -> None:
        """The log that was replayed has ended."""
        if self.session:
            self._follow(self.session.advance(self._latest + AFTER_MS))

    def is_over(self) -> bool:
        """With nobody there to move the men, a simulated board has nothing more to say.

        What it says is heard later than its hands do it, much later on a busy machine.
        """
        table, session, frame = self.table, self.session, self.frame
        if self._draws or not table or not session or not frame or not table.thing.done:
            return False
        at_rest = self._latest - (session.observer.rest_at or 0)
        return session.due is None and min(at_rest, frame.t - table.thing.acted_at) >= OVER_MS

    def _connect(self, info: BoardInfo) -> None:
        self._front.notices.pop("link", None)
        self._saver.tell()
        words = self._presence.meet(info, self._info if self.session else None)
        if words:
            self._front.notice("link", words, Mood.WARN)
        elif self.session is None:
            self._info = info
            self._begin(info)

    def _begin(self, info: BoardInfo) -> None:
        """Begin the session on a board that is there, with the game that is to go on if there is one."""
        seating, self.seating = self.seating, replace(self.seating, stored=None)
        stored = seating.stored
        session = resume_session(self.seating.config, info, stored) if stored else None
        if stored and session:
            self._resume(stored, session, seating)
        else:
            turned = self._link.is_turned
            self._sit_down(begin_session(seating.options, seating.config, info, self.table, is_turned=turned))

    def _resume(self, stored: StoredGame, session: Session, seating: Seating) -> None:
        self._set_clock(session, seating)
        self._sit_down(session)
        if seating.is_chosen:
            session.guide = Guide.SET_UP  # what stands there now is of another game
        if not seating.is_new:
            self.keeper.take_up(stored, replace(self._snapshot(session), reason=stored.reason))
        self._ahead += max((ply.t for ply in session.plies), default=0) - self._latest
        self._latest = max((ply.t for ply in session.plies), default=0)
        number = number_text(session.game, session.start, len(session.plies) + 1)
        if seating.is_chosen:
            words = phrase("The game goes on with move {number}", number=number)
        else:
            words = phrase("The game that was interrupted goes on with move {number}", number=number)
        self._front.notice("resumed", phrase("{words} For another one: Menu, New game", words=words))
        tell(str(words))
        self._follow([])

    def _set_clock(self, session: Session, seating: Seating) -> None:
        """A game that goes on keeps its clock; one with moves of another before it has that of the settings.

        So has one that has not begun, if the command line names a clock.
        """
        said, control = seating.options.clock, seating.config.game.control
        if seating.is_new or (said and not session.standing.moves):
            session.set_clock(control)
        elif said and control != (session.clock and session.clock.control):
            own = "its own" if session.clock else "none"
            tell(f"--clock {said} is for a new game; the one that goes on keeps its clock ({own})")

    def _sit_down(self, session: Session) -> None:
        """From now on this is the session."""
        self.session = session
        self._serial += 1
        self._renew_front()
        if self._log:
            self._log.begin(session)

    def _renew_front(self) -> None:
        """Show what there is to be shown by the configuration as it is now, to those who play now."""
        notices = self._front.notices
        self._front = Front(self.seating.config.screen, self.seating.players)
        self._front.notices = notices

    def _turn(self) -> None:
        """See the board from its other side."""
        self._link.is_turned = not self._link.is_turned
        self._info = turned_info(self._info)
        self._begin(self._info)
        self._link.request_snapshot()

    # Into the session

    def _now(self) -> int:
        """The session's time: the board's last word, and the time that has passed since."""
        if not self._heard:
            return max(self._latest, 0)
        waited = asyncio.get_running_loop().time() - self._heard
        return self._latest + int(waited * 1000 * self.seating.options.speed)

    def _feed(self, event: BoardEvent) -> None:
        """Take an event in, its time being the session's, never before the one before it."""
        self._latest = max(event.t, self._latest + STEP_MS)
        event = replace(event, t=self._latest)
        if self._log:
            self._log.write(event)
        if self.session:
            self._follow(self.session.feed(event))

    def _follow(self, reports: list[Report]) -> None:
        """Keep what has happened; then print and show it.

        When more falls due the board is asked, so that what it has said till then is heard first: a host that
        was busy must not take the time that it lost for rest on the board.
        """
        session = self.session
        assert session
        followed = session, session.revision, session.clock
        if reports or self.table or followed != self._followed:
            self._followed = followed
            self._show(session, reports)
        if self.session is not session:
            return
        if self._timer:
            self._timer.cancel()
        if (due := session.due) is not None:
            wait = max(due - self._now(), STEP_MS) / 1000 / self.seating.options.speed
            self._timer = asyncio.get_running_loop().call_later(wait, self._link.request_snapshot)

    def _show(self, session: Session, reports: list[Report]) -> None:
        self._saver.save(self._snapshot(session), lambda: self._kept(session, reports))
        if any(isinstance(report, Turned) for report in reports):
            self._turn()
            if self.session:
                self.session.guide = None  # its men stood at the start, and the first move has been made
            return
        if any(isinstance(report, Moved | NewGame) for report in reports):
            self._front.notices.pop("resumed", None)
            if self._log and len(session.lines) == 1:
                self._log.moved(session)
        self._refresh()

    def _snapshot(self, session: Session) -> Snapshot:
        return Snapshot.of(session, self._serial, self.seating.tags)

    def _kept(self, session: Session, reports: list[Report]) -> None:
        """What these reports tell is durable, or can't be."""
        for report in reports:
            sys.stdout.write(report_text(session.game, session.start, report) + "\n")
            sys.stdout.flush()
        self._beep(beeps(reports))
        self._refresh()

    # Games put off, and gone on with

    def leave(self) -> None:
        """Put the game off: it can be gone on with from the archive."""
        session = self.session
        if session and session.outcome is None and (session.plies or session.open_lines()):
            session.stop_clock(self._now())
            put_off = replace(self._snapshot(session), reason=ADJOURNED)
            self._saver.save(put_off, lambda: None)

    def adjourn(self) -> None:
        """Put the game off to another day; a new one may begin."""
        self.leave()
        self.press("new")

    def seat(self, seating: Seating) -> None:
        """Begin another game on the same board."""
        self.seating = seating
        if self.session:
            self._begin(self._info)
            self._refresh()
            self._link.request_snapshot()

    # To and from the players

    def notice(self, about: str, words: Phrase, mood: Mood = Mood.PLAIN) -> None:
        """Say something about the program itself."""
        self._front.notice(about, words, mood)
        self._refresh()

    def unnotice(self, about: str) -> None:
        """Say it no more."""
        self._front.notices.pop(about, None)

    def change(self, config: Config) -> None:
        """Go by another configuration from now on; a simulated board is made by it from the next game on."""
        before = self.seating.config
        self.seating = replace(self.seating, config=config)
        if config.board.side != before.board.side and self.session and not self.session.plies:
            self._turn()
        self._renew_front()
        self._refresh()

    def press(self, key: KeyName, by: Side | None = None) -> None:
        """A key counts as pressed, without being asked about."""
        self._feed(KeyPress(self._latest, key, by))
        if key == "new" and self.table:
            self.table.set_up(self._now() - self._ahead)

    def correct(self, ply: int, text: str) -> None:
        """Another move was played at a decided ply."""
        self._feed(Correction(self._latest, ply, text))

    def _refresh(self) -> None:
        if self.session is None:
            return
        stacks = aside = None
        if self.table and self._draws:
            self.table.follow(self.session.standing.position.stacks)
            stacks, aside = self.table.board.stacks, self.table.aside
        if self._front.refresh(self.session, stacks, self._now(), aside, held=self.keeper.waiting > 0):
            self.changed.set()
            if self.scene:
                self.pulse.show(self.scene, self.seating.config.lights)

    def look(self) -> None:
        """Bring what is shown up to date with the time and the hands."""
        notices, session = self._front.notices, self.session
        notices.pop("table", None)
        if self.table:
            begun, over = bool(session and session.plies), bool(session and session.outcome)
            if hint := self.table.hint(begun=begun, over=over):
                self._front.notice("table", hint)
        self._refresh()

    def act(self, action: Input) -> None:
        """Do what somebody has asked for at the screen."""
        match action:
            case Touch(square) if self.session:
                if said := self._front.touch(self.session, square, self._latest):
                    self._feed(said)
            case TakeMen() | PutMen() | BringMan() if self.table:
                self.table.handle(self._now() - self._ahead, action)
            case Answer(text):
                self._feed(Pick(self._latest, text))
            case Press(key, by) if self.session and (
                press := self._front.press(self.session, key, self._now())
            ):
                self.press(press.key, by or press.by)
