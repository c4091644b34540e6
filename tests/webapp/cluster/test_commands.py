"""Tests what the commands of a cluster say where they cannot begin: one sentence, and exit code 2."""

import socket
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.webapp.cluster.machines import Machine
from webapp.cli import main
from webapp.cluster.run_host import open_cluster
from webapp.storage.database import Database
from webapp.storage.status import status
from webapp.storage.url import DatabaseError, read_url


@pytest.mark.parametrize("role", [["host"], ["web", "--port", "0"]])
def test_a_cluster_needs_a_postgresql(role: list[str], tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["cluster", *role, "--join", f"sqlite:///{tmp_path / 'games.sqlite3'}"])
    assert (run.exit_code, run.stderr) == (
        2,
        "Error: A cluster needs a PostgreSQL, such as postgresql://me@there/games.\n",
    )


@pytest.mark.parametrize("role", [["host"], ["web", "--port", "0"]])
def test_a_cluster_needs_the_extra(role: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name == "zmq" or name.startswith(("zmq.", "webapp.cluster."))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "zmq", None)
    run = CliRunner().invoke(main, ["cluster", *role, "--join", "postgresql://me@there/games"])
    assert run.exit_code == 2
    assert run.stderr == "Error: A cluster needs zmq: pip install 'fourthought[cluster]'.\n"


def test_a_place_that_a_host_cannot_listen_at_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for words, said in (
            (["--listen", "203.0.113.5"], "'203.0.113.5' is no address of this machine; 127.0.0.1 always is."),
            (["--listen", "127.0.0.1:99999"], "There is no port 99999; choose one up to 65535 with --listen."),
            (["--listen", f"127.0.0.1:{port}"], f"Port {port} is in use; choose another one with --listen."),
            (["--health", port], f"Port {port} is in use; choose another one with --health."),
        ):
            run = CliRunner().invoke(main, ["cluster", "host", "--join", "postgresql://me@there/games", *words])
            assert (run.exit_code, run.stderr) == (2, f"Error: {said}\n")


def test_a_server_alone_and_the_hosts_of_a_cluster_refuse_each_other(
    cluster_url: str, start: Callable[..., Machine]
) -> None:
    alone = Database(cluster_url, owned=True)
    with closing(alone), pytest.raises(DatabaseError, match="a server already uses the database"):
        open_cluster(cluster_url)
    start()
    assert status(read_url(cluster_url))["owned"]
    with pytest.raises(DatabaseError, match="a server already uses the database"):
        Database(cluster_url, owned=True)
    open_cluster(cluster_url).close()
