"""How `run` starts: configuration, archive, link and window are opened, and closed when the daemon ends."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial

from board_driver.archive import stored_record
from board_driver.config import Config, load_config
from board_driver.daemon import Daemon
from board_driver.desk import Desk
from board_driver.keeper import Keeper
from board_driver.lock import only_daemon
from board_driver.options import RunOptions
from board_driver.panel import open_panel
from board_driver.patience import Left, Patience
from board_driver.power import power_off
from board_driver.recorder import Recorder
from board_driver.seating import Seating, going_on
from board_driver.stored import StoredGame
from board_driver.table import NOTHING, SimulatedTable, find_demo
from board_driver.terminal import tell
from board_driver.turned_link import TurnedLink
from board_driver.walltime import moment
from board_driver.watchdog import watched
from display.inputs import PowerOff
from display.language import find_language
from display.window import Window, open_window
from engine.errors import DisplayError, JournalError, UsageError
from engine.record import GameRecord
from firmware_bridge.gpio.panel import Panel
from firmware_bridge.link import find_board, open_link


def run_daemon(options: RunOptions) -> None:
    """Run until the window is closed, a signal comes, or there is nothing more to happen."""
    if options.position is not None and options.play is not None:
        raise UsageError("give either --position or --play, not both")
    said = (options.game, options.options, options.clock, options.position, options.play)
    if options.goes_on_from and (any(said) or options.log_to_replay):
        raise UsageError(
            "--from says which game it is, with its options and its clock: "
            "leave out --game, --option, --clock, --position, --play and replay:"
        )
    if options.keep and not options.log_to_replay:
        raise UsageError("--keep is for --link replay:FILE; from any other link all games are kept")
    config = load_config(options.config)
    game = config.game.with_choice(options.game, options.options, options.clock)
    if asyncio.run(_watched(Seating(options, config.model_copy(update={"game": game})))):
        power_off()


async def _watched(seating: Seating) -> bool:
    async with watched():
        try:
            return await _run(seating)
        except Left as left:
            return isinstance(left.parting, PowerOff)


async def _run(seating: Seating) -> bool:
    """Play one game after the other, each on a simulated board of its own; True to switch off."""
    options, config = seating.options, seating.config
    url = options.link or config.board.link
    with ExitStack() as stack:
        stack.enter_context(only_daemon(config.archive.path))
        around: tuple[Window | None, Panel | None] | None = None
        if options.wait and url != "sim:":
            around = _open_around(stack, seating, simulated=False)
        language = find_language(config.screen.language)
        patience = Patience(language, around[0] if around else None, wait=options.wait)
        url = url or await patience.found(find_board)
        while True:
            config = seating.config
            table = _find_table(seating) if url == "sim:" else None
            keeper, seating = await open_keeper(seating, table)
            if table and seating.stored:
                with suppress(JournalError):  # it is told what is wrong with it when the board is there
                    table = SimulatedTable.as_left(stored_record(seating.stored), config.simulator.kit)
            if not options.records:
                tell(f"replaying {options.log_to_replay}; --keep would enter its game into the archive")
            if table:
                tell(f"a simulated board with {config.simulator.kit} sensors; {table.words()}")
            thing = table.thing if table else None
            make = partial(open_link, url, thing=thing, speed=options.speed, wiring=config.gpio.wiring)
            is_turned = url.startswith(("serial:", "gpio:")) and config.board.side == "h8"
            async with patience.entered(make) as link:
                seen = TurnedLink(link, is_turned=is_turned)
                if around is None:
                    around = _open_around(stack, seating, simulated=table is not None)
                window, panel = around
                desk = Desk(
                    seating,
                    link=seen,
                    keeper=keeper,
                    table=table,
                    draws=window is not None,
                    beep=panel.beep if panel else None,
                )
                parting = await Daemon(desk, seen, url, window, panel).run()
            if not isinstance(parting, Seating):
                return isinstance(parting, PowerOff)
            seating = parting


def _open_around(
    stack: ExitStack, seating: Seating, *, simulated: bool
) -> tuple[Window | None, Panel | None]:
    """The window, and the buttons on the Pi's pins, if there are any."""
    window = None if seating.options.headless else _find_window(seating.config, simulated=simulated)
    if window:
        stack.enter_context(window)
    panel = open_panel(seating.config.gpio.wiring)
    if panel:
        stack.callback(panel.close)
    return window, panel


async def open_keeper(seating: Seating, table: SimulatedTable | None) -> tuple[Keeper, Seating]:
    """The archive, and what is played: on from the last game on the board, if nothing else is asked for."""
    options = seating.options
    demo = table.demo if table and table.demo.moves else None
    shown = "simulated" if demo else "replay" if options.log_to_replay else None
    recorder = Recorder(demo.tags if demo else {}, shown or "board", keeps=options.records)
    keeper = Keeper(seating.config.archive.path, recorder, moment)
    interrupted = await keeper.open()
    if wanted := options.goes_on_from:
        return keeper, going_on(seating, *await _stored(keeper, *wanted))
    chosen = shown or options.position is not None or seating.is_chosen
    if chosen or not interrupted or options.game not in {None, interrupted.game}:
        return keeper, seating
    return keeper, replace(seating, stored=interrupted, tags=tuple(interrupted.tags.items()))


async def _stored(keeper: Keeper, number: int, plies: int | None) -> tuple[StoredGame, int | None]:
    """A game of the archive, to be gone on with after so many plies; UsageError if it has not so many."""
    stored = await keeper.ask(lambda journal: journal.game(number))
    if plies is not None and plies > len(stored.moves):
        raise UsageError(f"--from {number}:{plies}: that game has {len(stored.moves)} plies")
    return stored, plies


def _find_table(seating: Seating) -> SimulatedTable:
    options, config = seating.options, seating.config
    rules = config.game.open()
    demo = find_demo(rules, NOTHING if options.archived else options.play)
    if options.position is not None:
        demo = GameRecord(rules, start=options.start(rules))
    return SimulatedTable(demo, config.simulator.kit, seed=1)


def _find_window(config: Config, *, simulated: bool) -> Window | None:
    screen = config.screen
    try:
        window = open_window(
            screen.size,
            simulated=simulated,
            full_screen=screen.fullscreen or None,
            turn=screen.turn,
        )
    except DisplayError as fault:
        tell(f"{fault}; going on without a window")
        return None
    try:
        window.set_volume(config.sound.volume)
    except DisplayError as fault:
        tell(str(fault))
    return window
