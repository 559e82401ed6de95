"""Capture Go: stones on points, and the first to capture so many wins; with target 0 it is ordinary Go."""

from engine.capture_go.game import CaptureGo, open_game
from engine.capture_go.position import Position
from engine.capture_go.record import read_record, write_record
from engine.capture_go.rules import Rules
from engine.capture_go.score import AreaScore

__all__ = ["AreaScore", "CaptureGo", "Position", "Rules", "open_game", "read_record", "write_record"]
