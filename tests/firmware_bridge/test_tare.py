"""A simulated board tares its cells as the firmware does."""

from statistics import median

import pytest

from firmware_bridge.codec import Decoder, encode
from firmware_bridge.messages import Ack, Corners, Nak, Reason, SnapshotRequest, Tare, Weights
from firmware_bridge.simulator.firmware import SimulatedFirmware
from tests.firmware_bridge.things import WatchedBoard


@pytest.mark.parametrize("kit", ["reed", "reed+corners", "weight", "reed+weight"])
def test_after_a_tare_the_cells_of_a_simulated_board_read_nothing(kit: str) -> None:
    firmware = SimulatedFirmware(WatchedBoard(kit, moves=0))
    decoder = Decoder()
    decoder.feed(firmware.tick(20))
    (answer,) = decoder.feed(firmware.receive(encode(Tare(), 1), 20))
    if kit == "reed":
        assert answer.message == Nak(1, Reason.UNKNOWN)
        return
    assert answer.message == Ack(1)
    parts = [
        received.message for received in decoder.feed(firmware.receive(encode(SnapshotRequest(), 2), 20))
    ]
    cells = [part for part in parts if isinstance(part, Weights | Corners)]
    assert median(abs(units) for part in cells for units in part.units[:4]) < 60, (
        "men of 8 or 12 g stand there"
    )
