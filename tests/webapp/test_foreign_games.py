"""Installs a package with three games, and plays them in the server under their names."""

import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.engine.library.test_check_game import RACE
from tests.profiles import by_day
from tests.server import serving
from tests.webapp.client import Client
from tests.webapp.test_live import HUMAN, engine, play_out

FOREIGN = Path(__file__).resolve().parents[1] / "foreign"
GAMES = ("kalah", "hex5", "othello6")


def install(folder: Path) -> None:
    """Installs the package into a folder, without a network."""
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target", str(folder)]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, str(FOREIGN)], check=True, timeout=300)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("package")
    install(folder)
    return folder


def run(package: Path | None, *words: str, folder: Path | None = None, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **({"PYTHONPATH": str(package)} if package else {}), **more}
    command = [str(Path(sys.executable).with_name("fourthought")), *words]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600, check=False
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", by_day(["hex5", "kalah", "othello6"], 3))
def test_the_installed_games_keep_the_laws(package: Path, name: str) -> None:
    checked = run(package, "check-game", name, "--games", "40")
    assert (checked.returncode, checked.stderr) == (0, ""), checked.stdout
    assert f"{name} keeps the laws of Game in 40 random games." in checked.stdout
    assert f"Page: /{name} with" in checked.stdout
    assert ("one side can move twice in a row" in checked.stdout) is (name != "hex5")


@pytest.mark.slow
def test_they_play_in_the_server_and_a_file_too(package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine's process and the lab's find the same games as the server."""
    monkeypatch.setenv("PYTHONPATH", str(package))
    file = tmp_path / "race.py"
    file.write_text(RACE, encoding="utf-8")
    with serving(tmp_path, "--load", str(file), minimum_reply=0.0) as (_, url), Client(url) as client:
        for name in (*GAMES, "race"):
            with urllib.request.urlopen(f"{url}/{name}", timeout=120) as page:
                assert f"/{name}" in page.read().decode()
            opened = client.call("new_game", game=name, seats=[HUMAN, engine(2)])
            last = play_out(client, opened["game_id"], opened["state"], 0)
            assert last["legal"] == []
            assert last["outcome"] is not None
            assert bool(last["text"]) is (name in ("kalah", "race"))
            discs = [disc[:2] for disc in last["discs"]]
            assert len(discs) == len({tuple(disc) for disc in discs})


def test_a_file_in_the_present_folder_is_loaded_by_its_module_name(tmp_path: Path) -> None:
    (tmp_path / "race.py").write_text(RACE, encoding="utf-8")
    checked = run(None, "--load", "race", "check-game", "race", "--games", "20", folder=tmp_path)
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "Page: /race with the position as text" in checked.stdout


def test_a_module_that_cannot_be_loaded_is_named_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("1 / 0\n", encoding="utf-8")
    checked = run(None, "--load", "bad", "solve", "44", folder=tmp_path)
    assert checked.returncode == 2
    assert checked.stderr.count("\n") == 1
    assert "cannot be loaded (ZeroDivisionError: division by zero)." in checked.stderr


def test_a_package_that_breaks_costs_a_warning_and_no_game(tmp_path: Path) -> None:
    info = tmp_path / "broken-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[fourthought.games]\nbroken = nothing_here:GAME\n", encoding="utf-8")
    explained = run(tmp_path, "textbook", "explain", "nim", "1")
    assert explained.returncode == 0
    assert "the game 'broken' of the package broken cannot be loaded (ModuleNotFoundError" in explained.stderr
