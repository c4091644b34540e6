"""Tests what is asked of Ray before Ray is loaded: a version with authentication, and a token."""

import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import ClassVar

import pytest
from click.testing import CliRunner

from tests.waiting import wait_until
from webapp.cli import main
from webapp.cluster.machines import node, quiet, ray_settings
from webapp.cluster.machines.ray_settings import MachinesError, prepare, reach

TOKEN = "0123456789abcdef" * 2


@pytest.fixture(autouse=True)
def ray(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Makes Ray look installed, in a home without a token."""
    monkeypatch.setattr(ray_settings, "version", lambda _: "2.60.0")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)


def test_with_a_token_the_settings_are_made(tmp_path: Path) -> None:
    environ = {"RAY_AUTH_TOKEN": TOKEN}
    prepare(environ)
    assert environ == {"RAY_AUTH_TOKEN": TOKEN, **ray_settings.SETTINGS}
    (tmp_path / ".ray").mkdir()
    (tmp_path / ".ray" / "auth_token").write_text(TOKEN + "\n")
    prepare({})
    (tmp_path / "mine").write_text(TOKEN)
    prepare({"RAY_AUTH_TOKEN_PATH": str(tmp_path / "mine")})


@pytest.mark.parametrize(
    ("environ", "said"),
    [
        ({}, "the token of the cluster is missing: set RAY_AUTH_TOKEN to the same secret of 32 characters"),
        ({"RAY_AUTH_TOKEN": "secret"}, "the token of the cluster is too short: set RAY_AUTH_TOKEN"),
        ({"RAY_AUTH_TOKEN": TOKEN, "RAY_AUTH_MODE": "disabled"}, "RAY_AUTH_MODE is 'disabled', but a cluster runs"),
    ],
)
def test_without_authentication_nothing_begins(environ: dict[str, str], said: str) -> None:
    with pytest.raises(MachinesError, match=f"^{said}"):
        prepare(environ)


def test_an_old_ray_knows_no_authentication(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_settings, "version", lambda _: "2.51.1")
    with pytest.raises(MachinesError, match=r"^ray 2\.51\.1 is too old for a cluster with authentication; 2\.60 or"):
        prepare({"RAY_AUTH_TOKEN": TOKEN})


@pytest.mark.parametrize("address", ["10.0.0.7", ":6379", "there:head", ""])
def test_an_address_names_machine_and_port(address: str) -> None:
    with pytest.raises(MachinesError, match=r"is no address of a head; one looks like 10\.0\.0\.7:6379$"):
        reach(address)


def test_where_nobody_listens_there_is_no_head() -> None:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        address = "127.0.0.1:" + str(sock.getsockname()[1])
        with pytest.raises(MachinesError, match=f"^there is no head at {address}; start one there with: fourthought"):
            reach(address)
        sock.listen()
        reach(address)


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ["bench", "ladder", "--game", "tictactoe", "--on", "127.0.0.1:1"],
        ["cluster", "head"],
        ["cluster", "host", "--join", "postgresql://me@there/games", "--on", "127.0.0.1:1"],
    ],
)
def test_every_command_with_ray_refuses_without_a_token_in_one_sentence(
    command: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH", "RAY_AUTH_MODE"):
        monkeypatch.delenv(name, raising=False)
    run = CliRunner().invoke(main, command)
    assert run.exit_code == 2
    assert run.stderr.startswith("Error: The token of the cluster is missing: set RAY_AUTH_TOKEN")
    assert len(run.stderr.splitlines()) == 1


def test_without_ray_a_command_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(ray_settings, "version", missing)
    run = CliRunner().invoke(main, ["cluster", "head"])
    assert (run.exit_code, run.stderr) == (2, "Error: This command needs ray: pip install 'fourthought[ray]'.\n")


@pytest.mark.slow
def test_the_processes_of_ray_end_with_their_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Runs a program in the place of Ray that starts another one, and one that fails."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    noted = tmp_path / "pid"
    child = f"import os, pathlib, time; pathlib.Path({str(noted)!r}).write_text(str(os.getpid())); time.sleep(600)"
    program = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    monkeypatch.setattr(node, "_START", (sys.executable, "-c", program))
    running = node.RayNode(["--head"], "head")
    while not (noted.exists() and noted.read_text()):
        time.sleep(0.01)
    running.check()
    running.stop()
    while _is_alive(int(noted.read_text())):
        time.sleep(0.01)
    monkeypatch.setattr(node, "_START", (sys.executable, "-c", "raise SystemExit('no room')"))
    failing = node.RayNode([], "head")
    failing._process.wait()
    with pytest.raises(MachinesError, match=r"^Ray has ended on this machine; its logs are in .*; it said: no room$"):
        failing.check()
    failing.stop()
    monkeypatch.setattr(os, "getuid", lambda: os.geteuid() + 1)
    with pytest.raises(MachinesError, match="belongs to another user"):
        node.RayNode([], "head")


class Node:
    """Ends by itself in the first two of three lives."""

    lives: ClassVar[list[str]] = []

    def __init__(self, arguments: Sequence[str], name: str) -> None:
        self.lives.append("begun")
        self.quiet = Path(tempfile.gettempdir()) / "quiet"

    def check(self) -> None:
        if len(self.lives) < 5:
            raise MachinesError("Ray has ended on this machine")

    def stop(self) -> None:
        self.lives.append("stopped")


@pytest.fixture
def ends_by_itself(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(Node, "lives", [])
    monkeypatch.setattr(node, "RayNode", Node)
    monkeypatch.setattr(node, "_wait_for_port", lambda *_: None)
    monkeypatch.setattr(node, "_AGAIN", 0.0)
    monkeypatch.setattr(node, "_LOOK", 0.0)
    return Node.lives


def test_a_head_begins_again_where_ray_has_ended_by_itself(
    monkeypatch: pytest.MonkeyPatch, ends_by_itself: list[str]
) -> None:
    monkeypatch.setattr(Node, "check", end_the_third_life)
    said: list[str] = []
    node.run_head("127.0.0.1", 6379, said.append)
    assert ends_by_itself == ["begun", "stopped"] * 3
    assert said == ["The head of the cluster is at 127.0.0.1:6379"]


def end_the_third_life(one: Node) -> None:
    if len(one.lives) < 5:
        raise MachinesError("Ray has ended on this machine")
    signal.raise_signal(signal.SIGTERM)


def test_beside_a_host_a_node_for_jobs_runs_and_knows_for_how_long_no_move_was_due(
    monkeypatch: pytest.MonkeyPatch, ends_by_itself: list[str], tmp_path: Path
) -> None:
    with node.jobs_here("10.0.0.6:6379", "127.0.0.1", 2, lambda: 9.0):
        wait_until(lambda: (tmp_path / "quiet").exists())
        monkeypatch.setenv(quiet.VARIABLE, str(tmp_path / "quiet"))
        assert 8.9 < quiet.seconds() < 100.0
    assert ends_by_itself == ["begun", "stopped"] * 3


def _is_alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().split(")")[1]
    except FileNotFoundError:
        return False
