"""Runs all tests, and failed ones once more alone, as ``--rerun`` of CPython's regrtest does.

A test that fails beside seven busy workers and passes alone has met a busy machine, seldom a fault of the project. So
at most three failed tests get a second try, in a fresh process while nothing else runs. The first failure stays
printed, and the last lines of the run name the test. More failures are no accident and fail at once.

Source: https://docs.python.org/3/library/test.html and Lib/test/libregrtest/main.py of CPython.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from tests.steps import Step, run

MOST = 3


def run_twice(step: Step, options: Sequence[str], wait: Callable[[], object]) -> tuple[list[str], list[str]]:
    """Runs all tests, and if one to three have failed, those once more.

    Args:
        step: pytest and the choice of tests.
        options: options of the first try alone; ``tests.workers`` must be among the plugins.
        wait: returns when no other step is running.

    Returns:
        the names of failed steps, and of tests which failed at first and then passed alone.
    """
    with tempfile.TemporaryDirectory(prefix="fourthought-failures-") as folder:
        file = Path(folder) / "names"
        if not run(replace(step, command=[*step.command, *options, "--failures", str(file)])):
            return [], []
        names = file.read_text().splitlines() if file.exists() else []
    if not 1 <= len(names) <= MOST:
        return [step.name], []
    wait()
    if run(Step(f"{step.name} once more, alone", [*step.command, "-v", *names], step.environment, step.folder)):
        return [step.name], []
    return [], names
