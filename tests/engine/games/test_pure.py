"""Tests that the rules load no compiled or searching module, and ``engine`` loads each name at the first use."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

import engine

SCRIPT = """
import sys
from engine.games import all_games
assert "connect4" in all_games() and "nim" in all_games()
heavy = ("numba", "llvmlite", "numpy", "engine.mind", "engine.search", "engine.solver", "engine.compiled")
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
