"""A second tavreli: the rules text written down plainly, to hold the engine against.

It shares nothing with the engine: a board is a dict from (file, rank) to a list of men as the position
text writes them, bottom to top; moves are tried one by one; check is looked for man by man.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

Place = tuple[int, int]
Towers = dict[Place, list[str]]

DIAGONALS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
STRAIGHTS = [(1, 0), (-1, 0), (0, 1), (0, -1)]
JUMPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
LINES = {"Q": DIAGONALS + STRAIGHTS, "H": DIAGONALS + STRAIGHTS, "R": STRAIGHTS, "B": DIAGONALS}
LEAPS = {"N": JUMPS, "H": JUMPS, "K": DIAGONALS + STRAIGHTS}


@dataclass
class State:
    towers: Towers
    turn: str
    castling: str
    double: dict[str, set[int]]
    crossed: Place | None
    number: int
    over_own: bool


def read(text: str, over_own: bool = False) -> State:
    board, turn, castling, double, crossed, number = text.split()
    towers: Towers = {}
    for i, row in enumerate(board.split("/")):
        file, inside, rest = 0, False, row
        while rest:
            letter = rest[0]
            if letter.isdigit():
                file += int(letter)
            elif letter == "(":
                inside = True
            elif letter == ")":
                inside = False
                file += 1
            else:
                man = rest[:2] if letter in "Pp+" else letter
                towers.setdefault((file, 7 - i), []).append(man)
                rest = rest[len(man) - 1 :]
                file += 0 if inside else 1
            rest = rest[1:]
    white, black = double.split(":") if ":" in double else ("-", "-")
    return State(
        towers,
        turn,
        castling.strip("-"),
        {"w": {ord(c) - 97 for c in white if c != "-"}, "b": {ord(c) - 97 for c in black if c != "-"}},
        None if crossed == "-" else (ord(crossed[0]) - 97, int(crossed[1]) - 1),
        int(number),
        over_own,
    )


def write(state: State) -> str:
    rows = []
    for rank in range(7, -1, -1):
        row = ""
        for file in range(8):
            men = state.towers.get((file, rank), [])
            cell = "".join(men) if len(men) < 2 else "(" + "".join(men) + ")"
            row += cell or "."
        for n in range(8, 0, -1):
            row = row.replace("." * n, str(n))
        rows.append(row)
    sides = ["".join(chr(97 + file) for file in sorted(state.double[side])) or "-" for side in "wb"]
    double = "-" if sides == ["-", "-"] else ":".join(sides)
    crossed = name(state.crossed) if state.crossed else "-"
    return f"{'/'.join(rows)} {state.turn} {state.castling or '-'} {double} {crossed} {state.number}"


def name(place: Place) -> str:
    return "abcdefgh"[place[0]] + str(place[1] + 1)


def side_of(man: str) -> str:
    return "w" if man.isupper() else "b"


def gait(man: str) -> str:
    """The letter of how a man moves now."""
    return man.upper().strip("+")[0]


def is_magus(man: str) -> bool:
    return man.upper() == "K"


def ahead(side: str) -> int:
    return 1 if side == "w" else -1


def attacked(towers: Towers, place: Place) -> set[Place]:
    """The squares that the top man of a tower attacks."""
    man = towers[place][-1]
    file, rank = place
    found = set()
    if gait(man) == "P":
        found = {(file - 1, rank + ahead(side_of(man))), (file + 1, rank + ahead(side_of(man)))}
    for df, dr in LEAPS.get(gait(man), []):
        found.add((file + df, rank + dr))
    for df, dr in LINES.get(gait(man), []):
        here = (file + df, rank + dr)
        while 0 <= here[0] < 8 and 0 <= here[1] < 8:
            found.add(here)
            if here in towers:
                break
            here = (here[0] + df, here[1] + dr)
    return {(f, r) for f, r in found if 0 <= f < 8 and 0 <= r < 8}


def under_attack(towers: Towers, place: Place, by: str) -> bool:
    return any(side_of(men[-1]) == by and place in attacked(towers, at) for at, men in towers.items())


def in_check(towers: Towers, side: str) -> bool:
    magus = next(at for at, men in towers.items() if is_magus(men[-1]) and side_of(men[-1]) == side)
    return under_attack(towers, magus, "b" if side == "w" else "w")


def targets(state: State, place: Place) -> set[Place]:
    """Where the tower on a square may go, castling aside, not yet asking for check."""
    towers, side = state.towers, state.turn
    man, file, rank = towers[place][-1], place[0], place[1]
    if gait(man) != "P":
        found = attacked(towers, place)
    else:
        found = {
            at
            for at in attacked(towers, place)
            if at == state.crossed or (at in towers and side_of(towers[at][-1]) != side)
        }
        one, two = (file, rank + ahead(side)), (file, rank + 2 * ahead(side))

        def free_or_own(at: Place) -> bool:
            return at not in towers or side_of(towers[at][-1]) == side

        if 0 <= one[1] < 8 and free_or_own(one):
            found.add(one)
        second_rank = 1 if side == "w" else 6
        never_moved = rank == second_rank and file in state.double[side] and len(towers[place]) == 1
        passable = one not in towers or (state.over_own and free_or_own(one))
        if never_moved and passable and free_or_own(two):
            found.add(two)
    return {at for at in found if at not in towers or not is_magus(towers[at][-1])}


def settle(towers: Towers) -> None:
    """Covered men are warriors again, warriors on top of their last rank promote."""
    for (_, rank), men in towers.items():
        for i, man in enumerate(men):
            top = i == len(men) - 1
            if man.startswith("+") and not top:
                men[i] = ("P" if man.isupper() else "p") + man[1]
            if gait(man) == "P" and not man.startswith("+") and top and rank == (7 if man.isupper() else 0):
                men[i] = "+" + man[1]


def play(state: State, place: Place, target: Place, n: int) -> tuple[str, State]:
    """The name of a move and the state after it."""
    towers = {at: list(men) for at, men in state.towers.items()}
    side, tower = state.turn, towers.pop(place)
    moved, rest = tower[len(tower) - n :], tower[: len(tower) - n]
    man = tower[-1]
    if rest:
        towers[place] = rest
    double = {colour: set(files) for colour, files in state.double.items()}
    castling, crossed = state.castling, None
    if gait(man) == "P" and not man.startswith("+") and target == state.crossed and target[0] != place[0]:
        landing = (target[0], target[1] - ahead(side))
        victim = towers[landing].pop()
        if not towers[landing]:
            del towers[landing]
        towers[target] = [victim]
    if is_magus(man) and abs(target[0] - place[0]) == 2:
        corner = (7 if target[0] == 6 else 0, place[1])
        towers[(5 if target[0] == 6 else 3, place[1])] = towers.pop(corner)
        text = "0-0" if target[0] == 6 else "0-0-0"
    else:
        sign = "x" if target in towers else "-"
        text = name(place) + (f"({n})" if rest else "") + sign + name(target)
    towers.setdefault(target, []).extend(moved)
    if not rest:
        for colour, second_rank in (("w", 1), ("b", 6)):
            if place[1] == second_rank:
                double[colour].discard(place[0])
        for letter, corner in (("K", (7, 0)), ("Q", (0, 0)), ("k", (7, 7)), ("q", (0, 7))):
            if place == corner:
                castling = castling.replace(letter, "")
        if gait(man) == "P" and not man.startswith("+") and abs(target[1] - place[1]) == 2:
            middle = (place[0], (place[1] + target[1]) // 2)
            crossed = None if middle in state.towers else middle
    if is_magus(man):
        castling = "".join(c for c in castling if c.isupper() != (side == "w"))
    settle(towers)
    number = state.number + (side == "b")
    after = replace(
        state,
        towers=towers,
        turn="b" if side == "w" else "w",
        castling=castling,
        double=double,
        crossed=crossed,
        number=number,
    )
    return text, after


def castlings(state: State) -> list[Place]:
    """Where the magus may castle to."""
    rank, other = (0, "b") if state.turn == "w" else (7, "w")
    found = []
    for letter, corner, between, way, landing in (
        ("K", 7, (5, 6), (4, 5, 6), 6),
        ("Q", 0, (1, 2, 3), (4, 3, 2), 2),
    ):
        if (letter if state.turn == "w" else letter.lower()) not in state.castling:
            continue
        covered = len(state.towers[corner, rank]) > 1
        free = not any((file, rank) in state.towers for file in between)
        safe = not any(under_attack(state.towers, (file, rank), other) for file in way)
        if not covered and free and safe:
            found.append((landing, rank))
    return found


def legal_moves(text: str, over_own: bool = False) -> dict[str, str]:
    """The name of each legal move of a position text, and the text of the position after it."""
    state = read(text, over_own)
    found = []
    for place, men in state.towers.items():
        if side_of(men[-1]) != state.turn:
            continue
        for target in targets(state, place):
            found += [play(state, place, target, n) for n in range(1, len(men) + 1)]
        if is_magus(men[-1]):
            found += [play(state, place, target, 1) for target in castlings(state)]
    legal = {move: write(after) for move, after in found if not in_check(after.towers, state.turn)}
    assert len(legal) == sum(not in_check(after.towers, state.turn) for _, after in found)
    return legal
