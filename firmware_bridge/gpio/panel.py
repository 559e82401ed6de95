"""Buttons and a buzzer on the Pi's pins, by gpiozero.

Buttons are looked at now and again, in a thread of their own, that no press is lost while the loop is busy:
waiting for edges fails with RPi.GPIO from kernel 6.6 on.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from threading import Event, Thread

from engine.errors import LinkError
from firmware_bridge.gpio.libraries import faults, load_gpiozero
from firmware_bridge.gpio.matrix import Debouncer
from firmware_bridge.gpio.wiring import Wiring

POLL_MS = 20
"""How often buttons are looked at: a press of 60 ms is seen, chatter of 20 ms is not."""
BEEP_S = 0.08


class Panel:
    """What of a wiring is no matrix; LinkError if it can't be had, or fails later."""

    def __init__(self, wiring: Wiring) -> None:
        gpiozero = load_gpiozero()
        self._names = tuple(wiring.buttons)
        self._debouncer = Debouncer()
        self._down: int | None = None
        self._end = Event()
        self._thread: Thread | None = None
        with faults(), ExitStack() as stack:
            self._buttons = [
                stack.enter_context(gpiozero.InputDevice(pin, pull_up=True))
                for pin in wiring.buttons.values()
            ]
            self._buzzer = stack.enter_context(gpiozero.Buzzer(wiring.buzzer)) if wiring.buzzer else None
            self._stack = stack.pop_all()

    def poll(self) -> tuple[str, ...]:
        """The buttons that were pressed since the last call; one that was down from the first was not."""
        with faults():
            sample = sum(button.is_active << place for place, button in enumerate(self._buttons))
        self._debouncer.feed(sample)
        before, self._down = self._down, self._debouncer.state
        if self._down is None or before is None:
            return ()
        pressed = self._down & ~before
        return tuple(name for place, name in enumerate(self._names) if pressed >> place & 1)

    @property
    def down(self) -> tuple[str, ...]:
        """The buttons that are down now."""
        return tuple(name for place, name in enumerate(self._names) if (self._down or 0) >> place & 1)

    def watch(self, tell: Callable[[str | LinkError], object]) -> None:
        """Tell, from another thread, each button that is pressed; a LinkError is the last thing told."""
        self._thread = Thread(target=self._watch, args=(tell,), name="buttons", daemon=True)
        self._thread.start()

    def _watch(self, tell: Callable[[str | LinkError], object]) -> None:
        try:
            while not self._end.wait(POLL_MS / 1000):
                for name in self.poll():
                    tell(name)
        except LinkError as fault:
            tell(fault)

    def beep(self, times: int) -> None:
        """Sound so many times, without waiting; a newer call ends an older one."""
        if self._buzzer and times:
            with faults():
                self._buzzer.beep(BEEP_S, BEEP_S, times)

    def close(self) -> None:
        """Give the pins back; may be called twice."""
        self._end.set()
        if self._thread:
            self._thread.join()
        self._stack.close()
