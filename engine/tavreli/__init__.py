"""Tavreli (Russian chess): men stand on men, and nothing ever leaves the board."""

from engine.tavreli.game import Tavreli, open_game
from engine.tavreli.position import Position
from engine.tavreli.record import read_record, write_record

__all__ = ["Position", "Tavreli", "open_game", "read_record", "write_record"]
