"""`tavreli-board doctor` as it is typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.board_driver.commands import typed

SIMULATED = ("doctor", "--link", "sim:", "--speed", "50")


def test_without_a_board_the_machine_is_looked_at_and_the_exit_code_is_3() -> None:
    ran = typed("doctor", "--link", "serial:///dev/none")
    assert (ran.code, ran.err) == (3, "")
    assert ran.lines[0].startswith("ok       settings")
    assert ran.lines[-2].startswith("FAULT    link      /dev/none: no such port; is the board plugged in?")
    assert ran.lines[-1].startswith("1 fault")


def test_a_simulated_board_is_walked_over_and_well() -> None:
    ran = typed(*SIMULATED)
    assert (ran.code, ran.err) == (0, "")
    assert "ok       squares   all 64 answer" in ran.lines


def test_json_has_a_line_a_finding_and_the_counts_last() -> None:
    ran = typed(*SIMULATED, "--json", "--no-walk")
    assert ran.code == 0
    assert all(set(line) == {"about", "state", "seen", "cure"} for line in ran.json[:-1])
    assert {"about": "link", "state": "ok", "seen": "sim:", "cure": ""} in ran.json
    assert ran.summary["faults"] == 0


def test_settings_that_can_not_be_used_are_a_fault_and_no_end(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text('[board]\nlnik = "sim:"\n')
    ran = typed(*SIMULATED, "--no-walk", "--config", file)
    assert ran.code == 1
    assert ran.lines[0].startswith(f"FAULT    settings  {file}: unknown key board.lnik; did you mean")
    assert ran.lines[-1].startswith("1 fault")


@pytest.mark.parametrize("link", ["replay:log.jsonl", "usb:"])
def test_no_board_to_look_at_is_wrong_usage(link: str) -> None:
    assert "link" in typed("doctor", "--link", link).complaint(2)


BUTTONS = "[gpio]\nbuttons = { confirm = 26 }\nbuzzer = 14\n"


def test_buttons_are_looked_at_where_some_are_wired(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text(BUTTONS)
    words = (*SIMULATED, "--no-walk", "--config", file)
    ran = typed(*words, env={"GPIOZERO_PIN_FACTORY": "mock"})
    assert "ok       buttons   confirm on GPIO26" in ran.lines
    ran = typed(*words, env={"GPIOZERO_PIN_FACTORY": "none-such"})
    assert ran.code == 1
    assert [line for line in ran.lines if line.startswith("FAULT    buttons   gpio: ")]
