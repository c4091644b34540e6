"""Tries the built package as a stranger does: ``python -m tests.release.trial``.

An empty environment without a network gets the wheel from a folder of wheels, as ``uvx fourthought`` and ``pipx run
fourthought`` do from an index. The first start has no compiled kernels. Prints what was there after how many seconds.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.waiting import PATIENCE
from tests.webapp.client import Client

ROOT = Path(__file__).resolve().parents[2]
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")


def build(folder: Path, kind: str = "wheel", **environ: str) -> Path:
    """Builds a wheel or an sdist into a folder, and returns the file."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=300, env={**os.environ, **environ})
    (built,) = folder.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return built


def wheelhouse(wheel: Path, folder: Path) -> None:
    """Fills a folder with the wheel and with all packages that it needs, of the versions of this release."""
    constraints = ROOT / "webapp" / "deploy" / "constraints.txt"
    command = [*PIP, "download", "--quiet", "--dest", str(folder), "--only-binary=:all:", "--prefer-binary"]
    subprocess.run([*command, "--constraint", str(constraints), str(wheel)], check=True, timeout=900)


def install(wheels: Path, folder: Path) -> Path:
    """Installs the package into an empty environment without a network. Returns the command ``fourthought``."""
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    command = [*PIP, "--python", str(python), "install", "--no-index", "--find-links", str(wheels), "--no-compile"]
    subprocess.run([*command, "fourthought"], check=True, timeout=900)
    return folder / "bin" / "fourthought"


@contextmanager
def served(command: Path, home: Path) -> Iterator[str]:
    """Runs the command as a user with an empty home, and yields the address of the page."""
    environ = {"HOME": str(home), "PATH": "", "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen([str(command), "--port", "0"], cwd=home, env=environ, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1]
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def trial(command: Path, home: Path) -> dict[str, float]:
    """Starts the command without kernels, opens the page and plays a move. Returns the seconds until each."""
    seconds, began = dict[str, float](), time.monotonic()

    def note(what: str) -> None:
        seconds[what] = time.monotonic() - began

    with served(command, home) as url:
        with urllib.request.urlopen(url, timeout=PATIENCE) as page:
            assert b'id="table"' in page.read()
        note("the page")
        with Client(url) as client:
            seats = [{"kind": "human"}, {"kind": "engine", "level": 3}]
            game = client.call("new_game", game="connect4", seats=seats)
            assert client.call("move", game_id=game["game_id"], ply=0, move=3, request_id="first")["ok"]
            note("the first move, acknowledged")
            client.until("game", lambda game: game["ply"] == 2)
            note("the engine's reply, which waits for the compiler")
        while not _is_ready(url):
            time.sleep(0.2)
        note("the engine, ready for all")
    return seconds


def _is_ready(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/readyz", timeout=PATIENCE) as answer:
            return bool(json.load(answer)["ok"])
    except urllib.error.HTTPError:
        return False


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="fourthought-trial-") as name:
        folder = Path(name)
        for part in ("built", "wheels", "home"):
            (folder / part).mkdir()
        wheelhouse(build(folder / "built"), folder / "wheels")
        command = install(folder / "wheels", folder / "environment")
        print("| from an empty environment, kernels not compiled | after |\n|---|---:|")
        for what, seconds in trial(command, folder / "home").items():
            print(f"| {what} | {seconds:.1f} s |")


if __name__ == "__main__":
    main()
