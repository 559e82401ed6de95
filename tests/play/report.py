"""Tallies as a table of figures and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.play.matches import Match
from tests.play.referee import Tally, bin_us

COLUMNS = (
    "plies", "unasked", "questions", "per_1000", "promotions", "settled", "open",
    "wrong", "amended", "astray", "takebacks",
    "delay_ms", "delay_ms_99", "free_ms", "free_ms_99", "light_ms", "light_ms_99", "cpu_ms", "cpu_ms_99",
)  # fmt: skip
HEADINGS = (
    "plies", "unasked", "asked", "/1000", "promo", "settled", "open", "wrong", "amend", "astray", "t.back",
    "land ms", "99 %", "free ms", "99 %", "light", "99 %", "cpu ms", "99 %",
)  # fmt: skip


def rows(tallies: Mapping[Match, Tally]) -> dict[tuple[str, str, str], dict[str, Any]]:
    """The figures for each game, kit and hands."""
    sums: dict[tuple[str, str, str], Tally] = {}
    for match, tally in tallies.items():
        total = sums.setdefault((match.game, match.kit, match.hands), Tally())
        total += tally
    return {place: figures(total) for place, total in sums.items()}


def figures(total: Tally) -> dict[str, Any]:
    """The figures of a sum of tallies; times in ms, None where there is nothing to measure."""
    return {
        "plies": total.plies,
        "unasked": total.unasked,
        "questions": total.questions,
        "per_1000": round(1000 * total.questions / max(total.plies, 1), 1),
        "promotions": total.promotions,
        "settled": total.settled,
        "open": total.open,
        "wrong": len(total.wrong),
        "amended": total.amended,
        "astray": total.astray,
        "takebacks": total.takebacks,
        "delay_ms": percentile(total.delays, 0.5),
        "delay_ms_99": percentile(total.delays, 0.99),
        "free_ms": percentile(total.free_delays, 0.5),
        "free_ms_99": percentile(total.free_delays, 0.99),
        "light_ms": percentile(total.light_delays, 0.5),
        "light_ms_99": percentile(total.light_delays, 0.99),
        "cpu_ms": cpu_ms(total.cpu, 0.5),
        "cpu_ms_99": cpu_ms(total.cpu, 0.99),
    }


def percentile(values: Sequence[int], share: float) -> int | None:
    """The value that this share of the values does not exceed."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)] if values else None


def cpu_ms(frames: Counter[int], share: float) -> float | None:
    """The CPU time, in ms, that this share of the frames does not exceed."""
    left = share * frames.total()
    for number in sorted(frames):
        left -= frames[number]
        if left <= 0:
            return round(bin_us(number) / 1000, 3)
    return None


def table(tallies: Mapping[Match, Tally]) -> Iterable[str]:
    """The figures as lines of text, the sum of all last."""
    yield f"{'game':10} {'kit':14} {'hands':28} " + " ".join(f"{heading:>7}" for heading in HEADINGS)
    total = Tally()
    for tally in tallies.values():
        total += tally
    for (game, kit, hands), row in [*rows(tallies).items(), (("all", "", ""), figures(total))]:
        cells = ("-" if row[column] is None else str(row[column]) for column in COLUMNS)
        yield f"{game:10} {kit:14} {hands:28} " + " ".join(f"{cell:>7}" for cell in cells)


def faults(tallies: Mapping[Match, Tally]) -> Iterable[str]:
    """For each match with a wrong ply: the first one, how many there are, and how to see it again."""
    for match, tally in tallies.items():
        if tally.wrong:
            ply, played, decided = tally.wrong[0]
            yield f"{match}, ply {ply}: played {played}, decided {decided} ({len(tally.wrong)} wrong plies)"
            yield f"    {match.command}"
