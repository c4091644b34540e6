"""Runs Lighthouse as desktop and phone on the table, on the lab, or on the pages named: ``python -m
tests.browser.lighthouse [/PATH ...]`` (needs Node's npx).

Performance is a measurement: run it on a quiet machine. Exit code 1 if any figure is below 100.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.chromium import executable
from tests.server import TableServer

LIGHTHOUSE = "lighthouse@13.5.0"
CATEGORIES = ("accessibility", "best-practices", "performance")
PAGES = ("/", "/lab")
KINDS = {"phone": [], "desktop": ["--preset=desktop"]}


def measure(address: str, kind: str, folder: Path) -> dict[str, int]:
    with sync_playwright() as playwright:
        browser = executable(playwright.chromium) or playwright.chromium.executable_path
    out = folder / f"{kind}.json"
    flags = "--headless=new --disable-gpu" + (" --no-sandbox" if os.geteuid() == 0 else "")
    command = ["npx", "--yes", LIGHTHOUSE, address, "--quiet", "--output=json", f"--output-path={out}", *KINDS[kind]]
    command += [f"--chrome-flags={flags}", f"--only-categories={','.join(CATEGORIES)}"]
    subprocess.run(command, check=True, timeout=300, env={**os.environ, "CHROME_PATH": str(browser)})
    found = json.loads(out.read_text())["categories"]
    return {name: round(100 * found[name]["score"]) for name in CATEGORIES}


def main() -> int:
    """Prints the figures, and returns 0 if all are 100."""
    if shutil.which("npx") is None:
        print("Lighthouse needs Node's npx: install Node and try again.", file=sys.stderr)
        return 2
    figures: list[int] = []
    with tempfile.TemporaryDirectory() as place:
        server = TableServer(Path(place))
        try:
            server.wait_until_ready()
            for path, kind in product(sys.argv[1:] or PAGES, KINDS):
                found = measure(server.url + path, kind, Path(place))
                figures += found.values()
                print(f"{path} {kind}: " + ", ".join(f"{name} {figure}" for name, figure in found.items()))
        finally:
            server.stop()
    return 0 if min(figures) == 100 else 1


if __name__ == "__main__":
    raise SystemExit(main())
