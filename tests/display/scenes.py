"""Scenes to draw, built by hand: none of them needs the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace

from board_driver.presenter import BUTTONS, ENDED, GO_PLAY, PLAY
from board_driver.questions import Guide
from board_driver.words import (
    BECOMES,
    BECOMING,
    GUIDES,
    IN_CHECK,
    TO_MOVE,
    WHICH_MOVE,
    guidance,
    man_note,
    outcome_text,
)
from display.language import ENGLISH, Language
from display.scene import Button, ClockFace, Line, Mark, Mood, Scene, TowerView
from engine.games import open_game
from engine.phrase import Phrase, phrase
from engine.types import BoardShape, Colour, Man, Outcome, Square, Stack

SHAPE = BoardShape()
START = "rnbqkbnr/prpnpbpqphpbpnpr/8/8/8/8/PRPNPBPQPHPBPNPR/RNBQKBNR"
KEYS = tuple(Button(key, str(BUTTONS[key])) for key in PLAY)


def answers(*texts: str) -> tuple[Button, ...]:
    """The candidates of a question: their moves stand on them."""
    return tuple(Button(text, text) for text in texts)


def man(text: str) -> Man:
    """The man of a position text: `K`, `pr`, `+H`."""
    colour = Colour.WHITE if text.strip("+")[0].isupper() else Colour.BLACK
    upper = text.upper()
    return (
        Man(colour, upper[1], upper[1], turned=True) if upper[0] == "+" else Man(colour, upper[0], upper[1:])
    )


def stack(text: str) -> Stack:
    """Men bottom to top: `PQnQ`."""
    men, rest = [], text
    while rest:
        length = 2 if rest[0] in "Pp+" else 1
        men.append(man(rest[:length]))
        rest = rest[length:]
    return tuple(men)


def stacks(board: str) -> tuple[Stack, ...]:
    """The stacks of a board text, a1 first."""
    squares: list[Stack] = []
    for rank in reversed(board.split("/")):
        rest = rank
        while rest:
            if rest[0].isdigit():
                squares += [()] * int(rest[0])
                rest = rest[1:]
            elif rest[0] == "(":
                inner, _, rest = rest[1:].partition(")")
                squares.append(stack(inner))
            else:
                length = 2 if rest[0] in "Pp+" else 1
                squares.append(stack(rest[:length]))
                rest = rest[length:]
    return tuple(squares)


def at(name: str) -> Square:
    return SHAPE.square(name)


def marks(**squares: str) -> frozenset[tuple[Square, Mark]]:
    """Marks by name: `marks(last="e2 e4", check="e1")`."""
    return frozenset((at(name), Mark(mark)) for mark, names in squares.items() for name in names.split())


def scene(board: str = START, **fields: object) -> Scene:
    base = Scene("tavreli", SHAPE, stacks(board), Colour.WHITE, "White to move")
    return replace(base, **fields)  # type: ignore[arg-type]


MIDDLE = "r3k2r/pr(pnN)1(pqqb)1pb(pnn)pr/2b3ph1/3(PHn)4/2(PBPQNQ)1(phPN)3/5N2/PRPN1(PHB)KPB1PR/R6R"
TOWER = TowerView(at("c4"), stack("PBPQNQ"), lifted=2)


def other_game(game: str, board: dict[str, str], shape: BoardShape = SHAPE, **fields: object) -> Scene:
    """A scene of another game: `board` has the squares of each man, or of men on men bottom to top."""
    squares: list[Stack] = [()] * len(shape)
    for men, names in board.items():
        for name in names.split():
            colours = (Colour.WHITE if letter.isupper() else Colour.BLACK for letter in men)
            pairs = zip(colours, men.upper(), strict=True)
            squares[shape.square(name)] = tuple(Man(colour, kind) for colour, kind in pairs)
    base = Scene(game, shape, tuple(squares), Colour.WHITE, "White to move")
    return replace(base, **fields)  # type: ignore[arg-type]


def at_all(shape: BoardShape, **squares: str) -> frozenset[tuple[Square, Mark]]:
    """`marks` on a board of another shape."""
    return frozenset(
        (shape.square(name), Mark(mark)) for mark, names in squares.items() for name in names.split()
    )


GO_9, GO_19 = BoardShape(9, 9), BoardShape(19, 19)
CLOCKS = (ClockFace(Colour.WHITE, "4:58"), ClockFace(Colour.BLACK, "12:07", runs=True))


@dataclass(frozen=True)
class Words:
    """What stands on these scenes in a language, as the presenter says it."""

    language: Language

    def keys(self, *names: str) -> tuple[Button, ...]:
        return tuple(Button(name, self.language.say(BUTTONS[name])) for name in names)

    def title(self, turn: Colour, *, in_check: bool = False) -> str:
        return self.language.say((IN_CHECK if in_check else TO_MOVE)[turn])

    def ended(self, result: str, reason: str) -> str:
        return outcome_text(self.language, Outcome(result, reason))

    def line(self, said: Phrase, mood: Mood) -> Line:
        return Line(self.language.say(said), mood)

    def notes(self, stack: Stack, free: int) -> tuple[str, ...]:
        """Those beside a tower; `free`: the level that comes free."""
        notes = [man_note(self.language, each) for each in stack]
        notes[free] = f"{notes[free]}; {self.language.gettext('free')}"
        return tuple(notes)


def scenes(language: Language) -> dict[str, Scene]:
    """All of them, by name."""
    words = Words(language)
    made = tavreli_scenes(words) | other_scenes(words)
    made |= clock_scenes(words, made)
    return {name: replace(each, language=language) for name, each in made.items()}


def tavreli_scenes(words: Words) -> dict[str, Scene]:
    keys = words.keys(*PLAY)
    white, black = map(words.title, Colour)
    wrong = ((at("e5"), 1), (at("d5"), 1), (at("a2"), -1), (at("f3"), -1))
    helgi = phrase("{square}: turn the warrior over, it {becomes}", square="g6", becomes=BECOMES["H"])
    return {
        "start": scene(title=white, buttons=keys),
        "lifted": scene(
            MIDDLE,
            title=white,
            marks=marks(last="f6 d5", lifted="c4", target="c5 b4 d3 c3 b3 a4", tower="c6 d5 f2 e4"),
            tower=replace(TOWER, notes=words.notes(TOWER.stack, 1)),
            moves=("e2-e4", "e7-e5", "g1-f3", "b8-c6", "d2xd4", "c6xd5", "e3(2)xg3", "f6xd5"),
            buttons=keys,
        ),
        "check": scene(
            "r3k3/pr1pb2pb1pr/8/8/1q2(PHn)3/8/PRPN3PB1PR/R3(PBPNK)2R",
            title=words.title(Colour.WHITE, in_check=True),
            marks=marks(last="b8 b4", checker="b4", check="e1"),
            checks=((at("b4"), at("e1")),),
            moves=("e2-e4", "e7-e5", "g1-f3", "b8-b4+"),
            buttons=keys,
        ),
        "mate": scene(
            "6k1/5(prR)(PNprQ)1/8/4(phB)3/2(PHn)5/1PQ1PB2PN1/r7/6K1",
            turn=Colour.BLACK,
            title=words.ended("1-0", "checkmate"),
            result="1-0",
            marks=marks(last="g4 g7", checker="g7", check="g8"),
            checks=((at("g7"), at("g8")),),
            moves=(*(f"e{n % 7 + 1}-e{n % 7 + 2}" for n in range(66)), "g4(3)xg7#"),
            buttons=words.keys(*ENDED),
        ),
        "question": scene(
            MIDDLE,
            title=black,
            turn=Colour.BLACK,
            marks=marks(question="c4 e4 d5", last="b2"),
            lines=(words.line(WHICH_MOVE[Colour.WHITE].about(number=2), Mood.ASK),),
            candidates=answers("c4(2)xd5", "c4xd5", "e4xd5"),
            moves=("e2-e4", "e7-e5", "g1-f3"),
            buttons=keys,
        ),
        "astray": scene(
            MIDDLE,
            title=white,
            marks=marks(missing="a2 f3", extra="e5 d5", turn="g6", lifted="f3"),
            lines=(
                words.line(GUIDES[Guide.ASTRAY], Mood.WARN),
                *(words.line(said, Mood.WARN) for said in guidance(open_game("tavreli"), wrong)),
                words.line(helgi, Mood.ASK),
            ),
            moves=("e2-e4", "e7-e5", "g1-f3", "b8-c6"),
            buttons=keys,
        ),
        "highest": scene(
            "4k3/8/8/8/3(" + "PRprPNpnPBpbPQpqPHphPRprPNpnPBpbRrNnBbQqRrNnBb+H" + ")4/8/8/4K3",
            title=white,
            tower=TowerView(at("d4"), stack("PRprPNpnPBpbPQpqPHphPRprPNpnPBpbRrNnBbQqRrNnBb+H"), lifted=8),
        ),
    }


def other_scenes(words: Words) -> dict[str, Scene]:
    keys, go_keys = words.keys(*PLAY), words.keys(*GO_PLAY)
    white, black = map(words.title, Colour)
    return {
        "chess": other_game(
            "chess",
            {
                "K": "g1",
                "Q": "e5",
                "R": "f1 a1",
                "B": "c4",
                "N": "f3",
                "P": "a2 b2 d4 f2 g2 h2",
                "k": "e8",
                "q": "d6",
                "r": "a8 h8",
                "b": "c8",
                "n": "b8 f6",
                "p": "a7 b7 c6 f7 g7 h7",
            },
            turn=Colour.BLACK,
            title=words.title(Colour.BLACK, in_check=True),
            marks=marks(last="e2 e5", checker="e5", check="e8"),
            checks=((at("e5"), at("e8")),),
            aside=((Man(Colour.WHITE, "P"), 2), (Man(Colour.WHITE, "N"), 1), (Man(Colour.BLACK, "P"), 11)),
            moves=("e4", "e5", "Nf3", "Nf6", "Bc4", "d6", "O-O", "c6", "d4", "exd4", "Qe2", "d5", "Qxe5+"),
            buttons=keys,
        ),
        "chess-promotion": other_game(
            "chess",
            {"K": "g1", "P": "e8 f2 g2", "k": "a7", "r": "c3", "p": "a6 b7"},
            turn=Colour.BLACK,
            title=black,
            marks=marks(last="e7", question="e8"),
            lines=(words.line(BECOMING[Colour.WHITE].about(number=31), Mood.ASK),),
            candidates=tuple(Button(f"e8={kind}", f"e8={kind}", Man(Colour.WHITE, kind)) for kind in "QRBN"),
            moves=("Kg1", "Rc3", "e8=Q"),
            number=30,
            buttons=keys,
        ),
        "draughts": other_game(
            "draughts",
            {"M": "c1 g1 h2 a3 c3 f4", "MC": "b8", "m": "a7 c7 g7 f6 h6 b6 e1", "mc": "h4"},
            title=white,
            marks=marks(last="d2 e1", missing="e1"),
            tower=TowerView(at("h4"), (Man(Colour.BLACK, "M"), Man(Colour.BLACK, "C"))),
            aside=((Man(Colour.WHITE, "C"), 1), (Man(Colour.WHITE, "M"), 4), (Man(Colour.BLACK, "M"), 3)),
            lines=(words.line(phrase("{square}: set a second man on it, a king", square="e1"), Mood.ASK),),
            moves=("c3-d4", "f6-g5", "e3-f4", "g5:e3", "f2:d4", "d2-e1"),
            buttons=keys,
        ),
        "go-9": other_game(
            "capture-go",
            {"s": "d5 e5 e4 e3 f4 g5 h5 g3 h3", "S": "f6 f5 g4 h4 f3 f2 g2 h2 j3"},
            GO_9,
            title=white,
            first=Colour.BLACK,
            marks=at_all(GO_9, last="j3", extra="g3 h3"),
            lines=(words.line(phrase("{move}: take off {squares}", move="j3", squares="g3, h3"), Mood.ASK),),
            moves=("d5", "f5", "e5", "f6", "f4", "g4", "g3", "f3", "e4", "g2", "h3", "h2", "e3"),
            buttons=go_keys,
        ),
        "go-19": other_game(
            "capture-go",
            {"s": "d4 q16 d16 c6 f3 o17 k10 r10 e3", "S": "q4 c14 f17 o3 r6 d10 q10 d3 c3"},
            GO_19,
            turn=Colour.BLACK,
            title=black,
            first=Colour.BLACK,
            marks=at_all(GO_19, last="c3"),
            moves=("d4", "q4", "q16", "c14"),
            buttons=go_keys,
        ),
    }


def clock_scenes(words: Words, made: dict[str, Scene]) -> dict[str, Scene]:
    return {
        "clocks": replace(made["lifted"], clocks=CLOCKS),
        "clocks-low": replace(
            made["question"],
            clocks=(ClockFace(Colour.WHITE, "0:41"), ClockFace(Colour.BLACK, "9.3", runs=True, low=True)),
        ),
        "clocks-byoyomi": replace(
            made["go-9"],
            clocks=(ClockFace(Colour.WHITE, "0:25 ×12", runs=True), ClockFace(Colour.BLACK, "1:30:00")),
        ),
        "clocks-flag": replace(
            made["chess"],
            title=words.ended("1-0", "time"),
            result="1-0",
            buttons=words.keys(*ENDED),
            clocks=(ClockFace(Colour.WHITE, "1:04"), ClockFace(Colour.BLACK, "0.0", low=True)),
        ),
    }


SCENES = scenes(ENGLISH)
