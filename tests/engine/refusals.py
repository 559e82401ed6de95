"""What the engine says of texts that it refuses, whatever the game."""

from __future__ import annotations

import pytest

from engine.errors import MoveError, RecordError
from engine.game import Position
from engine.record import read_record
from engine.types import Move


def refusal(text: str, game: str | None = None) -> RecordError:
    """Why the text of a record is refused; one line, whatever stands in the text."""
    with pytest.raises(RecordError) as caught:
        read_record(text, game)
    assert "\n" not in str(caught.value)
    return caught.value


def answer_to(position: Position, text: str) -> Move | str:
    """The move that a text means, or why there is none."""
    try:
        return position.find_move(text)
    except MoveError as error:
        return str(error)
