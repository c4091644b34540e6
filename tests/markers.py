"""Gives markers to whole rooms and files of tests, and finds the files with a marker."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOMS = {
    "browser": ("browser/",),
    "bounds": ("engine/mind/tree/", "engine/solver/test_bounds_check.py"),
    "only_bounds": ("engine/solver/test_bounds_check.py",),
    "slow": (
        "chaos/",
        "load/",
        "test_packaging.py",
        "engine/lab/test_run.py",
        "engine/lab/test_run_values.py",
        "engine/workshop/makers/test_shipped.py",
        "engine/kernels/test_cache.py",
    ),
}
"""Markers that whole files or rooms get."""


def mark_rooms(items: list[pytest.Item]) -> None:
    """Gives each test the markers of the test's room."""
    for item in items:
        for mark, rooms in ROOMS.items():
            if item.nodeid.startswith(tuple(f"tests/{room}" for room in rooms)):
                item.add_marker(mark)


def paths_with(mark: str) -> list[str]:
    """Returns the rooms and files with a marker, so a run for one marker imports no other tests."""
    named = {HERE / room for room in ROOMS.get(mark, ())}
    named |= {file for file in HERE.rglob("test_*.py") if re.search(rf"mark\.{mark}\b", file.read_text())}
    return sorted(path.relative_to(HERE.parent).as_posix() for path in named)
