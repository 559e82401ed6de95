"""How many men are too many, missing or lifted, called what players of each game call them."""

from __future__ import annotations

from collections.abc import Mapping

from engine.phrase import Phrase, phrases

MEN, DRAUGHTS, GO = "", "draughts", "capture-go"
"""The games that have a word of their own for their men; in all others they are men."""

TOO_MANY = {
    MEN: phrases("{square}: {n} man too many", "{square}: {n} men too many", 0),
    DRAUGHTS: phrases("{square}: {n} piece too many", "{square}: {n} pieces too many", 0),
    GO: phrases("{square}: {n} stone too many", "{square}: {n} stones too many", 0),
}
MISSING = {
    MEN: phrases("{square}: {n} man missing", "{square}: {n} men missing", 0),
    DRAUGHTS: phrases("{square}: {n} piece missing", "{square}: {n} pieces missing", 0),
    GO: phrases("{square}: {n} stone missing", "{square}: {n} stones missing", 0),
}
TOO_MANY_EACH = {
    MEN: phrases("{squares}: {n} man too many each", "{squares}: {n} men too many each", 0),
    DRAUGHTS: phrases("{squares}: {n} piece too many each", "{squares}: {n} pieces too many each", 0),
    GO: phrases("{squares}: {n} stone too many each", "{squares}: {n} stones too many each", 0),
}
MISSING_EACH = {
    MEN: phrases("{squares}: {n} man missing each", "{squares}: {n} men missing each", 0),
    DRAUGHTS: phrases("{squares}: {n} piece missing each", "{squares}: {n} pieces missing each", 0),
    GO: phrases("{squares}: {n} stone missing each", "{squares}: {n} stones missing each", 0),
}
NO_MOVE = {
    MEN: phrases("{square}, {n} man: no legal move", "{square}, {n} men: no legal move", 0),
    DRAUGHTS: phrases("{square}, {n} piece: no legal move", "{square}, {n} pieces: no legal move", 0),
    GO: phrases("{square}, {n} stone: no legal move", "{square}, {n} stones: no legal move", 0),
}


def counted(sentence: Mapping[str, Phrase], game: str, n: int, **fields: object) -> Phrase:
    """One of the sentences above, of so many men of a game."""
    return sentence.get(game, sentence[MEN]).about(n=n, **fields)
