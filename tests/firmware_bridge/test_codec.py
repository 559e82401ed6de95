import random
from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import FrameError
from firmware_bridge.codec import MAX_BLOCK, Decoder, Received, crc16, decode, encode
from firmware_bridge.messages import Ack, Beat, Message, State, Unknown
from tests.firmware_bridge.strategies import byte, messages

ACK = encode(Ack(7), 1)
numbered = st.lists(st.tuples(messages, byte), max_size=5)


def wire(frames: Iterable[tuple[Message, int]]) -> bytes:
    return b"".join(encode(message, seq) for message, seq in frames)


def test_the_crc_is_ccitt_false() -> None:
    assert crc16(b"123456789") == 0x29B1  # the check value of the catalogue of CRCs


@given(numbered, st.lists(st.integers(0, 1200), max_size=12))
def test_messages_survive_the_wire_however_it_is_cut(
    frames: list[tuple[Message, int]], cuts: list[int]
) -> None:
    data = wire(frames)
    places = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    decoder = Decoder()
    received = [item for start, end in pairwise(places) for item in decoder.feed(data[start:end])]
    assert received == [Received(seq, message) for message, seq in frames]
    assert not decoder.faults


@given(messages, byte)
def test_byte_by_byte_a_message_comes_with_its_last_byte(message: Message, seq: int) -> None:
    decoder = Decoder()
    outcomes = [decoder.feed(bytes([piece])) for piece in encode(message, seq)]
    assert not any(outcomes[:-1])
    assert outcomes[-1] == [Received(seq, message)]


@given(st.binary(max_size=600), messages)
def test_junk_before_and_after_costs_no_message(junk: bytes, message: Message) -> None:
    decoder = Decoder()
    data = junk.replace(b"\0", b"\1") + encode(message, 3) + junk.replace(b"\0", b"\1") + encode(message, 4)
    assert decoder.feed(data) == [Received(3, message), Received(4, message)]
    assert decoder.faults.total() == 2 * bool(junk)


@given(st.lists(st.binary(max_size=400), max_size=8))
def test_any_bytes_are_messages_or_counted_faults(pieces: list[bytes]) -> None:
    decoder = Decoder()
    received = [item for piece in pieces for item in decoder.feed(piece)]
    blocks = [block for block in b"".join(pieces).split(b"\0")[:-1] if block]
    assert len(received) + decoder.faults.total() == len(blocks)


@given(messages, st.data())
def test_half_a_frame_is_one_fault_and_the_next_is_whole(message: Message, data: st.DataObject) -> None:
    frame = encode(message, 9)
    half = frame[: data.draw(st.integers(2, len(frame) - 2), label="length")]
    decoder = Decoder()
    assert decoder.feed(half + ACK) == [Received(1, Ack(7))]
    assert decoder.faults.total() == 1


def test_no_corrupted_frame_of_the_corpus_is_accepted() -> None:
    rng = random.Random(6)
    frames = [encode(Beat(rng.getrandbits(32), n, 1000 * n, rng.randbytes(8)), n) for n in range(40)]
    frames += [encode(State(rng.getrandbits(32), rng.randbytes(46)), n) for n in range(40)]
    for frame in frames:
        (good,) = Decoder().feed(frame)
        for place in range(len(frame)):
            for bit in range(8):
                bad = bytearray(frame)
                bad[place] ^= 1 << bit
                assert Decoder().feed(bytes(bad)) in ([], [good])  # [good]: a zero before or after was hit
        for _ in range(50):
            bad = bytearray(frame)
            start = rng.randrange(1, len(frame) - 2)
            burst = rng.randbytes(rng.randint(1, 2))
            bad[start : start + len(burst)] = burst
            if bad != frame:
                assert Decoder().feed(bytes(bad)) == []


def test_a_run_without_an_end_is_kept_within_bounds() -> None:
    decoder = Decoder()
    for _ in range(1000):
        decoder.feed(b"\x55" * 1000)
    assert len(decoder._block) == MAX_BLOCK + 1
    assert decoder.feed(ACK) == [Received(1, Ack(7))]
    assert decoder.faults == {"length": 1}


@pytest.mark.parametrize(
    ("block", "kind"),
    [
        (b"\x05\x41", "coding"),
        (b"\x02\x41", "length"),
        (ACK[1:-2] + b"\x01", "crc"),
        (b"\x01" * (MAX_BLOCK + 1), "length"),
        (encode(Unknown(ord("A"), b"\1\2"), 0)[1:-1], "payload"),
    ],
)
def test_each_fault_has_its_kind(block: bytes, kind: str) -> None:
    with pytest.raises(FrameError) as fault:
        decode(block)
    assert fault.value.kind == kind
    decoder = Decoder()
    assert decoder.feed(block + b"\0") == []
    assert decoder.faults == {kind: 1}


def test_a_payload_that_does_not_fit_is_refused() -> None:
    encode(State(0, bytes(219)), 0)
    with pytest.raises(FrameError, match="in parts"):
        encode(State(0, bytes(220)), 0)
