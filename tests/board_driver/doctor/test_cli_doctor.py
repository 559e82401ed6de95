"""`tavreli-board doctor` as it is typed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from board_driver.doctor.doctor import DoctorOptions, run_doctor
from firmware_bridge.ports import open_port
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
    assert [line for line in ran.lines if line.startswith("FAULT")] == []
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


def test_a_board_that_the_service_plays_on_is_to_be_freed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board, port = os.openpty()
    (tmp_path / "sys/fs/cgroup/system.slice/tavreli-board.service").mkdir(parents=True)
    options = DoctorOptions(link=f"serial://{os.ttyname(port)}", root=tmp_path)
    with open_port(os.ttyname(port), 115200):
        assert run_doctor(options) == 3
    os.close(board)
    os.close(port)
    lines = capsys.readouterr().out.splitlines()
    assert "ok       service   running" in lines
    assert lines[-2].startswith("FAULT    link      ")
    assert lines[-2].endswith("names it); sudo systemctl stop tavreli-board while the doctor looks")


def test_where_only_the_service_has_settings_those_are_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    service = tmp_path / "etc/tavreli-board/config.toml"
    service.parent.mkdir(parents=True)
    service.write_text('[board]\nlink = "serial:///dev/of-the-service"\n')
    assert run_doctor(DoctorOptions(root=tmp_path)) == 3
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"ok       settings  {service}"
    assert "/dev/of-the-service: no such port" in lines[-2]
