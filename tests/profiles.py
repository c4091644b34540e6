"""Chooses the number of examples for a costly property: a 24th of the examples by default, all in long runs.

The examples of a default run are the same each time, so that it fails only for a change; long runs draw new ones.
Long are the runs with ``-m long`` and runs with ``TEST_PROFILE=long`` in the environment. ``-m long`` selects all
properties, the tests that try more then, and those marked ``long``.
"""

import os
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings

Test = TypeVar("Test", bound=Callable[..., Any])

# How long an example takes decides no test.
_ANY_MACHINE: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("default, on any machine", derandomize=True, **_ANY_MACHINE)
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


def by_day(cases: Iterable[Any], every: int, name: Callable[[Any], str] | None = None) -> list[Any]:
    """Returns cases as parameters of a test: the first and each ``every``-th run by day, the others at night alone.

    A tuple is a case of several parameters. ``name`` names each case in the test's name.
    """
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            marks=[pytest.mark.long] * bool(place % every),
            id=name(case) if name else None,
        )
        for place, case in enumerate(cases)
    ]


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
    """Marks properties as long where a run draws new examples, so ``-m long`` selects these as well."""
    for item in items:
        test = getattr(item, "function", None)
        if is_long() and (getattr(test, "is_costly", False) or getattr(test, "is_hypothesis_test", False)):
            item.add_marker(pytest.mark.long)
