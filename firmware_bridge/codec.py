"""Frames of the wire: bytes in, messages out, and back. Pure, and never more than one frame in store.

A frame is `00 | COBS(type, seq, payload, CRC) | 00`; the CRC is CRC-16/CCITT-FALSE over all before it, high
byte first. COBS leaves no zero byte inside a frame, so whatever the noise, the next zero begins anew:

- bytes between two zeros are one frame or one fault, which is counted by its kind;
- a run that is longer than any frame is dropped to its end as one fault;
- nothing between two zeros is nothing (frames may share a zero or not).
"""

from __future__ import annotations

from binascii import crc_hqx
from collections import Counter
from dataclasses import dataclass

from cobs import cobs  # type: ignore[import-untyped]

from engine.errors import FrameError
from firmware_bridge.messages import MAX_PAYLOAD, Message, parse

_OVERHEAD = 4
"""Type, counter and CRC."""
MAX_BLOCK = MAX_PAYLOAD + _OVERHEAD + 1
"""The most bytes between two zeros: COBS adds one byte to what is shorter than 255."""


@dataclass(frozen=True, slots=True)
class Received:
    """A message with its sender's counter (0-255)."""

    seq: int
    message: Message


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE: polynomial 1021, initial FFFF, not reflected; of `123456789` it is 29B1."""
    return crc_hqx(data, 0xFFFF)


def encode(message: Message, seq: int) -> bytes:
    """The frame of a message; FrameError if its payload is too long."""
    payload = message.payload()
    if len(payload) > MAX_PAYLOAD:
        raise FrameError(
            f"{len(payload)} bytes of payload; {MAX_PAYLOAD} at most: send it in parts", kind="length"
        )
    body = bytes([message.type, seq % 256]) + payload
    block: bytes = cobs.encode(body + crc16(body).to_bytes(2, "big"))
    return b"\0" + block + b"\0"


def decode(block: bytes) -> Received:
    """The message of the bytes between two zeros; FrameError if they are no frame."""
    if len(block) > MAX_BLOCK:
        raise FrameError(f"frame of more than {MAX_BLOCK} bytes", kind="length")
    try:
        body = cobs.decode(block)
    except cobs.DecodeError as fault:
        raise FrameError(f"frame {block.hex()} is not COBS: {fault}", kind="coding") from fault
    if len(body) < _OVERHEAD:
        raise FrameError(f"frame {block.hex()} of {len(body)} bytes; {_OVERHEAD} at least", kind="length")
    if crc16(body):
        raise FrameError(f"frame {block.hex()} fails its CRC", kind="crc")
    return Received(body[1], parse(body[0], body[2:-2]))


class Decoder:
    """Finds the messages in a stream of bytes, however it is cut into pieces."""

    def __init__(self) -> None:
        self.faults: Counter[str] = Counter()
        """What could not be read so far, by `FrameError.kind`."""
        self._block = bytearray()

    def feed(self, data: bytes) -> list[Received]:
        """The messages that are complete with these bytes."""
        received = []
        *blocks, rest = data.split(b"\0")
        for block in blocks:
            self._store(block)
            if self._block:
                try:
                    received.append(decode(bytes(self._block)))
                except FrameError as fault:
                    self.faults[fault.kind] += 1
                self._block.clear()
        self._store(rest)
        return received

    def _store(self, piece: bytes) -> None:
        room = MAX_BLOCK + 1 - len(self._block)  # one byte more than fits tells a run that is too long
        self._block += piece[:room]
