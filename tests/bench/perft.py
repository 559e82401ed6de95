"""Speed of tavreli's move generator, beside that of python-chess in the same run.

Both play all plies but the last and count that one. Run as `python -m tests.bench.perft`; exits 1 if tavreli
is the slower, or if the list of legal moves of the busiest position of the records takes 2 ms or more.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import chess

from engine.perft import perft
from engine.record import read_record
from engine.tavreli import Position, Tavreli

ROUNDS = 7
LIST_LIMIT_MS = 2.0
RECORDS = Path(__file__).parents[3] / "shared" / "records" / "tavreli"

TOWERS = (
    "2k(rr)4/prpnpb(pqbbq)phpbpnpr/2n2n2/8/2(BPQBQ)5/2N2N2/PRPNPB1PHPBPNPR/3RK2R w K abcefgh:abcdefgh - 9"
)
"""Smolensk 2002, after 16 plies."""
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
"""A middle game that perft suites of chess use."""


def chess_perft(board: chess.Board, depth: int) -> int:
    """As in python-chess's own example: leaves are counted, not played."""
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += chess_perft(board, depth - 1)
        board.pop()
    return nodes


def nodes_per_second(count: Callable[[], int]) -> float:
    began = time.perf_counter()
    nodes = count()
    return nodes / (time.perf_counter() - began)


def compare(name: str, tavreli: Callable[[], int], other: Callable[[], int]) -> float:
    """Print nodes per second of both, measured in turns, and give their ratio."""
    pairs = [(nodes_per_second(tavreli), nodes_per_second(other)) for _ in range(ROUNDS)]
    ours, theirs = statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)
    print(f"{name:>8}: {ours:9,.0f} nodes/s, python-chess {theirs:9,.0f} nodes/s, ratio {ours / theirs:.2f}")
    return ours / theirs


def positions_of_records() -> Iterator[Position]:
    for path in sorted(RECORDS.glob("*.txt")):
        text = path.read_text(encoding="utf-8").replace("f8 - e9", "f8 - e7")
        record = read_record(text, name_hint=path.name)
        for position in record.positions():
            assert isinstance(position, Position)
            yield position


def list_time_ms() -> float | None:
    """Median time of `legal_moves` in the busiest position of the records; None without records."""
    positions = list(positions_of_records())
    if not positions:
        print(f"    list: no records in {RECORDS}, not measured")
        return None
    busiest = max(positions, key=Position.count_moves)
    times = []
    for _ in range(50):
        began = time.perf_counter()
        moves = busiest.legal_moves()
        times.append((time.perf_counter() - began) * 1000)
    median = statistics.median(times)
    print(f"    list: {len(moves)} moves in {median:.2f} ms, limit {LIST_LIMIT_MS} ms: {busiest.text()}")
    return median


def main() -> int:
    game = Tavreli()
    start, towers = game.start(), game.position(TOWERS)
    board, kiwipete = chess.Board(), chess.Board(KIWIPETE)
    ratios = [
        compare("start", lambda: perft(start, 3), lambda: chess_perft(board, 4)),
        compare("towers", lambda: perft(towers, 3), lambda: chess_perft(kiwipete, 3)),
    ]
    list_time = list_time_ms()
    return int(min(ratios) < 1 or (list_time is not None and list_time >= LIST_LIMIT_MS))


if __name__ == "__main__":
    sys.exit(main())
