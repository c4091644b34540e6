"""Tests that the rules load no compiled or searching module, and ``engine`` loads each name at the first use."""

import ast
import importlib
import pydoc
import subprocess
import sys
from pathlib import Path

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


def test_the_rules_load_neither_numba_nor_a_search() -> None:
    command = [sys.executable, "-c", SCRIPT]
    printed = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    assert printed.splitlines() == ["[]", "engine.mind.levels.level"]


def test_every_name_of_the_front_door_loads_and_is_kept() -> None:
    stub = ast.parse(Path(engine.__file__).with_name("__init__.pyi").read_text())
    typed = {
        alias.asname: (str(line.module), alias.name)
        for line in stub.body
        if isinstance(line, ast.ImportFrom)
        for alias in line.names
    }
    assert {name: tuple(place.split(":")) for name, place in engine._PLACES.items()} == typed
    assert len(typed) > 30
    for name, (module, attribute) in typed.items():
        assert getattr(engine, name) is getattr(importlib.import_module(module), attribute)
        assert name in vars(engine)
    assert not hasattr(engine, "no_such_name")


def test_the_door_is_listed_and_explained() -> None:
    names = set(engine._PLACES)
    assert names <= set(dir(engine))
    assert names == set(engine.__all__)
    told = pydoc.plain(pydoc.render_doc(engine))
    for name in ("class Mind", "class Scheduler", "explain(", "levels("):
        assert name in told
