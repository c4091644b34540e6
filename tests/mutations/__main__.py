"""Checks that the tests notice a wrong line of the textbook: ``python -m tests.mutations engine/search/star.py``.

One change at a time makes a mutant: every comparison is flipped and moved by one; max and min, alpha and beta and
similar pairs are swapped; signs, numbers, ``and``, ``or``, True and False are changed (see ``mutants.py``). Surviving
mutants are printed and make the exit code 1: a test is missing, or the line is not needed. Property tests get few
examples, and slow and exhaustive tests are left out: mutants which only these would kill are printed as survivors.

The results are kept in .mutations.json, so a run can be stopped and taken up again.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.mutations.equivalent import EQUIVALENT
from tests.mutations.mutants import Mutant, mutants
from tests.mutations.trial import PYTEST, ROOT, Forked, Killers, Watched, in_child, loaded_with, patchable

MEMORY = ROOT / ".mutations.json"
QUICK, ASKED = 0.4, 400
"""Slower tests than this (in seconds, watched) are not asked at first, nor more than so many."""
ROOMS = ("tests/engine/games/test_*.py", "tests/engine/search/test_*.py", "tests/engine/commands/test_textbook.py")
Trial = tuple[Path, Mutant]


class Memory:
    """Keeps the tests of each test file, and the killed mutants."""

    def __init__(self) -> None:
        known = json.loads(MEMORY.read_text()) if MEMORY.exists() else {}
        self.tests: dict[str, dict[str, tuple[float, list[str]]]] = known.get("tests", {})
        self.killed: set[str] = set(known.get("killed", []))

    def save(self) -> None:
        """Writes the memory to the file, together with the mutants killed by other runs."""
        if MEMORY.exists():
            self.killed |= set(json.loads(MEMORY.read_text())["killed"])
        draft = MEMORY.with_suffix(f".{os.getpid()}")
        draft.write_text(json.dumps({"tests": self.tests, "killed": sorted(self.killed)}))
        draft.replace(MEMORY)

    def learn(self) -> list[Path]:
        """Runs each new or changed test file, and notes the functions called by each test; returns all test files."""
        files = [file for room in ROOMS for file in sorted(ROOT.glob(room))]
        marks = {hashlib.sha256(file.read_bytes()).hexdigest()[:16]: file for file in files}
        self.tests = {mark: tests for mark, tests in self.tests.items() if mark in marks}
        results = MEMORY.with_suffix(f".tests.{os.getpid()}")
        for mark in marks.keys() - self.tests.keys():

            def watch(file: Path = marks[mark]) -> int:
                watched = Watched()
                code = int(pytest.main([*PYTEST, str(file)], [watched])) % pytest.ExitCode.NO_TESTS_COLLECTED
                results.write_text(json.dumps(watched.seen))
                return code

            if not in_child(watch, limit=None, complain=True):
                raise SystemExit(f"without any mutation the tests fail: {marks[mark]}")
            self.tests[mark] = json.loads(results.read_text())
            results.unlink()
            self.save()
        return files

    def unknown(self, every: list[Trial]) -> list[Trial]:
        """Returns the mutants which have not been killed yet."""
        return [(path, mutant) for path, mutant in every if _mark(path, mutant) not in self.killed]

    def kill(self, path: Path, mutant: Mutant) -> None:
        """Remembers a killed mutant."""
        self.killed.add(_mark(path, mutant))
        self.save()

    def killers(self, path: Path, function: str) -> Killers:
        """Returns the tests which call a function of a module (of any function, for ""), the quickest first."""
        start = f"{path}: {function}"
        found = [
            (seconds, name)
            for tests in self.tests.values()
            for name, (seconds, called) in tests.items()
            if any(one == start if function else one.startswith(start) for one in called)
        ]
        return sorted(found)


def _mark(path: Path, mutant: Mutant) -> str:
    return hashlib.sha256(f"{path}\n{mutant.function}\n{mutant.extract}".encode()).hexdigest()[:16]


def at_once(left: list[Trial], files: list[Path], memory: Memory) -> int:
    """Tries mutants by patching functions under tests collected once for all; remembers the killed ones."""

    def trials() -> Iterator[tuple[Path, Mutant, Killers]]:
        for path, mutant in left:
            if mutant.function and patchable(path, mutant)[0] is not None:
                killers = memory.killers(path, mutant.function)[:ASKED]
                yield path, mutant, [one for one in killers if one[0] < QUICK]

    def tried(path: Path, mutant: Mutant, survived: bool) -> None:
        if not survived:
            memory.kill(path, mutant)

    return int(pytest.main([*PYTEST, *map(str, files)], [Forked(trials(), tried)]))


def main(paths: list[Path]) -> int:
    """Tries every mutant of the files, and each survivor once more, loaded afresh; returns 1 if a mutant still
    survives."""
    import click.testing  # noqa: F401 - what all trials need and no mutant touches
    import numba  # noqa: F401

    settings.register_profile(
        "mutations",
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile("mutations")
    memory = Memory()
    files = memory.learn()
    every = [(path, one) for path in paths for one in mutants((ROOT / path).read_text(encoding="utf-8"))]
    every = [(path, one) for path, one in every if f"{path}: {one.shown}" not in EQUIVALENT]
    left = memory.unknown(every)
    print(f"{len(every)} mutants, {len(left)} to be tried", flush=True)
    in_child(lambda: at_once(left, files, memory), limit=None, complain=True)  # this process must load no module
    survivors = 0
    for path, mutant in Memory().unknown(left):
        if loaded_with(path, mutant, memory.killers(path, mutant.function)):
            survivors += 1
            print(f"{path}:{mutant.line}: survives: {mutant.shown}", flush=True)
        else:
            memory.kill(path, mutant)
    print(f"{survivors} survivors", flush=True)
    return int(survivors > 0)


if __name__ == "__main__":
    raise SystemExit(main([Path(name) for name in sys.argv[1:]]))
