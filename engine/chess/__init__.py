"""Chess, and Chess960, over the library of the same name (python-chess), whose objects stay in here."""

from engine.chess.game import Chess, open_game
from engine.chess.position import Position
from engine.chess.record import read_record, write_record

__all__ = ["Chess", "Position", "open_game", "read_record", "write_record"]
