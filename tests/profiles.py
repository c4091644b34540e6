"""Chooses the number of examples for a costly property: a 24th of the examples by default, all in long runs.

Long are the runs with ``-m long`` and runs with ``TEST_PROFILE=long`` in the environment. ``-m long`` selects the
costly properties and the tests marked ``long``.
"""

import os
from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings

Test = TypeVar("Test", bound=Callable[..., Any])

_ANY_MACHINE: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("default, on any machine", **_ANY_MACHINE)  # how long an example takes decides no test
settings.register_profile("long", **_ANY_MACHINE)
settings.load_profile("default, on any machine")


def choose(config: pytest.Config) -> None:
    """Loads the profile given by the markers of a run or by the environment."""
    marks = config.option.markexpr
    if os.environ.get("TEST_PROFILE") == "long" or ("long" in marks and "not long" not in marks):
        settings.load_profile("long")


def is_long() -> bool:
    """Returns whether every example is to be tried."""
    return settings.get_current_profile_name() == "long"


def more_at_night(test: Test) -> Test:
    """Marks a test that tries more where ``is_long()``: it runs by day and at night."""
    test.is_costly = True  # type: ignore[attr-defined]
    return test


def costly(examples: int, **chosen: Any) -> Callable[[Test], Test]:
    """Returns a decorator like ``hypothesis.settings`` for a property which takes seconds.

    Args:
        examples: how many examples a long run tries; any other run tries a 24th, and six at least.
        chosen: further settings of hypothesis.
    """

    def decorate(test: Test) -> Test:
        count = examples if is_long() else max(6, examples // 24)
        return settings(max_examples=count, **{**_ANY_MACHINE, **chosen})(more_at_night(test))

    return decorate


def mark_long(items: list[pytest.Item]) -> None:
    """Marks costly properties as long where a run tries all examples, so ``-m long`` selects these as well."""
    for item in items:
        if is_long() and getattr(getattr(item, "function", None), "is_costly", False):
            item.add_marker(pytest.mark.long)
