"""Sounds for what happens on the screen: which one, and how it sounds. Pure; `display.speaker` plays them.

All of them are short sines that fade in and out, so nothing clicks and no file is needed.
"""

from __future__ import annotations

from array import array
from enum import Enum
from math import pi, sin

from display.scene import Mood, Scene

RATE = 22050
"""Samples a second."""
FADE_S = 0.008
"""How long a tone takes to come and to go."""


class Sound(Enum):
    """What is heard; its value is the tones, one after the other: (Hz, seconds)."""

    MOVE = ((880.0, 0.06),)
    CHECK = ((880.0, 0.09), (1175.0, 0.14))
    ASK = ((660.0, 0.09), (880.0, 0.12))
    WARN = ((330.0, 0.12), (262.0, 0.2))
    END = ((523.0, 0.12), (659.0, 0.12), (784.0, 0.3))


def sound_between(before: Scene, now: Scene) -> Sound | None:
    """What is heard when one scene follows another: the weightiest of what is new; None for nothing."""
    if now.result != "*" and before.result == "*":
        return Sound.END
    if _moods(now, Mood.WARN) - _moods(before, Mood.WARN):
        return Sound.WARN
    if now.candidates and now.candidates != before.candidates:
        return Sound.ASK
    if len(now.moves) > len(before.moves):
        return Sound.CHECK if now.checks else Sound.MOVE
    return None


def _moods(scene: Scene, mood: Mood) -> set[str]:
    return {line.text for line in scene.lines if line.mood is mood}


def samples(sound: Sound, volume: float) -> bytes:
    """A sound as 16-bit samples of one channel, RATE a second; `volume` 0 to 1."""
    wave = array("h")
    for pitch, seconds in sound.value:
        count = round(seconds * RATE)
        for place in range(count):
            edge = min(place, count - place) / (FADE_S * RATE)
            height = volume * min(1.0, edge) * sin(2 * pi * pitch * place / RATE)
            wave.append(round(32767 * height))
    return wave.tobytes()
