"""Tries what ships: ``python -m tests.release.shipped``, a step of ``python -m tests``.

Builds the sdist and from it the wheel, as a release does. Installs the wheel by the lines of the shipped unit, in an
empty environment that gets only the packages it asks for, copied from this environment. Runs the server as the unit
does: without HOME, as a plain user, in an environment that nobody may write, on the unit's socket, behind nginx with
the shipped site. Plays a game, asks for every route, makes a backup and brings it back. Prints all of that, and what
cannot be tried on this machine.
"""

import faulthandler
import fnmatch
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

from tests.hostile.proxy import ABSENT, Proxy, installed
from tests.release import constraints, routes
from tests.release.unit import Unit
from tests.waiting import wait_until
from tests.webapp.client import Client
from tests.webapp.http.arena_folder import standings, write_folder

ROOT = Path(__file__).resolve().parents[2]
COMPILERS = ("numba", "llvmlite")
QUICK = {"FOURTHOUGHT_MINIMUM_REPLY": "0.05"}
"""The engine's moves come at once: three whole games are played."""


def build(folder: Path, kind: str = "wheel", source: Path = ROOT, **environ: str) -> Path:
    """Builds a wheel or an sdist of a folder with the sources into another folder, and returns the file."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=300, env={**os.environ, **environ})
    (built,) = folder.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return built


def container_sources(folder: Path) -> Path:
    """Copies what the container file copies and ``.dockerignore`` lets through, and returns the folder."""
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] not in ("", "#")]
    assert lines[0] == "*"
    let, kept = {line[1:] for line in lines if line[0] == "!"}, [line for line in lines[1:] if line[0] != "!"]
    ignore = shutil.ignore_patterns(*(pattern.removeprefix("**/") for pattern in kept))
    for line in (ROOT / "webapp" / "deploy" / "Containerfile").read_text().splitlines():
        words = line.split()
        if words[:1] == ["COPY"] and not words[1].startswith("--"):
            for name in words[1:-1]:
                assert any(fnmatch.fnmatch(name, one) for one in let), f".dockerignore keeps {name} out"
                if (ROOT / name).is_dir():
                    shutil.copytree(ROOT / name, folder / words[-1], ignore=ignore)
                else:
                    shutil.copy(ROOT / name, folder / words[-1])
    return folder


def needed(wheel: Path) -> dict[str, Path]:
    """Returns the files and folders of all packages that the wheel asks for, by their names in an environment."""
    (told,) = metadata.distributions(name="fourthought", path=[str(wheel)])
    wanted = [one for one in map(Requirement, told.requires or ()) if not one.marker or one.marker.evaluate()]
    found = dict[str, Path]()
    for name in constraints.constraints(wanted):
        for file in metadata.distribution(name).files or ():
            if file.parts[0] not in ("..", "__pycache__"):
                found[file.parts[0]] = Path(str(metadata.distribution(name).locate_file(file.parts[0])))
    return found


def play(url: str) -> str:
    """Plays a whole game against level 2 over the socket, and returns its id."""
    with Client(url) as client:
        seats = [{"kind": "human"}, {"kind": "engine", "level": 2}]
        game = client.call("new_game", game="connect4", seats=seats)
        game_id, ply, move = str(game["game_id"]), 0, 3
        while True:
            told = client.call("move", game_id=game_id, ply=ply, move=move, request_id=f"{ply}")
            assert told["ok"], told
            state = client.until("game", lambda state, ply=ply: state["ply"] > ply + 1 or state["outcome"])
            ply = state["ply"]
            if state["outcome"]:
                return game_id
            move = state["legal"][ply % len(state["legal"])]


class Trial:
    """Asks the served application for its routes, and notes what is wrong.

    Args:
        url: the address in front.
        own: the server's own address.
    """

    def __init__(self, url: str, own: str) -> None:
        self.url, self._own = url, own
        self.wrong = list[str]()

    def routes(self, found: list[str], game_id: str) -> None:
        """Asks for every route, and for every file that the pages name."""
        files = set[str]()
        for rule, path in routes.addresses(found, game_id=game_id, code=routes.made_class(self.url)):
            status, kind, body = routes.asked(f"{self.url}{path}")
            right = status == 200 and body
            if rule == routes.PRIVATE:
                behind = status if self.url != self._own else 403
                status, kind, body = routes.asked(f"{self._own}{path}")
                right = (behind, status) == (403, 200)
            print(f"{status} {kind:26} {len(body):>8} {path}")
            if not right:
                self.wrong.append(f"{status} {path}")
            files |= routes.linked(self.url, body) if kind == "text/html" else set()
            files |= routes.kept(f"{self.url}/", body) if rule == "/offline.json" else set()
        for address in sorted(files):
            status, _, body = routes.asked(address)
            if status != 200 or not body:
                self.wrong.append(f"{status} {address}")
        print(f"{len(found)} routes, {len(files)} files that their pages name; wrong: {self.wrong or 'none'}")
        assert len(files) > 50

    def record(self, game_id: str) -> bytes | None:
        """Returns the moves of a game as text, or None if there is no such game."""
        status, _, body = routes.asked(f"{self.url}/games.txt?id={game_id}")
        return body if status == 200 else None


def ready(url: str) -> bool:
    """Returns whether the server says that it can take a game."""
    try:
        return routes.asked(f"{url}/readyz")[0] == 200
    except OSError:
        return False


def packages(folder: Path) -> Path:
    """Builds what a release builds, and returns the folder with the unpacked sdist. The wheel is in ``dist``."""
    for name in ("dist", "sdist", "source", "container", "context"):
        (folder / name).mkdir()
    with ThreadPoolExecutor(1) as beside:
        of_container = beside.submit(build, folder / "container", source=container_sources(folder / "context"))
        sdist = build(folder / "sdist", "sdist")
        shutil.unpack_archive(sdist, folder / "source")
        source = folder / "source" / sdist.name.removesuffix(".tar.gz")
        wheel = build(folder / "dist", source=source)
        image = of_container.result()
    names = sorted(zipfile.ZipFile(wheel).namelist())
    assert names == sorted(zipfile.ZipFile(image).namelist()), "the container file copies other sources"
    bundled = "bundles" if "webapp/static/bundles.json" in names else "no bundles: no esbuild and no npx here"
    print(f"{sdist.name}, {wheel.name} ({len(names)} files, {bundled}), the same from the container file's sources")
    return source


def main() -> int:
    """Runs the whole trial, and returns 0 if all holds."""
    began = time.monotonic()
    faulthandler.dump_traceback_later(600, exit=True)  # a server that says nothing more is a fault, not a wait
    with tempfile.TemporaryDirectory(prefix="fourthought-ships-", dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o755)
        deploy = packages(folder) / "webapp" / "deploy"
        (deploy / "constraints.txt").write_text(constraints.written())  # the versions of this environment
        unit = Unit(deploy, folder / "machine", "127.0.0.1")
        unit.install(folder / "dist", needed(next((folder / "dist").iterdir())))
        try:
            return _tried(unit, folder)
        finally:
            unit.write_protect(writable=True)
            unit.close()
            print(f"{time.monotonic() - began:.0f} s")


def _tried(unit: Unit, folder: Path) -> int:
    python = unit.root / "opt/fourthought/bin/python"
    for compiler in COMPILERS:
        held = subprocess.run([python, "-I", "-c", f"import {compiler}"], capture_output=True, check=False)
        assert held.returncode, f"{compiler} is in the environment"
    arena = folder / "arena"
    arena.mkdir()
    (folder / "none").mkdir()
    write_folder(arena, standings(now=time.time()))
    found = routes.rules(python, folder / "none", arena)
    unit.write_protect()
    own = url = f"http://{unit.target.name}"
    proxy = None
    if installed():
        (folder / "nginx").mkdir()
        proxy = Proxy(folder / "nginx", unit.target)
        proxy.start()
        url = f"http://{proxy.target.name}"
    log = folder / "log"
    trial = Trial(url, own)
    print(f"as user {unit.user if unit.user is not None else os.geteuid()}, {'behind nginx' if proxy else ABSENT}")
    print(f"not tried here: systemctl, TLS, and of the unit {', '.join(unit.untried())}")
    try:
        with log.open("ab") as output:
            with unit.running(output, FOURTHOUGHT_ARENA=str(arena), **QUICK) as server:
                wait_until(lambda: ready(url) or server.poll() is not None)
                first = play(url)
                trial.routes(found, first)
                before = trial.record(first)
                print(unit.command("backup"))
                second = play(url)
            address = unit.target.host, unit.target.port  # between two servers a connection waits, and is not refused
            with socket.create_connection(address), unit.running(output, **QUICK) as server:
                wait_until(lambda: ready(url) or server.poll() is not None)
                assert trial.record(second), "a game is lost by a restart"
            print(unit.command("restore"))
            with unit.running(output, **QUICK) as server:
                wait_until(lambda: ready(url) or server.poll() is not None)
                assert before == trial.record(first) != b"", "the game of the copy is not back"
                assert trial.record(second) is None, "a later game has outlived the copy"
                play(url)
        print(f"played and brought back: {(before or b'').decode().strip()}")
    except BaseException:
        print(log.read_text()[-5000:])
        raise
    finally:
        if proxy:
            proxy.stop()
    return 1 if trial.wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
