"""Runs a test with a few seeds by default, and with a thousand in long runs."""

from collections.abc import Callable
from typing import Any

import pytest


def seeds(few: int, many: int = 1000) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Returns a decorator which gives a test its ``seeds``: ``few`` by default, ``many`` with ``-m long``."""
    long = pytest.param(range(many), marks=pytest.mark.long)
    return pytest.mark.parametrize("seeds", [range(few), long], ids=["few", "many"])
