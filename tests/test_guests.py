"""Removes each guest in a copy of the repository, and imports and starts the rest, and at night types it."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent

import pytest

from tests.programs import ROOT

pytestmark = pytest.mark.slow

GUESTS = {
    "arena": "engine/arena engine/commands/arena.py engine/commands/matches.py engine/workshop engine/standings.py "
    "engine/library/fourthought/bot webapp/commands/bot.py webapp/http/rooms/arena.py static/js/arena "
    "static/css/arena templates/arena tests/engine/arena",
    "workshop": "engine/workshop tests/engine/workshop tests/engine/kernels",
    "lab": "engine/lab engine/commands/lab.py engine/workshop/judge engine/workshop/lessons "
    "engine/workshop/commands/self_test.py "
    "webapp/http/lab webapp/http/rooms/lab.py static/js/lab static/css/lab templates/lab tests/engine/lab "
    "tests/webapp/http/lab",
    "student": "engine/student engine/workshop/commands/student.py engine/workshop/student_making.py "
    "webapp/http/rooms/student.py static/js/student static/css/student templates/student",
    "cluster": "webapp/cluster webapp/commands/cluster.py tests/webapp/cluster",
}
"""The folders and files of each guest."""
NAMED = {"arena": ("engine/library/fourthought/__init__.py", "Bot")}
"""By guest, a file and the word in it whose lines are deleted, too. Nothing else changes."""
PARTS = ("engine", "webapp", "static", "templates", "tests", "pyproject.toml", "README.md")
OURS = ("engine", "webapp", "fourthought")
OPTIONAL = ("ray", "bitbully", "gymnasium", "pettingzoo")
"""Packages that some modules need and few machines have."""
IMPORT_ALL = f"""
import importlib, pkgutil
for package in {OURS}:
    for module in pkgutil.walk_packages(importlib.import_module(package).__path__, package + "."):
        if not module.name.endswith("__main__") and ".migrations." not in module.name:  # Alembic runs those
            try:
                importlib.import_module(module.name)
            except ModuleNotFoundError as missing:
                if missing.name.partition(".")[0] not in {OPTIONAL}:
                    raise
"""
SERVE = """
import sys
from webapp.app import create_app
from webapp.settings import Settings
app = create_app(Settings(database="games.sqlite3"))
browser, guest = app.test_client(), sys.argv[1]
assert browser.get("/").status_code == 200
for room in ("coach", "lab", "student"):
    assert browser.get(f"/{room}").status_code == (404 if room == guest else 200), room
    leads = browser.get("/" if room == "coach" else "/learn").text
    assert (f'href="/{room}"' in leads) == (room != guest), room
app.extensions["fourthought"].close()
"""


@pytest.fixture(scope="module")
def type_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns mypy's cache for all copies, whose files have the same relative names."""
    folder = tmp_path_factory.mktemp("types") / "cache"
    if (ROOT / ".mypy_cache").is_dir():
        shutil.copytree(ROOT / ".mypy_cache", folder)
    return folder


@pytest.fixture(params=[name if name == "student" else pytest.param(name, marks=pytest.mark.long) for name in GUESTS])
def guest(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def rest(guest: str, tmp_path: Path) -> Iterator[Path]:
    """Yields a copy of the repository without the guest."""
    folder = tmp_path / "copy"
    folder.mkdir()
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, folder / part)
    for pattern in GUESTS[guest].split():
        found = list(folder.glob(pattern))
        assert found, pattern
        for path in found:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    if guest in NAMED:
        file, word = folder / NAMED[guest][0], re.compile(rf"\b{NAMED[guest][1]}\b")
        file.write_text("".join(line for line in file.read_text().splitlines(True) if not word.search(line)))
    yield folder
    shutil.rmtree(folder)


def _environment(folder: Path) -> dict[str, str]:
    path = os.pathsep.join((str(folder), str(folder / "engine" / "library")))
    return {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}


def _run(folder: Path, *command: str) -> None:
    done = subprocess.run(
        [sys.executable, *command], cwd=folder, env=_environment(folder), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.long  # by day the import rules forbid what would be missing, for types too
def test_without_a_guest_the_rest_is_typed(rest: Path, type_cache: Path) -> None:
    _run(rest, "-m", "mypy", "--cache-dir", str(type_cache), "-p", "engine", "-p", "webapp")


def test_without_a_guest_the_rest_is_imported_and_served(guest: str, rest: Path) -> None:
    _run(rest, "-c", f"{IMPORT_ALL}\nif __name__ == '__main__':\n{indent(SERVE, '    ')}", guest)
