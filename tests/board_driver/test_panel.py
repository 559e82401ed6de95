"""Buttons and a buzzer on gpiozero's mock pins, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from queue import Queue
from typing import Any

import pytest
from gpiozero import Device  # type: ignore[import-untyped]
from gpiozero.pins.mock import MockFactory  # type: ignore[import-untyped]

from board_driver.panel import beeps, button_action, open_panel
from board_driver.reports import Asked, Ended, Moved, TakenBack, WentAstray
from display.inputs import Nav, Press
from engine.errors import LinkError
from engine.types import Outcome
from firmware_bridge.frames import KEY_NAMES
from firmware_bridge.gpio.matrix import SAMPLES
from firmware_bridge.gpio.panel import Panel
from firmware_bridge.gpio.wiring import BUTTONS, Wiring
from tests.conftest import LIMIT_S

WIRING = Wiring(buttons={"confirm": 26, "clock_b": 15, "ok": 3}, buzzer=14)


@pytest.fixture
def pins() -> Iterator[Any]:
    Device.pin_factory = MockFactory(revision="d04170")
    yield Device.pin_factory
    Device.pin_factory.close()
    Device.pin_factory = None


def pressed(panel: Panel, polls: int = SAMPLES) -> list[str]:
    return [name for _ in range(polls) for name in panel.poll()]


def test_a_press_is_told_once_however_long_it_lasts(pins: Any) -> None:
    panel = Panel(WIRING)
    assert pressed(panel) == []
    for pin, name in ((26, "confirm"), (3, "ok"), (15, "clock_b")):
        pins.pin(pin).drive_low()
        assert pressed(panel, 20) == [name]
        assert panel.down == (name,)
        pins.pin(pin).drive_high()
        assert pressed(panel, 20) == []
    pins.pin(26).drive_low()
    pins.pin(15).drive_low()
    assert pressed(panel) == ["confirm", "clock_b"]
    panel.close()


def test_chatter_is_no_press_and_one_that_chatters_is_one(pins: Any) -> None:
    panel = Panel(WIRING)
    pressed(panel)
    told: list[str] = []
    for level in (0, 1, 0, 1, 1, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0):
        (pins.pin(26).drive_high if level else pins.pin(26).drive_low)()
        told += panel.poll()
    assert told == ["confirm"]
    panel.close()


def test_a_button_that_is_down_from_the_first_is_not_pressed(pins: Any) -> None:
    pins.pin(26).drive_low()
    panel = Panel(WIRING)
    pins.pin(26).drive_low()  # a mock pin goes to its pull when it is made an input
    assert pressed(panel, 10) == []
    assert panel.down == ("confirm",)
    panel.close()


def test_presses_and_then_the_failure_of_the_pins_are_told_from_a_thread(
    pins: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: Queue[str | LinkError] = Queue()
    panel = Panel(WIRING)
    pressed(panel)
    panel.watch(told.put)
    pins.pin(26).drive_low()
    assert told.get(timeout=LIMIT_S) == "confirm"

    def fails(_: object) -> bool:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(type(pins.pin(26)), "_get_state", fails)
    fault = told.get(timeout=LIMIT_S)
    assert isinstance(fault, LinkError)
    assert "Input/output error" in str(fault)
    panel.close()
    assert told.empty()


def test_the_buzzer_sounds_so_many_times(pins: Any) -> None:
    panel = Panel(WIRING)
    panel.beep(0)
    assert not pins.pin(14).state
    panel.beep(2)
    buzzer: Any = panel._buzzer
    buzzer._blink_thread.join(LIMIT_S)
    assert [state.state for state in pins.pin(14).states] == [False, True, False, True, False]
    panel.close()


def test_the_pins_are_given_back(pins: Any) -> None:
    for _ in range(2):
        panel = Panel(WIRING)
        panel.close()
        panel.close()


def test_what_can_not_be_had_is_told_and_played_without(
    pins: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    panel = Panel(WIRING)
    assert open_panel(WIRING) is None
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "GPIO26 is already in use" in said
    assert said.endswith("going on without buttons and buzzer\n")
    panel.close()
    assert open_panel(replace(WIRING, buttons={}, buzzer=None)) is None
    assert capsys.readouterr().err == ""


def test_every_button_means_something() -> None:
    for name in BUTTONS:
        match button_action(name):
            case Nav(step):
                assert step == name
            case Press(key, by):
                assert key in KEY_NAMES
                assert name == (f"{key}_{by}" if by else key)


def test_what_is_to_be_looked_at_sounds() -> None:
    astray, asked = WentAstray(0, ((28, 1),)), Asked(0, 1, ("e2-e4", "e2-e3"))
    assert [beeps([report]) for report in (astray, asked, Ended(0, Outcome("1-0", "")))] == [3, 2, 1]
    assert beeps([Moved(0, 1, "e2-e4", 0), TakenBack(0, 1)]) == 0
    assert beeps([Moved(0, 1, "e2-e4", 0), asked]) == 2
    assert beeps([]) == 0
