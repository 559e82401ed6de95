"""A cell's zero and gain are learnt from the game, never so wrongly that a man more is not seen."""

from __future__ import annotations

import random
from math import sqrt

import pytest

from board_driver.calibration import GAIN, ZERO_G, CellModel, Scale
from engine.types import Colour, Man, Stack
from firmware_bridge.frames import WeightCells

MAN_G = 12.0
NOISE_G2 = 0.1


class Cell:
    """A cell with a true zero and gain, and men of true weights on it."""

    def __init__(self, seed: int, spread: float = 0.02) -> None:
        self.rng = random.Random(seed)
        self.zero, self.gain = self.rng.uniform(-1.5, 1.5), self.rng.uniform(0.95, 1.05)
        self.spread = spread

    def load(self, men: int) -> float:
        """The reading without noise of a tower of other men each time."""
        grams = sum(MAN_G * self.rng.gauss(1.0, self.spread) for _ in range(men))
        return self.zero + self.gain * grams

    def noisy(self, reading: float) -> float:
        return reading + self.rng.gauss(0.0, 0.1)


def taught(cell: Cell, towers: list[int], rests: int = 5) -> CellModel:
    """A model that has seen towers of such heights, each for some rests, ten seconds apart."""
    model, t = CellModel(man_g=MAN_G), 0
    for men in towers:
        reading = cell.load(men)
        for _ in range(rests):
            t += 10_000
            model.learn(men * MAN_G, cell.noisy(reading), NOISE_G2, t)
    return model


def test_an_untaught_cell_is_as_the_makers_say() -> None:
    model = CellModel()
    assert model.predict(0.0) == (0.0, ZERO_G**2)
    expected, variance = model.predict(100.0)
    assert expected == 100.0
    assert sqrt(variance) == pytest.approx(sqrt(ZERO_G**2 + (GAIN * 100.0) ** 2))


@pytest.mark.parametrize("seed", range(20))
def test_zero_and_gain_are_found(seed: int) -> None:
    cell = Cell(seed, spread=0.0)
    model = taught(cell, [0, 1, 5, 2, 0, 8, 1, 0, 10, 0])
    assert model.predict(0.0)[0] == pytest.approx(cell.zero, abs=0.3)
    assert model.predict(120.0)[0] == pytest.approx(cell.zero + 120.0 * cell.gain, abs=1.0)


@pytest.mark.parametrize("seed", range(20))
def test_learning_never_makes_less_sure(seed: int) -> None:
    model = taught(Cell(seed), [1, 2, 1])
    assert 0.0 < model.predict(0.0)[1] < ZERO_G**2
    assert 0.0 < model.predict(120.0)[1] < CellModel().predict(120.0)[1]


@pytest.mark.parametrize("seed", range(20))
def test_one_man_standing_for_hours_teaches_no_gain(seed: int) -> None:
    """His own weight is no noise that averages out."""
    cell = Cell(seed)
    model = taught(cell, [1], rests=2000)
    expected, variance = model.predict(10 * MAN_G)
    true = cell.zero + cell.gain * 10 * MAN_G
    assert abs(true - expected) < 3.5 * sqrt(variance + 10 * (0.02 * MAN_G) ** 2)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("heights", [(2, 3), (1, 4), (10, 9, 8)])
def test_the_same_men_coming_and_going_teach_no_more_than_once(heights: tuple[int, ...], seed: int) -> None:
    """A heavy man that comes and goes looks like a gain; the empty cell must still be believed."""
    cell = Cell(seed, spread=0.0)
    heavy = cell.gain * MAN_G * (0.04 if seed % 2 else -0.04)
    model = CellModel(man_g=MAN_G)
    for number in range(400):
        men = heights[number % len(heights)]
        reading = cell.load(men) + (heavy if men == max(heights) else 0.0)
        model.learn(men * MAN_G, cell.noisy(reading), NOISE_G2, number * 4000, segment=number)
    expected, variance = model.predict(0.0)
    assert abs(cell.zero - expected) < 3.5 * sqrt(variance + NOISE_G2)
    assert sqrt(variance) < 2.0 * ZERO_G


def test_a_finger_that_leaves_late_is_no_drift() -> None:
    model = CellModel(man_g=MAN_G)
    model.learn(MAN_G, MAN_G, NOISE_G2, 0)
    for number in range(50):
        model.learn(3 * MAN_G, 3 * MAN_G + (2.0 if number < 2 else 0.0), NOISE_G2, 60_000 + 1500 * number)
    assert model.predict(0.0)[0] == pytest.approx(0.0, abs=0.2)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("height", [5, 20, 31])
def test_after_learning_a_tower_is_told_from_one_a_man_higher(seed: int, height: int) -> None:
    cell = Cell(seed)
    model = taught(cell, [1, 0, 2, 3, *range(4, height + 1)], rests=2)
    reading = cell.load(height)
    for _ in range(3):
        model.learn(height * MAN_G, reading, NOISE_G2, 10**7)
    higher = reading + cell.gain * MAN_G
    errors = {men: abs(higher - model.predict(men * MAN_G)[0]) for men in range(height - 1, height + 4)}
    assert min(errors, key=errors.__getitem__) == height + 1
    assert errors[height + 1] < MAN_G / 3


@pytest.mark.parametrize("seed", range(10))
def test_the_zero_follows_slow_drift(seed: int) -> None:
    rng = random.Random(seed)
    model, zero = CellModel(), 0.0
    for number in range(2000):
        zero += rng.gauss(0.002, 0.005)
        model.learn(MAN_G, zero + MAN_G, NOISE_G2, number * 5000)
    assert model.predict(MAN_G)[0] == pytest.approx(zero + MAN_G, abs=0.3)


def test_it_never_diverges_whatever_is_taught() -> None:
    rng, model = random.Random(3), CellModel()
    for number in range(5000):
        grams = rng.randrange(32) * MAN_G
        model.learn(grams, grams + rng.gauss(0.0, 3.0), rng.choice((0.06, 1.0, 10.0)), number * 1000)
        expected, variance = model.predict(31 * MAN_G)
        assert variance > 0.0
        assert abs(expected - 31 * MAN_G) < 31 * MAN_G * 4 * GAIN + 4 * ZERO_G


WARRIOR = Man(Colour.WHITE, "P", "R")
PROMOTED = Man(Colour.BLACK, "R", "R", turned=True)
MAGUS = Man(Colour.BLACK, "K")


@pytest.mark.parametrize(
    ("men_g", "stack", "grams"),
    [
        ({}, (), 0.0),
        ({}, (WARRIOR, MAGUS, MAGUS), 36.0),
        ({"K": 14.0, "P": 11.5}, (WARRIOR, MAGUS), 25.5),
        ({"K": 14.0, "P": 11.5}, (Man(Colour.WHITE, "Q"),), 12.0),
        (
            {"R": 20.0, "P": 11.5},
            (PROMOTED,),
            11.5,
        ),
        ({"PR": 11.0, "P": 11.5}, (WARRIOR,), 11.0),
    ],
)
def test_the_grams_of_a_stack(men_g: dict[str, float], stack: Stack, grams: float) -> None:
    """A promoted warrior is a warrior turned over, so it weighs what that weighs."""
    assert Scale(WeightCells(MAN_G, 0.25, men_g)).grams(stack) == grams


def test_other_men_of_the_same_load_do_not_move_the_zero() -> None:
    model = CellModel(man_g=MAN_G)
    for number, excess in enumerate((0.0, 0.8, -0.8, 0.9)):
        for rest in range(30):
            t = (number * 30 + rest) * 5000
            model.learn(MAN_G, MAN_G + excess, NOISE_G2, t, segment=number)
    assert abs(model.predict(0.0)[0]) < 0.25
