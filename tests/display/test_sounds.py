from array import array
from dataclasses import replace

import pytest

from display.scene import Button, Line, Mood, Scene
from display.sounds import RATE, Sound, samples, sound_between
from display.speaker import Speaker
from engine.errors import DisplayError
from tests.display.scenes import at, scene

BEFORE = scene(moves=("e2-e4",), lines=(Line("The board is away", Mood.WARN),))
MOVED = replace(BEFORE, moves=("e2-e4", "e7-e5"))


@pytest.mark.parametrize(
    ("now", "heard"),
    [
        (BEFORE, None),
        (MOVED, Sound.MOVE),
        (replace(MOVED, checks=((at("e5"), at("e1")),)), Sound.CHECK),
        (replace(MOVED, result="1-0"), Sound.END),
        (replace(BEFORE, moves=()), None),
        (replace(BEFORE, lines=()), None),
        (replace(BEFORE, lines=(*BEFORE.lines, Line("This is no move", Mood.WARN))), Sound.WARN),
        (replace(BEFORE, lines=(*BEFORE.lines, Line("A hint"))), None),
        (replace(BEFORE, candidates=(Button("a", "a"),)), Sound.ASK),
    ],
)
def test_what_is_heard_when_something_is_new(now: Scene, heard: Sound | None) -> None:
    assert sound_between(BEFORE, now) is heard


def test_every_sound_is_short_whole_and_its_own() -> None:
    waves = {sound: array("h", samples(sound, 1.0)) for sound in Sound}
    for wave in waves.values():
        assert 0.05 * RATE < len(wave) < 0.6 * RATE
        assert abs(wave[0]) + abs(wave[-1]) < 2000, "it clicks"
        assert max(map(abs, wave)) > 30000
    assert len({wave.tobytes() for wave in waves.values()}) == len(Sound)
    assert max(map(abs, array("h", samples(Sound.MOVE, 0.25)))) < 8300
    assert not any(samples(Sound.MOVE, 0.0))


def test_a_speaker_plays_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    speaker = Speaker(0.5)
    try:
        for shown in (BEFORE, BEFORE, MOVED, replace(MOVED, result="0-1")):
            speaker.follow(shown)
        assert speaker.played == [Sound.MOVE, Sound.END]
    finally:
        speaker.close()


def test_no_loudspeaker_is_an_error_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    with pytest.raises(DisplayError, match=r"no sound \(.*\): connect a loudspeaker, or set volume = 0.0"):
        Speaker(0.5)
