"""Tavreli (Russian chess): men stand on men, and nothing ever leaves the board."""

from engine.tavreli.game import Tavreli
from engine.tavreli.position import Position

__all__ = ["Position", "Tavreli"]
