"""Any message of the protocol, for property tests."""

from hypothesis import strategies as st

from engine.types import BoardShape
from firmware_bridge.frames import KEY_NAMES, BoardInfo, CornerCells, Sensors, WeightCells
from firmware_bridge.hello import MAJOR, ForeignHello, Hello
from firmware_bridge.messages import (
    LIGHTS_PER_MESSAGE,
    WEIGHTS_PER_MESSAGE,
    Ack,
    Alive,
    Beat,
    Corners,
    HelloRequest,
    Key,
    Lights,
    Message,
    Nak,
    SnapshotRequest,
    State,
    Tare,
    Unknown,
    Weights,
)

byte = st.integers(0, 255)
u16 = st.integers(0, 2**16 - 1)
u32 = st.integers(0, 2**32 - 1)
bitmaps = st.binary(min_size=4, max_size=46)
hundredths = u16.map(lambda number: number / 100)
thousandths = u16.map(lambda number: number / 1000)
places = st.integers(-(2**15), 2**15 - 1).map(lambda number: number / 100)
shapes = st.builds(BoardShape, st.integers(5, 19), st.integers(5, 19))
men = st.dictionaries(st.sampled_from("KQRBNPMS"), hundredths)
weights = st.builds(WeightCells, hundredths, thousandths, men)
corners = st.builds(
    CornerCells, st.lists(st.tuples(places, places), max_size=8).map(tuple), hundredths, thousandths
)
sensors = st.builds(
    Sensors, st.booleans(), st.none() | weights, corners=st.none() | corners, drift=st.booleans()
)
infos = st.builds(BoardInfo, shapes, sensors, st.text(max_size=20))
sides = st.sampled_from(["w", "b", None])
colours = st.tuples(byte, byte, byte)
TYPES = b"HSWCBKANlhstb"

messages: st.SearchStrategy[Message] = st.one_of(
    st.builds(Hello, u32, u32, infos, byte),
    st.builds(ForeignHello, byte.filter(lambda major: major != MAJOR), byte),
    st.builds(State, u32, bitmaps, st.booleans()),
    st.builds(
        Weights,
        u32,
        u16,
        st.lists(st.integers(-(2**15), 2**15 - 1), max_size=WEIGHTS_PER_MESSAGE).map(tuple),
        st.booleans(),
    ),
    st.builds(Corners, u32, st.lists(st.integers(-(2**31), 2**31 - 1), max_size=8).map(tuple), st.booleans()),
    st.builds(Beat, u32, u32, u32, bitmaps, st.booleans()),
    st.builds(Key, u32, st.sampled_from(KEY_NAMES), sides),
    st.builds(Ack, byte),
    st.builds(Nak, byte, byte),
    st.builds(Lights, u16, st.lists(colours, max_size=LIGHTS_PER_MESSAGE).map(tuple), st.booleans()),
    st.builds(HelloRequest),
    st.builds(SnapshotRequest),
    st.builds(Tare),
    st.builds(Alive),
    st.builds(Unknown, byte.filter(lambda kind: kind not in TYPES), st.binary(max_size=224)),
)
