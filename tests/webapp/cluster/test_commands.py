"""Tests what the commands of a cluster say where they cannot begin: one sentence, and exit code 2."""

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from webapp.cli import main


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
