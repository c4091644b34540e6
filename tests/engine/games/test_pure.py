"""Tests that the rules load no compiled or searching module, and ``engine`` loads each name at the first use."""

from __future__ import annotations

import subprocess
import sys

import pytest

import engine
import engine.api
import engine.coach.api

SCRIPT = """
import sys
from engine.games import all_games
assert "connect4" in all_games() and "nim" in all_games()
heavy = ("numba", "llvmlite", "numpy", "engine.api", "engine.mind", "engine.search", "engine.solver", "engine.compiled")
print(sorted(name for name in sys.modules if name.startswith(heavy)))
import engine
print(engine.Level.__module__)
"""


@pytest.mark.slow
def test_the_rules_load_neither_numba_nor_a_search() -> None:
    command = [sys.executable, "-c", SCRIPT]
    printed = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    assert printed.splitlines() == ["[]", "engine.mind.levels.level"]


def test_the_front_door_has_every_name_of_the_api_and_no_other() -> None:
    assert engine.__all__ == sorted(engine.api.__all__ + engine.coach.api.__all__)
    for rooms_api in (engine.api, engine.coach.api):
        assert all(getattr(engine, name) is getattr(rooms_api, name) for name in rooms_api.__all__)
    assert not hasattr(engine, "no_such_name")
