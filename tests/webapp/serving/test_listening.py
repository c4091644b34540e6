"""Listens at a Unix socket, and at a socket that systemd has opened and keeps while servers come and go."""

import os
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.waiting import PATIENCE
from webapp.process.service_threads import ServiceThreads
from webapp.serving.listening import LOCAL, AddressError, inherited, listen, listen_at_path, name_of
from webapp.serving.loop import Loop
from webapp.serving.server import Server
from webapp.serving.workers import Workers

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def served(tmp_path: Path, running: Loop) -> Iterator[Path]:
    """Serves the address of the client at a Unix socket."""
    path = tmp_path / "socket"
    workers = Workers(running, ServiceThreads())

    def app(environ, start):  # type: ignore[no-untyped-def]
        start("200 OK", [("Content-Length", str(len(environ["REMOTE_ADDR"])))])
        return [environ["REMOTE_ADDR"].encode()]

    server = Server(app, listen_at_path(str(path)), running, workers)
    assert server.url == f"unix:{path}"
    server.start()
    yield path
    server.stop()
    workers.stop()
    assert not path.exists(), "the file goes with the server"


def test_clients_at_a_unix_socket_are_of_this_machine(served: Path) -> None:
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(PATIENCE)
        line.connect(str(served))
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        answer = b""
        while more := line.recv(4096):
            answer += more
    assert answer.endswith(LOCAL.encode())
    assert stat.S_IMODE(served.stat().st_mode) & 0o007 == 0


def test_a_unix_socket_has_one_server_and_a_dead_one_is_replaced(served: Path, tmp_path: Path) -> None:
    with pytest.raises(AddressError, match="another server listens"):
        listen_at_path(str(served))
    left = tmp_path / "left"
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(left))
    listen_at_path(str(left)).close()
    (tmp_path / "file").write_text("mine")
    for path in (tmp_path / "file", tmp_path / "nowhere" / "socket", tmp_path / ("x" * 200)):
        with pytest.raises(AddressError, match="cannot listen at"):
            listen_at_path(str(path))
    assert (tmp_path / "file").read_text() == "mine"


def passed(count: str = "1", pid: int | None = None) -> dict[str, str]:
    return {"LISTEN_FDS": count, "LISTEN_PID": str(pid or os.getpid()), "LISTEN_FDNAMES": "x", "HOME": "/"}


def test_only_one_listening_socket_meant_for_this_process_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    for environ in ({"HOME": "/"}, passed(pid=1), passed("0"), passed("many")):
        assert inherited(environ) is None
        assert environ == {"HOME": "/"}, "the variables are not for child processes"
    with pytest.raises(AddressError, match="passes 2 sockets"):
        inherited(passed("2"))
    listening, pair = listen("127.0.0.1", 0), socket.socketpair()
    monkeypatch.setattr("webapp.serving.listening._FIRST_INHERITED", os.dup(pair[0].fileno()))
    with pytest.raises(AddressError, match="does not listen"):
        inherited(passed())
    monkeypatch.setattr("webapp.serving.listening._FIRST_INHERITED", os.dup(listening.fileno()))
    taken = inherited(passed())
    assert taken is not None
    assert name_of(taken) == name_of(listening)
    for sock in (taken, listening, *pair):
        sock.close()
