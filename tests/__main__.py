"""Checks the whole project in one command: ``python -m tests`` (CI runs the same).

Formatting, lint, types, the import rules of the rooms, the same of the page's sources (when Node is there), the kernels
once more with bounds checks, what a release carries, and all tests but the long ones, by a worker a core. The storage
is tested also on PostgreSQL, where there is one. ``python -m tests --fast`` is for the moment before a commit: the same
checks, and only tests of less than half a second without a browser. Long tests: ``python -m pytest -m long``. Most
rooms of the engine's tests run where something they test has changed (rooms.py), or with ``--all``. All other arguments
go to pytest.
"""

import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests import postgres, rooms
from tests.markers import ROOMS, paths_with
from tests.steps import Step, cores, run, run_together, workers

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BIN = Path(sys.executable).parent
FAST = "not long and not slow and not browser"
"""The tests run by ``--fast``: none of half a second or more."""
UNCHANGED = (
    f"--- of {rooms.FOLDER} {{}} did not run, because all they test is as when they last passed ({rooms.PASSED}); "
    "python -m tests --all runs them, and so does every night"
)
WAITING, WAITING_FAST = 2, 1
"""Workers that wait at any time: two for a browser, a server or a pause; without these one more only repeats work."""


def has_browser() -> bool:
    """Returns whether Playwright's own browser or one of the system's is there."""
    if any(shutil.which(name) for name in BROWSERS):
        return True
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path).exists()


def ensure_browser() -> str | None:
    """Installs a browser without asking, and returns one line with the missing package, or None.

    Playwright's own browser is tried first, then the system's packages.
    """
    if has_browser():
        return None
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False, timeout=600)
    if has_browser():
        return None
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], check=False, env=quiet)
        for package in ("chromium-headless-shell", "chromium"):
            if not has_browser():
                subprocess.run(["apt-get", "install", "-y", "-qq", package], check=False, env=quiet)
    return None if has_browser() else "the browser tests need Chromium or Chrome: install one and try again"


def static_checks() -> list[Step]:
    """Returns the steps which run no test, the longest first."""
    steps = [
        Step("types", [str(BIN / "mypy")]),
        Step("types of the library", [str(BIN / "mypy"), *map(str, sorted(Path().glob("engine/library/*/*.py")))]),
        Step("rooms", [str(BIN / "lint-imports")]),
        Step("format", [str(BIN / "ruff"), "format", "--check", "."]),
        Step("lint", [str(BIN / "ruff"), "check", "."]),
    ]
    if shutil.which("npx"):
        subprocess.run([sys.executable, "-m", "webapp.wire", "--types"], check=True)  # for tsc alone, so not kept
        npx = ["npx", "--yes", "--package"]
        tsc = [*npx, "typescript@7.0.2", "tsc", "--project", "static/js"]
        biome = [*npx, "@biomejs/biome@2.6.8", "biome", "check", "--config-path=.ci", "--error-on-warnings", "static"]
        steps[1:1] = [Step("page types", tsc), Step("page format and lint", biome)]
    return steps


def bounds(unchanged: list[str]) -> list[Step]:
    """Returns the step with bounds checked, if a room has tests for it. Kernels compiled so are other kernels: no step
    compiles the same."""
    left_out = tuple(f"{rooms.FOLDER}/{room}/" for room in unchanged)
    paths = [path for path in paths_with("bounds") if not f"{path}/".startswith(left_out)]
    pytest = [sys.executable, "-m", "pytest", "-q", "--no-header", "-m", "bounds and not long"]
    return [Step("bounds", [*pytest, *paths], {"NUMBA_BOUNDSCHECK": "1"})] * bool(paths)


def ships() -> Step:
    """Returns the step that tries what a release carries, and lists every route with its status."""
    return Step("what ships", [sys.executable, "-m", "tests.release.shipped"], shown=True)


def tests(fast: bool, unchanged: list[str], given: list[str], after: int) -> Step:
    """Returns the step of all other tests: one pytest whose workers take file by file, all but one ``after`` it."""
    marks = FAST if fast else "not long and not only_bounds"
    count = workers(WAITING_FAST if fast else WAITING)
    spread = ["-p", "tests.workers", "--workers", str(count), "--after", str(after), "--durations=10"]
    # Rooms without a test for ``--fast`` are not even imported.
    spread += [f"--ignore=tests/{room}" for mark in ("browser", "slow") for room in ROOMS[mark] if fast]
    spread += [f"--ignore={rooms.FOLDER}/{room}" for room in unchanged]
    return Step("tests", [sys.executable, "-W", "error", "-m", "pytest", "-m", marks, *spread, *given])


def checks(fast: bool, unchanged: list[str], tell: Callable[[str], None], shipped: int) -> list[str]:
    """Runs all other steps, what ships first, whose end closes the pipe ``shipped``; returns the names of what failed.

    What ships runs beside the collection and one worker: beside all workers an answer would be too late for nginx.
    """
    try:
        failed = [] if fast else run_together([ships()], tell, 1)
    finally:
        os.close(shipped)
    # One beside the tests needs the core that these leave; more would make the first of them slow.
    steps, at_once = (static_checks(), cores()) if fast else ([*bounds(unchanged), *static_checks()], 1)
    return failed + run_together(steps, tell, at_once)


def main() -> int:
    """Runs every step, even after one has failed, and returns 0 if all hold."""
    began, given = time.monotonic(), sys.argv[1:]
    fast, asked = "--fast" in given, "--all" in given
    given = [argument for argument in given if argument not in ("--fast", "--all")]
    before, passed = rooms.digests(), rooms.last_passed()
    same = [room for room, digest in before.items() if digest == passed.get(room) and not asked]
    unchanged = [room for room in same if not any(f"{rooms.FOLDER}/{room}" in argument for argument in given)]
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else each server of the tests compiles every module again
    failed, said = list[str](), list[str]()
    with contextlib.ExitStack() as stack:
        if not fast:
            complaint = ensure_browser()
            if complaint:
                print(complaint, file=sys.stderr)
                return 2
        stack.enter_context(_database())
        pool = stack.enter_context(ThreadPoolExecutor(1))
        after, shipped = os.pipe()
        others = pool.submit(checks, fast, unchanged, said.append, shipped)
        failed += run(tests(fast, unchanged, given, after), after) + others.result()
        os.close(after)
    if not (failed or fast or given):
        rooms.note(before)
    print(*said, *([UNCHANGED.format(", ".join(unchanged))] if unchanged else []), sep="\n", flush=True)
    told = f"{time.monotonic() - began:.0f} s, {sum(os.times()[:4]):.0f} s of processor time"
    print(f"{'failed: ' + ', '.join(failed) if failed else 'all passed'} ({told})", flush=True)
    return 1 if failed else 0


@contextlib.contextmanager
def _database():
    """Starts one private PostgreSQL for all workers, where none is given and one can be started."""
    given = os.environ.get("TEST_DATABASE_URL")
    print(f"--- storage on SQLite, and {given or (postgres.can_start() and 'a private PostgreSQL') or postgres.ABSENT}")
    if given or not postgres.can_start():
        yield
        return
    with postgres.private() as url:
        os.environ["TEST_DATABASE_URL"] = url
        yield


if __name__ == "__main__":
    raise SystemExit(main())
