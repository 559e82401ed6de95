"""The golden frames of tests/frames, which the firmware's tests read too: what each of them means."""

from pathlib import Path

from engine.types import BoardShape
from firmware_bridge.frames import BoardInfo, CornerCells, Sensors, WeightCells
from firmware_bridge.hello import ForeignHello, Hello
from firmware_bridge.messages import (
    Ack,
    Alive,
    Beat,
    Corners,
    HelloRequest,
    Key,
    Lights,
    Message,
    Nak,
    Reason,
    SnapshotRequest,
    State,
    Tare,
    Unknown,
    Weights,
)

FRAMES = Path(__file__).parents[1] / "frames"

_CORNERS = CornerCells(((-0.6, -0.6), (7.6, -0.6), (-0.6, 7.6), (7.6, 7.6)), 8.0, 0.15)
_START = bytes.fromhex("ffff00000000ffff")
_GRAMS = tuple(120 if square < 16 or square >= 48 else -1 for square in range(64))

GOOD: dict[str, tuple[int, Message]] = {
    "hello-reed": (0, Hello(0x1234ABCD, 350, BoardInfo(BoardShape(), Sensors(True), "board 1"), 0)),
    "hello-reed-corners": (
        255,
        Hello(1, 0, BoardInfo(BoardShape(), Sensors(True, corners=_CORNERS, drift=True), "board 1"), 0),
    ),
    "hello-weight-men": (
        0,
        Hello(
            2**32 - 1,
            2**32 - 1,
            BoardInfo(BoardShape(19, 5), Sensors(weight=WeightCells(12, 0.25, {"K": 25.5, "P": 9.25})), ""),
            0,
        ),
    ),
    "hello-major-2": (0, ForeignHello(2, 0)),
    "state-start": (7, State(12340, _START)),
    "state-19x19-more": (8, State(2**32 - 20, bytes(range(45)) + b"\1", more=True)),
    "weights-start": (9, Weights(12340, 0, _GRAMS)),
    "weights-extremes-more": (10, Weights(0, 108, (-(2**15), 2**15 - 1, 0), more=True)),
    "corners": (11, Corners(12340, (6420, 6390, -5, 2**31 - 1))),
    "beat": (12, Beat(0x1234ABCD, 13, 13000, _START)),
    "beat-no-reeds-more": (13, Beat(1, 1, 40, b"", more=True)),
    "key-confirm-white": (14, Key(5000, "confirm", "w")),
    "key-clock": (15, Key(5020, "clock")),
    "ack": (16, Ack(255)),
    "nak-range": (0, Nak(17, Reason.RANGE)),
    "lights-all": (3, Lights(0, tuple((square, 0, 255) for square in range(64)))),
    "lights-first-of-two": (4, Lights(0, ((0, 0, 0),) * 73, show=False)),
    "lights-last-of-two": (5, Lights(73, ((255, 128, 1),))),
    "hello-request": (1, HelloRequest()),
    "snapshot-request": (2, SnapshotRequest()),
    "tare": (6, Tare()),
    "alive": (0, Alive()),
    "unknown-type": (18, Unknown(ord("Z"), b"\0\1\2")),
}

BAD: dict[str, str] = {
    "bad-crc": "crc",
    "bad-coding": "coding",
    "bad-too-short": "length",
    "bad-too-long": "length",
    "bad-payload": "payload",
}


def read(name: str) -> bytes:
    """The bytes of a golden frame; lines that begin with `#` say what it is."""
    lines = (FRAMES / f"{name}.hex").read_text().splitlines()
    return bytes.fromhex(" ".join(line for line in lines if not line.startswith("#")))
