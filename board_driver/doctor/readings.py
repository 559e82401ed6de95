"""Judging a board that is left alone: what it is, how well it is heard, noise and zero of its cells. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from board_driver.doctor.findings import Finding, fault, ok, skipped, warning
from firmware_bridge.frames import BoardInfo, SensorFrame, Sensors
from firmware_bridge.hello import MAJOR, MINOR

READINGS = 40
"""So many readings tell noise and zero of a cell."""
NOISY = 3.0
"""Times the noise that the board's firmware names; more is a fault."""
GRAIN_G = 0.1
"""The wire's unit of a cell's weight."""
ZERO = 0.5
"""An empty cell that reads more or less than this part of a man is off its zero."""
MOST_OFF = 4
"""More squares than this that are loaded are men, not cells off their zero."""
MANY_FAULTS = 5
"""So many damaged messages while the board is looked at are no chance."""


def board_words(info: BoardInfo) -> str:
    """What a board is: its squares and sensors."""
    return f"{info.shape.files}x{info.shape.ranks} squares, {sensor_words(info.sensors)}"


def check_firmware(info: BoardInfo, minor: int | None) -> Finding:
    """What its firmware is; `minor`: of the protocol it speaks, None where there is none."""
    name = info.firmware or "no name"
    if minor is None:
        return ok("firmware", name)
    seen = f"{name}, protocol {MAJOR}.{minor}"
    if minor >= MINOR:
        return ok("firmware", seen)
    cure = "flash the newer one: make -C hardware/firmware KIT=... flash"
    return warning("firmware", f"{seen}, this program knows {MAJOR}.{MINOR}", cure)


def sensor_words(sensors: Sensors) -> str:
    """`reeds and corner cells`."""
    words = [
        word
        for word, has in (
            ("reeds", sensors.reed),
            ("a weight cell a square", sensors.weight),
            ("corner cells", sensors.corners),
        )
        if has
    ]
    return " and ".join(words) or "no sensors"


def check_line(faults: Mapping[str, int]) -> Finding:
    """How well the board was heard."""
    harmed = sum(count for kind, count in faults.items() if kind != "refused")
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(faults.items()) if kind != "refused")
    if harmed < MANY_FAULTS:
        return ok("line", "heard well" if not harmed else f"heard well ({kinds})")
    cure = "a shorter USB cable, away from the lights' supply; check the baud rate"
    return fault("line", f"{harmed} messages damaged or missed ({kinds})", cure)


def check_cells(info: BoardInfo, frames: Sequence[SensorFrame]) -> Iterator[Finding]:
    """Noise and zero of each cell, from frames of a board that was left alone."""
    weight, corners = info.sensors.weight, info.sensors.corners
    if weight:
        names = [info.shape.name(square) for square in range(len(info.shape))]
        columns = list(zip(*(frame.grams for frame in frames if frame.grams), strict=True))
        yield from _noise("cells", names, columns, weight.sigma_g)
        yield from _zeros(info, names, frames, columns)
    if corners:
        names = [f"corner {number}" for number in range(1, len(corners.at) + 1)]
        columns = list(zip(*(frame.corners for frame in frames if frame.corners), strict=True))
        yield from _noise("corners", names, columns, corners.sigma_g)


def _noise(
    about: str, names: Sequence[str], columns: Sequence[Sequence[float]], sigma: float
) -> Iterator[Finding]:
    if not columns or len(columns[0]) < READINGS // 2:
        yield skipped(about, "too few readings came to judge them")
        return
    spreads = [_spread(column) for column in columns]
    limit = max(NOISY * sigma, 2 * GRAIN_G)
    noisy = [f"{name} {spread:.2f} g" for name, spread in zip(names, spreads, strict=True) if spread > limit]
    frozen = [name for name, column in zip(names, columns, strict=True) if min(column) == max(column)]
    if noisy:
        cure = "shield or shorten the cell's wires, keep the lights' supply away"
        yield fault(about, f"noise over {limit:.2f} g: {', '.join(noisy)}", cure)
    if frozen and sigma > GRAIN_G:
        cure = "look at its HX711 and wires: a cell is never that still"
        yield fault(about, f"always the same figure: {', '.join(frozen)}", cure)
    if not noisy and not (frozen and sigma > GRAIN_G):
        yield ok(about, f"noise {median(spreads):.2f} g, at most {max(spreads):.2f} g")


def _spread(column: Sequence[float]) -> float:
    """The standard deviation as the middle readings tell it, so that a wild one does not count."""
    middle = median(column)
    return 1.4826 * median(abs(reading - middle) for reading in column)


def _zeros(
    info: BoardInfo, names: Sequence[str], frames: Sequence[SensorFrame], columns: Sequence[Sequence[float]]
) -> Iterator[Finding]:
    if not columns or not info.sensors.weight:
        return
    limit = info.sensors.weight.man_g * ZERO
    zeros = {name: median(column) for name, column in zip(names, columns, strict=True)}
    off = [f"{name} {zero:+.1f} g" for name, zero in zeros.items() if abs(zero) > limit]
    if any(frame.reed for frame in frames) or len(off) > MOST_OFF:
        yield skipped("zeros", "men stand on the board: take them off to have the zeros looked at")
    elif off:
        yield fault("zeros", f"empty, and not near 0: {', '.join(off)}", "tavreli-board calibrate")
    else:
        yield ok("zeros", f"all within {max(map(abs, zeros.values())):.1f} g")


def check_lights(shown: bool | None, refused: int) -> Finding:
    """Whether the board has shown the lights that it was told to show."""
    if shown is None:
        return skipped("lights", "this link has none")
    if shown:
        return ok("lights", "the board says that it shows them")
    if refused:
        return warning(
            "lights", "the board refuses them", "its firmware has fewer lights than squares: build it anew"
        )
    return fault("lights", "the board did not say that it shows them", "flash its firmware again")
