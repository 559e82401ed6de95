"""No wrong move in a record, whoever plays: the smaller run of what `make soak-inference` does at length."""

from __future__ import annotations

import pytest

from tests.conftest import shared_records
from tests.play.matches import FOLDERS, Match
from tests.play.referee import play

RECORD = "09"
SAMPLE = [
    (game, kit, hands)
    for game in ("tavreli", "chess", "draughts", "capture-go")
    for kit, hands in (("weight", "blitz"), ("weight", "clumsy"), ("reed+weight", "club"))
] + [("chess", "reed", "club"), ("draughts", "reed", "blitz"), ("draughts", "reed", "clumsy")]


ONCE_WRONG = [
    Match("capture-go", "03", "reed", "blitz", 7),  # a stone beside one that is knocked
    Match("capture-go", "03", "reed", "clumsy", 7),  # two neighbouring stones within one scan
    Match("capture-go", "04", "reed", "blitz", 21),  # one of two such stones, taken at once
    Match("capture-go", "01", "reed", "blitz", 21),  # a capture that may be an amendment, and a quick reply
    Match("chess", "04", "reed", "blitz", 21),  # a victim pushed off, after its captor was put back once
    Match("chess", "02", "reed", "blitz", 21),  # a captor that is taken before a question is answered
    Match("chess", "05", "reed+weight", "blitz", 11),  # men of both sides in the air at once
    Match("chess", "06", "weight", "clumsy", 7),  # a capture given up, asked about, and another begun
    Match("chess", "12", "weight", "blitz", 7),  # a move taken back, another made and answered, all at once
    Match("draughts", "09", "weight", "blitz", 11),  # a king that rests where a man was taken
    Match("tavreli", "01", "weight", "club", 21),  # a slide that goes on while a hand leans elsewhere
    Match("tavreli", "07", "weight", "blitz", 11),  # a tower counted off, set down while another is lifted
    Match("tavreli", "17", "corners-fine", "blitz", 31),  # moves between towers that never rest, all at once
    Match("tavreli", "16", "corners-fine", "blitz", 1),  # which man landed on a tower, told by a later move
    Match("tavreli", "17", "corners-coarse", "clumsy", 1),  # cells that drift, hands that never leave them
    Match("chess", "40", "corners-fine", "club", 1),  # a hand on a board whose switches tell all
    Match("capture-go", "05", "weight", "clumsy", 11),  # three stones under a leaning hand after a takeback
    Match("capture-go", "10", "reed+weight", "blitz", 11),  # a stone that stood for 0.3 s, under a hand
    Match("capture-go", "05", "reed", "clumsy", 5551),  # a stone that lost frames hid
    Match("capture-go", "06", "weight", "clumsy", 777),  # two stones under fingers at once
    Match("capture-go", "05", "reed", "blitz", 60606),  # a pass while two stones still hang together
    Match("chess", "08", "reed+weight", "blitz", 5551),  # which of two men was taken
    Match("tavreli", "10", "reed", "blitz", 5552),  # a man that slides on to a tower after it was decided
    Match("capture-go", "17", "weight", "blitz", 1),  # a stone that is lifted before the board first rests
    Match("chess", "33", "reed+weight", "blitz", 1),  # a hand that weighs as much as two men
    Match("chess", "36", "weight", "blitz", 1),  # a slide that goes on when it has been decided, and a reply
    Match("chess", "15", "reed", "blitz", 1),  # an amendment that was waited for in vain
    Match("tavreli", "12", "weight", "clumsy", 777),  # a bump that was counted against the record for ever
    Match("tavreli", "08", "reed+weight", "blitz", 2),  # a bump in mid-move, then its man lifted
    Match("tavreli", "12", "corners-coarse", "blitz", 1),  # a move that switches don't see before a slide
    Match("tavreli", "01", "corners-fine", "clumsy", 1),  # an answer while the next man is lifted
    Match("tavreli", "10", "corners-coarse", "club", 2),  # a tower in two goes, asked about in between
    Match("tavreli", "10", "corners-fine", "club", 61022),  # three moves while a hand leans on the board
    Match("capture-go", "17", "reed", "club", 1),  # a stone that was carried on as a maybe, and another
    Match("chess", "42", "reed", "blitz", 1),  # a slide that rests on its way, the victim gone before it
    Match("chess", "37", "reed", "clumsy", 1),  # three men that fell, set up one after the other
    Match("chess", "17", "reed", "clumsy", 1),  # the same, where a man had stood for a while
    Match("chess", "05", "weight", "club", 1),  # a hand that leans where the lifted man might have gone
    Match("draughts", "22", "reed", "clumsy", 1),  # a takeback that with the next lift looks like a capture
    Match("capture-go", "14", "corners-fine", "clumsy", 1),  # a pass that tells whose move it is
    Match("capture-go", "05", "corners-fine", "blitz", 1),  # a stone lifted as the next one lands
    Match("capture-go", "12", "reed+weight", "blitz", 1),  # a stone taken soon after it was set down
    Match("tavreli", "11", "reed", "blitz", 1),  # a frame that was lost before the key
    Match("chess", "40", "reed", "blitz", 1),  # a switch that one of the ways explained was doubted
    Match("chess", "01", "reed", "blitz", 1),  # a victim lifted first, and the reply before its captor lands
    Match("chess", "10", "reed", "clumsy", 5552),  # a slide that ends between two squares
    Match("capture-go", "11", "weight", "clumsy", 1),  # a hand that leans where no stone is, asked about
    Match("tavreli", "15", "reed", "clumsy", 2),  # the rest of a tower, lifted after a man was split off
    Match("tavreli", "11", "corners-fine", "blitz", 2),  # a slide that no switch sees, on to a tower
]


@pytest.mark.parametrize(
    "match", [*(Match(game, RECORD, kit, hands, seed=1) for game, kit, hands in SAMPLE), *ONCE_WRONG], ids=str
)
def test_nothing_wrong_is_recorded(match: Match) -> None:
    shared_records(FOLDERS.get(match.game, match.game))
    tally = play(match)
    assert (tally.wrong, tally.astray) == ([], 0)
