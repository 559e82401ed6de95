"""The loudspeaker of the computer, for `display.sounds`."""

from __future__ import annotations

import pygame

from display.scene import Scene
from display.sounds import RATE, Sound, samples, sound_between
from engine.errors import DisplayError


class Speaker:
    """Plays what is heard between the scenes that it is shown. DisplayError if there is nothing to play on.

    `volume`: above 0, up to 1. `played`: what was heard so far.
    """

    def __init__(self, volume: float) -> None:
        self.played: list[Sound] = []
        self._before: Scene | None = None
        try:
            pygame.mixer.init(RATE, -16, 1, 512, allowedchanges=0)
        except pygame.error as fault:
            raise DisplayError(f"no sound ({fault}): connect a loudspeaker, or set volume = 0.0") from fault
        self._sounds = {sound: pygame.mixer.Sound(buffer=samples(sound, volume)) for sound in Sound}

    def follow(self, scene: Scene) -> None:
        """Let be heard what is new in a scene."""
        heard = sound_between(self._before, scene) if self._before else None
        self._before = scene
        if heard:
            self.played.append(heard)
            self._sounds[heard].play()

    def close(self) -> None:
        """Be silent from now on."""
        pygame.mixer.quit()
