"""How unusual it is what people do with men: the prior costs of lines of play, in nats, and their bounds.

They are estimates, set by play with simulated hands (`make bench-inference`).
"""

MARGIN = 6.0
"""The best explanation is believed if it costs this much less than the next (nats; odds of 400 to 1)."""
KEPT = 20.0
"""Explanations that cost no more than this beyond the best are carried on, for what is played next may prove
them right."""
PATIENCE = 2.0
"""A board that may be in the middle of a move is waited for, unless that costs this much more than a move."""
TAKEBACK, TAKEBACK_PLY = 6.5, 0.5
"""Prior costs of taking moves back, and of each ply of it: more than MARGIN, so that it yields to a move."""
REPLAYED = 6.0
"""Prior cost of a move that is taken back with others and made again at once."""
MOVE, SECOND_MOVE = 1.0, 3.0
"""Prior costs of a move, and of another one before the board came to rest."""
LEAN = 12.0
"""What a hand that leans on the board costs at most, on corner cells, while men are in it."""
SLID, STOOD_MS = 2.5, 3000
"""Prior cost of the last man having gone on to another square; once he has stood so long that is as unusual
as another move after a takeback."""
LIFTED, LIFTED_MORE = 6.0, 3.0
"""Prior costs of a man, and each other one, having been lifted for no move: knocked, adjusted, looked at."""
BOTH_HELD = 4.0
"""Prior cost of two men in the air: a reply begun before the first man has landed, maybe with its victim."""
HELD = 1.0
"""Prior cost of the board resting while men are in the hand."""
PARKED = 6.0
"""Prior cost of the men of a move resting on a square on their way."""
ASTRAY, ASTRAY_MORE = 9.0, 3.0
"""Prior costs of men having been moved for no move of the game, and of each square where they were."""
FAULTY = 12.0
"""Prior cost of a switch having failed since it was last believed; more than men left out of place cost."""
SURPRISE, RIVAL = 4.9, 9.0
"""Moves that leave so much unexplained are weighed against such a switch all the same; what costs no more
than this besides is asked about, too."""
UNNOTICED = 12.0
"""Prior cost of what the players' confirm key contradicts: a move that changed no sensor, without the key."""
LEFT_OUT = (0.0, SLID, TAKEBACK)
"""What several moves cost at least that begin so many plies before the end of the record."""
FARTHER = 8
"""A board that disagrees in so many squares more than with later positions shows no earlier one still."""
DEEP_ODD = 4
"""A move after a takeback of several plies is looked for where no more than this many squares disagree."""
MOST_ODD = 16
"""Where more squares disagree no moves are looked for."""
MOST_BACK = 8
"""Men may be in the hand after so many plies have been taken back, the next one being undone, too."""


def taking_back(plies: int) -> float:
    """The prior cost of taking back so many plies."""
    return TAKEBACK + TAKEBACK_PLY * plies if plies else 0.0
