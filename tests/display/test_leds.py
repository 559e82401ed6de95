from itertools import combinations
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from display.leds import FLASHES, OFF, RHYTHMS, STEP_MS, WINKS, blinks, current_ma, lights, rhythm
from display.palette import LIGHTS, RGB
from display.scene import Mark
from tests.display.scenes import at, marks, scene

some_marks = st.frozensets(st.tuples(st.integers(0, 63), st.sampled_from(Mark)))
Matrix = tuple[tuple[float, float, float], ...]

# Linear RGB as people see it: Machado, Oliveira and Fernandes, "A physiologically-based model for simulation
# of color vision deficiency", 2009, severity 1.0.
EYES: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# sRGB's primaries, D65 white.
TO_XYZ: Matrix = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.9505, 1.0, 1.089)


def times(matrix: Matrix, vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def seen(light: RGB, eye: Matrix) -> tuple[float, float, float]:
    """A light in CIE Lab, as an eye sees it; the values of an LED are in proportion to its light."""
    linear = tuple(max(0.0, value) for value in times(eye, tuple(value / 255 for value in light)))
    x, y, z = (
        (part / white) ** (1 / 3) if part / white > 0.008856 else 7.787 * part / white + 16 / 116
        for part, white in zip(times(TO_XYZ, linear), WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("eye", EYES)
def test_every_two_lights_can_be_told_apart(eye: str) -> None:
    for one, other in combinations(Mark, 2):
        apart = dist(seen(LIGHTS[one], EYES[eye]), seen(LIGHTS[other], EYES[eye]))
        assert apart > 25 or rhythm(one) != rhythm(other), f"{one} and {other} look alike: {apart:.0f}"


def test_without_any_colour_what_asks_for_something_differs_by_rhythm() -> None:
    asking = [*RHYTHMS, *FLASHES, *WINKS]
    for one, other in combinations(asking, 2):
        both_take_men = {one, other} <= FLASHES
        assert both_take_men or rhythm(one) != rhythm(other), f"{one} and {other} have one rhythm"
        assert "0" in rhythm(one)
    assert {rhythm(mark) for mark in set(Mark) - set(asking)} == {"1"}


@pytest.mark.parametrize("men", [1, 2, 3, 9])
def test_a_number_of_men_is_told_by_as_many_winks(men: int) -> None:
    shown = scene(marks=marks(missing="e2", extra="e5"), counts=((at("e2"), men), (at("e5"), men)))
    e2, e5 = (
        "".join("1" if any(lights(shown, t)[at(name)]) else "0" for t in range(0, 6000, STEP_MS))
        for name in ("e2", "e5")
    )
    assert e2.startswith("10" * men + "000")
    assert e5.startswith("01" * men + "111")


def test_the_opponents_move_is_told_with_the_number_of_men() -> None:
    shown = scene(marks=marks(origin="c4", goal="e4"), counts=((at("c4"), 2),))
    seen_at = [lights(shown, t) for t in range(0, 7 * STEP_MS, STEP_MS)]
    assert [any(each[at("c4")]) for each in seen_at] == [True, False, True, False, False, False, False]
    assert [any(each[at("e4")]) for each in seen_at] == [True, True, False, True, True, False, True]


@given(some_marks, st.integers(0, 10**7))
def test_lights_change_at_most_four_times_a_second_and_only_where_it_blinks(
    marked: frozenset[tuple[int, Mark]], t: int
) -> None:
    shown = scene(marks=marked)
    step = t - t % STEP_MS
    assert lights(shown, step) == lights(shown, t) == lights(shown, step + STEP_MS - 1)
    changes = {lights(shown, later) for later in range(step, step + 40 * STEP_MS, STEP_MS)}
    assert (len(changes) > 1) == blinks(shown)


def test_the_measure_knows_red_and_green_are_alike_without_green_cones() -> None:
    red, green = (200, 60, 20), (90, 110, 20)
    assert dist(seen(red, EYES["usual"]), seen(green, EYES["usual"])) > 40
    assert dist(seen(red, EYES["no green"]), seen(green, EYES["no green"])) < 25


def test_every_square_has_its_light_and_the_last_mark_in_order_wins() -> None:
    shown = lights(scene(marks=marks(last="e2 e4", check="e4")), brightness=1.0)
    assert len(shown) == 64
    lit = {square: light for square, light in enumerate(shown) if light != OFF}
    assert lit == {at("e2"): LIGHTS[Mark.LAST], at("e4"): LIGHTS[Mark.CHECK]}


@given(some_marks, st.integers(0, 10**7), st.floats(0, 1), st.floats(0, 5000))
def test_the_lights_never_take_more_than_allowed(
    marked: frozenset[tuple[int, Mark]], t: int, brightness: float, limit: float
) -> None:
    shown = lights(scene(marks=marked), t, brightness=brightness, limit_ma=limit)
    assert current_ma(shown) <= limit
    assert all(0 <= value <= 255 for light in shown for value in light)


def test_the_default_limit_is_reached_but_not_passed() -> None:
    everywhere = frozenset((square, Mark.TOWER) for square in range(64))
    full = scene(marks=everywhere)
    assert current_ma(lights(full, brightness=1.0, limit_ma=1e9)) > 2000
    assert 1900 < current_ma(lights(full, brightness=1.0)) <= 2000


def test_white_takes_60_ma() -> None:
    assert current_ma([(255, 255, 255)]) == pytest.approx(60)


@pytest.mark.parametrize(("brightness", "limit_ma"), [(1.1, 2000.0), (-0.1, 2000.0), (0.5, -1.0)])
def test_senseless_limits_are_refused(brightness: float, limit_ma: float) -> None:
    with pytest.raises(ValueError, match="is "):
        lights(scene(), brightness=brightness, limit_ma=limit_ma)
