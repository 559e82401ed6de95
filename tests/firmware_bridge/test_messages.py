import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import FrameError
from firmware_bridge.frames import KEY_NAMES
from firmware_bridge.messages import (
    KEY_CODES,
    LIGHTS_PER_MESSAGE,
    WEIGHTS_PER_MESSAGE,
    Lights,
    Message,
    Unknown,
    Weights,
    bitmap_size,
    parse,
)
from tests.firmware_bridge.strategies import TYPES, messages


@given(messages)
def test_a_message_survives_its_payload(message: Message) -> None:
    assert parse(message.type, message.payload()) == message


@given(st.sampled_from(TYPES), st.binary(max_size=40))
def test_any_payload_is_a_message_or_a_frame_error(kind: int, payload: bytes) -> None:
    try:
        message = parse(kind, payload)
    except FrameError:
        return
    assert message.type == kind
    assert parse(kind, message.payload()) == message


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("H", ""),
        ("H", "01"),
        ("H", "0100 01000000 00000000 08 08 01 05 61"),  # text longer than the payload
        ("H", "0100 01000000 00000000 08 04 01 00"),  # 8x4 squares
        ("H", "0100 01000000 00000000 08 08 02 00 b004"),  # weight cells cut off
        ("S", "010000"),
        ("W", "01000000 00 0000 05"),  # half a reading
        ("C", "01000000 00 050000"),
        ("B", "00000000 00000000 00000000"),
        ("K", "01000000 00 00"),  # no key 0
        ("K", "01000000 01 03"),  # no side 3
        ("K", "01000000 01"),
        ("A", ""),
        ("A", "0102"),
        ("N", "01"),
        ("l", "0000 01 ff00"),  # two thirds of a colour
        ("h", "00"),
        ("s", "00"),
        ("b", "00"),
    ],
)
def test_an_odd_payload_is_refused_and_quoted(kind: str, payload: str) -> None:
    raw = bytes.fromhex(payload)
    with pytest.raises(FrameError, match=f"'{kind}' with payload '{raw.hex()}'"):
        parse(ord(kind), raw)


def test_a_type_of_the_future_is_unknown_and_no_fault() -> None:
    assert parse(ord("Z"), b"\1\2") == Unknown(ord("Z"), b"\1\2")


def test_a_hello_of_a_newer_minor_may_be_longer() -> None:
    payload = bytes.fromhex("0107 01000000 00000000 08 08 01 00") + b"new fields"
    message = parse(ord("H"), payload)
    assert parse(ord("H"), message.payload()) == message


def test_every_key_has_a_code() -> None:
    assert set(KEY_CODES) == set(KEY_NAMES)
    assert len(set(KEY_CODES.values())) == len(KEY_NAMES)


def test_the_largest_board_fits_in_four_weights_and_five_lights() -> None:
    assert len(Weights(0, 0, (0,) * WEIGHTS_PER_MESSAGE).payload()) <= 224
    assert len(Lights(0, ((0, 0, 0),) * LIGHTS_PER_MESSAGE).payload()) <= 224
    assert -(-361 // WEIGHTS_PER_MESSAGE) == 4
    assert -(-361 // LIGHTS_PER_MESSAGE) == 5
    assert (bitmap_size(25), bitmap_size(64), bitmap_size(361)) == (4, 8, 46)
