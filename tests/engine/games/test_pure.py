"""Tests that the rules load no compiled or searching module, and ``engine`` loads each name at the first use."""

import importlib
import pydoc
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import engine

SCRIPT = """
import sys
from engine.games import all_games
assert "connect4" in all_games() and "nim" in all_games()
heavy = ("numba", "llvmlite", "numpy", "engine.mind", "engine.search", "engine.solver", "engine.kernels.kernel")
print(sorted(name for name in sys.modules if name.startswith(heavy)))
import engine
print(engine.Level.__module__)
"""


@pytest.mark.slow
def test_the_rules_load_neither_numba_nor_a_search() -> None:
    command = [sys.executable, "-c", SCRIPT]
    printed = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    assert printed.splitlines() == ["[]", "engine.mind.levels.level"]


def test_every_name_of_the_front_door_loads_and_is_kept() -> None:
    assert len(engine._places()) > 30
    for name, (module, attribute) in engine._places().items():
        assert getattr(engine, name) is getattr(importlib.import_module(module), attribute)
        assert name in vars(engine)
    assert not hasattr(engine, "no_such_name")


def test_the_door_is_listed_and_explained() -> None:
    names = set(engine._places())
    assert names <= set(dir(engine))
    assert names == set(engine.__all__)
    told = pydoc.plain(pydoc.render_doc(engine))
    for name in ("class Mind", "class Scheduler", "explain(", "levels("):
        assert name in told


@pytest.mark.slow
def test_the_door_opens_in_a_zip_file(tmp_path: Path) -> None:
    """Finds the names where files of the package have no path."""
    root = Path(engine.__file__).parent
    with zipfile.ZipFile(tmp_path / "engine.zip", "w") as packed:
        for file in root.rglob("*.py*"):
            if file.suffix in (".py", ".pyi"):
                packed.write(file, Path("engine") / file.relative_to(root))
    code = "import engine; print(engine.__file__, engine.Level.__name__, 'Mind' in dir(engine))"
    command, path = [sys.executable, "-c", code], {"PYTHONPATH": str(tmp_path / "engine.zip")}
    run = subprocess.run(command, cwd=tmp_path, env=path, capture_output=True, text=True, check=True)
    assert run.stdout.split() == [str(tmp_path / "engine.zip" / "engine" / "__init__.py"), "Level", "True"]
