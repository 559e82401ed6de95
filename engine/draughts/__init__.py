"""Russian draughts over py-draughts (`import draughts`), whose objects do not leave this package."""

from engine.draughts.game import Draughts, open_game
from engine.draughts.position import Position
from engine.draughts.record import read_record, write_record

__all__ = ["Draughts", "Position", "open_game", "read_record", "write_record"]
