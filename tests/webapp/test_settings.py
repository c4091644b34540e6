"""Tests settings: defaults, the environment, and the words for a wrong value."""

import contextlib
import json
from dataclasses import Field, fields
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import make_url

from webapp.cli import main
from webapp.engine_process.client import EngineClient
from webapp.engine_process.messages import Start, read_asked
from webapp.settings import SettingError, Settings, unknown_settings


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


def test_memory_and_patience_of_minds_are_settings() -> None:
    settings = Settings.from_env(
        {"FOURTHOUGHT_TREE_MB": "1.5", "FOURTHOUGHT_TREES_MB": "77", "FOURTHOUGHT_PONDER_SECONDS": "9"}
        | {"FOURTHOUGHT_PROOFS": "off", "FOURTHOUGHT_PROOFS_MB": "5"}
    )
    start = read_asked(next(EngineClient(settings).begun()))
    assert start == Start(threads=0, tree_mb=1.5, trees_mb=77.0, ponder_seconds=9.0, proofs="", proofs_mb=5.0)


NUMBERS = [one for one in fields(Settings) if "low" in one.metadata]
RATES = [one.name for one in fields(Settings) if "rate" in one.metadata]


@pytest.mark.parametrize("one", NUMBERS, ids=lambda one: one.name)
def test_a_number_out_of_range_is_refused_in_a_short_sentence(one: Field[Any]) -> None:
    name = f"FOURTHOUGHT_{one.name.upper()}"
    for value in ("nan", "inf", "-inf", "-1", "1e300", "9" * 400, "lots", "", "1,5"):
        with pytest.raises(SettingError, match=f"{name} is .*; it must be a .*number from") as said:
            Settings.from_env({name: value})
        assert len(str(said.value)) < 160


@given(st.sampled_from(NUMBERS), st.floats() | st.integers())
def test_what_is_taken_is_in_range_for_variables_and_options_alike(one: Field[Any], value: float) -> None:
    for ask in (
        lambda: Settings.from_env({f"FOURTHOUGHT_{one.name.upper()}": str(value)}),
        lambda: Settings.from_env({}, **{one.name: value}),
    ):
        with contextlib.suppress(SettingError):
            assert one.metadata["low"] <= getattr(ask(), one.name) <= one.metadata["high"]


@pytest.mark.parametrize(
    "value", ["lots", "", "0 per 1 second", "-1 per 1 second", "1 per 0 seconds", "1 per fortnight"]
)
@pytest.mark.parametrize("name", RATES)
def test_a_rate_that_is_none_is_refused(name: str, value: str) -> None:
    with pytest.raises(SettingError, match="it must be a rate such as"):
        Settings.from_env({f"FOURTHOUGHT_{name.upper()}": value})


@pytest.mark.parametrize(
    "name", ["games? now.db", "a#b.db", "100%.db", "a%41.db", "ä ö.db", "dir?/x.db", "a:b.db", "&=+.db"]
)
def test_a_file_name_is_a_file_name(tmp_path: Path, name: str) -> None:
    url = Settings.from_env({}, database=str(tmp_path / name)).database_url
    assert make_url(url).database == str(tmp_path / name)


def test_another_kind_of_database_is_refused() -> None:
    with pytest.raises(SettingError, match="may be SQLite or PostgreSQL, not mysql"):
        Settings.from_env({}, database="mysql://there/games")


def test_an_unknown_setting_is_named_with_the_nearest_one() -> None:
    assert unknown_settings({"FOURTHOUGHT_PROT": "1", "FOURTHOUGHT_JOIN": "x", "OTHER": ""}) == [
        "FOURTHOUGHT_PROT is no setting; did you mean FOURTHOUGHT_PORT?"
    ]


def test_the_document_is_the_table_and_the_command_tells_values_and_origins(monkeypatch: pytest.MonkeyPatch) -> None:
    document = Path(__file__).resolve().parents[2] / "webapp" / "SETTINGS.md"
    assert document.read_text().endswith(CliRunner().invoke(main, ["settings", "--markdown"]).output)
    monkeypatch.setenv("FOURTHOUGHT_METRICS_TOKEN", "secret word")
    monkeypatch.setenv("FOURTHOUGHT_GRACE", "7")
    said = CliRunner().invoke(main, ["settings"]).output
    assert "secret word" not in said
    assert "FOURTHOUGHT_GRACE=7.0  (environment; a number from 0 to 86,400)" in said
    record = json.loads(CliRunner().invoke(main, ["settings", "--json"]).output.splitlines()[0])
    assert record["origin"] == "default"
