"""Tries one mutant: runs the tests which call the changed function, the quickest first, until one fails."""

from __future__ import annotations

import io
import os
import resource
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import settings

from tests.mutations.mutants import Mutant

ROOT = Path(__file__).resolve().parents[2]
EXHAUSTIVE = (
    "positions_of_",
    "on_slippery",
    "slippery_tictactoe_is_solved",
    "ten_thousand",
    "perft",
    "exact_deepening_is_minimax",
    "random_games",
)
EXAMPLES, GLIMPSES = 30, 6
"""Examples of each property: in a trial, and when noting the functions called by a test."""
SECONDS, BYTES = 60, 4 << 30
"""CPU time (beside the time of the tests) and memory after which a mutant counts as killed: an endless loop."""
PYTEST = ["-x", "-q", "--noconftest", "-p", "no:cacheprovider", "-W", "ignore:Module already imported"]
PYTEST += ["--capture=no", "--rootdir", str(ROOT)]


Killers = list[tuple[float, str]]
"""Tests which may kill a mutant, each with the seconds of a run without mutants."""


class Chosen:
    """Selects for pytest these tests in this order (None: all), with few examples, and no exhaustive ones."""

    def __init__(self, names: Iterable[str] | None = None, examples: int = EXAMPLES) -> None:
        self.examples = examples
        self.names = None if names is None else {name: place for place, name in enumerate(names)}

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = [item for item in items if not any(word in item.nodeid for word in EXHAUSTIVE)]
        names = self.names
        if names is not None:
            items[:] = sorted((one for one in items if one.nodeid in names), key=lambda one: names[one.nodeid])
        for item in items:
            given = getattr(item.obj, "_hypothesis_internal_use_settings", None)
            if given is not None:
                fewer = settings(given, max_examples=min(given.max_examples, self.examples))
                item.obj._hypothesis_internal_use_settings = fewer


class Watched(Chosen):
    """Notes for every test the processor time and the functions of the engine called by the test."""

    def __init__(self) -> None:
        super().__init__(None, GLIMPSES)
        self.seen: dict[str, tuple[float, list[str]]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: Any) -> Iterator[None]:
        codes: set[CodeType] = set()

        def called(frame: FrameType, event: str, argument: Any) -> None:
            codes.add(frame.f_code)

        started = time.process_time()
        threading.settrace(called)
        sys.settrace(called)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)  # type: ignore[arg-type]
            places = [(Path(code.co_filename), code.co_qualname) for code in codes]
            room = [f"{p.relative_to(ROOT)}: {name}" for p, name in places if p.is_relative_to(ROOT / "engine")]
            self.seen[item.nodeid] = time.process_time() - started, sorted(room)


class Forked(Chosen):
    """Tries each mutant on the collected tests, in a forked process, instead of running the tests once."""

    def __init__(self, trials: Iterable[tuple[Path, Mutant, Killers]], report: Callable[..., None]) -> None:
        super().__init__()
        self.trials, self.report = trials, report

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        for path, mutant, names in self.trials:
            tests = [(items[name], seconds) for seconds, name in names]
            self.report(path, mutant, in_child(lambda m=mutant, p=path, t=tests: _patched(p, m) or _all_pass(t)))
        return True


class Mutated(SourceFileLoader):
    """Finds and loads one module from another text than the file's."""

    def __init__(self, path: Path, source: str) -> None:
        super().__init__(module_of(path), str(ROOT / path))
        self.source = source

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        return spec_from_file_location(name, self.path, loader=self) if name == self.name else None

    def get_code(self, fullname: str) -> Any:
        return compile(self.source, self.path, "exec")


def module_of(path: Path) -> str:
    """Returns the module of a path: engine/search/star.py is engine.search.star."""
    return ".".join(path.with_suffix("").parts)


def loaded_with(path: Path, mutant: Mutant, killers: Killers) -> bool:
    """Returns whether the tests pass in a fresh process with the mutant in place of the module."""
    names = [name for _, name in killers]
    files = sorted({name.split("::")[0] for name in names})

    def fresh() -> int:
        sys.meta_path.insert(0, Mutated(path, mutant.source))
        return int(pytest.main([*PYTEST, *files], [Chosen(names)]))

    return in_child(fresh, SECONDS + round(5 * sum(seconds for seconds, _ in killers)))


def in_child(run: Callable[[], int], limit: int | None = SECONDS, complain: bool = False) -> bool:
    """Returns whether ``run`` returns 0 in a forked process, without output."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] == 0
    code = 1
    try:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
            signal.alarm(20 * limit)
        with redirect_stdout(io.StringIO()) as said, redirect_stderr(said):
            code = run()
        if code and complain:
            print(said.getvalue(), flush=True)
    except BaseException:
        if complain:
            traceback.print_exc()
    finally:
        os._exit(code)


def _patched(path: Path, mutant: Mutant) -> int:
    """Gives the function the mutated code; returns 1 where no function can be patched, otherwise 0."""
    function, code = patchable(path, mutant)
    if function is not None and code is not None:
        function.__code__ = code
    return int(function is None)


def patchable(path: Path, mutant: Mutant) -> tuple[FunctionType | None, CodeType | None]:
    """Returns the loaded function and the mutated code; None for code which runs only when the module is loaded."""
    name = mutant.function.split(".<locals>")[0]
    thing: Any = import_module(module_of(path))
    for part in name.split("."):
        thing = vars(thing).get(part)
        thing = getattr(thing, "fget", getattr(thing, "__func__", thing))
    code = _find(compile(mutant.source, str(ROOT / path), "exec"), name)
    return (thing, code) if isinstance(thing, FunctionType) else (None, None)


def _find(code: CodeType, name: str) -> CodeType | None:
    if code.co_qualname == name:
        return code
    below = (_find(one, name) for one in code.co_consts if isinstance(one, CodeType))
    return next((one for one in below if one is not None), None)


def _all_pass(tests: list[tuple[Any, float]]) -> int:
    for test, seconds in tests:
        times = 3 * EXAMPLES / GLIMPSES if hasattr(test.obj, "hypothesis") else 3
        signal.setitimer(signal.ITIMER_PROF, 1 + seconds * times)  # lost in a loop: the process ends, and has failed
        if any(report.failed for report in runtestprotocol(test, log=False, nextitem=None)):
            return 1
    return 0
