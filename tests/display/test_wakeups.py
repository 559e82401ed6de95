import socket
from pathlib import Path

from display.wakeups import input_descriptors


def test_sockets_may_bring_input_and_files_do_not(tmp_path: Path) -> None:
    before = input_descriptors()
    here, there = socket.socketpair()
    with here, there, (tmp_path / "file").open("w") as file:
        new = input_descriptors() - before
        assert new == {here.fileno(), there.fileno()}
        assert file.fileno() not in new
    assert input_descriptors() == before
