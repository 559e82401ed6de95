"""The host's side of the link as a pure state machine: bytes and time in, events and bytes out.

What the host wants is a state, not a queue: a command that was lost is one still wanted. In this order:

1. the board's Hello, until it has come on this connection;
2. a snapshot, while part of the board's state is unknown, a beat is overdue, or one was asked for;
3. its cells tared, once that was asked for;
4. the lights as last set, while the board has not shown them (newer ones take the place of older ones).

One command is under way at a time. Its acknowledgement is waited for 250 ms, three times, then there is a
pause of a second; commands are idempotent. Beats are answered at once. A connection is given up when no Hello
comes within 5 s, when nothing whole has come for 3 s, or when the board speaks another major.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.phrase import Phrase, phrase
from firmware_bridge.assembler import Assembler
from firmware_bridge.codec import Decoder, Received, encode
from firmware_bridge.frames import BoardEvent, BoardInfo
from firmware_bridge.hello import MAJOR, MINOR, ForeignHello, Hello
from firmware_bridge.messages import (
    LIGHTS_PER_MESSAGE,
    RGB,
    Ack,
    Alive,
    Beat,
    HelloRequest,
    HostMessage,
    Lights,
    Nak,
    SnapshotRequest,
    Tare,
)

ANSWER_MS = 250
TRIES = 3
PAUSE_MS = 1000
OVERDUE_MS = 1500
SILENCE_MS = 3000
HELLO_MS = 5000

NO_ANSWER = phrase("no answer: is it the right port, and is the board's firmware flashed?")
NOT_OURS = phrase("what is connected does not speak our protocol: check its firmware and the baud rate")
SILENCE = phrase("nothing was heard from the board for 3 s")
TOO_OLD = (
    phrase("the board speaks protocol {theirs}, this program {ours}: update this program"),
    phrase("the board speaks protocol {theirs}, this program {ours}: update the board's firmware"),
)
"""Whether the board's firmware is the older one."""


@dataclass(frozen=True, slots=True)
class Connected:
    """A board is there; it is new, or was away, or was booted. Its state follows as a SensorFrame."""

    info: BoardInfo


@dataclass(frozen=True, slots=True)
class Lost:
    """The board has gone, and is being looked for; `reason` in plain words."""

    reason: Phrase


@dataclass(frozen=True, slots=True)
class Health:
    """How well a link does.

    `faults`: what went wrong so far, by kind: see `FrameError.kind`; `gap` and `shape`, messages that were
    missed or did not fit; `refused`, commands. `lights`: those wanted are on the board; None: this kind of
    link has none. `minor`: that of the protocol that the board speaks; None before its Hello.
    """

    faults: Mapping[str, int] = field(default_factory=dict)
    lights: bool | None = None
    minor: int | None = None


LinkEvent: TypeAlias = Connected | Lost | BoardEvent


@dataclass(slots=True)
class _Command:
    message: HostMessage
    seq: int
    due: int
    tries: int = 0


class Conversation:
    """What is said between the host and one board, over one connection after the other.

    `now` is the host's clock in ms, from any zero.
    """

    def __init__(self) -> None:
        self._assembler = Assembler()
        self._refused: Counter[str] = Counter()
        self._lights: tuple[RGB, ...] = ()
        self._snapshot_wanted = False
        self.taring = False
        """A tare that was asked for has not been answered yet."""
        self._seq = 0
        self.begin(0)

    def begin(self, now: int) -> None:
        """A connection was opened, the first or a new one."""
        self._assembler.reconnect()
        self._decoder = Decoder()
        self._began = self._heard = now
        self._foreign: ForeignHello | None = None
        self._minor: int | None = None
        self._heard_bytes = False
        self._answers = bytearray()
        self._command: _Command | None = None
        self._rest_until = now
        self._forget_lights()

    def _forget_lights(self) -> None:
        self._shown: tuple[RGB, ...] = ()
        self._sending: tuple[RGB, ...] = ()
        self._sent = 0

    @property
    def info(self) -> BoardInfo | None:
        """The board that is talked to, when its Hello has come on this connection."""
        return self._assembler.info

    @property
    def faults(self) -> Counter[str]:
        """What went wrong: bytes that are no frame (this connection), messages missed, commands refused."""
        return self._decoder.faults + self._assembler.faults + self._refused

    @property
    def health(self) -> Health:
        """How well the board is understood, and does what it is told."""
        return Health(self.faults, self._lights == self._shown, self._minor)

    def set_lights(self, colours: Sequence[RGB]) -> None:
        """The lights are to be these, one colour a square, a1 first."""
        self._lights = tuple(colours)

    def ask_snapshot(self) -> None:
        """The whole state is to be sent, though nothing is known to be missing."""
        self._snapshot_wanted = True

    def ask_tare(self) -> None:
        """What is on the board now is nothing. Done when `taring` ends; a refusal is a fault `refused`."""
        self.taring = True

    def receive(self, data: bytes, now: int) -> Iterator[Connected | BoardEvent]:
        """What bytes from the board tell."""
        self._heard_bytes = self._heard_bytes or bool(data)
        for received in self._decoder.feed(data):
            self._heard = now
            self._answer(received, now)
            for event in self._assembler.feed(received, now):
                if isinstance(event, BoardInfo):
                    self._forget_lights()
                    yield Connected(event)
                else:
                    yield event

    def _answer(self, received: Received, now: int) -> None:
        message = received.message
        if isinstance(message, ForeignHello):
            self._foreign = message
        elif isinstance(message, Hello):
            self._minor = message.minor
        elif isinstance(message, Beat) and self.info is not None:
            self._answers += encode(Alive(), self._next_seq())
        elif isinstance(message, Ack | Nak) and self._command and message.seq == self._command.seq:
            done, self._command = self._command, None
            if isinstance(message, Nak):
                self._refused["refused"] += 1
            self._finish(done.message, now)

    def _finish(self, command: HostMessage, now: int) -> None:
        if isinstance(command, SnapshotRequest):
            self._snapshot_wanted = False
            if self._assembler.missing:
                self._rest_until = now + ANSWER_MS  # part of it was lost on the way
        elif isinstance(command, Tare):
            self.taring = False
            self._snapshot_wanted = True
        elif isinstance(command, Lights):
            self._sent = command.first + len(command.colours)
            if command.show:
                self._shown = self._sending

    def output(self, now: int) -> bytes:
        """What has to be written now."""
        data, self._answers = bytes(self._answers), bytearray()
        command, need = self._command, self._need(now)
        if command and now < command.due:
            return data
        if command and command.tries == TRIES:
            self._rest_until = now + PAUSE_MS
        elif command and command.message == need:
            return data + self._send(command, now)
        self._command = None
        if need is None or now < self._rest_until:
            return data
        if isinstance(need, Lights):
            self._sending, self._sent = self._lights, need.first
        self._command = _Command(need, self._next_seq(), now)
        return data + self._send(self._command, now)

    def _send(self, command: _Command, now: int) -> bytes:
        command.tries += 1
        command.due = now + ANSWER_MS
        return encode(command.message, command.seq)

    def _need(self, now: int) -> HostMessage | None:
        if self.info is None:
            return HelloRequest()
        if self._snapshot_wanted or self._assembler.missing or now >= self._heard + OVERDUE_MS:
            return SnapshotRequest()
        if self.taring:
            return Tare()
        if self._lights == self._shown:
            return None
        start = self._sent if self._sending == self._lights else 0
        end = start + LIGHTS_PER_MESSAGE
        return Lights(start, self._lights[start:end], show=end >= len(self._lights))

    def _next_seq(self) -> int:
        self._seq = (self._seq + 1) % 256
        return self._seq

    def wake(self, now: int) -> int:
        """When `output` or `lost` will have something to say though nothing comes from the board."""
        end = self._began + HELLO_MS if self.info is None else self._heard + SILENCE_MS
        if self._command:
            return min(self._command.due, end)
        if self._need(now) is None:
            return self._heard + OVERDUE_MS
        return min(max(self._rest_until, now), end)

    def excuse(self, ms: int, now: int) -> None:
        """The host, or the whole machine, was busy for so long: that is no silence of the board."""
        self._began, self._heard = min(self._began + ms, now), min(self._heard + ms, now)

    def lost(self, now: int) -> Phrase | None:
        """Why this connection is to be given up, in plain words; None if it is not."""
        if self._foreign:
            theirs = f"{self._foreign.major}.{self._foreign.minor}"
            said = TOO_OLD[self._foreign.major < MAJOR]
            return said.about(theirs=theirs, ours=f"{MAJOR}.{MINOR}")
        if self.info is not None:
            return SILENCE if now >= self._heard + SILENCE_MS else None
        if now < self._began + HELLO_MS:
            return None
        if self._heard_bytes:
            return NOT_OURS
        return NO_ANSWER
