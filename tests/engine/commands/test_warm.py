"""Compiles before the first start: all boards or those named, and says what could not be kept."""

import pytest
from click.testing import CliRunner

import engine
from engine import compiled
from webapp.cli import main


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Notes what would be compiled."""
    names: list[str] = []
    for name in ("compile_apart", "load_coach"):
        monkeypatch.setattr(engine, name, lambda name=name: names.append(name))
    monkeypatch.setattr(engine, "warm_up", lambda game: names.append(game.name))
    monkeypatch.setattr(engine, "are_loaded", lambda game: game.name != "connect5")
    return names


def test_named_boards_alone_are_compiled_apart(asked: list[str]) -> None:
    run = CliRunner().invoke(main, ["warm", "tictactoe", "connect4"])
    assert run.exit_code == 0, run.output
    assert asked == ["compile_apart", "tictactoe", "connect4", "load_coach"]
    assert "2 boards are compiled" in run.output


def test_all_boards_are_compiled_and_a_failure_is_told(asked: list[str]) -> None:
    run = CliRunner().invoke(main, ["warm"])
    assert run.exit_code == 1
    assert len(asked) > 10
    assert "not compiled: Connect Five" in run.output


def test_without_a_folder_nothing_is_compiled(asked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "use_cache_directory", lambda: None)
    run = CliRunner().invoke(main, ["warm"])
    assert (run.exit_code, asked) == (1, [])
    assert "XDG_CACHE_HOME" in run.output
    assert CliRunner().invoke(main, ["warm", "chess"]).exit_code == 1
