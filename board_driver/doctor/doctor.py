"""`tavreli-board doctor`: machine, link and board looked at one after the other; the shell around it."""

from __future__ import annotations

import asyncio
import signal
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from board_driver.config import Config, load_config, own_config
from board_driver.doctor.examine import Examination
from board_driver.doctor.facts import Machine
from board_driver.doctor.findings import Finding, State, count, fault, ok, summary
from board_driver.doctor.gather import gather
from board_driver.doctor.machine import check_machine
from board_driver.doctor.talk import Talk
from board_driver.doctor.walked_board import WalkedBoard
from board_driver.terminal import say, say_json
from display.leds import capped
from engine.errors import ConfigError, LinkError, UsageError
from firmware_bridge.gpio.matrix import SAMPLES
from firmware_bridge.gpio.panel import POLL_MS, Panel
from firmware_bridge.gpio.wiring import Wiring
from firmware_bridge.link import find_board, open_link
from firmware_bridge.simulator.kits import find_kit

DIMMEST = 0.1
"""Lights are tested at least so bright, whatever is configured, or nobody would see them."""
SERVICE_CONFIG = "etc/tavreli-board/config.toml"


@dataclass(frozen=True, slots=True)
class DoctorOptions:
    """What the command line says; None: as configured, or as the terminal allows."""

    config: Path | None = None
    link: str | None = None
    as_json: bool = False
    walk: bool | None = None
    speed: float = 1.0
    root: Path = Path("/")


@dataclass(slots=True)
class _Report:
    as_json: bool
    findings: list[Finding] = field(default_factory=list)

    def add(self, finding: Finding) -> None:
        self.findings.append(finding)
        if self.as_json:
            say_json(finding.json)
        else:
            say(finding.text)

    def end(self) -> None:
        if self.as_json:
            faults, warnings = (count(self.findings, state) for state in (State.FAULT, State.WARNING))
            say_json({"faults": faults, "warnings": warnings})
        else:
            say(summary(self.findings))


def run_doctor(options: DoctorOptions) -> int:
    """Look at everything; the exit code: 0, 1 if there is a fault, 3 if no board was reached."""
    report = _Report(options.as_json)
    config = _configuration(options, report)
    url = options.link or config.board.link
    if url.startswith("replay:"):
        raise UsageError("the doctor looks at a board, not at a log: --link serial:..., gpio: or sim:")
    machine = gather(config.archive.path, options.root)
    for finding in check_machine(machine, url, config.screen.size):
        report.add(finding)
    reached = True
    try:
        asyncio.run(_examine(options, config, url, report))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
    except LinkError as lost:
        reached = False
        report.add(fault("link", str(lost), _end_service(machine, lost)))
    report.end()
    return (1 if count(report.findings, State.FAULT) else 0) if reached else LinkError.exit_code


def _configuration(options: DoctorOptions, report: _Report) -> Config:
    """That of the command line, the user's own, the service's, or the defaults: the first that there is."""
    path, service = options.config, options.root / SERVICE_CONFIG
    if path is None and not own_config().exists() and service.exists():
        path = service
    try:
        config = load_config(path)
    except ConfigError as wrong:
        report.add(
            fault("settings", str(wrong), "mended, start the doctor again; it goes on with the defaults")
        )
        return Config()
    own = str(own_config()) if own_config().exists() else "the defaults; no file names others"
    report.add(ok("settings", str(path or own)))
    return config


def _end_service(machine: Machine, lost: LinkError) -> str:
    """The service plays on the board while it runs."""
    is_busy = machine.service == "running" and "uses" in str(lost)
    return "sudo systemctl stop tavreli-board while the doctor looks" if is_busy else ""


async def _examine(options: DoctorOptions, config: Config, url: str, report: _Report) -> None:
    """Look at the board; a signal ends it as Ctrl-C does, with its lights out."""
    task = asyncio.current_task()
    assert task
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    for finding in await _panel(config.gpio.wiring):
        report.add(finding)
    url = url or await find_board()
    thing = None
    if url == "sim:":
        thing = WalkedBoard(config.game.open().shape, find_kit(config.simulator.kit))
    talk = Talk(asks=not thing) if Talk.is_possible() and not options.as_json else None
    walks = bool(talk or thing) if options.walk is None else options.walk
    link = open_link(url, thing=thing, speed=options.speed, wiring=config.gpio.wiring)
    async with link:
        brightness, limit = max(config.lights.brightness, DIMMEST), config.lights.limit_ma
        walker = thing.begin if thing else None
        examination = Examination(
            link, report.add, talk, lambda colours: list(capped(colours, brightness, limit)), walker
        )
        await examination.run(url, walks=walks)


async def _panel(wiring: Wiring) -> list[Finding]:
    """Whether buttons and buzzer can be had, and none of the buttons is down all the time."""
    if not wiring.buttons and wiring.buzzer is None:
        return []
    try:
        with closing(Panel(wiring)) as panel:
            for _ in range(SAMPLES):
                panel.poll()
                await asyncio.sleep(POLL_MS / 1000)
    except LinkError as wrong:
        return [fault("buttons", str(wrong), "")]
    if panel.down:
        cure = "let go of it, or look for wires that touch"
        return [fault("buttons", f"{', '.join(panel.down)}: down without being pressed", cure)]
    names = [f"{name} on GPIO{pin}" for name, pin in wiring.buttons.items()]
    return [ok("buttons", ", ".join(names) or "a buzzer, and no buttons")]
