"""Everything that must hold, in one command: ``python -m tests`` (CI runs the same).

Formatting, lint, types, the import rules of the rooms, the page's types (when Node is there), the kernels once more
with bounds checks, and all tests but the long ones (the storage's on PostgreSQL, too, if it is there). Long ones:
``python -m pytest -m long``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests import postgres

ROOT = Path(__file__).resolve().parents[1]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BIN = Path(sys.executable).parent


def has_browser() -> bool:
    """Whether Playwright's own browser or one of the system's is there."""
    if any(shutil.which(name) for name in BROWSERS):
        return True
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path).exists()


def ensure_browser() -> str | None:
    """Install a browser where that can be done without asking; None, or one line that says what to install."""
    if has_browser():
        return None
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False, timeout=600)
    if has_browser():
        return None
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], check=False, env=quiet)
        subprocess.run(["apt-get", "install", "-y", "-qq", "chromium"], check=False, env=quiet)
    return None if has_browser() else "the browser tests need Chromium or Chrome: install one and try again"


def checks() -> list[tuple[str, list[str], dict[str, str]]]:
    """(name, command, environment) of every step, the tests last."""
    python = sys.executable
    kernels = ["tests/engine/mind/tree/test_tree.py", "tests/engine/mind/search/test_deepening.py"]
    steps = [
        ("format", [str(BIN / "ruff"), "format", "--check", "."], {}),
        ("lint", [str(BIN / "ruff"), "check", "."], {}),
        ("types", [str(BIN / "mypy")], {}),
        ("rooms", [str(BIN / "lint-imports")], {}),
        ("tests", [python, "-W", "error", "-m", "pytest", "--durations=10", *sys.argv[1:]], {}),
    ]
    if shutil.which("npx"):
        tsc = ["npx", "--yes", "--package", "typescript@7.0.2", "tsc", "--project", "static/js"]
        steps.insert(4, ("page types", tsc, {}))
    steps.insert(
        -1,
        ("bounds", [python, "-m", "pytest", "-q", *kernels], {"NUMBA_BOUNDSCHECK": "1"}),
    )
    return steps


def main() -> int:
    """Run every step, even after one has failed; 0 if all hold."""
    complaint = ensure_browser()
    if complaint:
        print(complaint, file=sys.stderr)
        return 2
    given = os.environ.get("TEST_DATABASE_URL")
    print(f"--- storage on SQLite, and {given or (postgres.can_start() and 'a private PostgreSQL') or postgres.ABSENT}")
    failed = []
    for name, command, environment in checks():
        print(f"--- {name}: {' '.join(command)}", flush=True)
        if subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, check=False).returncode:
            failed.append(name)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
