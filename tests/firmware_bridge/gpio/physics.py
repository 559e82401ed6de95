"""A reed matrix as a thing: switches, diodes or none, columns that rise slowly; and pins that reach it.

Time is in us; virtual, it goes on only while somebody waits.
"""

from __future__ import annotations

from time import perf_counter_ns
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin  # type: ignore[import-untyped]

from firmware_bridge.gpio.wiring import Wiring

RISE_US = 5
"""With 50 kOhm and the capacitance of a metre of wire."""


class ReedMatrix:
    """`closed`: bit `row * columns + column` of each closed switch. `bare`: bits of those without a diode.

    `real`: time is the wall's, not virtual.
    """

    def __init__(
        self, rows: int = 8, columns: int = 8, bare: int = 0, rise_us: int = RISE_US, *, real: bool = False
    ) -> None:
        self.rows, self.columns = rows, columns
        self.closed = 0
        self.bare = bare
        self.rise_us = rise_us
        self._real = real
        self._waited_us = 0
        self.shorts = 0
        """How often a row that was driven high was joined to one that was driven low."""
        self._all = (1 << columns) - 1
        self._driven: dict[int, bool] = {}
        self._left_low = (0, -rise_us)

    def wait(self, us: int) -> None:
        self._waited_us += us

    def _now_us(self) -> int:
        return perf_counter_ns() // 1000 if self._real else self._waited_us

    def drive(self, row: int, *, high: bool = False) -> None:
        self._driven[row] = high
        rows, _ = self._reached()
        self.shorts += any(self._driven.get(other) for other in rows)

    def release(self, row: int) -> None:
        _, columns = self._reached()
        self._driven.pop(row, None)
        self._left_low = (columns, self._now_us())

    def low(self) -> int:
        """The columns that are low: they are pulled there now, or have not yet risen."""
        _, columns = self._reached()
        late, since = self._left_low
        return columns | (late if self._now_us() - since < self.rise_us else 0)

    def _reached(self) -> tuple[set[int], int]:
        """The rows and (as bits) columns that current flows from into a row that is driven low."""
        rows = {row for row, high in self._driven.items() if not high}
        columns, news = 0, list(rows)
        while news:
            columns |= self._in_row(self.closed, news.pop())
            if self.bare:
                ways = (
                    row for row in range(self.rows) if self._in_row(self.closed & self.bare, row) & columns
                )
                further = set(ways) - rows
                news += further
                rows |= further
        return rows, columns

    def _in_row(self, switches: int, row: int) -> int:
        return switches >> row * self.columns & self._all


class PhysicalPins:
    """Pins straight to a matrix, as a library without any faults would be."""

    name = "physics"

    def __init__(self, matrix: ReedMatrix) -> None:
        self.matrix = matrix
        self.closes = 0

    def drive(self, row: int) -> None:
        self.matrix.drive(row)

    def release(self, row: int) -> None:
        self.matrix.release(row)

    def low(self) -> int:
        return self.matrix.low()

    def close(self) -> None:
        self.closes += 1


class WiredPin(MockPin):  # type: ignore[misc]
    """A mock pin of gpiozero with the matrix behind it, if it is a row or a column."""

    factory: WiredFactory

    def _get_state(self) -> Any:
        column = self.factory.columns.get(self.number)
        if column is None or self._function == "output":
            return super()._get_state()
        return self._pull == "up" and not self.factory.matrix.low() >> column & 1

    def _set_function(self, value: str) -> None:
        super()._set_function(value)
        row = self.factory.rows.get(self.number)
        if row is not None and value == "input":
            self.factory.matrix.release(row)

    def _set_state(self, value: Any) -> None:
        super()._set_state(value)
        row = self.factory.rows.get(self.number)
        if row is not None:
            self.factory.matrix.drive(row, high=bool(value))

    @property
    def number(self) -> int:
        return int(self.info.name.removeprefix("GPIO"))


class WiredFactory(MockFactory):  # type: ignore[misc]
    """gpiozero's mock pins of a model, wired to a matrix."""

    def __init__(self, matrix: ReedMatrix, wiring: Wiring, revision: str) -> None:
        super().__init__(revision=revision, pin_class=WiredPin)
        self.matrix = matrix
        self.rows = {pin: row for row, pin in enumerate(wiring.rows)}
        self.columns = {pin: column for column, pin in enumerate(wiring.columns)}
