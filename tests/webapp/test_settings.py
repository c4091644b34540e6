"""Tests settings: defaults, the environment, and the words for a wrong value."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games import find
from engine.mind.tree.memory import MEMORY
from webapp.app import local_engine
from webapp.metrics import Metrics
from webapp.process.service_threads import ServiceThreads
from webapp.serving.loop import Loop
from webapp.settings import SettingError, Settings


def test_the_defaults_need_no_environment() -> None:
    settings = Settings.from_env({})
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.database_url.startswith("sqlite:////")
    assert settings.database_url.endswith("fourthought/games.sqlite3")


def test_the_environment_sets_and_the_command_line_wins() -> None:
    environ = {"FOURTHOUGHT_PORT": "8123", "FOURTHOUGHT_GRACE": "2.5", "FOURTHOUGHT_HOST": "::1"}
    settings = Settings.from_env(environ, port=9000, host=None)
    assert (settings.port, settings.grace, settings.host) == (9000, 2.5, "::1")


@pytest.mark.parametrize(
    ("environ", "url"),
    [
        ({"FOURTHOUGHT_DATABASE": "/tmp/g.sqlite3"}, "sqlite:////tmp/g.sqlite3"),
        ({"DATABASE_URL": "sqlite:///x.sqlite3"}, "sqlite:///x.sqlite3"),
        ({"FOURTHOUGHT_DATABASE": "a.db", "DATABASE_URL": "sqlite:///b.db"}, "sqlite:///a.db"),
        ({"FOURTHOUGHT_DATABASE": "~/g.db"}, f"sqlite:///{Path.home()}/g.db"),
        ({"DATABASE_URL": "postgresql+psycopg://me@there/games"}, "postgresql+psycopg://me@there/games"),
    ],
)
def test_the_database_is_a_file_or_a_url(environ: dict[str, str], url: str) -> None:
    assert Settings.from_env(environ).database_url == url


@pytest.mark.parametrize(("name", "value", "kind"), [("PORT", "x", "a whole number"), ("GRACE", "", "a number")])
def test_a_wrong_value_is_named(name: str, value: str, kind: str) -> None:
    with pytest.raises(SettingError, match=f"FOURTHOUGHT_{name} is '{value}'; it must be {kind}"):
        Settings.from_env({f"FOURTHOUGHT_{name}": value})


def test_whether_a_move_waits_for_the_disk_is_a_setting() -> None:
    assert not Settings.from_env({}).sync_commits
    assert Settings.from_env({"FOURTHOUGHT_FLUSH": "move"}).sync_commits
    with pytest.raises(SettingError, match='FOURTHOUGHT_FLUSH is \'never\'; it must be "second" or "move"'):
        _ = Settings.from_env({"FOURTHOUGHT_FLUSH": "never"}).sync_commits


def test_memory_and_patience_of_minds_are_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MEMORY, "cap", MEMORY.cap)
    settings = Settings.from_env(
        {"FOURTHOUGHT_TREE_MB": "1.5", "FOURTHOUGHT_TREES_MB": "77", "FOURTHOUGHT_PONDER_SECONDS": "9"}
    )
    loop = Loop()
    engine = local_engine(settings, Metrics(), ServiceThreads(), loop)
    mind = engine.mind(find("tictactoe"), 10, 1)
    assert mind.cap_mb == 1.5
    assert MEMORY.cap == 77 * 2**20
    assert engine.scheduler.idle_seconds == 9
    mind.close()
    loop.stop()
