"""What the doctor finds: a line for each thing looked at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How a thing is."""

    OK = "ok"
    WARNING = "warning"
    """Games can be played, but something is not as it should be."""
    FAULT = "fault"
    SKIPPED = "skipped"
    """Could not be looked at, or is not there."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at, what was seen, and, unless it is well, the cure."""

    about: str
    state: State
    seen: str
    cure: str = ""

    @property
    def text(self) -> str:
        """The finding as one line."""
        mark = self.state.upper() if self.state is State.FAULT else self.state
        return f"{mark:8} {self.about:9} {self.seen}{f'; {self.cure}' if self.cure else ''}"

    @property
    def json(self) -> dict[str, str]:
        """The finding as a JSON object."""
        return {"about": self.about, "state": str(self.state), "seen": self.seen, "cure": self.cure}


def ok(about: str, seen: str) -> Finding:
    """It is well."""
    return Finding(about, State.OK, seen)


def warning(about: str, seen: str, cure: str) -> Finding:
    """It is not as it should be."""
    return Finding(about, State.WARNING, seen, cure)


def fault(about: str, seen: str, cure: str) -> Finding:
    """It must be mended."""
    return Finding(about, State.FAULT, seen, cure)


def skipped(about: str, why: str) -> Finding:
    """It was not looked at."""
    return Finding(about, State.SKIPPED, why)


def count(findings: Iterable[Finding], state: State) -> int:
    """How many findings there are of a state."""
    return sum(finding.state is state for finding in findings)


def summary(findings: Iterable[Finding]) -> str:
    """All findings in a few words."""
    found = list(findings)
    words = [
        f"{number} {state}{'' if number == 1 else 's'}"
        for state in (State.FAULT, State.WARNING)
        if (number := count(found, state))
    ]
    return ", ".join(words) or "all is well"
