"""Host and firmware talk to each other in virtual time, over good lines and bad ones."""

import random
from dataclasses import dataclass, field

import pytest

from engine.types import BoardShape
from firmware_bridge.codec import Decoder, encode
from firmware_bridge.conversation import Connected, Conversation
from firmware_bridge.frames import BoardEvent, BoardInfo, KeyPress, SensorFrame, Sensors
from firmware_bridge.hello import ForeignHello, Hello
from firmware_bridge.messages import (
    Ack,
    Beat,
    BoardMessage,
    HelloRequest,
    Key,
    Lights,
    Message,
    Nak,
    Reason,
    SnapshotRequest,
    State,
    Unknown,
    Weights,
)
from firmware_bridge.simulator.firmware import SimulatedFirmware
from tests.firmware_bridge.faults import BadLine
from tests.firmware_bridge.things import WatchedBoard, assert_true_states, readings

RED, DARK = (255, 0, 0), (0, 0, 0)


@dataclass
class World:
    """A board, its firmware, a line, and a host. `piece`: bytes that arrive at a time; None: all at once."""

    firmware: SimulatedFirmware | BadLine
    piece: int | None = None
    host: Conversation = field(default_factory=Conversation)
    t: int = 0
    events: list[Connected | BoardEvent] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.reopen()

    def reopen(self) -> None:
        self.host.begin(self.now)
        self.lost: object = None

    @property
    def now(self) -> int:
        return self.t + 777  # the host's clock has another zero than the board's

    def run(self, ms: int) -> None:
        for _ in range(ms // 5):
            self.t += 5
            if self.t % 20 == 0:
                self._arrive(self.firmware.tick(self.t))
            if self.lost is None and (data := self.host.output(self.now)):
                self._arrive(self.firmware.receive(data, self.t))
            self.lost = self.lost or self.host.lost(self.now)

    def _arrive(self, data: bytes) -> None:
        if self.lost is not None:
            return
        size = self.piece or len(data) or 1
        for start in range(0, len(data), size):
            self.events += self.host.receive(data[start : start + size], self.now)

    @property
    def frames(self) -> list[SensorFrame]:
        return [event for event in self.events if isinstance(event, SensorFrame)]

    @property
    def keys(self) -> list[KeyPress]:
        return [event for event in self.events if isinstance(event, KeyPress)]


KITS = ["reed", "reed+corners", "weight", "reed+weight"]


@pytest.mark.parametrize("piece", [None, 1])
@pytest.mark.parametrize("kit", KITS)
def test_over_a_good_line_everything_arrives_as_it_was(kit: str, piece: int | None) -> None:
    thing = WatchedBoard(kit)
    world = World(SimulatedFirmware(thing), piece)
    world.run(10_000)
    assert world.events[0] == Connected(thing.info)
    assert_true_states(thing, world.frames, since=len(thing.said) - 1)
    assert {readings(frame) for frame in world.frames} == {readings(frame) for frame in thing.said[1:]}
    assert [(key.key, key.by) for key in world.keys] == [(key.key, key.by) for key in thing.pressed]
    assert not world.host.faults
    times = [event.t for event in world.events if not isinstance(event, Connected)]
    assert times == sorted(set(times))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kit", KITS)
def test_over_a_bad_line_only_true_states_arrive_and_the_last_one_does(kit: str, seed: int) -> None:
    thing = WatchedBoard(kit, seed=seed)
    line = BadLine(SimulatedFirmware(thing), seed, drop=0.07, flip=0.07, junk=0.05, cut=0.07)
    world = World(line, random.Random(seed).choice([None, 1, 7]))
    colours = tuple((seed, square, 9) for square in range(64))
    world.host.set_lights(colours)
    world.run(12_000)
    at_rest = len(thing.said) - 1
    world.run(8_000)
    assert world.lost is None
    assert line.harmed > 5
    assert_true_states(thing, world.frames, since=at_rest)
    assert line.firmware.lights == colours
    presses = [(key.key, key.by) for key in world.keys]
    assert presses == [(key.key, key.by) for key in thing.pressed]


def test_a_19x19_board_is_told_in_parts_that_the_line_can_carry() -> None:
    thing = WatchedBoard("reed+weight", BoardShape(19, 19))
    firmware = SimulatedFirmware(thing)
    world = World(BadLine(firmware, 3, flip=0.05))
    colours = tuple((1, 2, square % 256) for square in range(361))
    world.host.set_lights(colours)
    world.run(20_000)
    assert_true_states(thing, world.frames, since=len(thing.said) - 2)
    assert firmware.lights == colours


def test_a_19x19_board_on_which_men_move_keeps_within_the_line() -> None:
    firmware = SimulatedFirmware(WatchedBoard("reed+weight", BoardShape(19, 19), moves=20))
    sent = [len(firmware.tick(t)) for t in range(20, 6_020, 20)]
    seconds = [sum(sent[start : start + 50]) for start in range(250)]
    assert 0.7 * 11_520 < max(seconds) < 0.8 * 11_520


def test_a_board_refuses_what_it_can_not_do() -> None:
    firmware = SimulatedFirmware(WatchedBoard())
    firmware.tick(20)
    commands: list[Message] = [Lights(63, (RED,)), Lights(63, (RED, RED)), Unknown(ord("z"), b"")]
    answers = Decoder().feed(
        b"".join(firmware.receive(encode(command, 9 + seq), 20) for seq, command in enumerate(commands))
    )
    assert [item.message for item in answers] == [Ack(9), Nak(10, Reason.RANGE), Nak(11, Reason.UNKNOWN)]
    assert firmware.lights == (DARK,) * 63 + (RED,)


def test_newer_lights_take_the_place_of_older_ones() -> None:
    firmware = SimulatedFirmware(WatchedBoard(shape=BoardShape(13, 13)))
    world = World(firmware)
    world.run(100)
    shown = set()
    for number in range(20):
        world.host.set_lights([(number, 0, 0)] * 169)
        world.run(5)
        shown.add(firmware.lights)
    world.run(100)
    assert firmware.lights == ((19, 0, 0),) * 169
    assert all(len(set(lights)) == 1 for lights in shown), "half of a set of lights was shown"


def test_lights_and_snapshot_come_again_after_a_reboot_and_time_goes_on() -> None:
    thing = WatchedBoard("reed+weight")
    firmware = SimulatedFirmware(thing)
    world = World(firmware)
    world.host.set_lights([RED] * 64)
    world.run(3_000)
    before = world.frames[-1].t
    firmware.reboot(world.t)
    assert firmware.lights == (DARK,) * 64
    world.run(2_000)
    assert firmware.lights == (RED,) * 64
    assert world.events.count(Connected(thing.info)) == 2
    assert_true_states(thing, world.frames, since=len(thing.said) - 1)
    assert world.frames[-1].t == pytest.approx(before + 2_000, abs=1_050)


def test_a_reboot_whose_hello_is_lost_is_noticed() -> None:
    thing = WatchedBoard("reed")
    firmware = SimulatedFirmware(thing)
    world = World(firmware)
    world.run(3_000)
    firmware.reboot(world.t)
    firmware.receive(b"", world.t)  # takes the Hello away
    world.run(3_000)
    assert world.events.count(Connected(thing.info)) == 2
    assert_true_states(thing, world.frames, since=len(thing.said) - 1)


def test_the_boards_clock_may_wrap() -> None:
    thing = WatchedBoard("reed", moves=4)
    world = World(SimulatedFirmware(thing, ms=2**32 - 2_000))
    world.run(8_000)
    assert_true_states(thing, world.frames, since=len(thing.said) - 1)
    assert world.frames[-1].t == pytest.approx(8_000, abs=1_050)


def test_a_stalled_line_is_given_up_after_3_s_and_taken_up_again() -> None:
    thing = WatchedBoard("reed", moves=30)
    line = BadLine(SimulatedFirmware(thing), 1)
    world = World(line)
    world.run(2_000)
    line.stalled = True
    world.run(2_900)
    assert world.lost is None
    world.run(200)
    assert str(world.lost) == "nothing was heard from the board for 3 s"
    world.run(7_000)
    line.stalled = False
    world.reopen()
    world.run(10_000)
    assert world.lost is None
    assert_true_states(thing, world.frames, since=len(thing.said) - 1)
    assert world.events.count(Connected(thing.info)) == 2


def test_the_board_dims_its_lights_when_the_host_is_gone() -> None:
    firmware = SimulatedFirmware(WatchedBoard())
    world = World(firmware)
    world.host.set_lights([(200, 100, 40)] * 64)
    world.run(20_000)
    assert firmware.lights[0] == (200, 100, 40)
    for t in range(world.t + 20, world.t + 6_020, 20):
        firmware.tick(t)
    assert firmware.lights[0] == (50, 25, 10)


# The rules of the host, message by message


class Peer:
    """The other end, played by a test."""

    def __init__(self) -> None:
        self.host = Conversation()
        self.host.begin(0)
        self.seq = 0
        self.events: list[Connected | BoardEvent] = []
        self._decoder = Decoder()

    def say(self, now: int, *messages: BoardMessage) -> None:
        for message in messages:
            self.events += self.host.receive(encode(message, self.seq), now)
            self.seq += 1

    def hear(self, now: int) -> list[object]:
        received = self._decoder.feed(self.host.output(now))
        self.last = received[-1].seq if received else None
        return [item.message for item in received]

    def greet(self, now: int, kit: str = "reed") -> None:
        self.hear(now)
        self.say(now, Hello(1, now, WatchedBoard(kit).info), Ack(self.last or 0))
        self.hear(now)
        self.say(now, Beat(1, 1, now, bytes(8), more=kit != "reed"))
        if kit != "reed":
            self.say(now, Weights(now, 0, (120,) * 64))
        self.say(now, Ack(self.last or 0))
        self.hear(now)
        self.events.clear()


def test_a_command_is_tried_three_times_and_then_rests_for_a_second() -> None:
    peer = Peer()
    heard = {now: peer.hear(now) for now in range(0, 2_500, 10)}
    asked = [now for now, messages in heard.items() if messages == [HelloRequest()]]
    assert asked == [0, 250, 500, 1750, 2000, 2250]
    assert peer.host.wake(2500) == 2500


def test_an_overdue_beat_asks_for_a_snapshot_and_wake_is_never_in_the_past() -> None:
    peer = Peer()
    peer.hear(0)
    peer.say(10, Hello(1, 10, WatchedBoard().info))  # its acknowledgement is lost
    assert peer.host.wake(10) == 250
    assert peer.hear(250) == [SnapshotRequest()]
    peer.say(250, Beat(1, 1, 250, bytes(8)))
    peer.hear(250)
    assert peer.host.wake(250) == 500
    assert peer.hear(500) == []
    assert peer.hear(1749) == []
    assert peer.host.wake(500) == 1750
    assert peer.hear(1750) == [SnapshotRequest()]
    assert peer.host.wake(1750) == 2000


def test_a_gap_in_the_counter_asks_for_a_snapshot_and_holds_frames_back() -> None:
    peer = Peer()
    peer.greet(0)
    peer.seq += 1
    peer.say(100, Key(100, "confirm", "w"))
    assert peer.hear(100) == [SnapshotRequest()]
    assert peer.events == [KeyPress(100, "confirm", "w")]
    assert peer.host.faults == {"gap": 1}


def test_256_lost_messages_are_noticed_by_the_beat() -> None:
    peer = Peer()
    peer.greet(0)
    peer.seq += 256
    peer.seq %= 256
    peer.say(100, Beat(1, 3, 100, bytes(8)))
    assert peer.host.faults == {"gap": 1}


def test_squares_that_the_board_has_not_are_no_state() -> None:
    peer = Peer()
    peer.hear(0)
    info = BoardInfo(BoardShape(5, 5), Sensors(reed=True))
    peer.say(0, Hello(1, 0, info), State(10, b"\xff\xff\xff\x01"), State(20, b"\xff\xff\xff\x02"))
    assert peer.events == [Connected(info), SensorFrame(10, 2**25 - 1)]


def test_parts_of_two_moments_make_no_frame() -> None:
    peer = Peer()
    peer.greet(0, "reed+weight")
    peer.say(20, State(20, b"\1" + bytes(7), more=True), Weights(40, 0, (0,) * 64))
    assert peer.events == []
    assert peer.hear(40) == [SnapshotRequest()]


def test_of_a_moment_only_what_has_changed_need_come() -> None:
    peer = Peer()
    peer.greet(0, "reed+weight")
    peer.say(20, State(20, b"\1" + bytes(7)))
    assert peer.events == [SensorFrame(20, 1, (12.0,) * 64)]


@pytest.mark.parametrize("sign", [Beat(2, 2, 1_000, bytes(8)), State(999, bytes(8))])
def test_a_number_or_a_time_that_only_another_boot_can_have_asks_who_is_there(sign: BoardMessage) -> None:
    peer = Peer()
    peer.greet(1_000)
    peer.say(1_010, sign)
    assert peer.events == []
    assert peer.hear(1_010)[-1] == HelloRequest()


def test_a_snapshot_of_which_part_was_lost_is_asked_for_again_a_little_later() -> None:
    peer = Peer()
    peer.greet(0, "reed+weight")
    peer.seq += 1
    peer.say(10, State(10, bytes(8)))
    assert peer.hear(10) == [SnapshotRequest()]
    peer.say(20, Ack(peer.last or 0))
    assert peer.hear(20) == []
    assert peer.host.wake(20) == 270
    assert peer.hear(270) == [SnapshotRequest()]


def test_only_the_acknowledgement_of_the_command_under_way_counts() -> None:
    peer = Peer()
    peer.greet(0)
    peer.host.set_lights([RED] * 64)
    peer.hear(10)
    lights = peer.last or 0
    peer.say(20, Ack(lights - 1))
    assert peer.hear(260) == [Lights(0, (RED,) * 64)]
    peer.say(270, Ack(lights))
    assert peer.hear(520) == []


def test_a_refused_command_is_not_repeated() -> None:
    peer = Peer()
    peer.greet(0)
    peer.host.set_lights([RED] * 65)
    (message,) = peer.hear(10)
    assert message == Lights(0, (RED,) * 65)
    peer.say(20, Nak(peer.last or 0, 2))
    assert peer.hear(300) == []
    assert peer.host.faults == {"refused": 1}


def test_a_key_pressed_before_the_hello_is_not_pressed_now() -> None:
    peer = Peer()
    peer.say(5_000, Hello(1, 5_000, WatchedBoard().info), Key(4_000, "resign", "w"), Key(5_001, "draw"))
    assert peer.events[1:] == [KeyPress(1, "draw")]


def test_a_part_that_does_not_fit_the_board_is_no_state() -> None:
    peer = Peer()
    peer.greet(0)
    peer.say(10, State(10, bytes(7)), State(10, bytes(9)), Weights(10, 0, (0,) * 64))
    assert peer.events == []
    assert peer.host.faults == {"shape": 3}
    assert peer.hear(10) == [SnapshotRequest()]


def test_a_foreign_major_is_refused_in_plain_words() -> None:
    peer = Peer()
    peer.say(0, ForeignHello(2, 5))
    assert str(peer.host.lost(0)) == "the board speaks protocol 2.5, this program 1.1: update this program"
    assert peer.events == []


def test_what_does_not_answer_and_what_babbles_are_told_apart() -> None:
    silent, babbling = Peer(), Peer()
    list(babbling.host.receive(b"Grbl 1.1h ['$' for help]\r\n", 100))
    assert silent.host.lost(4_999) is None
    assert "no answer" in str(silent.host.lost(5_000))
    assert "does not speak our protocol" in str(babbling.host.lost(5_000))
