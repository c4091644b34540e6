"""Tests what is asked of Ray before Ray is loaded: a version with authentication, and a token."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from webapp.cli import main
from webapp.cluster.machines import ray_settings
from webapp.cluster.machines.ray_settings import MachinesError, prepare, remember

TOKEN = "0123456789abcdef" * 2


@pytest.fixture(autouse=True)
def ray(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Lets Ray look installed, in a home without a token."""
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


def test_a_head_keeps_its_state_in_a_folder_unless_there_is_redis(tmp_path: Path) -> None:
    assert remember(tmp_path, {}) == {"RAY_gcs_storage": "rocksdb", "RAY_gcs_storage_path": str(tmp_path)}
    assert remember(tmp_path, {"RAY_REDIS_ADDRESS": "10.0.0.9:6379"}) == {}


def test_a_command_with_on_refuses_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH", "RAY_AUTH_MODE"):
        monkeypatch.delenv(name, raising=False)
    run = CliRunner().invoke(main, ["ladder", "--game", "tictactoe", "--on", "127.0.0.1:1"])
    assert run.exit_code == 2
    assert run.stderr.startswith("Error: The token of the cluster is missing: set RAY_AUTH_TOKEN")
    assert len(run.stderr.splitlines()) == 1
